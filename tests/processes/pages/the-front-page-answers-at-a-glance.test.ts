import { source as axe } from 'axe-core';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frontAsHtml } from '../../../config/certificates/front/front-as-html.ts';
import { frontPage } from '../../../config/certificates/front/front-page.ts';
import { executablePath, launchBrowser, wanting } from '../../support/browser.ts';
import { broken, fronted, undecided, type Fronted } from '../../support/certificates/fronted-reports.ts';
import { newFolder } from '../../support/one-entry/started-run.ts';

if (executablePath === undefined) console.warn(wanting);
const folder = newFolder();
const signer = { name: 'release@example.com', key: `SHA256:${'k'.repeat(43)}` };
const long = 'long-name-'.repeat(40);

const pages: Readonly<Record<string, Fronted>> = {
  conformant: fronted({ signer }),
  'not conformant': fronted({ judged: { '4.10/clause-1': broken } }),
  incomplete: fronted({ judged: { '4.10/clause-1': undecided } }),
  'with long names': fronted({ names: { vendor: long, name: long, version: long } }),
};

/** Terms on more than one line. */
const brokenTerms = `[...document.querySelectorAll('dt')].map((term) => {
  const text = document.createRange();
  text.selectNodeContents(term);
  return [term.textContent, new Set([...text.getClientRects()].map(({ top }) => top)).size];
}).filter(([, lines]) => lines > 1)`;

describe.runIf(executablePath !== undefined || process.env['CI'] !== undefined)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function opened(name: string, width: number, height: number): Promise<Page> {
    const { certificate, report } = pages[name] ?? fronted();
    const file = join(folder, 'index.html');
    writeFileSync(file, frontAsHtml(frontPage(certificate, report)));
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  test.each([
    ['what is it?', 'Certificate about an HTTP API'],
    ['what is claimed?', 'requires was done by “Shop Resources” “1.0.0” of “Example Ltd”'],
    ['who says so?', '“release@example.com”, key SHA256:'],
    ['until when?', 'valid until 2 January 2027'],
    ['what was left out?', '4.14, the search for products: not tested'],
    ['what was narrowed?', 'no consent to overwrite, records, upload, namespace'],
    ['what does that mean?', 'refusals were tried with ordinary tokens alone'],
    ['is that good?', '40 of 45 MUST pass; 5 never seen'],
    ['what was never seen?', '5, neither met nor broken'],
    ['against what?', 'against the contract with sha256'],
    ['how do I check it?', 'resource-conformance verify <folder>'],
    ['how do I ask the server?', '--against https://staging.example.com/v1'],
    ['how do I dispute it?', '--clause <clause>'],
    ['what do the words mean?', 'one sentence of the contract that decides'],
    ['where is the rest?', 'the page of the run'],
  ])('%s is answered without scrolling', async (_question, answer) => {
    const page = await opened('conformant', 1_280, 900);
    const box = await page.getByText(answer).first().boundingBox();
    expect(box).not.toBe(null);
    expect((box?.y ?? Infinity) + (box?.height ?? Infinity)).toBeLessThanOrEqual(900);
    await page.close();
  });

  test.each(Object.keys(pages))('%s fits a desk and a phone, for everybody', async (name) => {
    for (const [width, height] of [
      [1_280, 900],
      [360, 740],
    ] as const) {
      const page = await opened(name, width, height);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await page.evaluate(brokenTerms)).toEqual([]);
      await page.evaluate(axe);
      const found = (await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
      )) as unknown;
      expect(found).toEqual([]);
      await page.close();
    }
  });
});
