import { defined } from '../../clause/defined.ts';
import { buildReport } from '../../clause/build-report.ts';
import type { Plan } from '../../implementation/plan.ts';
import { asJson } from '../../reporters/as-json.ts';
import { readTape } from '../../tape/read-tape.ts';
import { tapeBudget, TapeTooCostly } from '../../tape/tape-budget.ts';
import { UnreadableTape, type Tape } from '../../tape/tape.ts';
import { contractDocument, suiteVersion } from '../packaging/package-folder.ts';
import { loadProfile } from '../profile/profile.ts';
import { judgeTape } from '../runs/tapes/judged-tape.ts';
import { toldBy } from '../runs/tapes/told.ts';
import { asText, certificateOf, fileNames, type Certified } from './certificate.ts';
import { digestsOf } from './package-files.ts';
import { renderingsOf } from './renderings.ts';
import { withDates } from './taped-dates.ts';
import { seedOfNonce } from './nonce.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Profile } from '../../clause/profile.ts';
import { depths } from '../../run/options.ts';
import type { Told } from '../runs/tapes/recorded-run.ts';
import { statedTests } from '../runs/tapes/stated-tests.ts';
import { runOptions } from '../runs/run-equipment.ts';

export interface Judge {
  readonly plan: Plan;
  readonly judge: string;
}

/** The data from which everything in a package follows, except its signature. */
export interface PackageSource {
  readonly tape: Uint8Array;
  readonly profileText: string;
  readonly nonce: string;
}

/**
 * Judges the tape of a certified run; states the reason if the tape is of another run. Takes only the input of the run
 * from the tape; report and seed follow from input, profile and exchanges.
 *
 * @throws TapeTooCostly
 */
export async function judgeCertified(
  { tape: octets, profileText, nonce }: PackageSource,
  { plan, judge }: Judge,
) {
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

/** The package of a run: each of its files has exactly one text. */
export function packageOf({ tape, profileText }: PackageSource, certified: Omit<Certified, 'files'>) {
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

/** The first property of a certified run that this run lacks. */
function lackOf(
  { said, options, opened, heldAgainst }: Told,
  tape: Tape,
  {
    plan,
    profile,
    suite,
  }: { readonly plan: Plan; readonly profile: Profile; readonly suite: Told['said']['suite'] },
): string | undefined {
  const titles = new Set(statedTests(plan, runOptions(options)).map(({ title }) => title));
  const isWhole = opened.length === titles.size && opened.every((title) => titles.has(title));
  const mustHold: readonly (readonly [string, boolean])[] = [
    ['the tape is of an earlier format', tape.head.tape === 2],
    ['the suite is another', isDeepStrictEqual(said.suite, suite)],
    ['the tape was changed after it was written', !tape.isChanged],
    ['the tape ends early', tape.cut === undefined],
    [
      'more was hidden on the tape than from the run (a secret that the server sent back, or a short secret)',
      tape.hidden.length === 0,
    ],
    ['clauses were left out', isWhole],
    ['the depth is not the depth of certificates', isDeepStrictEqual(options.depth, depths.certify)],
    ['evidence was withheld', options.evidence === 'full'],
    ['the run only read', !options.readOnly],
    ['only one case was played', options.drawnAgain === undefined],
    ['the run was compared with another report', Object.keys(heldAgainst ?? {}).length === 0],
    ['incomplete was allowed', !said.allowIncomplete],
    ['it was a part of a run', said.shard === undefined],
    ['the profile is another', isDeepStrictEqual(options.profile, profile)],
  ];
  return mustHold.find(([, holds]) => !holds)?.[0];
}
