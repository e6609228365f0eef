import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Certificate } from '../../../config/certificates/certificate.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { textsBelow } from '../../support/canaries/found-secrets.ts';
import { newFolder, type Ended } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

/** Anyone who opens a socket is found out. */
const withoutSockets = {
  NODE_OPTIONS: `--import "data:text/javascript,import net from 'node:net';net.Socket.prototype.connect=()=>{process.exit(99)}"`,
};

const cwd = newFolder();
// Uncompiled sources have no name, and certify nothing: they have to be compiled first.
const { stdout: version } = await runCommand(cwd, ['--version']);
const isReleased = !version.includes('unreleased');

const verify = (folder: string, ...flags: readonly string[]): Promise<Ended> =>
  runCommand(cwd, ['verify', folder, ...flags], withoutSockets);

describe.runIf(isReleased)('a run of everything on the embedded reference', () => {
  let certified: Ended;
  beforeAll(async () => {
    certified = await runCommand(cwd, [
      'certify',
      '--yes',
      '--out',
      'certificate',
      '--sealed',
      '--nonce',
      '00112233445566778899aabbccddeeff-2',
    ]);
  });

  test('is certified as a rehearsal, after its tape was judged again', () => {
    expect(certified.stderr).toBe('');
    expect(certified.stdout).toMatch(
      /^judging the tape again\nREHEARSAL; left out: nothing; .*; about “the embedded reference” /m,
    );
    expect(certified.code).toBe(0);
    const certificate = JSON.parse(
      readFileSync(join(cwd, 'certificate/certificate.json'), 'utf8'),
    ) as Certificate;
    expect(certificate).toMatchObject({
      claim: 'REHEARSAL',
      run: { depth: 'certify', seed: expect.stringMatching(/^[0-9a-f]{32}$/) },
      seedFrom: { nonce: '00112233445566778899aabbccddeeff-2' },
      sealed: true,
    });
    expect(certificate.selfCheck.unexpected).toEqual([]);
    expect(readdirSync(join(cwd, 'certificate')).toSorted()).toEqual([
      '.gitattributes',
      'README.md',
      'badge.json',
      'certificate.json',
      'index.html',
      'page.html',
      'profile.json',
      'report.json',
    ]);
  });

  test('shows no token', () => {
    const texts = [...textsBelow(join(cwd, 'certificate')), ...textsBelow(join(cwd, 'reports'))];
    expect(texts.some(({ path }) => path.endsWith('.tape.jsonl.gz'))).toBe(true);
    for (const { token } of embeddedTokens())
      expect(texts.filter(({ text }) => text.includes(token)).map(({ path }) => path)).toEqual([]);
  });

  test('is verified without a socket, as far as a rehearsal can be', async () => {
    const tape = 'certificate.tape.jsonl.gz';
    const { code, stdout } = await verify('certificate', '--tape', tape);
    expect(stdout).toMatch(/re-judged {5}\d+ tests from \d+ events: the same report/);
    expect(stdout).toMatch(/self-check {4}8 servers drawn by the seed/);
    expect(stdout).toMatch(/UNSIGNED/);
    expect(stdout).toMatch(/CANNOT BE TOLD\n$/);
    expect(code).toBe(3);
    expect(await verify('certificate')).toMatchObject({ code: 3 });
  });

  test.each([
    ['a link', (folder: string) => symlinkSync('/etc/hostname', join(folder, 'link'))],
    ['a folder', (folder: string) => mkdirSync(join(folder, 'more'))],
    ['a file more', (folder: string) => writeFileSync(join(folder, 'more.txt'), '')],
    ['a report that was changed', (folder: string) => writeFileSync(join(folder, 'report.json'), '{}')],
    [
      'no certificate',
      (folder: string) => writeFileSync(join(folder, 'certificate.json'), '{"__proto__":1}'),
    ],
  ])('is refuted with %s', async (what, change) => {
    const folder = join(cwd, what.replaceAll(' ', '-'));
    cpSync(join(cwd, 'certificate'), folder, { recursive: true });
    change(folder);
    const { code, stdout } = await verify(folder);
    expect(stdout).toMatch(/\n {2}intact {8}REFUTED: .*\nREFUTED\n$/);
    expect(code).toBe(1);
  });
});

/** A profile with a member that is twice. */
const twice = join(cwd, 'twice.json');
writeFileSync(twice, '{"search":{"method":"POST"},"search":{"method":"POST"}}');

describe('no certificate is written, and no request is sent', () => {
  test.each([
    [
      'without consent to what becomes public, nor by a judge without a name',
      [],
      {},
      isReleased ? /--yes: found nobody who agrees/ : /this judge: found sources/,
    ],
    ['without evidence', ['--yes'], { CONFORMANCE_EVIDENCE: 'shape' }, /CONFORMANCE_EVIDENCE: found shape/],
    ['of a part', ['--yes', '--runs', '5'], {}, /CONFORMANCE_RUNS: found a value/],
    ['of reads alone', ['--yes', '--read-only'], {}, /CONFORMANCE_READ_ONLY: found a value/],
    ['by a seed of the vendor', ['--yes'], { CONFORMANCE_SEED: '1' }, /CONFORMANCE_SEED: found a value/],
    [
      'with a profile that readers read otherwise',
      ['--yes', '--profile', twice],
      {},
      /CONFORMANCE_PROFILE: found a file that .*two members of one name/,
    ],
    ['by a nonce that is none', ['--yes', '--nonce', 'x'], {}, /--nonce: found "x"/],
    ['by a key that is missing', ['--yes', '--key', 'none'], {}, /--key: found .*which is missing/],
    [
      'that nobody has named',
      ['--yes'],
      { CONFORMANCE_BASE_URL: 'http://127.0.0.1:9', CONFORMANCE_PROJECT_KEY: 'demo' },
      /implementation\.name: found nothing/,
    ],
  ] as const)('%s', async (_why, flags, env, message) => {
    const folder = newFolder();
    const { code, stderr } = await runCommand(folder, ['certify', ...flags], env);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });

  test('into a folder that is in use', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'certificate'));
    writeFileSync(join(folder, 'certificate/file'), '');
    expect((await runCommand(folder, ['certify', '--yes'])).code).toBe(2);
  });

  test('no certificate is written if the server cannot be reached', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'p.json'), '{"implementation":{"name":"a","version":"1"}}');
    const { code, stderr } = await runCommand(folder, ['certify', '--yes'], {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:9',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_TOKEN_MANAGE_TEST: 'a-token-that-nobody-knows',
      CONFORMANCE_PROFILE: 'p.json',
    });
    expect([code, isReleased ? /not certified/.test(stderr) : true]).toEqual([isReleased ? 4 : 2, true]);
    expect(existsSync(join(folder, 'certificate'))).toBe(false);
  });
});

describe('verify', () => {
  test.each([
    ['nothing', [], /verify: found 0 files/],
    ['a folder that is missing', ['none'], /which is missing/],
    ['a requirement that is none', ['.', '--require', 'truth'], /--require: found "truth"/],
    [
      'a nonce that is none',
      ['.', '--nonce', 'x'],
      /--nonce: found "x"; expected 16 to 128 hexadecimal digits/,
    ],
    ['a time that is none', ['.', '--drawn', 'today'], /--drawn: found "today"; expected a time/],
  ] as const)('refuses %s', async (_what, args, message) => {
    const { code, stderr } = await runCommand(newFolder(), ['verify', ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
