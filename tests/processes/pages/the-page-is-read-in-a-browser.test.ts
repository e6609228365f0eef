import { defined } from '../../../clause/defined.ts';
import { source as axe } from 'axe-core';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Finding } from '../../../clause/sample.ts';
import type { Report } from '../../../clause/report.ts';
import type { Timeline } from '../../../clause/timeline.ts';
import { certificatesAsPage } from '../../../reporters/compare/certificates-as-page.ts';
import { certificatesView } from '../../../reporters/compare/certificates-view.ts';
import { comparedAsPage } from '../../../reporters/compare/compared-as-page.ts';
import { comparedView } from '../../../reporters/compare/compared-view.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { executablePath, launchBrowser, wanting } from '../../support/browser.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';
import { newFolder, run } from '../../support/small-runs/started-run.ts';

const suite = fileURLToPath(new URL('../../../bin/resource-conformance.mjs', import.meta.url));
const folder = newFolder();
const phone = { width: 360, height: 740 };

const hostile = [
  '</script><script>window.hit = 1</script>',
  '"><img src="https://example.invalid/x" onerror="window.hit = 1">',
  "'-alert(1)-' </pre></details></main> <!-- ]]> &lt; \u202e\u0000",
].join(' ');

const hostileFinding: Finding = {
  ...finding,
  expected: hostile,
  got: hostile,
  story: [
    {
      role: 'probe',
      caller: hostile,
      atMs: 0,
      tookMs: 3,
      exchange: 0,
      culprit: true,
      pointer: '/version',
    },
  ],
  exchanges: finding.exchanges.map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, target: `/${hostile}`, headers: [['X-Odd', hostile]] },
    answer: { status: 200, headers: [[hostile, hostile]], body: `{"version":"${hostile}"}` },
  })),
};

const raced: Finding = {
  ...finding,
  story: [0, 1, 2].map((at) => ({
    role: 'racer',
    caller: 'CONFORMANCE_TOKEN_MANAGE_TEST',
    atMs: at,
    tookMs: 20,
    exchange: 0,
    culprit: at === 1,
  })),
};

const timeline: Timeline = {
  endMs: 100,
  phases: [
    { name: 'meeting', atMs: 0 },
    { name: 'quiet', atMs: 20 },
  ],
  requests: { sliceMs: 10, counts: [1, 5, 2] },
  waits: [{ for: 'a lag', atMs: 40, ms: 30 }],
  weather: [
    { what: 'asked to wait', atMs: 30, ms: 0, count: 1 },
    { what: `${hostile} refused everywhere`, atMs: 60, ms: 40 },
  ],
};

const failing = buildReport(
  reportInput(
    [
      [entry('4.2/read'), judgement('pass')],
      [entry('4.10/conflict'), judgement('fail', { findings: [hostileFinding, finding] })],
      [entry('4.10/one-winner'), judgement('fail', { findings: [raced] })],
      [entry('4.10/odd', 'SHOULD'), judgement('warn', { findings: [finding] })],
      [entry('4.11/deletes'), judgement('inconclusive', because('flaky', hostile))],
      [entry('4.12/refuses'), judgement('not-tested', because('no-token', 'no token', 'SETTING=<token>'))],
      [entry('4.6/status', 'OPEN'), judgement('observed', { observed: { status: hostile }, suspect: true })],
      [entry('declared/success.4.6', 'DECLARED'), judgement('fail', { findings: [finding] })],
    ],
    {
      record: {
        ...record,
        leftovers: [{ id: hostile, created: '2026-01-02T03:04:05Z', why: hostile }],
        timeline,
      },
    },
  ),
).report;

const incomplete = buildReport(
  reportInput(
    [
      [entry('4.2/read'), judgement('pass')],
      [entry('4.11/deletes'), judgement('not-tested', because('no-token', 'no token', 'SETTING=<token>'))],
    ],
    {
      record: {
        ...record,
        shardTimelines: [1, 2].map((shard) => ({ shard, startMs: shard * 50, timeline })),
      },
    },
  ),
).report;

const conformant = buildReport(
  reportInput([
    [entry('4.2/read'), judgement('pass')],
    [entry('4.6/status', 'OPEN'), judgement('observed', { observed: { status: 201 } })],
  ]),
).report;

/** As many findings as a server that deviates everywhere leaves. */
function crowded(clauses: number, findings: number): Report {
  return buildReport(
    reportInput(
      Array.from({ length: clauses }, (_, at) => [
        entry(`4.${(at % 18) + 1}/clause-${at}`),
        judgement('fail', { findings: Array.from({ length: findings }, () => finding) }),
      ]),
    ),
  ).report;
}

test('a browser is available', (context) => {
  if (executablePath === undefined && process.env['CI'] === undefined) context.skip(wanting);
  expect(executablePath, wanting).toBeDefined();
});

describe.skipIf(executablePath === undefined)('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** Opened from disk; whatever it asks for, and whatever is wrong with it, is kept. */
  async function opened(
    report: Report | string,
    { hash = '', ...options }: BrowserContextOptions & { hash?: string } = {},
  ): Promise<{ page: Page; asked: readonly string[]; complaints: readonly string[] }> {
    const file = join(folder, `${Math.random()}.html`);
    writeFileSync(file, typeof report === 'string' ? report : asPage(report));
    const page = await (await browser.newContext(options)).newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.goto(pathToFileURL(file).href + hash);
    return { page, asked: asked.slice(1), complaints };
  }

  const shown = (page: Page): Promise<readonly string[]> =>
    page.locator('details.c:visible > summary > b').allTextContents();

  for (const [name, report] of Object.entries({ conformant, failing, incomplete }))
    test.for([
      ['light', undefined],
      ['dark', undefined],
      ['light', phone],
      ['dark', phone],
    ] as const)(`the page of a run that is ${name} passes axe-core, in %s`, async ([colorScheme, size]) => {
      const options = { colorScheme, ...defined({ viewport: size }) };
      // The policy would keep the examiner out too.
      const { page } = await opened(report, { ...options, bypassCSP: true });
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      await page.evaluate(axe);
      const found: unknown = await page.evaluate(
        `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      );
      expect(found).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

  const reports = [conformant, failing, incomplete];
  const certificates = certificatesView({
    when: 'Today.',
    verified: reports.map((report, at) => ({
      name: `certificates/example/product-${at}/1.0.0`,
      claim: report.verdict,
      facts: [['as the vendor calls it', 'a name of '.repeat(20)]],
      report,
    })),
    leftOut: [{ name: 'certificates/example/old/1.0.0', reason: 'CANNOT BE TOLD: valid: expired' }],
  });

  test.for([
    [undefined, comparedAsPage(comparedView(reports, true))],
    [phone, comparedAsPage(comparedView(reports, true))],
    [undefined, certificatesAsPage(certificates)],
    [phone, certificatesAsPage(certificates)],
  ] as const)('the page of a comparison passes axe-core: %#', async ([size, compared]) => {
    const options = { bypassCSP: true, ...defined({ viewport: size }) };
    const { page } = await opened(compared, options);
    await page.evaluate(axe);
    const found: unknown = await page.evaluate(
      `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );
    expect(found).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('shows content of a server, but neither runs nor loads it', async () => {
    const { page, asked, complaints } = await opened(failing);
    await page.locator('details.c').first().waitFor({ state: 'attached' });
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(complaints).toEqual([]);
    expect(asked).toEqual([]);
    expect(await page.locator('script, img, iframe, object, embed, link, base').count()).toBe(1);
    expect(await page.locator('main').count()).toBe(1);
    const text = (await page.locator('[id="c-4.10_conflict"]').textContent()) ?? '';
    expect(text).toContain('</script><script>window.hit = 1</script>');
    expect(text).toContain('\\u202e\\u0000');
  });

  test('has a policy that stops scripts that get in by a bug', async () => {
    const broken = asPage(failing).replace(
      '<main>',
      '<main><img src="https://example.invalid/x" onerror="window.hit=1"><script>window.hit=1</script><p style="color:red">',
    );
    const { page, complaints } = await opened(broken);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(
      complaints.filter((text) => text.includes('Content Security Policy')).length,
    ).toBeGreaterThanOrEqual(3);
  });

  test('filters by verdict, level, section and text', async () => {
    const { page } = await opened(failing);
    await page.getByLabel('fail', { exact: false }).first().check({ force: true });
    expect(await shown(page)).toEqual(
      ['4.6/status', 'declared/success.4.6', '4.10/conflict', '4.10/one-winner'].filter(
        (id) => id !== '4.6/status',
      ),
    );
    await page.getByLabel('Level').selectOption('DECLARED');
    expect(await shown(page)).toEqual(['declared/success.4.6']);
    await page.keyboard.press('Escape');
    await page.getByLabel('Section').selectOption('4.10');
    expect(await shown(page)).toEqual(['4.10/conflict', '4.10/one-winner', '4.10/odd']);
    await page.getByLabel('Text').fill('winner one');
    expect(await shown(page)).toEqual(['4.10/one-winner']);
    expect(await page.getByRole('status').textContent()).toBe('1 of 8 clauses');
    // Of a header that is in one finding alone.
    await page.keyboard.press('Escape');
    await page.getByLabel('Text').fill('x-odd');
    expect(await shown(page)).toEqual(['4.10/conflict']);
    await page.getByLabel('Text').fill('nothing is like this');
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await shown(page)).toHaveLength(8);
  });

  test('can be used with the keyboard', async () => {
    const { page } = await opened(failing);
    const focused = (): Promise<unknown> =>
      page.evaluate(`document.activeElement?.querySelector('b')?.textContent`);
    // As the lists at the head of the page have them, and again from the first one.
    for (const id of ['4.10/conflict', '4.10/one-winner', 'declared/success.4.6', '4.10/conflict']) {
      await page.keyboard.press('f');
      expect(await focused()).toBe(id);
    }
    expect(await page.locator('[id="c-4.10_conflict"] .in').isVisible()).toBe(true);
    await page.keyboard.press('j');
    expect(await focused()).toBe('4.10/one-winner');
    await page.keyboard.press('k');
    expect(await focused()).toBe('4.10/conflict');
    await page.keyboard.press('u');
    expect(await focused()).toBe('4.11/deletes');
    await page.keyboard.press('/');
    await page.keyboard.type('read');
    expect(await shown(page)).toEqual(['4.2/read']);
    await page.keyboard.press('Escape');
    expect(await shown(page)).toHaveLength(8);
  });

  test('opens the clause that a link, an address or a cell of the matrix names', async () => {
    const { page } = await opened(failing, { hash: '#c-4.11_deletes' });
    expect(await page.locator('[id="c-4.11_deletes"] .in').isVisible()).toBe(true);
    await page.getByRole('link', { name: '4.10/one-winner' }).first().click();
    expect(await page.locator('[id="c-4.10_one-winner"] .race rect').count()).toBe(3);
    await page.locator('.matrix .pick[data-s="4.10"][data-l="SHOULD"]').click();
    expect(await shown(page)).toEqual(['4.10/odd']);
    await page.locator('.matrix .pick[data-s="4.10"][data-l="MUST"] + .sq > i').nth(1).click();
    expect(new URL(page.url()).hash).toBe('#c-4.10_one-winner');
  });

  test('shows the finding that a key selects, with its command above its exchanges', async () => {
    const { page } = await opened(failing, { viewport: { width: 1200, height: 900 } });
    await page.keyboard.press('f');
    const box = await page.locator('[id="c-4.10_conflict"] summary').first().boundingBox();
    expect(box?.y).toBeLessThan(200);
    const replay = await page.locator('[id="c-4.10_conflict"] code:has-text("replay")').boundingBox();
    const story = await page.locator('[id="c-4.10_conflict"] .story').first().boundingBox();
    expect(replay?.y).toBeLessThan(story?.y ?? 0);
  });

  test('folds exchanges that are not at fault', async () => {
    const { page } = await opened(failing, { hash: '#c-4.10_one-winner' });
    const folded = page.locator('[id="c-4.10_one-winner"] .story > li > details');
    expect(await folded.evaluateAll((all) => all.map((one) => one.hasAttribute('open')))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('keeps its filters in the address, so that they can be shared', async () => {
    const { page } = await opened(failing);
    await page.getByLabel('Section').selectOption('4.10');
    await page.getByLabel('fail', { exact: false }).first().check({ force: true });
    const { hash } = new URL(page.url());
    expect(hash).toBe('#?s=4.10&v=f');
    const { page: other } = await opened(failing, { hash });
    expect(await shown(other)).toEqual(['4.10/conflict', '4.10/one-winner']);
    await other.keyboard.press('Escape');
    expect(new URL(other.url()).hash).toBe('');
  });

  test('names each square of the matrix by a title, and by the arrow keys', async () => {
    const { page } = await opened(failing);
    const squares = page.locator('.matrix .pick[data-s="4.10"][data-l="MUST"] + .sq');
    expect(await squares.locator('i').nth(1).getAttribute('title')).toBe('4.10/one-winner: fail');
    expect(await page.locator('.matrix .sq > i:not([title])').count()).toBe(0);
    await squares.focus();
    await page.keyboard.press('ArrowRight');
    expect(await squares.getAttribute('aria-label')).toBe('4.10/conflict: fail');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#c-4.10_one-winner');
  });

  test('keeps its squares visible with forced colours', async () => {
    const { page } = await opened(failing, { forcedColors: 'active' });
    expect(
      await page.evaluate(`getComputedStyle(document.querySelector('.matrix .sq > i.f')).borderTopWidth`),
    ).toBe('1px');
  });

  test('marks the exchange at fault and the value that differs', async () => {
    const { page } = await opened(failing, { hash: '#c-4.10_conflict' });
    const story = page.locator('[id="c-4.10_conflict"] .story').first();
    expect(await story.locator('.culprit').count()).toBe(1);
    expect(await story.locator('mark').textContent()).toContain('</script>');
  });

  test('copies a command to paste', async () => {
    const { page } = await opened(failing, {
      hash: '#c-4.10_conflict',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('[id="c-4.10_conflict"] code:has-text("replay") + .copy').click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe('npx --offline resource-conformance replay 4.10/conflict');
  });

  test('shows everything without its script', async () => {
    const { page } = await opened(failing, { javaScriptEnabled: false });
    expect(await shown(page)).toHaveLength(8);
    expect(await page.locator('form.filters').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'copy' }).count()).toBe(0);
  });

  test('is printed without controls, and with violated clauses open', async () => {
    const { page } = await opened(failing);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('form.filters').isVisible()).toBe(false);
    await page.pdf();
    expect(await page.locator('details.c[open] > summary > b').allTextContents()).toEqual([
      'declared/success.4.6',
      '4.10/conflict',
      '4.10/one-winner',
    ]);
  });

  test('is usable with 5,000 findings', async () => {
    const { page } = await opened(crowded(200, 25));
    await page.locator('form.filters').waitFor();
    await page.locator('input[name="q"]').fill('clause-199');
    expect(await shown(page)).toEqual(['4.2/clause-199']);
    await page.keyboard.press('Escape');
    await page.goto(`${page.url()}#c-4.2_clause-199`);
    expect(await page.locator('[id="c-4.2_clause-199"] .finding').last().isVisible()).toBe(true);
  });
});

test('the page of a run of everything takes at most 300 kB, and is no wider than a phone', async () => {
  const cwd = newFolder();
  await run(cwd, process.execPath, [suite, 'run', '--reports', 'html']);
  const file = join(cwd, 'reports/conformance.html');
  const page = readFileSync(file);
  expect(page.toString()).toContain('<h1>CONFORMANT</h1>');
  expect(page.length).toBeLessThanOrEqual(300_000);
  if (executablePath === undefined) return;
  const browser = await launchBrowser();
  try {
    const held = await browser.newPage({ viewport: phone });
    await held.goto(pathToFileURL(file).href);
    expect(await held.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  } finally {
    await browser.close();
  }
});
