import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { verificationResult } from '../../config/certificates/attestation/statements.ts';
import { fileNames, type Certificate } from '../../config/certificates/certificate.ts';
import { nonceIn } from '../../config/certificates/nonce.ts';
import { readPackage, type PackageFiles } from '../../config/certificates/package-files.ts';
import {
  requirements,
  type Requirement,
  endingOf,
  type Verified,
} from '../../config/certificates/lines/verified.ts';
import type { HandedOver } from '../../config/certificates/thread/verify-here.ts';
import type { Told } from '../../config/certificates/verify-certificate.ts';
import { quoted, refusal } from '../../config/input/configuration-error.ts';
import { readOctets, readTextFile } from '../../config/input/text-file.ts';
import { judgeIdentity } from '../../config/packaging/package-folder.ts';
import type { CommandLine } from '../../config/settings/arguments.ts';
import type { Settings } from '../../config/settings/settings.ts';
import { absolute, type SettingInput } from '../../config/settings/sources.ts';
import { flagsOf, type Command } from '../help.ts';
import { attesting } from './attesting.ts';
import { readable, oneOperand } from '../start/plain-arguments.ts';
import { tableFormats, verifiedTable } from './verified-table.ts';
import { say } from '../start/say.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';
import { jsonText } from '../../reporters/visible.ts';

const flags = flagsOf({
  '--require <names>': `Further requirements for the certificate, comma-separated: ${requirements.join(', ')}`,
  '--signer <file>': 'Allowed signers, as ssh-keygen takes them; the signer has to be one of them',
  '--vendor <name>':
    'The vendor that the certificate must belong to; only the signers of that vendor are allowed',
  '--nonce <hex>': 'The nonce that you have drawn for this attempt; it has to determine the seed',
  '--drawn <time>':
    'The time at which you handed the nonce out (ISO 8601): the run began later, and the year of the certificate counts from then',
  '--against <url>':
    'If the package is verified, run the suite against that server too, with your own tokens, consent, resources and seed, and compare clause by clause',
  '--same-seed': 'With --against: the cases of the certified run',
  '--quiet-agent':
    'With --against: the requests neither name the suite nor contain any word of it, for a server that may answer the suite differently',
  '--tape <file>': 'The tape of a sealed certificate',
  '--format <name>': `The format for several certificates side by side: ${tableFormats.join(', ')} (default: markdown)`,
  '--attest <file>':
    'A private key in PEM: if the verification succeeds, write its result (in-toto) beside the folder, in an envelope signed with that key',
});

const column = 14;

/** Verifies a certificate by judging its recorded run again. */
export const verifyCommand: Command = {
  name: 'verify',
  operands: '<folder> …',
  about:
    'Verify a certificate: judge its recorded run again; print several certificates side by side. Nothing is sent or written, unless a flag says so',
  flags,
  settings: false,
  exitCodes:
    'Exit codes: 0 verified; 1 refuted; 2 usage, or no certificate; 3 undecided: another judge, a sealed tape, an unknown signer, expired, a rehearsal; 4 the verifier failed.',
  run: async (line, input) => {
    const [{ own, positionals }, { cwd }] = [line, input];
    const asked = askedBy(own, cwd);
    if (positionals.length > 1 || own['format'] !== undefined) {
      process.exitCode = await verifiedTable(line, (named) => verified(packageIn(cwd, named), asked), asked);
      return;
    }
    const named = oneOperand(
      'verify',
      line,
      'certificates/shop-api/4.2.0 --require conformant,rejudged,signed',
    );
    const handed = packageIn(cwd, named);
    const { folder, files } = handed;
    const attest = attesting(fileOf(own, cwd, 'attest'), `${folder}.svr.intoto.json`);
    const { title, lines } = await verified(handed, asked);
    const url = own['against'];
    const of = url === undefined ? '' : 'the package itself: ';
    for (const text of [`${of}${endingOf(lines).word}: ${title}`, ...lines.map(shown)]) say(text);
    const again = url === undefined ? [] : [await askedToo({ url, files, own, lines }, input)];
    for (const text of again.map(shown)) say(text);
    const { word, exitCode } = endingOf([...lines, ...again]);
    say(word);
    if (exitCode === 0 && attest !== undefined) {
      const text = Buffer.from(files.octets.get(fileNames.certificate) ?? []).toString();
      const certificate = JSON.parse(text) as Certificate;
      for (const line of attest(verificationResult(certificate, [...lines, ...again], asked))) say(line);
    }
    process.exitCode = again.some(({ about }) => about === unreached) ? 4 : exitCode;
  },
};

function askedBy(own: CommandLine['own'], cwd: string): Omit<HandedOver, 'files'> {
  const required = requiredBy(own['require']);
  const [signers, tape] = [fileOf(own, cwd, 'signer'), fileOf(own, cwd, 'tape')];
  const allowedSigners = signers && readable('--signer', signers, () => readTextFile(signers));
  const handedOver = tape && readable('--tape', tape, () => readOctets(tape));
  return {
    // An empty file allows no signer; a missing file checks no signer.
    ...(signers === undefined ? {} : { allowedSigners: allowedSigners ?? '' }),
    ...(handedOver === undefined || handedOver === '' ? {} : { tape: handedOver }),
    required,
    vendor: own['vendor'],
    nonce: nonceIn(own['nonce'], 'Use the nonce that you have handed out.'),
    drawn: momentIn(own['drawn']),
    judge: judgeIdentity(),
    now: new Date(),
  };
}

function fileOf(own: CommandLine['own'], cwd: string, flag: string): string | undefined {
  return own[flag] === undefined ? undefined : absolute(cwd, own[flag]);
}

function packageIn(cwd: string, named: string) {
  const folder = readable('verify', named, () => folderOf(absolute(cwd, named)));
  return { folder, files: readable('verify', named, () => readPackage(folder)) };
}

async function verified(
  { files }: Pick<HandedOver, 'files'>,
  asked: Omit<HandedOver, 'files'>,
): Promise<Told & Pick<HandedOver, 'files'>> {
  const { verifyWithinBounds } = await import('../../config/certificates/thread/bounded-verification.ts');
  return { files, ...(await verifyWithinBounds({ ...asked, files })) };
}

const unreached = 'not reached';

interface Asking {
  readonly url: string;
  readonly files: PackageFiles;
  readonly own: CommandLine['own'];
}

/** Compares the result with a live server; an unverified package causes no request. */
async function askedToo(
  { lines, ...asking }: Asking & { readonly lines: readonly Verified[] },
  input: SettingInput,
): Promise<Verified> {
  if (endingOf(lines).exitCode === 0) return await runAgain(asking, input);
  const text = `no request was sent to ${asking.url}: the package itself is not verified`;
  return { about: 'against', state: 'untold', text };
}

/** A run on a live server: same depth, declarations and limits, but the reader's tokens, consent and resources. */
async function runAgain({ url, files: { octets }, own }: Asking, input: SettingInput): Promise<Verified> {
  const { comparedRun } = await import('../../config/certificates/readers-profile.ts');
  const { readersProfile } = await import('../../config/certificates/readers-profile.ts');
  const { loadProfile } = await import('../../config/profile/profile.ts');
  const { loadSettings } = await import('../../config/settings/settings.ts');
  const { runAs } = await import('../programmatic/run.ts');
  const textOf = (name: string): string => Buffer.from(octets.get(name) ?? []).toString();
  const certified = JSON.parse(textOf(fileNames.report)) as Report;
  const flags = { ...input.flags, 'base-url': url, depth: 'certify' };
  const settings = loadSettings({ ...input, flags });
  const { profile, left } = readersProfile(
    loadProfile(textOf(fileNames.profile), fileNames.profile).profile,
    settings.profile,
  );
  const isQuiet = own['quiet-agent'] !== undefined;
  for (const line of saidBefore(settings, url, left, isQuiet)) say(shown(line));
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  try {
    const path = join(folder, fileNames.profile);
    writeFileSync(path, jsonText(profile));
    const { without } = certified.scope;
    const { report, exitCode } = await runAs({
      ...input,
      quiet: isQuiet,
      flags: {
        ...flags,
        profile: path,
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

const stillTold =
  'quiet: the requests contain no name, mark, word or field of the suite. A two-faced server can still recognise it by the order, pace and number of its requests, by its numbers, pictures and odd spellings, or by a token or an address that only you have';

function saidBefore(
  { projectKey, consent, readOnly, profile: { resource = {} } }: Settings,
  url: string,
  left: readonly string[],
  isQuiet: boolean,
): readonly Verified[] {
  const { sandbox = [], disposable = [] } = resource;
  const yours = [...sandbox, ...disposable].length;
  const writes = readOnly
    ? 'reads only'
    : `writes resources of its own${yours === 0 ? '' : `, and ${yours} that your profile names`}`;
  const consented = [...consent].join(', ') || 'none';
  const said = (text: string): Verified => ({ about: 'against', state: 'said', text });
  return [
    said(`${url}, project ${projectKey}: ${writes}; consent: ${consented}`),
    ...(left.length === 0
      ? []
      : [said(`without ${left.join(', ')} of the package; your own profile may contain them`)]),
    ...(isQuiet ? [said(stillTold)] : []),
  ];
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

function requiredBy(text = ''): ReadonlySet<Requirement> {
  const names = text.split(',').map((name) => name.trim());
  const isOne = (name: string): name is Requirement => requirements.some((one) => one === name);
  const odd = names.find((name) => name !== '' && !isOne(name));
  if (odd !== undefined)
    throw refusal('--require', quoted(odd), requirements.join(', '), 'Separate several values by commas.');
  return new Set(names.filter(isOne));
}

function momentIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(text) && !Number.isNaN(moment.getTime())) return moment;
  const example = 'For example: --drawn 2026-11-25T12:00:00Z';
  throw refusal('--drawn', quoted(text), 'a time as in ISO 8601', example);
}

/** A certificate may be named by its folder, or by the file in it. */
function folderOf(path: string): string {
  const folder =
    basename(path) === fileNames.certificate && !statSync(path).isDirectory() ? dirname(path) : path;
  if (existsSync(join(folder, fileNames.certificate))) return folder;
  const found = `${quoted(path)}, which ${statSync(path).isDirectory() ? 'holds' : 'is'} no certificate`;
  const expected = `a folder with ${fileNames.certificate}`;
  throw refusal('verify', found, expected, `To make one, run everything again: ${commandLine('certify')}`);
}
