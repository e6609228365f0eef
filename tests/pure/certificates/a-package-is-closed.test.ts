import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../../clause/report.ts';
import { certificateOf, asText, fileNames } from '../../../config/certificates/certificate.ts';
import { digestsOf, readPackage } from '../../../config/certificates/package-files.ts';
import { readFiles } from '../../../config/certificates/read-files.ts';
import { fronted } from '../../support/certificates/fronted-reports.ts';
import { judge, selfCheck } from '../../support/certificates/certified-rehearsal.ts';

/** A report of this judge's. */
const judged: Report = (({ report }) => ({ ...report, suite: { ...report.suite, judge } }))(fronted());

/** Files that follow from a report, without what is judged of them. */
function filesOf(
  change: Readonly<Record<string, string | Uint8Array | undefined>> = {},
  sealed = false,
  format: 1 | 2 = 2,
) {
  const texts: Readonly<Record<string, string | Uint8Array | undefined>> = {
    [fileNames.report]: JSON.stringify(judged),
    [fileNames.tape]: sealed ? undefined : 'tape',
    [fileNames.profile]: '{}',
    'README.md': '',
    'page.html': '',
    'index.html': '',
    'badge.json': '{"schemaVersion":1,"label":"a","message":"b","color":"red"}',
    '.gitattributes': '* -text\n',
    ...change,
  };
  const files = new Map(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, new Uint8Array(Buffer.from(text))] as const],
    ),
  );
  const listed = { ...digestsOf(files), ...(sealed ? { [fileNames.tape]: `sha256:${'0'.repeat(64)}` } : {}) };
  const made = certificateOf({ report: judged, selfCheck, nonce: '0'.repeat(32), sealed, files: listed });
  const certificate = { ...made, certificate: format };
  return new Map([[fileNames.certificate as string, Buffer.from(asText(certificate))], ...files]);
}

const told = (files: ReadonlyMap<string, Uint8Array>): string => {
  const read = readFiles({ octets: files, odd: [] }, judge);
  return typeof read === 'string' ? read : 'taken';
};

describe('a package of files is taken', () => {
  test('a package is taken with all listed files, and the files that vouch for them', () => {
    expect(told(filesOf())).toBe('taken');
    expect(told(filesOf({ [fileNames.signature]: 'x', [fileNames.bundle]: '{}' }))).toBe('taken');
  });

  test('a package is taken without a front page, which 0.2.0 did not write', () => {
    expect(told(filesOf({ 'index.html': undefined }, false, 1))).toBe('taken');
    expect(told(filesOf({ 'index.html': undefined }))).toBe('index.html is missing');
  });

  test('a package is taken without its tape if the tape is sealed', () => {
    expect(told(filesOf({}, true))).toBe('taken');
  });
});

describe('a package of files is refused', () => {
  const report = JSON.stringify(judged);
  const within = (more: string): string => report.replace('{', `{${more},`);

  test.each<readonly [string, Readonly<Record<string, string | Uint8Array | undefined>>, string]>([
    ['with a second front door', { 'readme.md': 'GOLD', 'README.md': undefined }, 'readme.md is no file of a certificate'],
    ['with a file more', { 'more.txt': '' }, 'more.txt is no file of a certificate'],
    ['without its badge', { 'badge.json': undefined }, 'badge.json is missing'],
    ['without its page', { 'page.html': undefined }, 'page.html is missing'],
    ['with a member that stands twice', { [fileNames.report]: within('"verdict":"CONFORMANT"') }, 'report.json has two members of one name'],
    ['with one that stands twice in other letters', { [fileNames.report]: within('"verdic\\u0074":"CONFORMANT"') }, 'report.json has two members of one name'],
    ['with __proto__', { [fileNames.report]: within('"__proto__":{}') }, 'report.json has a member __proto__'],
    ['with a report that has a member more', { [fileNames.report]: within('"more":1') }, 'report.json is no report: '],
    ['with a report of a million values', { [fileNames.report]: within(`"more":[${'[],'.repeat(1_000_000)}1]`) }, 'report.json holds more than 500000 values'],
    ['with a report that is deep', { [fileNames.report]: within(`"more":${'['.repeat(100_000)}`) }, 'report.json nests lists and objects'],
    ['with a report in another encoding', { [fileNames.report]: Buffer.from(within('"ü":1'), 'latin1') }, 'report.json is not UTF-8'],
    ['with a mark in front', { [fileNames.report]: `\uFEFF${report}` }, 'report.json is no JSON'],
    ['with a profile that is none', { [fileNames.profile]: '[]' }, 'profile.json is no profile'],
    ['with a profile of two readings', { [fileNames.profile]: '{"search":{},"search":{}}' }, 'profile.json has two members of one name'],
    ['with a badge of its own', { 'badge.json': '{"schemaVersion":1,"label":"a","message":"b","color":"gold"}' }, 'badge.json is no badge'],
  ])('%s', (_what, change, reason) => {
    expect(told(filesOf(change))).toContain(reason);
  }); // prettier-ignore

  test('a package without its tape is refused', () => {
    const left = [...filesOf()].filter(([name]) => name !== fileNames.tape);
    expect(told(new Map(left))).toBe('tape.jsonl.gz is missing');
  });

  test('a package with its tape is refused if the tape is sealed', () => {
    const sealed = filesOf({}, true);
    expect(told(new Map([...sealed, [fileNames.tape, Buffer.from('')]]))).toContain(
      'the certificate is sealed',
    );
  });
});

describe('a folder is refused before any of its files is read', () => {
  const MiB = 1_024 * 1_024;
  const sparse = (path: string, octets: number): void => {
    writeFileSync(path, '');
    truncateSync(path, octets);
  };

  test.each<readonly [string, (folder: string) => void, string]>([
    ['with a link', (at) => symlinkSync('/etc/hostname', join(at, 'profile.json')), 'profile.json is no file'],
    ['with a link to a device', (at) => symlinkSync('/dev/zero', join(at, 'page.html')), 'page.html is no file'],
    ['with a pipe', (at) => execFileSync('mkfifo', [join(at, 'README.md')]), 'README.md is no file'],
    ['with a folder', (at) => mkdirSync(join(at, 'badge.json')), 'badge.json is no file'],
    ['with another name', (at) => writeFileSync(join(at, 'Readme.md'), ''), 'Readme.md is no file of a certificate'],
    ['with a file beyond its bound', (at) => sparse(join(at, 'report.json'), 16 * MiB + 1), 'report.json is larger than 16384 KiB'],
    ['with too much together', (at) => {
      sparse(join(at, 'tape.jsonl.gz'), 64 * MiB);
      sparse(join(at, 'report.json'), 16 * MiB);
      sparse(join(at, 'profile.json'), 1);
    }, 'its files are larger than 80 MiB together'],
    ['with more files than there are names', (at) => {
      for (let n = 0; n < 40; n += 1) writeFileSync(join(at, `${n}`), '');
    }, 'it has more than 11 files'],
  ])('%s', (_what, make, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'package-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    make(folder);
    const { odd, octets } = readPackage(folder);
    expect(odd.join('\n')).toContain(reason);
    expect(octets.size).toBe(0);
  }); // prettier-ignore
});
