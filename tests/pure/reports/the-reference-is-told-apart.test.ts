import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { asText } from '../../../reporters/as-text.ts';
import { comparedView } from '../../../reporters/compare/compared-view.ts';
import { renderings } from '../../../reporters/renderings.ts';
import { entry, finding, judgement, reportInput } from '../../support/matrix-fixture.ts';

/** A run with that judgement of the only clause. */
function reportOf(judged: ReturnType<typeof judgement>, embedded: boolean): Report {
  const input = reportInput([[entry('4.5/200-on-match'), judged]]);
  return buildReport({ ...input, target: { ...input.target, embedded } }).report;
}

const verdicts = [
  ['CONFORMANT', judgement('pass')],
  ['NON-CONFORMANT', judgement('fail', { findings: [finding] })],
  ['INCOMPLETE', judgement('inconclusive')],
] as const;

const words = 'of the embedded reference';

describe.each(verdicts)('a verdict %s', (verdict, judged) => {
  const [reference, another] = [reportOf(judged, true), reportOf(judged, false)];

  test.each(renderings.filter(({ name }) => name !== 'json'))(
    'only a verdict about the reference says so in $name',
    ({ render }) => {
      expect(reference.verdict).toBe(verdict);
      expect(render(reference)).toContain(words);
      expect(render(another)).not.toContain(words);
    },
  );

  test('says so in a comparison of reports, and on the line of the verdict in the terminal', () => {
    expect(comparedView([reference, another], false).columns.map((one) => one.verdict)).toEqual([
      `${verdict} ${words}`,
      verdict,
    ]);
    const lines = asText(reference, { columns: 80, color: false }).split('\n');
    expect(lines.find((line) => line.startsWith(verdict))).toContain(words);
  });

  test('has a badge that is grey', () => {
    const badge = renderings.find(({ name }) => name === 'badge');
    expect(JSON.parse(badge?.render(reference) ?? '')).toMatchObject({ color: 'lightgrey' });
  });
});
