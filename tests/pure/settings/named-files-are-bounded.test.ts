import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { readReportFile, readTapeFile } from '../../../config/input/report-file.ts';
import { savedFinding } from '../../../config/runs/replayed-finding.ts';
import { savedHistories } from '../../../config/runs/saved-histories.ts';
import { givenRedaction } from '../../../config/secrets/given-secrets.ts';
import { loadSettings } from '../../../config/settings/settings.ts';
import { buildReport } from '../../../clause/build-report.ts';
import { replaceReport } from '../../../reporters/files/replace-report.ts';
import { isVisible } from '../../../reporters/visible.ts';
import { reportInput } from '../../support/matrix-fixture.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'named-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const target = { CONFORMANCE_BASE_URL: 'http://target.invalid', CONFORMANCE_PROJECT_KEY: 'demo' };

const load = (name: string) => (path: string) =>
  loadSettings({ env: { CONFORMANCE_ENV_FILE: 'none', ...target, [name]: path }, cwd: folder });

const withKey = (path: string) =>
  loadSettings({
    env: {
      CONFORMANCE_ENV_FILE: 'none',
      ...target,
      CONFORMANCE_CLIENT_CERT: path,
      CONFORMANCE_CLIENT_KEY: path,
    },
    cwd: folder,
  });

/** Anyone who reads a file that the operator names. */
const jsonReaders = {
  PROFILE: load('CONFORMANCE_PROFILE'),
  AGAINST: load('CONFORMANCE_AGAINST'),
  WAIVERS: load('CONFORMANCE_WAIVERS'),
  TOKENS: load('CONFORMANCE_TOKENS'),
  'report, compare': readReportFile,
  replay: (path: string) => savedFinding(`${path}#4.5/200-on-match`, folder, folder),
  'verify-history': (path: string) => savedHistories(folder, path),
} as const;

const readers = {
  ...jsonReaders,
  ENV_FILE: (path: string) => load('CONFORMANCE_ENV_FILE')(path),
  CA_FILE: load('CONFORMANCE_CA_FILE'),
  CLIENT_CERT: withKey,
  judge: (path: string) => readTapeFile(path, path),
} as const;

const kinds = {
  'a pipe': (path: string) => execFileSync('mkfifo', [path]),
  'a folder': (path: string) => mkdirSync(path),
  'larger than 64 MiB': (path: string) => {
    writeFileSync(path, '');
    truncateSync(path, 64 * 1_024 * 1_024 + 1);
  },
} as const;

/** What is said of the file, where it is refused. */
async function refusal(read: (path: string) => unknown, path: string): Promise<string> {
  try {
    await read(path);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'nothing';
}

const rows = Object.entries(readers).flatMap(([name, read]) =>
  Object.entries(kinds).map(([kind, make]) => ({ name, kind, read, make })),
);

describe('a file that is named', () => {
  test.for(rows)(
    'the file for $name is refused if it is $kind',
    async ({ name, kind, read, make }, { skip }) => {
      skip(kind === 'a pipe' && process.platform === 'win32', 'there are no such pipes');
      const path = join(folder, `${name} ${kind}`.replaceAll(/\W/g, '-'));
      make(path);
      expect(await refusal(read, path)).toContain(`is ${kind}`);
    },
  );

  test.for(Object.entries(readers))(
    'the file for %s is refused if it is a device',
    async ([, read], { skip }) => {
      skip(!existsSync('/dev/zero'), 'there is no such device');
      expect(await refusal(read, '/dev/zero')).toContain('is a device, which may never end');
    },
  );

  test.for(Object.entries(jsonReaders))(
    'the file for %s is refused if it is nested without end',
    async ([name, read]) => {
      const path = join(folder, `${name.replaceAll(/\W/g, '-')}-deep.json`);
      writeFileSync(path, `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
      expect(await refusal(read, path)).toMatch(/levels|not a report/);
      writeFileSync(path, '{"a":'.repeat(200_000));
      expect(await refusal(read, path)).toMatch(/levels|not a report/);
    },
  );

  test.for(Object.entries(readers))(
    'the file for %s steers no terminal by its content',
    async ([name, read]) => {
      const path = join(folder, `${name.replaceAll(/\W/g, '-')}-escapes.json`);
      for (const text of [
        '\u001b[2J\u001b]0;x\u0007',
        '{"\u001b[2J": 1',
        '{"\u009b2J": 1}',
        '[{"\u202e": 1}]',
        '{"clauses":[{"id":"\\u001b[2J","findings":[{"counterexample":{"history":{"schemaVersion":"\\u001b[2J"}}}]}]}',
        'CONFORMANCE_DEPTH="\u001b[2J"\n',
        'CONFORMANCE_\u001b[2J=1\n',
      ]) {
        writeFileSync(path, text);
        const lines = (await refusal(read, path)).split('\n');
        for (const line of lines) expect(isVisible(line), line).toBe(true);
      }
    },
  );

  test('is refused with an alternative if it is a pipe', async () => {
    const path = join(folder, 'tokens-from-a-process');
    execFileSync('mkfifo', [path]);
    expect(await refusal(readers.TOKENS, path)).toMatch(
      /^CONFORMANCE_TOKENS: found ".*", which is a pipe, which may never end; expected .*\.\nWrite it to a file, and name that file; for tokens that must not be on a disk, use CONFORMANCE_TOKENS_COMMAND\.$/,
    );
  });
});

describe('a file that is searched for without being named', () => {
  test('is not waited for if it is a pipe', async () => {
    const place = join(folder, 'looked-for');
    mkdirSync(place);
    execFileSync('mkfifo', [join(place, '.env'), join(place, 'conformance.json')]);
    expect(givenRedaction({ env: {}, cwd: place })('text')).toBe('text');
    expect(await refusal(() => loadSettings({ env: {}, cwd: place }), place)).toContain('is a pipe');
    const { report } = buildReport(reportInput([]));
    expect(replaceReport(report, { folder: place, name: 'conformance', reports: [] }).isWritten).toBe(false);
  });
});
