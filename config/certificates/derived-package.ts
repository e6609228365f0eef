import { defined } from '../../clause/defined.ts';
import { buildReport } from '../../clause/build-report.ts';
import type { Report } from '../../clause/report.ts';
import type { Plan } from '../../implementation/plan.ts';
import { asJson } from '../../reporters/as-json.ts';
import { readTape } from '../../tape/read-tape.ts';
import { tapeBudget, TapeTooCostly } from '../../tape/tape-budget.ts';
import { UnreadableTape } from '../../tape/tape.ts';
import { contractDocument, suiteVersion } from '../packaging/package-folder.ts';
import { loadProfile } from '../profile/profile.ts';
import { judgeTape } from '../runs/tapes/judged-tape.ts';
import { toldBy } from '../runs/tapes/told.ts';
import { asText, certificateOf, fileNames, type Certificate, type Certified } from './certificate.ts';
import { lackOf } from './certified-run.ts';
import { digestsOf } from './package-files.ts';
import { renderingsOf } from './renderings.ts';
import { withDates, type TapedDates } from './taped-dates.ts';
import { seedOfNonce } from './seed-of-nonce.ts';

/** The judge: the plan of a suite, and the digest of its code. */
export interface Judge {
  readonly plan: Plan;
  readonly judge: string;
}

/** The sources of everything in a package, except its signature. */
export interface PackageSource {
  readonly tape: Uint8Array;
  readonly profileText: string;
  readonly nonce: string;
}

/** The result of a tape as the run of a certificate. */
export interface CertifiedJudging {
  readonly report: Report;
  readonly events: number;
  readonly tests: number;
  /** The time of the run, by the tape. */
  readonly dates: TapedDates;
}

/**
 * Judges the tape of a run that is certified. The tape contributes only the input of the run; report and seed follow
 * from that, from the profile and from the exchanges.
 *
 * @returns a sentence if the tape does not belong to a certified run @throws TapeTooCostly
 */
export async function judgeCertified(
  { tape: octets, profileText, nonce }: PackageSource,
  { plan, judge }: Judge,
): Promise<CertifiedJudging | string> {
  try {
    const { tape, dates } = withDates(await readTape(octets, { isWhole: true }));
    const { profile, sha256: profileSha256 } = loadProfile(profileText, fileNames.profile);
    const told = toldBy(tape);
    const suite = { ...suiteVersion(), judge, contract: contractDocument() };
    const lack = lackOf(told, tape, { plan, profile, suite });
    if (lack !== undefined) return lack;
    const { seed, baseUrl, projectKey } = told.options;
    const { embedded } = told.said;
    const { implementation } = profile;
    const asked = {
      baseUrl,
      projectKey,
      embedded,
      ...defined({ implementation: implementation && { ...implementation } }),
    };
    if (seed !== seedOfNonce(nonce, { suite, target: asked }))
      return `its seed does not follow from nonce ${nonce} and the certified implementation`;
    const { diverged, input, judged } = await judgeTape(tape, plan, tapeBudget(tape.events));
    if (diverged !== undefined) return `the run diverges from its tape at operation ${diverged.n}`;
    const { report } = buildReport({ ...input, suite, target: { ...input.target, profileSha256 } });
    return { report, events: tape.events.length, tests: judged, dates: dates() };
  } catch (error) {
    if (error instanceof TapeTooCostly) throw error;
    if (error instanceof UnreadableTape) return `the tape: ${error.message}`;
    // A tape may contain values of any form.
    return `the tape is no tape of a run: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A certificate, and all files of its package by name, except the files that vouch for the certificate. */
export interface DerivedPackage {
  readonly certificate: Certificate;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The package that follows: of one run, one text of each file. */
export function packageOf(
  { tape, profileText }: PackageSource,
  certified: Omit<Certified, 'files'>,
): DerivedPackage {
  const { report, sealed } = certified;
  const texts = new Map([
    [fileNames.report, asJson(report)],
    [fileNames.profile, profileText],
    ...renderingsOf(certificateOf({ ...certified, files: {} }), report),
  ]);
  const files = new Map<string, Uint8Array>([...texts].map(([name, text]) => [name, Buffer.from(text)]));
  files.set(fileNames.tape, tape);
  const certificate = certificateOf({ ...certified, files: digestsOf(files) });
  files.set(fileNames.certificate, Buffer.from(asText(certificate)));
  if (sealed) files.delete(fileNames.tape);
  return { certificate, files };
}
