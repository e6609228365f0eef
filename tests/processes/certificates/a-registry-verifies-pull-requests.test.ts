import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeFiles } from '../../../bin/mock/announcement.ts';
import { createReference } from '../../../reference/create.ts';
import { serve } from '../../../reference/serve.ts';
import { askedVerify, registry, type Registry } from '../../support/certificates/registry.ts';
import { newFolder, type Ended } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const at = (vendor: string, version: string): string =>
  `certificates/${vendor}/p/${version}/certificate.json`;

describe('a registry verifies the folders that a pull request changes', { timeout: 60_000 }, () => {
  /** A registry of two vendors, one of whom has a nonce. */
  async function registered(): Promise<{ readonly one: Registry } & ReturnType<typeof askedVerify>> {
    const verify = askedVerify(newFolder());
    const one = await registry(verify.program);
    await one.commit({
      'vendors/good.signers': 'signers of good',
      'vendors/Müller & Söhne.signers': 'signers of Müller',
      'nonces/good/p/1.0': '00112233445566778899aabbccddeeff-2\n',
      [at('good', '1.0')]: '0',
    });
    return { one, ...verify };
  }
  const requirements = 'rejudged,signed,challenged';

  test('each folder by its own name, with the signers and the nonce of the registry', async () => {
    const { one, asked } = await registered();
    const { code, stdout } = await one.pull({
      [at('good', '1.0')]: '0\n',
      [at('good', '1.0 ')]: '0',
      [at('good', '2\n3')]: '0',
      [at('Müller & Söhne', '*')]: '0',
      [at('nobody', '1')]: '0',
      [at('-x', '1')]: '0',
    });
    const due = [
      ['good', 'signers of good', '00112233445566778899aabbccddeeff-2', requirements],
      ['good', 'signers of good', null, requirements],
      ['good', 'signers of good', null, requirements],
      ['Müller & Söhne', 'signers of Müller', null, requirements],
      ['nobody', '', null, requirements],
      ['-x', '', null, requirements],
    ];
    expect(
      asked()
        .map((one) => JSON.stringify(one))
        .toSorted(),
    ).toEqual(due.map((one) => JSON.stringify(one)).toSorted());
    expect(stdout).toContain('"certificates/good/p/2\\n3":');
    expect([code, stdout.endsWith('6 verified: all hold\n')]).toEqual([0, true]);
  });

  test.each([
    [1, '1'],
    [3, '3'],
  ])('ends with %i if the check of one folder ends with %i', async (code, ends) => {
    const { one } = await registered();
    expect((await one.pull({ [at('good', '2')]: '0', [at('good', '3')]: ends })).code).toBe(code);
  });

  test('the check takes no signers and no nonce from the pull request', async () => {
    const { one, asked } = await registered();
    const { code, stdout } = await one.pull({
      'vendors/good.signers': 'signers of a thief',
      'nonces/good/p/2': 'f'.repeat(32),
      [at('good', '2')]: '0',
    });
    expect(asked()).toEqual([['good', 'signers of good', null, requirements]]);
    expect(stdout).toMatch(/"vendors\/good\.signers": REFUSED: beside certificates/);
    expect(code).toBe(1);
  });

  test('the check runs no code of the pull request', async () => {
    const { one } = await registered();
    const touched = join(newFolder(), 'touched');
    const { code } = await one.pull({
      [at('good', '2')]: '0',
      'package.json': JSON.stringify({
        scripts: { preinstall: `touch ${touched}`, postinstall: `touch ${touched}` },
      }),
      '.npmrc': 'registry=http://127.0.0.1:9/',
      [`certificates/good/p/2/$(touch ${touched.replaceAll('/', '')})`]: '',
      'certificates/good/p/2/.gitattributes': 'certificate.json export-ignore filter=x eol=crlf',
    });
    expect([code, existsSync(touched)]).toEqual([1, false]);
  });

  test.each([
    [
      'a link',
      { 'certificates/good/p/2/profile.json': { link: '/etc/hostname' } },
      /something that is no file/,
    ],
    ['a folder', { 'certificates/good/p/2/more/file': '' }, /REFUSED: beside certificates/],
    [
      'a certificate that is removed',
      { [at('good', '1.0')]: undefined },
      /REFUSED: removed; somebody has to look/,
    ],
    [
      'many files',
      Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`certificates/good/p/2/${n}`, ''])),
      /more than 32 files/,
    ],
  ] as const)('the check refuses %s', async (_what, files, says) => {
    const { one } = await registered();
    const { code, stdout } = await one.pull(files);
    expect([code, stdout]).toEqual([1, expect.stringMatching(says)]);
  });
});

const { stdout: version } = await runCommand(newFolder(), ['--version']);
const isReleased = !version.includes('unreleased');
const hasKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined;

describe.runIf(isReleased && hasKeygen)('a certificate that a vendor sends', { timeout: 240_000 }, () => {
  const vendor = 'Müller & Söhne';
  const nonce = '00112233445566778899aabbccddeeff-2';
  const folder = newFolder();
  const files: Record<string, Uint8Array> = {};
  let certified: Ended;

  beforeAll(async () => {
    const served = await serve(createReference());
    writeFiles(served.url, folder, []);
    const profile = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')) as object;
    const implementation = { name: 'Shop Resources', version: '2.3.0', vendor };
    writeFileSync(join(folder, 'profile.json'), JSON.stringify({ ...profile, implementation }));
    spawnSync('ssh-keygen', [
      '-q',
      '-t',
      'ed25519',
      '-N',
      '',
      '-C',
      'release@example.com',
      '-f',
      join(folder, 'key'),
    ]);
    certified = await runCommand(folder, ['certify', '--yes', '--key', 'key', '--nonce', nonce], {
      CONFORMANCE_ENV_FILE: '.env',
    });
    await served.close();
    if (certified.code === 0)
      for (const name of readdirSync(join(folder, 'certificate')))
        files[name] = readFileSync(join(folder, 'certificate', name));
  }, 200_000);

  const sent = (path: string): Record<string, Uint8Array> =>
    Object.fromEntries(Object.entries(files).map(([name, octets]) => [`${path}/${name}`, octets]));
  const signers = (): string => /\(verify --signer\): (.*)$/m.exec(certified.stdout)?.[1] ?? '';

  test('passes with the line that certify prints and the nonce of the registry', async () => {
    expect(certified.stderr).toBe('');
    expect(signers()).toMatch(/^"Müller & Söhne" namespaces=/);
    const one = await registry();
    await one.commit({
      [`vendors/${vendor}.signers`]: signers(),
      [`nonces/${vendor}/p/2.3.0`]: nonce,
    });
    const { code, stdout } = await one.pull(sent(`certificates/${vendor}/p/2.3.0`));
    expect(stdout).toMatch(
      /\n {2}challenged +by nonce 00112233445566778899aabbccddeeff-2 \(attempt 2\), which was handed out\n/,
    );
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nVERIFIED\n1 verified: all hold\n$/)]);
  });
});
