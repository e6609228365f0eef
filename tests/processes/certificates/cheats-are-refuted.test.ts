import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign as signOctets } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../clause/report.ts';
import { allowedSignerLine } from '../../../config/certificates/allowed-signers.ts';
import { type Certificate, fileNames } from '../../../config/certificates/certificate.ts';
import type { Requirement, Verified } from '../../../config/certificates/lines/verified.ts';
import { namespace, readSshSignature } from '../../../config/certificates/ssh-signature.ts';
import { signerOfKey } from '../../../config/certificates/write-certificate.ts';
import { verifyCertificate, type Verification } from '../../../config/certificates/verify-certificate.ts';
import { asJson } from '../../../reporters/as-json.ts';
import { createRandom } from '../../../run/random.ts';
import {
  certifiedRehearsal,
  filesOf,
  judge,
  nonce,
  selfCheck,
  smallPlan,
  tapeOf,
  type CertifiedRehearsal,
} from '../../support/certificates/certified-rehearsal.ts';

/** Part of OpenSSH. */
const hasKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined;

let honest: CertifiedRehearsal;
let folder = '';
beforeAll(async () => {
  honest = await certifiedRehearsal();
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Files = ReadonlyMap<string, Uint8Array>;

async function verified(
  files: Files,
  more: Partial<Omit<Verification, 'files'>> & { readonly odd?: readonly string[] } = {},
): Promise<readonly Verified[]> {
  const { odd = [], ...others } = more;
  const { lines } = await verifyCertificate({
    files: { octets: files, odd },
    required: new Set(),
    now: new Date('2026-06-01'),
    plan: smallPlan,
    judge,
    checkItself: async () => selfCheck,
    ...others,
  });
  return lines;
}

const states = (lines: readonly Verified[]): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.map(({ about, state }) => [about, state]));
const why = (lines: readonly Verified[]): string =>
  lines.find(({ state }) => state === 'refuted')?.text ?? lines.map(({ text }) => text).join('\n');
const textOf = (files: Files, name: string): string => Buffer.from(files.get(name) ?? []).toString();
const withFile = (files: Files, name: string, text: string | Uint8Array): Files =>
  new Map([...files, [name, Buffer.from(text)]]);

/** A certificate of what somebody has made of the report, with all digests again. */
const ofReport = (change: (report: Report) => Report): Files => filesOf(change(honest.report), honest.tape);

/** The same of what somebody has made of the lines of the tape. */
const ofTape = (change: (lines: readonly string[]) => readonly string[], report = honest.report): Files => {
  const lines = gunzipSync(honest.tape).toString().trimEnd().split('\n');
  return filesOf(report, tapeOf(change(lines)));
};

/** The same of what somebody has made of the head of the tape. */
const ofHead = (change: (head: string) => string): Files =>
  ofTape(([head = '', ...rest]) => [change(head), ...rest]);

/** What trying a script has shown, which no tape has. */
const shownNothing = {
  expected: 'a',
  got: 'b',
  reproduced: '1 of 1',
  exchanges: [],
  scriptShowed: 'nothing',
} as unknown as Report['clauses'][number]['findings'][number];

/** A head that says that one clause was not to be judged. */
function withoutOne(head: string): string {
  const value = JSON.parse(head) as { told: { opened: string[] } };
  value.told.opened.shift();
  return JSON.stringify(value);
}

describe('an honest certificate', () => {
  test('is verified', async () => {
    expect(states(await verified(honest.files, { nonce }))).toEqual({
      'left out': 'said',
      'read as': 'said',
      narrowed: 'said',
      passed: 'said',
      signed: 'said',
      challenged: 'holds',
      valid: 'said',
      intact: 'holds',
      dated: 'said',
      're-judged': 'holds',
      'self-check': 'holds',
      'not proved': 'said',
      names: 'said',
      server: 'said',
    });
  });

  test('may have a bundle of Sigstore in its folder', async () => {
    const digest = createHash('sha256').update(textOf(honest.files, fileNames.certificate)).digest('hex');
    const statement = JSON.stringify({ subject: [{ digest: { sha256: digest } }] }, null, 1);
    const bundle = { dsseEnvelope: { payload: Buffer.from(statement).toString('base64') } };
    const lines = await verified(withFile(honest.files, fileNames.bundle, JSON.stringify(bundle)));
    expect(states(lines)).toMatchObject({ intact: 'holds', attested: 'said' });
  });

  test('is verified even if its claim is NON-CONFORMANT, unless conformance is required', async () => {
    const { files, report } = await certifiedRehearsal(['head-answers-404-on-a-match']);
    expect(report.verdict).toBe('NON-CONFORMANT');
    expect(states(await verified(files))).toMatchObject({ 're-judged': 'holds' });
    const lines = await verified(files, { required: new Set<Requirement>(['conformant']) });
    expect(states(lines)).toMatchObject({ claim: 'refuted' });
  });
});

describe('a certificate is refuted', () => {
  const passing = (report: Report): Report => ({
    ...report,
    clauses: report.clauses.map((clause) =>
      clause.id === '4.5/no-body'
        ? {
            ...clause,
            verdict: 'not-tested' as const,
            reason: { code: 'not-selected', text: 'left' } as const,
          }
        : clause,
    ),
  });

  test.each<readonly [string, () => Files, RegExp]>([
    [
      'with a file more',
      () => withFile(honest.files, 'more.txt', ''),
      /more\.txt is no file of a certificate/,
    ],
    [
      'with a file less',
      () => new Map([...honest.files].filter(([name]) => name !== 'badge.json')),
      /badge\.json is missing/,
    ],
    [
      'without its report',
      () => new Map([...honest.files].filter(([name]) => name !== fileNames.report)),
      /report\.json is missing/,
    ],
    [
      'with another report',
      () => withFile(honest.files, fileNames.report, JSON.stringify(passing(honest.report))),
      /report\.json differs/,
    ],
    [
      'with another report, listed',
      () => ofReport(passing),
      /report\.json does not follow from the recorded exchanges: \/clauses\/\d+\/verdict/,
    ],
    [
      'with other counts',
      () =>
        ofReport((report) => ({
          ...report,
          counts: { ...report.counts, must: { ...report.counts.must, pass: 1 } },
        })),
      /report\.json does not follow .*: \/counts\/must\/pass/,
    ],
    [
      'with a clause less in the report',
      () => ofReport((report) => ({ ...report, clauses: report.clauses.slice(1) })),
      /report\.json does not follow .*: \/clauses/,
    ],
    [
      'with another verdict',
      () =>
        ofReport((report) => ({ ...report, verdict: 'INCOMPLETE' as const, reasons: ['no more was asked'] })),
      /report\.json does not follow .*: \/verdict/,
    ],
    [
      'with a limit more',
      () => ofReport((report) => ({ ...report, scope: { ...report.scope, without: ['4.14'] } })),
      /report\.json does not follow .*: \/scope\/without/,
    ],
    [
      'with another claim',
      () =>
        filesOf(honest.report, honest.tape, {
          change: (one) => ({ ...one, claim: 'CONFORMANT', suspects: 7 }) as Certificate,
        }),
      /does not follow from the report: \/suspects/,
    ],
    [
      'with a longer validity',
      () => filesOf(honest.report, honest.tape, { change: (one) => ({ ...one, validUntil: '2099-01-01' }) }),
      /does not follow from the report: \/validUntil/,
    ],
    [
      'with another text of the same',
      () =>
        withFile(
          honest.files,
          fileNames.certificate,
          textOf(honest.files, fileNames.certificate).replace('\n', '\n\n'),
        ),
      /does not follow from the report: its text/,
    ],
    [
      'without its front page',
      () => filesOf(honest.report, honest.tape, { renderings: { 'index.html': undefined } }),
      /index\.html is missing/,
    ],
    [
      'with a report that says twice what it is',
      () =>
        filesOf(honest.report, honest.tape, {
          reportText: asJson(honest.report).replace('"verdict":', '"verdict": "CONFORMANT",\n  "verdict":'),
        }),
      /report\.json .*two members of one name/,
    ],
    [
      'with a finding whose script is said to show nothing',
      () =>
        ofReport((report) => ({
          ...report,
          clauses: report.clauses.map((clause, at) =>
            at === 0 ? { ...clause, findings: [shownNothing] } : clause,
          ),
        })),
      /report\.json does not follow/,
    ],
    [
      'with a rehearsal under the name of a server',
      () =>
        filesOf(
          { ...honest.report, target: { ...honest.report.target, baseUrl: 'https://api.example.com' } },
          ofHead((head) =>
            head.replace('"baseUrl":"http://reference.invalid"', '"baseUrl":"https://api.example.com"'),
          ).get(fileNames.tape) ?? new Uint8Array(),
        ),
      /seed does not follow from nonce/,
    ],
    [
      'with a start on another day',
      () =>
        filesOf(
          { ...honest.report, run: { ...honest.report.run, startedAt: '2026-05-01T00:00:00.000Z' } },
          honest.tape,
        ),
      /report\.json does not follow .*: \/run\/startedAt/,
    ],
    [
      'with another duration',
      () => ofReport((report) => ({ ...report, run: { ...report.run, durationMs: 1 } })),
      /report\.json does not follow .*: \/run\/durationMs/,
    ],
    [
      'with settings that nobody can prove',
      () =>
        ofReport((report) => ({
          ...report,
          settings: [{ name: 'CONFORMANCE_DEPTH', value: 'certify', source: 'flag' }],
        })),
      /report\.json does not follow .*: \/settings/,
    ],
    [
      'with another profile',
      () => filesOf(honest.report, honest.tape, { profile: JSON.stringify({ search: { method: 'POST' } }) }),
      /the profile is another/,
    ],
    [
      'with a rendering of its own',
      () => filesOf(honest.report, honest.tape, { renderings: { 'README.md': 'CONFORMANT' } }),
      /README\.md does not follow/,
    ],
    [
      'with a front page of its own',
      () =>
        filesOf(honest.report, honest.tape, {
          renderings: { 'index.html': textOf(honest.files, 'index.html').replace('UNSIGNED', 'signed') },
        }),
      /index\.html does not follow/,
    ],
    [
      'with a line of the tape less',
      () => ofTape((lines) => lines.toSpliced(200, 1)),
      /diverges|does not follow|no tape of a run/,
    ],
    [
      'with a line of the tape twice',
      () => ofTape((lines) => lines.toSpliced(200, 0, lines[200] ?? '')),
      /diverges|does not follow|no tape of a run/,
    ],
    [
      'with two lines of the tape changed over',
      () => ofTape((lines) => lines.toSpliced(200, 2, lines[201] ?? '', lines[200] ?? '')),
      /diverges|does not follow|no tape of a run/,
    ],
    [
      'with a tape whose end is of other lines',
      () => {
        const lines = gunzipSync(honest.tape).toString();
        return filesOf(honest.report, gzipSync(lines.replace('"at":', '"at": ')));
      },
      /the tape was changed after it was written/,
    ],
    ['with a tape that ends early', () => ofTape((lines) => lines.slice(0, 300)), /the tape ends early/],
    ['with a tape of less than everything', () => ofHead(withoutOne), /clauses were left out/],
    [
      'with a tape of another depth',
      () => ofHead((head) => head.replace('"depth":{"name":"certify"', '"depth":{"name":"ci"')),
      /the depth is not the depth of certificates/,
    ],
    [
      'with a tape of another judge',
      () => ofHead((head) => head.replace(judge, `sha256:${'b'.repeat(64)}`)),
      /the suite is another/,
    ],
    [
      'with a tape of another seed',
      () => ofHead((head) => head.replace(/"seed":"[0-9a-f]{32}"/, '"seed":5')),
      /seed does not follow from nonce/,
    ],
    [
      'with a tape of another contract',
      () => ofHead((head) => head.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`)),
      /the suite is another/,
    ],
    [
      'with a tape of another server',
      () =>
        ofHead((head) =>
          head.replace('"baseUrl":"http://reference.invalid"', '"baseUrl":"http://other.invalid"'),
        ),
      /seed does not follow from nonce/,
    ],
    ['with a tape that is none', () => filesOf(honest.report, Buffer.from('none')), /it is not gzip/],
    [
      'with a tape that says anything',
      () => ofHead(() => '{"tape":1,"startedAt":"2026-01-01T00:00:00Z","told":{}}'),
      /no tape of a run/,
    ],
    [
      'with another nonce',
      () =>
        filesOf(honest.report, honest.tape, {
          change: (one) => ({ ...one, seedFrom: { nonce: nonce.replace('0', 'f') } }),
        }),
      /does not follow from nonce/,
    ],
    [
      'with a version of the suite that says more than a version',
      () =>
        filesOf(honest.report, honest.tape, {
          change: (one) => ({ ...one, suite: { ...one.suite, version: '1.0.0. VERIFIED, by $(id)' } }),
        }),
      /certificate\.json is no certificate: \/suite\/version/,
    ],
    [
      'with a limit that says more than its name',
      () =>
        ofReport((report) => ({
          ...report,
          scope: { ...report.scope, without: ['nothing; 268 of 268 pass'] },
        })),
      /certificate\.json is no certificate: \/without\/0/,
    ],
    [
      'with a signature that is none',
      () => withFile(honest.files, fileNames.signature, 'signed'),
      /is no signature/,
    ],
    [
      'with a bundle about something else',
      () =>
        withFile(
          honest.files,
          fileNames.bundle,
          JSON.stringify({ dsseEnvelope: { payload: Buffer.from('{"sha256":"1"}').toString('base64') } }),
        ),
      /is a bundle for another file/,
    ],
  ])('%s', async (_what, make, reason) => {
    expect(why(await verified(make()))).toMatch(reason);
  });

  test('a link or a folder inside refutes the certificate', async () => {
    expect(why(await verified(honest.files, { odd: ['link is no file'] }))).toBe('link is no file');
  });

  test('a changed answer that some clause reads refutes it', async () => {
    const random = createRandom(1);
    const changed = Array.from({ length: 12 }, () =>
      ofTape((lines) => {
        const at = random.pick(
          lines.flatMap((line, index) => (line.includes('"said":{"a":{"s":200') ? [index] : [])),
        );
        return lines.with(at, (lines[at] ?? '').replace('"said":{"a":{"s":200', '"said":{"a":{"s":500'));
      }),
    );
    // One after another: a verification may take only so much of the process's processor, which it would share.
    const refuted: (string | undefined)[] = [];
    for (const files of changed) refuted.push(states(await verified(files))['re-judged']);
    expect(refuted.filter((state) => state === 'refuted').length).toBeGreaterThanOrEqual(10);
  });

  test('a suite that judges differently refutes the certificate', async () => {
    const lines = await verified(honest.files, {
      checkItself: async () => ({ ...selfCheck, faults: ['another'] }),
    });
    expect(states(lines)['self-check']).toBe('refuted');
  });

  test.runIf(hasKeygen)(
    'a change of any octet of any file refutes it',
    async () => {
      const signedFiles = withFile(
        honest.files,
        fileNames.signature,
        signatureOf(textOf(honest.files, fileNames.certificate)),
      );
      expect(states(await verified(signedFiles)).signed).toBe('said');
      const random = createRandom(7);
      const names = [...signedFiles.keys()];
      const unnoticed: string[] = [];
      for (let flip = 0; flip < 1_000; flip += 1) {
        const name = random.pick([...names, fileNames.certificate, fileNames.signature]);
        const octets = Uint8Array.from(signedFiles.get(name) ?? []);
        const at = random.integer(0, octets.length - 1);
        octets[at] = (octets[at] ?? 0) ^ (1 << random.integer(0, 7));
        const lines = await verified(new Map([...signedFiles, [name, octets]]), { plan: nothing });
        // Whatever is judged again is refuted anyway here: only what is beside the tape is looked at.
        const isNoticed = lines.some(({ about, state }) => state === 'refuted' && about !== 're-judged');
        if (!isNoticed) unnoticed.push(`${name} at ${at}`);
      }
      expect(unnoticed).toEqual([]);
    },
    120_000,
  );
});

/** With it nothing is judged again, so that a thousand certificates are looked at in seconds. */
const nothing = { sections: [], evidence: [] };

describe('a certificate cannot be decided', () => {
  const sealed = (): Files => filesOf(honest.report, honest.tape, { sealed: true });

  test.each<readonly [string, () => Files, Partial<Verification>, string]>([
    ['by another judge', () => honest.files, { judge: `sha256:${'c'.repeat(64)}` }, 're-judged'],
    ['while its tape is sealed', sealed, {}, 're-judged'],
    ['once it has expired', () => honest.files, { now: new Date('2027-01-03') }, 'valid'],
    [
      'without a signature that is required',
      () => honest.files,
      { required: new Set<Requirement>(['signed']) },
      'signed',
    ],
  ])('%s', async (_what, files, more, about) => {
    expect(states(await verified(files(), more))[about]).toBe('untold');
  });

  test('unless the sealed tape is given', async () => {
    expect(states(await verified(sealed(), { tape: honest.tape }))['re-judged']).toBe('holds');
    expect(states(await verified(sealed(), { tape: gzipSync('other') }))['re-judged']).toBe('refuted');
  });
});

/** What `ssh-keygen` makes of a text with a key of its own. */
function signatureOf(
  text: string,
  { type = 'ed25519', use = 'certificate@resource-conformance' } = {},
): string {
  const [key, file] = [join(folder, `key-${type}`), join(folder, 'signed')];
  rmSync(key, { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', '-f', key], { stdio: 'ignore' });
  writeFileSync(file, text);
  rmSync(`${file}.sig`, { force: true });
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', use, file]);
  return readFileSync(`${file}.sig`, 'utf8');
}

describe.skipIf(!hasKeygen)('a signature', () => {
  const text = () => textOf(honest.files, fileNames.certificate);
  const signedBy = (signature: string): Files => withFile(honest.files, fileNames.signature, signature);

  test.each(['ed25519', 'ecdsa', 'rsa'])(
    'a key of type %s makes a signature that is checked',
    async (type) => {
      const signature = signatureOf(text(), { type });
      const key = readFileSync(join(folder, `key-${type}.pub`), 'utf8');
      const fingerprint = execFileSync('ssh-keygen', ['-lf', join(folder, `key-${type}.pub`)])
        .toString()
        .split(' ')[1];
      const lines = await verified(signedBy(signature), { allowedSigners: `Example ${key}` });
      expect(lines.find(({ about }) => about === 'signed')).toMatchObject({
        state: 'holds',
        text: expect.stringContaining(`${fingerprint} `),
      });
    },
  );

  test.each([
    [
      'a key of nobody',
      (): string => 'Example ssh-ed25519 AAAA',
      'untold',
      /no signer in the file of allowed signers$/,
    ],
    [
      'a key for something else',
      (key: string): string => `Example namespaces="git" ${key}`,
      'untold',
      /listed, but not for this namespace: certificate@resource-conformance$/,
    ],
    [
      'a key of another vendor',
      (key: string): string => `"Other Ltd" ${key}`,
      'untold',
      /listed, but not for the vendor that the certificate names/,
    ],
    [
      'a key that was taken back after the run, whatever date the certificate states',
      (key: string): string => `Example valid-before="20260501" ${key}`,
      'untold',
      /listed, but revoked or expired: the key has to be valid now/,
    ],
    [
      'a key that is not valid yet',
      (key: string): string => `Example valid-after="20260701" ${key}`,
      'untold',
      /listed, but not valid yet$/,
    ],
    [
      'a key whose line is a comment with a blank in front',
      (key: string): string => `  # Example ${key}\n\t#Example ${key}`,
      'untold',
      /no signer in the file of allowed signers$/,
    ],
    [
      'a key for this',
      (key: string): string => `# comment\n\n  Example namespaces="git,certificate@*" ${key}`,
      'holds',
      /listed as “Example”$/,
    ],
  ])('by %s', async (_whose, signers, state, says) => {
    const signature = signatureOf(text());
    const key = readFileSync(join(folder, 'key-ed25519.pub'), 'utf8');
    const lines = await verified(signedBy(signature), { allowedSigners: signers(key) });
    expect(lines.find(({ about }) => about === 'signed')).toMatchObject({
      state,
      text: expect.stringMatching(says),
    });
  });

  test('is allowed by the line that certify prints for its key', async () => {
    const signature = signatureOf(text());
    const read = readSshSignature(signature);
    const line = read === undefined ? '' : allowedSignerLine(read, 'Example');
    expect(line).toMatch(/^Example namespaces="certificate@resource-conformance" ssh-ed25519 AAAA/);
    expect(states(await verified(signedBy(signature), { allowedSigners: line })).signed).toBe('holds');
    expect(read && allowedSignerLine(read, 'Two, "words"')).toMatch(/^"Two\? \?words\?" namespaces=/);
    expect(read && allowedSignerLine(read)).toMatch(/^<vendor> namespaces=/);
  });

  test('a signer whom the file lists by address counts if the reader names the owner of the file', async () => {
    const files = signedBy(signatureOf(text()));
    const allowedSigners = `release@example.com ${readFileSync(join(folder, 'key-ed25519.pub'), 'utf8')}`;
    expect(states(await verified(files, { allowedSigners })).signed).toBe('untold');
    expect(states(await verified(files, { allowedSigners, vendor: 'Example' }))).toMatchObject({
      signed: 'holds',
      vendor: 'holds',
    });
    const lines = await verified(files, { allowedSigners, vendor: 'Other' });
    expect(states(lines)).toMatchObject({ signed: 'untold', vendor: 'refuted' });
    expect(why(lines)).toBe('the certificate names “Example”, but you named “Other”');
  });

  test('has to be by the key that the front page names', async () => {
    const named = (key: string): Files =>
      filesOf(honest.report, honest.tape, { signer: { name: 'release@example.com', key } });
    const nobodys = named(`SHA256:${'a'.repeat(43)}`);
    expect(textOf(nobodys, 'index.html')).toContain('“release@example.com”, key SHA256:aaaa');
    expect(states(await verified(nobodys))).toMatchObject({ intact: 'holds', signed: 'untold' });
    const other = withFile(nobodys, fileNames.signature, signatureOf(textOf(nobodys, fileNames.certificate)));
    expect(why(await verified(other))).toMatch(/^by SHA256:.*, and its page names SHA256:aaaa/);
    const key = signerOfKey(join(folder, 'key-ed25519'))?.key ?? '';
    expect(key).toMatch(/^SHA256:/);
    // The same key signs: nothing makes it again.
    const right = named(key);
    const file = join(folder, 'right');
    writeFileSync(file, textOf(right, fileNames.certificate));
    execFileSync('ssh-keygen', [
      '-q',
      '-Y',
      'sign',
      '-f',
      join(folder, 'key-ed25519'),
      '-n',
      namespace,
      file,
    ]);
    const whole = withFile(right, fileNames.signature, readFileSync(`${file}.sig`));
    expect(states(await verified(whole)).signed).toBe('said');
  });

  test('a signature of or for something else is refuted', async () => {
    expect(states(await verified(signedBy(signatureOf(`${text()} `)))).signed).toBe('refuted');
    expect(why(await verified(signedBy(signatureOf(text(), { use: 'file' }))))).toBe(
      'for “file”, and not for certificate@resource-conformance',
    );
  });

  test('a hardware key signs together with the statement of the hardware', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const lengthed = (octets: Uint8Array | string): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.from(octets).length);
      return Buffer.concat([length, Buffer.from(octets)]);
    };
    const sha = (octets: Buffer): Buffer => createHash('sha256').update(octets).digest();
    const type = 'sk-ssh-ed25519@openssh.com';
    const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const key = Buffer.concat([lengthed(type), lengthed(point), lengthed('ssh:')]);
    const use = 'certificate@resource-conformance';
    const message = Buffer.from('message');
    const data = Buffer.concat([Buffer.from('SSHSIG'), ...[use, '', 'sha256', sha(message)].map(lengthed)]);
    const flags = Buffer.from([1, 0, 0, 0, 9]);
    const made = signOctets(null, Buffer.concat([sha(Buffer.from('ssh:')), flags, sha(data)]), privateKey);
    const signature = Buffer.concat([lengthed(type), lengthed(made), flags]);
    const blob = Buffer.concat([
      Buffer.from('SSHSIG\0\0\0\x01'),
      ...[key, use, '', 'sha256', signature].map(lengthed),
    ]);
    const lines = blob.toString('base64').match(/.{1,70}/g) ?? [];
    const read = readSshSignature(
      ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n'),
    );
    expect(read?.isOf(message)).toBe(true);
    expect(read?.isOf(Buffer.from('massage'))).toBe(false);
  });
});
