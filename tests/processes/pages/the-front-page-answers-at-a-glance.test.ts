import { source as axe } from 'axe-core';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frontAsHtml } from '../../../config/certificates/front/front-as-html.ts';
import { frontPage } from '../../../config/certificates/front/front-page.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { executablePath, launchBrowser, wanting } from '../../support/browser.ts';
import { broken, fronted, undecided, type Fronted } from '../../support/certificates/fronted-reports.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';

if (executablePath === undefined) console.warn(wanting);
const folder = newFolder();
const signer = { name: 'release@example.com', key: `SHA256:${'k'.repeat(43)}` };
const long = 'long-name-'.repeat(40);

const everything = {
  signer,
  without: [],
  profile: {},
  consent: ['overwrite', 'records', 'upload', 'namespace'],
  sent: { tokens: embeddedTokens().map(({ label }) => label) },
};

const pages: Readonly<Record<string, Fronted>> = {
  'conformant without limits': fronted(everything),
  'conformant with limits': fronted({ signer }),
  'not conformant': fronted({ judged: { '4.10/clause-1': broken } }),
  incomplete: fronted({ judged: { '4.10/clause-1': undecided } }),
  'with long names': fronted({ names: { vendor: long, name: long, version: long } }),
};

/** The seven questions of a reader, and what answers them on each page. */
const questions: readonly (readonly [question: string, answers: Readonly<Record<string, string>>])[] = [
  [
    'what is this?',
    {
      'conformant without limits': 'Certificate about an HTTP API',
      'conformant with limits': 'Certificate about an HTTP API',
      'not conformant': '1 of 45 requirements broken: NON-CONFORMANT',
      incomplete: '1 not decided: INCOMPLETE',
    },
  ],
  [
    'who says so?',
    {
      'conformant without limits': 'The vendor claims: on 2 January 2026',
      'conformant with limits': '“release@example.com”, key SHA256:',
      'not conformant': 'No one: the certificate was written UNSIGNED',
      incomplete: 'The vendor states, without the parts that are left out',
    },
  ],
  [
    'what was left out?',
    {
      'conformant without limits': 'Nothing.',
      'conformant with limits': '4.14, the search for products: not tested',
      'not conformant': '4.14, the search for products: not tested',
      incomplete: '4.14, the search for products: not tested',
    },
  ],
  [
    'what does that mean?',
    {
      'conformant without limits': 'By nothing: all consents and tokens were given',
      'conformant with limits': 'nothing is claimed about them',
      'not conformant': 'nothing is claimed about them',
      incomplete: 'refusals were tried with ordinary tokens alone',
    },
  ],
  [
    'is 40 of 45 good?',
    {
      'conformant without limits': '40 of 45 MUST pass; 5 never seen. This server cannot get further',
      'conformant with limits': '40 of 45 MUST pass; 5 never seen. This server cannot get further',
      'not conformant': '39 of 45 MUST pass; 5 never seen, 1 fail. That is not enough',
      incomplete: '39 of 45 MUST pass; 5 never seen, 1 undecided. That shows neither',
    },
  ],
  [
    'how do I check it?',
    {
      'conformant without limits': 'resource-conformance verify <folder>',
      'conformant with limits': 'resource-conformance verify <folder>',
      'not conformant': 'resource-conformance verify <folder>',
      incomplete: 'resource-conformance verify <folder>',
    },
  ],
  [
    'against what?',
    {
      'conformant without limits': 'against the contract with sha256',
      'conformant with limits': 'against the contract with sha256',
      'not conformant': 'against the contract with sha256',
      incomplete: 'against the contract with sha256',
    },
  ],
];

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
    const made = pages[name];
    if (made === undefined) throw new Error(`no page is called ${name}`);
    const { certificate, report } = made;
    const file = join(folder, 'index.html');
    writeFileSync(file, frontAsHtml(frontPage(certificate, report)));
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  async function isInView(page: Page, answer: string): Promise<boolean> {
    const box = await page.getByText(answer).first().boundingBox();
    return box !== null && box.y + box.height <= 900;
  }

  test.each(Object.keys(questions[0]?.[1] ?? {}))(
    'a page that is %s answers seven questions without scrolling',
    async (name) => {
      const page = await opened(name, 1_280, 900);
      const missed = [];
      for (const [question, { [name]: answer = '' }] of questions)
        if (answer === '' || !(await isInView(page, answer))) missed.push(question);
      expect(missed).toEqual([]);
      await page.close();
    },
  );

  test.each([
    ['what was narrowed?', 'no consent to overwrite, records, upload, namespace'],
    ['until when?', 'valid until 2 January 2027'],
    ['how do I ask the server?', '--against https://staging.example.com/v1'],
    ['how do I dispute it?', '--clause <clause>'],
    ['what do the words mean?', 'one sentence of the contract that determines'],
    ['where is the rest?', 'the page of the run'],
  ])('%s is answered there as well', async (_question, answer) => {
    const page = await opened('conformant with limits', 1_280, 900);
    expect(await isInView(page, answer)).toBe(true);
    await page.close();
  });

  test.each(Object.keys(pages))('%s fits the screens of desktops and phones', async (name) => {
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
