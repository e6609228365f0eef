import { isDeepStrictEqual } from 'node:util';
import { buildReport } from '../../clause/build-report.ts';
import type { Report } from '../../clause/report.ts';
import type { Plan } from '../../implementation/plan.ts';
import { depths } from '../../run/options.ts';
import { differingMembers } from '../../tape/differing-members.ts';
import { readTape } from '../../tape/read-tape.ts';
import type { Tape } from '../../tape/tape.ts';
import { UnreadableTape } from '../../tape/tape.ts';
import { contractDocument, suiteVersion } from '../packaging/package-folder.ts';
import { reportNames, scriptFolder } from '../../reporters/files/replace-report.ts';
import { withoutTrials, withScriptsAsIn } from '../../reporters/reproduce/report-scripts.ts';
import type { LoadedProfile } from '../profile/profile.ts';
import { runOptions } from '../runs/run-equipment.ts';
import { judgeTape } from '../runs/tapes/judged-tape.ts';
import type { Told } from '../runs/tapes/recorded-run.ts';
import { toldBy } from '../runs/tapes/told.ts';
import { statedTests } from '../runs/tapes/stated-tests.ts';

/** What came of judging a tape again. */
export interface Rejudged {
  /** Why it does not bear out the report; empty where it does. */
  readonly refuted: readonly string[];
  readonly events: number;
  readonly tests: number;
}

/** Who judges again: the plan of a suite, and the digest of its code. */
export interface Judge {
  readonly plan: Plan;
  readonly judge: string;
}

/** Members of a report that come from the process that wrote it. */
const notTaped = ['/run/durationMs'];

/** Judges the tape of a certified run again: of everything that this suite states, at the depth of certificates. */
export async function rejudge(
  octets: Uint8Array,
  certified: { readonly report: Report; readonly profile: LoadedProfile },
  by: Judge,
): Promise<Rejudged> {
  try {
    const tape = readTape(octets);
    const told = toldBy(tape);
    const odd = oddIn(told, tape, by, certified);
    if (odd.length > 0) return { refuted: odd, events: tape.events.length, tests: 0 };
    const { diverged, input, judged } = await judgeTape(tape, by.plan);
    const { report } = certified;
    const scripting = { folder: scriptFolder(reportNames.full), profile: input.profile };
    const made = withScriptsAsIn(report, buildReport(input).report, scripting);
    const again: unknown = JSON.parse(JSON.stringify(made));
    return {
      events: tape.events.length,
      tests: judged,
      refuted:
        diverged === undefined
          ? differingMembers(withoutTrials(report), again)
              .filter((pointer) => !notTaped.includes(pointer))
              .map((pointer) => `the tape yields another report: ${pointer}`)
          : [`the run diverges from its tape at operation ${diverged.n}`],
    };
  } catch (error) {
    if (error instanceof UnreadableTape)
      return { refuted: [`the tape: ${error.message}`], events: 0, tests: 0 };
    // What a tape says may be of any form.
    const why = error instanceof Error ? error.message : String(error);
    return { refuted: [`the tape is none of a run: ${why}`], events: 0, tests: 0 };
  }
}

/** What a tape says of its run that no certified run would: less than everything was judged, or something else. */
function oddIn(
  told: Told,
  tape: Tape,
  { plan, judge }: Judge,
  { profile: { profile, sha256 } }: { readonly profile: LoadedProfile },
): readonly string[] {
  const { module, options, opened, heldAgainst } = told;
  const { facts, selected } = module;
  const run = runOptions(options);
  const stated = statedTests(plan, run);
  const names = new Set(stated.map(({ name }) => name));
  const titles = new Set(stated.map(({ title }) => title));
  const suite = { ...suiteVersion(), judge, contract: contractDocument() };
  const mustHold: readonly (readonly [string, boolean])[] = [
    ['the tape ends early', tape.cut === undefined],
    [
      'more was hidden on the tape than the run was shown (a secret given back, or one of few characters)',
      tape.hidden.length === 0,
    ],
    ['clauses were left out', isSame(names, selected) && isSame(titles, opened)],
    ['the depth is not that of certificates', isDeepStrictEqual(options.depth, depths.certify)],
    ['the depth is not that of certificates', facts.settings.depth === depths.certify.name],
    ['evidence was withheld', options.evidence === 'full'],
    ['the run only read', !options.readOnly && facts.settings.readOnly === undefined],
    ['the run was held against something', Object.keys(heldAgainst ?? {}).length === 0],
    ['incomplete was allowed', !facts.settings.allowIncomplete],
    ['the suite is another', isDeepStrictEqual(facts.suite, suite)],
    ['the profile is another', isDeepStrictEqual(facts.profile, options.profile)],
    ['the profile is another', isDeepStrictEqual(options.profile, profile)],
    ['the profile is another', [undefined, sha256].includes(facts.target.profileSha256)],
    ['the seed is another', facts.settings.seed === options.seed],
    ['the run is another', facts.run.id === options.runId],
    ['the server is another', facts.target.baseUrl === options.baseUrl],
    ['the project is another', facts.target.projectKey === options.projectKey],
    ['the limits are others', isDeepStrictEqual(facts.settings.without, options.without)],
    ['the consents are others', isDeepStrictEqual(facts.settings.consent, options.consent)],
    ['it was a part of a run', facts.shard === undefined],
  ];
  return [...new Set(mustHold.flatMap(([text, holds]) => (holds ? [] : [text])))];
}

function isSame(stated: ReadonlySet<string>, told: readonly string[]): boolean {
  return told.length === stated.size && told.every((one) => stated.has(one));
}
