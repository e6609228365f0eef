import { expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import { asMarkdown } from '../../../reporters/as-markdown.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { asText } from '../../../reporters/as-text.ts';
import { entry, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const created = '2026-01-02T03:04:06.000Z';
const left = { id: 'r'.repeat(100), created, why: `DELETE was answered 403${' and again'.repeat(20)}` };
const changed = {
  id: 'i'.repeat(100),
  created,
  why: 'the end of this is seen: '.repeat(8),
  changed: true,
} as const;

const { report } = buildReport(
  reportInput([[entry('4.1/x'), judgement('pass')]], { record: { ...record, leftovers: [left, changed] } }),
);

test('the terminal has a heading for resources of others, uncut and above the matrix', () => {
  const text = asText(report, { columns: 80, color: false });
  expect(text).toMatch(
    /LEFT BEHIND \(1\)\n {2}r{100}\n[^]*again\n {2}to remove: npx --offline resource-conformance clean\n\nCHANGED, AND NOT OURS \(1\)\n {2}i{100}\n/,
  );
  expect(text.match(/again/g)).toHaveLength(20);
  expect(text.match(/seen:/g)).toHaveLength(8);
  expect(text.indexOf('CHANGED')).toBeLessThan(text.indexOf('MUST  '));
});

test('the terminal names leftovers even if no clause was judged', () => {
  const aborted = { cause: 'unreachable', text: 'no answer' } as const;
  const cut = buildReport(
    reportInput([[entry('4.1/x'), undefined]], { record: { ...record, aborted, leftovers: [left] } }),
  );
  expect(asText(cut.report, { columns: 80, color: false })).toMatch(/LEFT BEHIND \(1\)\n {2}r{100}\n/);
});

test('page and Markdown also have the heading', () => {
  const page = asPage(report);
  expect(page.indexOf('Changed, although not of this run: 1')).toBeLessThan(page.indexOf('<h2 id="matrix">'));
  expect(asMarkdown(report, { maxBytes: Infinity })).toContain('## Changed, although not of this run (1)');
});
