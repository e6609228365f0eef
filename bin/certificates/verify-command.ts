import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { fileNames } from '../../config/certificates/certificate.ts';
import { readPackage, type PackageFiles } from '../../config/certificates/package-files.ts';
import { requirements, type Requirement } from '../../config/certificates/requirements.ts';
import type { Verified } from '../../config/certificates/verify-certificate.ts';
import { ConfigurationError, quoted } from '../../config/input/configuration-error.ts';
import { readOctets, readTextFile, reasonOf } from '../../config/input/text-file.ts';
import { judgeIdentity } from '../../config/packaging/judge.ts';
import { parseArguments, type CommandLine } from '../../config/settings/arguments.ts';
import { absolute, type SettingInput } from '../../config/settings/sources.ts';
import type { Command, DescribedFlag } from '../help.ts';
import { say } from '../start/say.ts';
import { oneFile } from '../start/plain-arguments.ts';

const flags: readonly DescribedFlag[] = [
  { name: 'help', short: 'h', takesValue: false, about: 'Print this help and exit' },
  {
    name: 'require',
    takesValue: true,
    value: 'names',
    about: 'What has to hold as well, comma-separated: conformant, rejudged, signed, challenged',
  },
  {
    name: 'signer',
    takesValue: true,
    value: 'file',
    about: 'Allowed signers, as ssh-keygen takes them; the signer has to be one of them',
  },
  {
    name: 'against',
    takesValue: true,
    value: 'url',
    about:
      'Run the suite against that server too, with your own tokens, consent and seed, and compare clause by clause',
  },
  { name: 'same-seed', takesValue: false, about: 'With --against: the cases of the certified run' },
  { name: 'tape', takesValue: true, value: 'file', about: 'The tape of a sealed certificate' },
];

const column = 14;

/** Verifies a certificate by judging its recorded run again. */
export const verifyCommand: Command = {
  name: 'verify',
  operands: '<folder>',
  about: 'Verify a certificate: judge its recorded run again; nothing is sent or written',
  flags,
  settings: false,
  exitCodes:
    'Exit codes: 0 verified; 1 refuted; 2 usage, or no certificate; 3 cannot be told: another judge, a sealed tape, an unknown signer, expired, a rehearsal; 4 the verifier failed.',
  run: async (argv, given) => {
    const { cwd } = given;
    const line = parseArguments(argv, flags);
    const { own } = line;
    const input: SettingInput = { ...given, flags: line.flags };
    const named = oneFile('verify', line, 'certificates/shop-api/4.2.0 --require conformant,rejudged,signed');
    const required = requiredBy(own['require']);
    const file = (flag: string): string | undefined =>
      own[flag] === undefined ? undefined : absolute(cwd, own[flag]);
    const [signers, tape] = [file('signer'), file('tape')];
    const files = readable(named, () => readPackage(folderOf(absolute(cwd, named))));
    const allowedSigners = signers && readable(signers, () => readTextFile(signers));
    const handedOver = tape && readable(tape, () => readOctets(tape));
    const { plan } = await import('../../config/plan.ts');
    const { checkingBeside } = await import('../../config/certificates/self-check-thread.ts');
    const { verifyCertificate } = await import('../../config/certificates/verify-certificate.ts');
    const { title, lines } = await verifyCertificate({
      files,
      ...(allowedSigners === undefined || allowedSigners === '' ? {} : { allowedSigners }),
      ...(handedOver === undefined || handedOver === '' ? {} : { tape: handedOver }),
      required,
      now: new Date(),
      plan,
      judge: judgeIdentity(),
      checkItself: checkingBeside(plan),
    });
    for (const text of [title, ...lines.map(shown)]) say(text);
    const url = own['against'];
    const again =
      url === undefined || lines.some(isRefuted) ? [] : [await runAgain({ url, files, own }, input)];
    for (const text of again.map(shown)) say(text);
    const { word, exitCode } = ending([...lines, ...again]);
    say(word);
    process.exitCode = again.some(({ about }) => about === unreached) ? 4 : exitCode;
  },
};

const unreached = 'not reached';

/** The same depth, profile and limits on a living server, with what the verifier has of tokens and consent. */
async function runAgain(
  {
    url,
    files: { octets },
    own,
  }: { readonly url: string; readonly files: PackageFiles; readonly own: CommandLine['own'] },
  input: SettingInput,
): Promise<Verified> {
  const { comparedRun } = await import('../../config/certificates/compared-run.ts');
  const { runAs } = await import('../programmatic/run.ts');
  const certified = JSON.parse(Buffer.from(octets.get(fileNames.report) ?? []).toString()) as Report;
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    const profile = join(folder, fileNames.profile);
    writeFileSync(profile, octets.get(fileNames.profile) ?? '');
    const { without } = certified.scope;
    const { report, exitCode } = await runAs({
      ...input,
      flags: {
        ...input.flags,
        'base-url': url,
        depth: 'certify',
        profile,
        ...(without.length === 0 ? {} : { without: without.join(',') }),
        ...(own['same-seed'] === undefined ? {} : { seed: String(certified.run.seed) }),
      },
    });
    return exitCode === 2 || exitCode === 4
      ? { about: unreached, state: 'untold', text: `${url}: ${report.reasons[0] ?? 'nothing was judged'}` }
      : comparedRun(certified, report);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isRefuted({ state }: Verified): boolean {
  return state === 'refuted';
}

function shown({ about, state, text }: Verified): string {
  return `  ${about.padEnd(column)}${marks[state]}${text}`;
}

const marks: Readonly<Record<Verified['state'], string>> = {
  holds: '',
  refuted: 'REFUTED: ',
  untold: 'CANNOT BE TOLD: ',
  said: '',
};

function ending(lines: readonly Verified[]): { readonly word: string; readonly exitCode: 0 | 1 | 3 } {
  if (lines.some(({ state }) => state === 'refuted')) return { word: 'REFUTED', exitCode: 1 };
  if (lines.some(({ state }) => state === 'untold')) return { word: 'CANNOT BE TOLD', exitCode: 3 };
  return { word: 'VERIFIED', exitCode: 0 };
}

function requiredBy(text = ''): ReadonlySet<Requirement> {
  const names = text.split(',').map((name) => name.trim());
  const isOne = (name: string): name is Requirement => requirements.some((one) => one === name);
  const odd = names.find((name) => name !== '' && !isOne(name));
  if (odd !== undefined)
    throw new ConfigurationError({
      setting: '--require',
      found: quoted(odd),
      expected: requirements.join(', '),
      remedy: 'Separate several by commas.',
    });
  return new Set(names.filter(isOne));
}

/** A certificate may be named by its folder, or by the file in it. */
function folderOf(path: string): string {
  if (statSync(path).isDirectory()) return path;
  if (basename(path) === fileNames.certificate) return dirname(path);
  throw new ConfigurationError({
    setting: 'verify',
    found: quoted(path),
    expected: `a folder with ${fileNames.certificate}`,
    remedy: 'resource-conformance certify makes one.',
  });
}

function readable<T>(named: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError({
      setting: 'verify',
      found: `${quoted(named)}, which ${reasonOf(error)}`,
      expected: 'a certificate and files that can be read',
      remedy: 'Name the folder that certify has written.',
    });
  }
}
