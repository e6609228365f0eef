import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import { whyUnwritten, writeReport } from '../../../reporters/files/write-report.ts';
import { entry, judgement, reportInput } from '../../support/matrix-fixture.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { report } = buildReport(reportInput([[entry('4.5/200-on-match'), judgement('pass')]]));

test('a report replaces the previous report as a whole', () => {
  for (let time = 0; time < 2; time += 1) writeReport(report, { folder, reports: ['json', 'markdown'] });
  expect(readdirSync(folder).sort()).toEqual(['conformance.json', 'conformance.md']);
  expect(JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'))).toMatchObject({
    schemaVersion: 1,
  });
});

test('a report that cannot be written throws, and leaves no partial file', () => {
  // A folder stands where the file belongs, which no privilege gets around.
  mkdirSync(join(folder, 'conformance.md', 'in-the-way'), { recursive: true });
  expect(() => writeReport(report, { folder, reports: ['json', 'markdown'] })).toThrow('conformance.md');
  expect(readdirSync(folder).sort()).toEqual(['conformance.json', 'conformance.md']);
});

test('a report that cannot be written leaves all other reports in place', () => {
  mkdirSync(join(folder, 'conformance.json', 'in-the-way'), { recursive: true });
  expect(() => writeReport(report, { folder, reports: ['json', 'markdown'] })).toThrow('conformance.json');
  expect(readFileSync(join(folder, 'conformance.md'), 'utf8')).toContain('CONFORMANT');
  expect(readdirSync(folder).sort()).toEqual(['conformance.json', 'conformance.md']);
});

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'the disk is read-only'],
  ['EACCES', 'this user has no permission to write there'],
  ['EIO', 'Error: as the system says'],
])('%s is reported in words: %s', (code, words) => {
  const error = Object.assign(new Error('as the system says'), { code, path: '/r/conformance.json.42.tmp' });
  const text = whyUnwritten(error, '/r');
  expect(text).toContain(`/r/conformance.json: ${words}. The verdict above is valid`);
  expect(whyUnwritten(Object.assign(new Error('x'), { code }), '/r')).toContain('written: /r: ');
});
