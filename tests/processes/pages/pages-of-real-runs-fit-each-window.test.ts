import { source as axe } from 'axe-core';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../clause/report.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { executablePath, launchBrowser } from '../../support/browser.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';
import { misfitsOf } from '../../support/pages/narrow-cells.ts';
import { rehearsedReports } from '../../support/pages/rehearsed-pages.ts';

const rows = (['CONFORMANT', 'NON-CONFORMANT', 'INCOMPLETE'] as const).flatMap((verdict) =>
  (['no profile', 'drafted profile'] as const).map((profile) => ({ verdict, profile })),
);

type Row = (typeof rows)[number];

const keyOf = ({ verdict, profile }: Row): string => `${verdict}, ${profile}`;

const made = new Map<string, { readonly report: Report; readonly page: string }>();
beforeAll(async () => {
  for (const { report, ...row } of await rehearsedReports())
    made.set(keyOf(row), { report, page: asPage(report) });
});

function runOf(row: Row): { readonly report: Report; readonly page: string } {
  const found = made.get(keyOf(row));
  if (found === undefined) throw new Error(`no run is ${keyOf(row)}`);
  return found;
}

test.for(rows)('a run that is $verdict with $profile makes a page of less than 400 kB', (row) => {
  const { report, page } = runOf(row);
  expect(report.verdict).toBe(row.verdict);
  const most = Math.max(...report.clauses.map(({ findings }) => findings.length));
  expect(most >= 20).toBe(row.verdict === 'NON-CONFORMANT');
  expect(Buffer.byteLength(page)).toBeLessThan(400_000);
});

test('a page shows three findings of a clause, and the number of further findings in the report', () => {
  const { page } = runOf({ verdict: 'NON-CONFORMANT', profile: 'drafted profile' });
  expect(page).toContain('Finding 3 of 25');
  expect(page).not.toContain('Finding 4 of 25');
  expect(page).toContain('22 further findings of this clause: see conformance.json.');
});

test('a race is described in one sentence', () => {
  const { page } = runOf({ verdict: 'NON-CONFORMANT', profile: 'no profile' });
  expect(page).toMatch(/<strong>all (\w+) of \1 racing updates with version \d+ were accepted<\/strong>/);
  expect(page).not.toContain('which was current at most');
});

test.for(rows.filter(({ verdict }) => verdict === 'INCOMPLETE'))(
  'an INCOMPLETE page with $profile begins with the number of undecided clauses, and with the next step',
  (row) => {
    const { page } = runOf(row);
    const at = ['not decided</p>', '<h2 id="next">', '<h2 id="undecided">', '<h2 id="matrix">'].map((part) =>
      page.indexOf(part),
    );
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  },
);

describe.skipIf(executablePath === undefined)('in a browser', () => {
  const folder = newFolder();
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    // The policy of the page would keep the examiner out.
    page = await (await browser.newContext({ bypassCSP: true })).newPage();
  });
  afterAll(() => browser.close());

  /** Ids of what axe-core finds, each with the first element. */
  const violations = async (): Promise<unknown> =>
    page.evaluate(
      `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );

  /** Entries of one verdict are made alike: three of each say it, and hundreds keep the examiner busy. */
  const thinOut = async (): Promise<unknown> =>
    page.evaluate(`(() => {
      const seen = {};
      for (const entry of document.querySelectorAll('details.c')) {
        seen[entry.className] = (seen[entry.className] ?? 0) + 1;
        if (seen[entry.className] > 3) entry.remove();
      }
    })()`);

  test.for(rows)('a page that is $verdict with $profile fits each window, in light and dark', async (row) => {
    const file = join(folder, 'page.html');
    writeFileSync(file, runOf(row).page);
    await page.goto(pathToFileURL(file).href);
    for (const width of [1920, 1280, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await misfitsOf(page), `${width} px`).toEqual({ beyond: 0, narrow: [] });
    }
    await page.evaluate(axe);
    await thinOut();
    // Colours do not hang on the width; on the phone rows are stacked.
    for (const [width, colorScheme] of [
      [1280, 'dark'],
      [1280, 'light'],
      [360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await violations(), `${width} px, ${colorScheme}`).toEqual([]);
    }
  });
});
