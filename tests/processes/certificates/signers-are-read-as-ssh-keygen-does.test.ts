import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowedSignerLine, signerIn } from '../../../config/certificates/allowed-signers.ts';
import {
  namespace,
  readSshSignature,
  type SshSignature,
} from '../../../config/certificates/ssh-signature.ts';

/** Part of OpenSSH. */
const hasKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined;

const vendor = 'Example Ltd';

describe.skipIf(!hasKeygen)('a file of allowed signers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signers-'));
  const at = (name: string): string => join(folder, name);
  let key = '';
  let other = '';
  let signature: SshSignature | undefined;

  beforeAll(() => {
    for (const name of ['key', 'other'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', at(name)]);
    [key = '', other = ''] = ['key.pub', 'other.pub'].map((name) => readFileSync(at(name), 'utf8').trim());
    writeFileSync(at('message'), 'message');
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', at('key'), '-n', namespace, at('message')], {
      stdio: 'ignore',
    });
    signature = readSshSignature(readFileSync(at('message.sig'), 'utf8'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Whether the key may sign for a vendor, as both read the file. */
  function both(text: string, asked: string): readonly [ours: boolean, theirs: boolean] {
    writeFileSync(at('signers'), text);
    const flags = ['-f', at('signers'), '-I', asked, '-n', namespace, '-s', at('message.sig')];
    const { status } = spawnSync('ssh-keygen', ['-Y', 'verify', ...flags], { input: 'message' });
    if (signature === undefined) throw new Error('there is no signature');
    const allowed = signerIn(text, signature, { vendor: asked, isTheirs: false, now: new Date() });
    return ['signer' in allowed, status === 0];
  }

  test.each<readonly [line: string, ...asked: string[]]>([
    ['"Example Ltd" KEY\n'],
    ['"Example Ltd" KEY'],
    ['  "Example Ltd" KEY\n'],
    ['"Example Ltd"\tKEY  a comment of words\n'],
    ['"Example Ltd" KEY\r\n'],
    ['\n\n"Example Ltd" KEY\n'],
    ['  # "Example Ltd" KEY\n'],
    ['\t#"Example Ltd" KEY\n'],
    ['#"Example Ltd" KEY\n'],
    ['"Example Ltd" OTHER\n"Example Ltd" KEY\n'],
    ['"Other Ltd" KEY\n'],
    ['release@example.com KEY\n'],
    ['example* KEY\n'],
    ['Example* KEY\n'],
    ['* KEY\n'],
    ['Example?Ltd KEY\n'],
    ['Example*L*d KEY\n'],
    ['Example*x*d KEY\n'],
    ['"!Example Ltd,*" KEY\n'],
    ['"*,!Example*" KEY\n'],
    ['"a,Example Ltd" KEY\n'],
    ['"a, Example Ltd" KEY\n'],
    ['a,"Example Ltd" KEY\n'],
    ['"a""Example Ltd" KEY\n'],
    ['"Example Ltd"x KEY\n'],
    ['"Example Ltd KEY\n'],
    ['Example\\ Ltd KEY\n'],
    ['"Example, Ltd" KEY\n', 'Example, Ltd'],
    ['"Example? Ltd" KEY\n', 'Example, Ltd'],
    ['Müller KEY\n', 'Müller'],
    ['M?ller KEY\n', 'Müller'],
    ['M??ller KEY\n', 'Müller'],
    ['"Example Ltd" namespaces="git" KEY\n'],
    ['"Example Ltd" namespaces="git" KEY\n"Example Ltd" KEY\n'],
    ['"Example Ltd" namespaces="git,certificate@*" KEY\n'],
    ['"Example Ltd" namespaces="!certificate@*,*" KEY\n'],
    ['"Example Ltd" NAMESPACES="certificate@*" KEY\n'],
    ['"Example Ltd" namespaces=certificate@* KEY\n'],
    ['"Example Ltd" namespaces="certificate@*" namespaces="git" KEY\n'],
    ['"Example Ltd" namespaces="git",namespaces="certificate@*" KEY\n'],
    ['"Example Ltd" namespaces="certificate@*", KEY\n'],
    ['"Example Ltd" namespaces="certificate@\\"*" KEY\n'],
    ['"Example Ltd" valid-before="20250101" KEY\n'],
    ['"Example Ltd" valid-before="20250131Z" KEY\n'],
    ['"Example Ltd" valid-before="20990101" KEY\n'],
    ['"Example Ltd" valid-before="209901011200" KEY\n'],
    ['"Example Ltd" valid-before="20990101120000Z" KEY\n'],
    ['"Example Ltd" valid-before="20990101UTC" KEY\n'],
    ['"Example Ltd" valid-before="20990231" KEY\n'],
    ['"Example Ltd" valid-before="20991301" KEY\n'],
    ['"Example Ltd" valid-before="209901011" KEY\n'],
    ['"Example Ltd" valid-before="tomorrow" KEY\n'],
    ['"Example Ltd" valid-before=20990101 KEY\n'],
    ['"Example Ltd" valid-after="20980101" KEY\n'],
    ['"Example Ltd" valid-after="20200101",valid-before="20980101" KEY\n'],
    ['"Example Ltd" valid-after="20980101",valid-before="20200101" KEY\n'],
    ['"Example Ltd" valid-after="20200101",valid-after="20200102" KEY\n'],
    ['"Example Ltd" cert-authority KEY\n'],
    ['"Example Ltd" cert-authority,namespaces="certificate@*" KEY\n'],
    ['"Example Ltd" no-touch-required KEY\n'],
    ['"Example Ltd" nonsense KEY\n"Example Ltd" KEY\n'],
    ['"Example Ltd" nonsense\n"Example Ltd" KEY\n'],
    ['"Example Ltd" ssh-rsa AAAA\n"Example Ltd" KEY\n'],
  ])('is read as ssh-keygen reads it: %j', (line, ...[asked = vendor]) => {
    const [ours, theirs] = both(line.replaceAll('KEY', key).replaceAll('OTHER', other), asked);
    expect(ours).toBe(theirs);
  });

  test.each(['Example Ltd', 'Example', 'Ex, "ample"', '!x', '#x', 'a*b?c', 'Müller & Söhne', "O'Neil\\x"])(
    'allows %j by the line that certify prints',
    (name) => {
      if (signature === undefined) throw new Error('there is no signature');
      const line = allowedSignerLine(signature, name);
      expect(both(`${line}\n`, name)).toEqual([true, true]);
      expect(both(`${line}\n`, `${name} 2`)).toEqual([false, false]);
    },
  );
});
