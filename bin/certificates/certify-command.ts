import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { defined } from '../../clause/defined.ts';
import type { Report } from '../../clause/report.ts';
import { testResult } from '../../config/certificates/attestation/statements.ts';
import { checkCertifiable } from '../../config/certificates/certifiable.ts';
import { publicFacts } from '../../config/certificates/public-facts.ts';
import { fileNames, type Signer } from '../../config/certificates/certificate.ts';
import { claimLine } from '../../config/certificates/claim/claim-lines.ts';
import { clocksApart } from '../../config/certificates/lines/dated.ts';
import { nonceIn } from '../../config/certificates/nonce.ts';
import { signerOfKey, signing, writeCertificate } from '../../config/certificates/write-certificate.ts';
import { ConfigurationError } from '../../config/input/configuration-error.ts';
import { readOctets } from '../../config/input/text-file.ts';
import { judgeIdentity } from '../../config/packaging/package-folder.ts';
import { embeddedTarget } from '../../config/runs/embedded-target.ts';
import { loadSettings, type Settings } from '../../config/settings/settings.ts';
import { absolute, type SettingInput } from '../../config/settings/sources.ts';
import { reportNames, tapeBeside } from '../../reporters/files/replace-report.ts';
import { labelled } from '../../reporters/text-layout.ts';
import { jsonText, visible } from '../../reporters/visible.ts';
import { flagsOf, type Command } from '../help.ts';
import { attesting } from './attesting.ts';
import { say } from '../start/say.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

const flags = flagsOf({
  '--nonce <hex>': 'The nonce that the registry has drawn for this attempt; it determines the seed',
  '--key <file>': 'A key of ssh-keygen, which signs the certificate',
  '--attest <file>':
    'A private key in PEM: also write the result as a test-result of in-toto, in an envelope that it signs',
  '--sealed': 'Publish the digest of the tape, and keep the tape',
  '--out <folder>': 'The folder to write (default: certificate)',
  '--yes': 'Agree to what becomes public, without being asked',
});

const usualFolder = 'certificate';

/** Certifies a run of everything: judges its own tape again before it writes anything. */
export const certifyCommand: Command = {
  name: 'certify',
  about:
    'Certify the implementation: run all clauses, judge the tape again, and write a folder that anybody can verify',
  flags,
  exitCodes:
    'Exit codes: 0 certified as conformant; 1 certified as not conformant; 2 settings, usage, or not to be certified; 3 certified as incomplete; 4 not certified: the target is unreachable, or the suite failed.',
  run: async ({ own }, given) => {
    const file = (name: string): string | undefined =>
      own[name] === undefined ? undefined : absolute(given.cwd, own[name]);
    const [out = absolute(given.cwd, usualFolder), key] = [file('out'), file('key')];
    const attest = attesting(file('attest'), `${out}.test-result.intoto.json`);
    const nonce =
      nonceIn(own['nonce'], 'Use the nonce that the registry gave you.') ?? randomBytes(16).toString('hex');
    const input: SettingInput = { ...given, flags: { ...given.flags, depth: 'certify', tape: '1' } };
    const settings = loadSettings(input);
    const seed = checkCertifiable(settings, { nonce, out, key });
    const signer = key === undefined ? undefined : signerOfKey(key);
    await agree(settings, signer, own['yes'] !== undefined);
    const { plan } = await import('../../config/plan.ts');
    const { runAs } = await import('../programmatic/run.ts');
    const { checkItself } = await import('../../config/certificates/self-check.ts');
    const { judgeCertified } = await import('../../config/certificates/derived-package.ts');
    say('checking the suite itself: faults, a habit and a trivial server, drawn by the seed');
    const selfCheck = await checkItself(plan, seed);
    if (selfCheck.unexpected.length > 0)
      return notCertified(`the suite fails its own check: ${selfCheck.unexpected.join(', ')}`, 4);
    const { exitCode } = await runAs({ ...input, flags: { ...input.flags, seed } });
    if (exitCode === 2 || exitCode === 4) return notCertified('the run judged no clause', exitCode);
    say('judging the tape again');
    const { report, ...left } = leftBy(settings);
    const source = { ...left, nonce };
    const again = await judgeCertified(source, { plan, judge: judgeIdentity() });
    if (typeof again === 'string') return notCertified(again, 4);
    const odd = judgedOtherwise(report, again.report);
    if (odd !== undefined) return notCertified(`the tape yields another report: ${odd}`, 4);
    const apart = clocksApart(again.dates);
    if (apart !== undefined) say(`verify will not be able to decide this: ${apart}`);
    const sealed = own['sealed'] !== undefined;
    const written = writeCertificate(
      { ...source, report: again.report, selfCheck, sealed },
      { out, ...defined({ key, signer }) },
    );
    const { certificate, sealedTape, unsigned, allowedSigner } = written;
    say(claimLine(certificate));
    say(`written: ${out}`);
    if (sealedTape !== undefined) say(`the tape, for readers whom you choose: ${sealedTape}`);
    if (unsigned !== undefined) {
      say(`UNSIGNED: ${unsigned}`);
      say(`to sign: ${signing(join(out, fileNames.certificate), key ?? '<key>').join(' ')}`);
    }
    if (allowedSigner !== undefined) say(`for a file of allowed signers (verify --signer): ${allowedSigner}`);
    for (const line of attest?.(testResult(certificate, again.report)) ?? []) say(line);
    say(`to verify: ${commandLine('verify', own['out'] ?? usualFolder)}`);
    process.exitCode = exitCode;
  },
};

function judgedOtherwise(report: Report, again: Report): string | undefined {
  const verdicts = new Map(again.clauses.map(({ id, verdict }) => [id, verdict]));
  return report.clauses.find(({ id, verdict }) => verdicts.get(id) !== verdict)?.id;
}

function leftBy(settings: Settings) {
  const [report, tape] = [`${reportNames.full}.json`, tapeBeside(reportNames.full)].map((name) =>
    readOctets(join(settings.reportDir, name)),
  );
  const { baseUrl, profile } = settings;
  const isOwn = baseUrl === undefined && settings.profileText === undefined;
  const inForce = isOwn ? embeddedTarget().profile : profile;
  return {
    report: JSON.parse(new TextDecoder().decode(report)) as Report,
    tape: tape ?? new Uint8Array(),
    profileText: settings.profileText ?? jsonText(inForce),
  };
}

/** A vendor who certifies publishes the answers of the server, so he agrees before the run sends anything. */
async function agree(settings: Settings, signer: Signer | undefined, hasAgreed: boolean): Promise<void> {
  say('becomes public, for everybody who gets the folder:');
  for (const [label, text] of publicFacts(settings, signer))
    for (const line of labelled(label, text, { columns: 80, indent: 2, label: 15 })) say(line);
  if (hasAgreed) return;
  if (process.stdin.isTTY && process.stdout.isTTY) {
    const asked = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await asked.question('Certify with that? (yes/no) ');
    asked.close();
    if (/^y(?:es)?$/i.test(answer.trim())) return;
  }
  throw new ConfigurationError({
    setting: '--yes',
    found: 'nobody who agrees',
    expected: 'consent to what becomes public',
    remedy: 'Read the list above, and add --yes.',
  });
}

function notCertified(why: string, exitCode: 2 | 4): void {
  process.stderr.write(`resource-conformance: not certified: ${visible(why, 2_000)}\n`);
  process.exitCode = exitCode;
}
