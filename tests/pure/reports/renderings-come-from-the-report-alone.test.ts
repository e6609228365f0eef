import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { perform } from '../../../bin/help.ts';
import { reportCommand } from '../../../bin/reports/report-command.ts';
import { buildReport } from '../../../clause/build-report.ts';
import { readReportFile } from '../../../config/input/report-file.ts';
import { asJson } from '../../../reporters/as-json.ts';
import { renderingNames, renderings } from '../../../reporters/renderings.ts';
import { because, entry, finding, judgement, reportInput } from '../../support/matrix-fixture.ts';

const { report } = buildReport(
  reportInput([
    [entry('4.10/conflict'), judgement('fail', { findings: [finding] })],
    [entry('4.2/read'), judgement('not-tested', because('no-token', 'no token', 'SETTING=<token>'))],
    [entry('4.6/status', 'OPEN'), judgement('observed', { observed: { status: 201 } })],
  ]),
);
const folder = mkdtempSync(join(tmpdir(), 'renderings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function saved(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('a rendering', () => {
  test.for(renderings)('$name is the same from the file as from the run', ({ render }) => {
    const file = saved('conformance.json', asJson(report));
    expect(render(readReportFile(file))).toBe(render(report));
    expect(render(report).length).toBeGreaterThan(0);
  });

  test('has a name and an ending of its own', () => {
    expect(new Set(renderingNames).size).toBe(renderings.length);
    expect(new Set(renderings.map(({ ending, printedWhere }) => ending ?? printedWhere)).size).toBe(
      renderings.length,
    );
  });
});

describe('the command that renders a report', () => {
  test('writes the requested renderings under the name of the report, and nothing else', async () => {
    saved('last-week.json', asJson(report));
    const argv = ['last-week.json', '--format', 'junit,markdown', '--report-dir', 'out'];
    await perform(reportCommand, argv, { cwd: folder, env: {} });
    for (const { name, render, ending = 'printed' } of renderings) {
      const written = (): string => readFileSync(join(folder, 'out', `last-week.${ending}`), 'utf8');
      if (name === 'junit' || name === 'markdown') expect(written()).toBe(render(report));
      else expect(written).toThrow('ENOENT');
    }
  });

  test.for([
    ['a file that is missing', ['nothing.json'], /"\S*nothing\.json": found a file that is missing/],
    ['two files', ['a.json', 'b.json'], /found 2 files; expected one/],
    ['a rendering that is not known', ['a.json', '--format', 'junti'], /Did you mean junit\?/],
  ] as const)('refuses %s', async ([, argv, message]) => {
    await expect(perform(reportCommand, argv, { cwd: folder, env: {} })).rejects.toThrow(message);
  });

  test.for([
    ['no JSON', '{', /a file that is not JSON/],
    ['another file', '{"schemaVersion":1}', /the whole file, which must have required property 'suite'/],
    [
      'a report with a verdict of its own',
      asJson(report).replace('"NON-CONFORMANT"', '"FINE"'),
      /\/verdict, which must be equal to one of/,
    ],
  ] as const)('refuses %s', async ([, text, message]) => {
    const file = saved('odd.json', text);
    await expect(perform(reportCommand, [file], { cwd: folder, env: {} })).rejects.toThrow(message);
  });

  test('keeps members of later versions, and accepts missing members in earlier versions', () => {
    const { evidence, ...earlier } = report;
    const file = saved('other.json', JSON.stringify({ ...earlier, later: { member: true } }));
    expect(evidence).toEqual([]);
    expect(readReportFile(file)).toMatchObject({ verdict: report.verdict, evidence: [] });
  });
});
