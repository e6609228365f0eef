import { isDeepStrictEqual } from 'node:util';
import { tarballCommandLine } from '../../../reporters/commands/command-line.ts';
import { differingMembers } from '../../../tape/differing-members.ts';
import { TapeTooCostly } from '../../../tape/tape-budget.ts';
import { digestOf, fileNames, type Certificate } from '../certificate.ts';
import { judgeCertified, packageOf, type Judge } from '../derived-package.ts';
import type { PackageFiles } from '../package-files.ts';
import { jsonIn, type ReadFiles } from '../read-files.ts';
import type { Seed } from '../../../clause/reported/seed.ts';
import type { SelfCheck } from '../self-check.ts';
import { dated } from './dated.ts';
import { linesAbout, type Verified } from './verified.ts';

const line = linesAbout('re-judged');
const mostNamed = 3;

/** The package to judge again, and the judge. */
export interface Rejudging extends Judge {
  readonly files: PackageFiles;
  readonly tape?: Uint8Array | undefined;
  readonly now: Date;
  /** The servers on which the suite has tried itself, drawn by the seed, with the results. */
  readonly checkItself: (seed: Seed) => Promise<SelfCheck>;
}

/** Derives a package from the settings of the run and the recorded exchanges; it must equal the given package. */
export async function judgedAgain(
  { certificate, profileText }: ReadFiles,
  { files, tape: handedOver, plan, judge: own, checkItself, now }: Rejudging,
): Promise<readonly Verified[]> {
  const { seedFrom, selfCheck, sealed = false, signer, suite } = certificate;
  if (suite.judge !== own) return [byAnother(suite, own)];
  if (seedFrom === undefined) return [line.refuted('the certificate does not state the source of its seed')];
  const tape = files.octets.get(fileNames.tape) ?? handedOver;
  if (tape === undefined)
    return [line.untold('the tape is sealed; ask its owner for it, and name it: --tape FILE')];
  if (digestOf(tape) !== certificate.files[fileNames.tape])
    return [line.refuted('the tape is not the certified tape')];
  const { nonce } = seedFrom;
  const source = { tape, profileText, nonce };
  const again = await judgeCertified(source, { plan, judge: own }).catch((error: unknown) => {
    if (error instanceof TapeTooCostly) return error;
    throw error;
  });
  if (again instanceof TapeTooCostly) return [line.untold(`the tape: ${again.message}`)];
  if (typeof again === 'string') return [line.refuted(again)];
  const { report, tests, events, dates } = again;
  const made = packageOf(source, { report, selfCheck, nonce, sealed, signer });
  const odd = differingFrom(made.files, files);
  if (odd !== undefined) return [line.refuted(odd)];
  // Judges one tape after the other: two tapes at once would take twice the memory.
  const check = await checkItself(certificate.run.seed);
  const { faults, habits, trivial, unexpected } = check;
  return [
    dated(made.certificate, dates, now),
    line.holds(`${tests} tests from ${events} events: the same report, by judge ${own}, which is mine`),
    unexpected.length === 0 && isDeepStrictEqual(check, selfCheck)
      ? linesAbout('self-check').holds(
          `${[...faults, ...habits, ...trivial].length} servers drawn by the seed (faults, a habit, a trivial one): ${unexpected.length} with an unexpected result`,
        )
      : linesAbout('self-check').refuted('servers drawn by the seed get another verdict here than expected'),
  ];
}

function byAnother({ judge, version }: Certificate['suite'], own: string): Verified {
  return line.untold(
    `not verified: this is judge ${own}; judge ${judge} belongs to version ${version}. ${tarballOf(version)}`,
  );
}

/** Another release wrote the file: only the judge of that release can decide. */
export function ofEarlierRelease({ suite: { version } }: Certificate): Verified {
  return line.untold(`not verified: only version ${version} can verify it. ${tarballOf(version)}`);
}

function tarballOf(version: string): string {
  return `its tarball is in the release: ${tarballCommandLine(version, 'verify', '<folder>')}`;
}

function differingFrom(
  derived: ReadonlyMap<string, Uint8Array>,
  { octets }: PackageFiles,
): string | undefined {
  const [name, expected] =
    [...derived].find(([file, text]) => !Buffer.from(octets.get(file) ?? []).equals(text)) ?? [];
  if (name === undefined || expected === undefined) return undefined;
  if (!octets.has(name)) return `${name} is missing`;
  const found = jsonIn(octets, name);
  const pointers = found === undefined ? [] : differingMembers(found, jsonIn(derived, name));
  const where = pointers.slice(0, mostNamed).join(', ') || 'its text';
  return `${name} does not follow from the recorded exchanges: ${where}`;
}
