import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compareReports } from '../../../clause/compare/compare-reports.ts';
import { readReportFile } from '../../../config/input/report-file.ts';
import { plan } from '../../../config/plan.ts';
import { loadProfile } from '../../../config/profile/profile.ts';
import { judgeHistory } from '../../../config/runs/tapes/judged-history.ts';
import { judgeSaved, savedHistories } from '../../../config/runs/saved-histories.ts';
import { asText } from '../../../reporters/as-text.ts';
import { readTape } from '../../../tape/read-tape.ts';

const folder = new URL('../../formats/', import.meta.url).pathname;

/** Examples that each release has left: of a run that found a lost update, and a declaration that does not hold. */
const releases = readdirSync(folder);

const linesOf = (release: string): readonly unknown[] =>
  gunzipSync(readFileSync(join(folder, release, 'conformance.tape.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

function reportOf(release: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'formats-'));
  onTestFinished(() => {
    rmSync(cwd, { recursive: true });
  });
  const file = join(cwd, 'conformance.json');
  writeFileSync(file, gunzipSync(readFileSync(join(folder, release, 'conformance.json.gz'))));
  return file;
}

describe.each(releases)('files that %s has written are read', (release) => {
  test('its report, printed and compared', () => {
    const report = readReportFile(reportOf(release));
    expect(report.verdict).toBe('NON-CONFORMANT');
    expect(asText(report, { columns: 80, color: false, matrix: false, open: false })).toContain(
      '4.10/one-winner',
    );
    expect(compareReports(report, report).newlyFailing).toEqual([]);
  });

  /** Tapes came with 0.2.0, and with them what else is kept of a release. */
  if (!existsSync(join(folder, release, 'conformance.tape.jsonl.gz'))) return;

  test('its history of a race', () => {
    const saved = savedHistories('/', reportOf(release));
    expect(saved.map((one) => judgeSaved(one).verdict)).toContain('violation');
  });

  test('its profile', () => {
    const text = readFileSync(join(folder, release, 'conformance.profile.json'), 'utf8');
    expect(loadProfile(text, 'conformance.profile.json').profile.search?.method).toBe('POST');
  });

  test('its tape, by its schema and by a judge', async () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../tape/tape.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const holds = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
      schema,
    );
    expect(linesOf(release).filter((line) => !holds(line))).toEqual([]);
    const tape = await readTape(readFileSync(join(folder, release, 'conformance.tape.jsonl.gz')));
    const { judgements } = await judgeHistory(tape, plan);
    expect(judgements.get('4.10/one-winner')?.verdict).toBe('fail');
  });
});
