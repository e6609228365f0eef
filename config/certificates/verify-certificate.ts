import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../../clause/report.ts';
import { differingMembers } from '../../tape/differing-members.ts';
import { asText, certificateOf, claimLine, digestOf, fileNames, type Certificate } from './certificate.ts';
import { bundled } from './lines/bundled.ts';
import { challenged } from './lines/challenged.ts';
import { claimed } from './lines/claimed.ts';
import { signed } from './lines/signed.ts';
import { valid } from './lines/valid.ts';
import { refuted, type Verified } from './lines/verified.ts';
import { digestsOf, type PackageFiles } from './package-files.ts';
import { readFiles, type ReadFiles } from './read-files.ts';
import { rejudge, type Judge } from './rejudge.ts';
import { renderingsOf } from './renderings.ts';
import { tarballCommandLine } from '../../reporters/commands/command-line.ts';
import type { Requirement } from './requirements.ts';
import type { SelfCheck } from './self-check.ts';

/** What there is to verify, and by what. */
export interface Verification extends Judge {
  readonly files: PackageFiles;
  /** A sealed tape, which its owner has handed over. */
  readonly tape?: Uint8Array | undefined;
  /** The text of a file of allowed signers. */
  readonly allowedSigners?: string | undefined;
  readonly required: ReadonlySet<Requirement>;
  readonly now: Date;
  /** What the suite tries itself on by a seed, and what comes of it. */
  readonly checkItself: (seed: number) => Promise<SelfCheck>;
}

/** What a certificate proves and what it does not: judged again, from its files alone. */
export async function verifyCertificate(verification: Verification): Promise<{
  readonly title: string;
  readonly lines: readonly Verified[];
}> {
  const { files, required, now } = verification;
  const read = readFiles(files);
  if (typeof read === 'string') return { title: 'certificate', lines: [refuted('intact', read)] };
  const { certificate } = read;
  const title = claimLine(certificate);
  const whole = intact(read, files);
  if (whole.state !== 'holds') return { title, lines: [whole] };
  const { baseUrl } = certificate.target;
  const lines: readonly Verified[] = [
    whole,
    ...(await judgedAgain(read, verification)),
    signed(read, verification),
    ...bundled(read, files),
    challenged(certificate, required),
    ...claimed(certificate, required),
    ...valid(certificate, now),
    {
      about: 'not proved',
      state: 'said',
      text: `that ${baseUrl} gave these answers, or that it is what runs in production; to ask it: verify --against ${baseUrl}`,
    },
  ];
  return { title, lines };
}

/** A certificate says nothing by itself: each of its members follows from the files beside it. */
function intact({ certificate, text, report }: ReadFiles, { octets }: PackageFiles): Verified {
  const files = digestsOf(octets);
  const listed = new Set(Object.keys(certificate.files));
  const isMissed = (name: string): boolean =>
    !Object.hasOwn(files, name) && !(certificate.sealed === true && name === fileNames.tape);
  const flaws = [
    ...Object.keys(files).flatMap((name) => (listed.has(name) ? [] : [`${name} is not listed`])),
    ...[...listed].filter(isMissed).map((name) => `${name} is missing`),
    ...Object.entries(files).flatMap(([name, digest]) =>
      listed.has(name) && certificate.files[name] !== digest ? [`${name} differs from what is listed`] : [],
    ),
  ];
  const followed = followedFrom(report, certificate);
  if (followed === undefined) flaws.push(`${fileNames.report} is no report`);
  else if (asText(followed) !== Buffer.from(text).toString()) {
    const differing = differingMembers(certificate, JSON.parse(JSON.stringify(followed)) as unknown);
    flaws.push(
      `${fileNames.certificate} does not follow from the report: ${differing.slice(0, 3).join(', ') || 'its text'}`,
    );
  }
  const [first] = flaws;
  return first === undefined
    ? { about: 'intact', state: 'holds', text: `${listed.size} files as listed` }
    : refuted('intact', first);
}

/** The certificate of that report; undefined where it is none. */
function followedFrom(report: Report, certificate: Certificate): Certificate | undefined {
  const { selfCheck, seedFrom, sealed = false, signer, files } = certificate;
  try {
    return certificateOf({ report, selfCheck, nonce: seedFrom?.nonce, sealed, signer, files });
  } catch {
    return undefined;
  }
}

async function judgedAgain(
  { certificate, report, profile }: ReadFiles,
  { files, tape: handedOver, plan, judge: own, checkItself }: Verification,
): Promise<readonly Verified[]> {
  const about = 're-judged';
  const { judge, version } = certificate.suite;
  if (judge !== own)
    return [
      {
        about,
        state: 'untold',
        text: `by nobody: this is judge ${own}; judge ${judge} is that of version ${version}. its tarball is in the release: ${tarballCommandLine(version, 'verify', '<folder>')}`,
      },
    ];
  const tape = files.octets.get(fileNames.tape) ?? handedOver;
  if (tape === undefined)
    return [
      { about, state: 'untold', text: 'the tape is sealed; ask its owner for it, and name it: --tape FILE' },
    ];
  if (digestOf(tape) !== certificate.files[fileNames.tape])
    return [refuted(about, 'the tape is not the one that is certified')];
  const [again, check] = await Promise.all([
    rejudge(tape, { report, profile }, { plan, judge: own }),
    checkItself(certificate.run.seed),
  ]);
  const { events, tests } = again;
  const [first = renderedOtherwise(certificate, report, files)] = again.refuted;
  if (first !== undefined) return [refuted(about, first)];
  const { faults, habits, trivial, unexpected } = check;
  return [
    {
      about,
      state: 'holds',
      text: `${tests} tests from ${events} events: the same report, by judge ${own}, which is mine`,
    },
    unexpected.length === 0 && isDeepStrictEqual(check, certificate.selfCheck)
      ? {
          about: 'self-check',
          state: 'holds',
          text: `${[...faults, ...habits, ...trivial].length} servers drawn by the seed (faults, a habit, a trivial one): ${unexpected.length} come out otherwise`,
        }
      : refuted('self-check', 'what the seed draws comes out otherwise here'),
  ];
}

/** Renderings are for people: they say what the report says, or the folder is refuted. */
function renderedOtherwise(
  certificate: Certificate,
  report: Report,
  { octets }: PackageFiles,
): string | undefined {
  const [name] =
    [...renderingsOf(certificate, report)].find(
      ([file, text]) => octets.has(file) && Buffer.from(octets.get(file) ?? []).toString() !== text,
    ) ?? [];
  return name === undefined ? undefined : `${name} says something else than the report`;
}
