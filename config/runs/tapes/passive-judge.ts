import type { Clause } from '../../../clause/clause.ts';
import { statedDeclarations } from '../../../clause/declared.ts';
import { judgeCheck, type Judgement } from '../../../clause/judgement.ts';
import { notTested } from '../../../clause/thrown.ts';
import { TargetHost } from '../../../implementation/host/target-host.ts';
import { nothingLearnt } from '../../../implementation/learnt.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { History } from '../../../history/history.ts';
import { unlessNothingIsThere } from '../../../run/nothing-is-there.ts';
import { createEngine } from '../../../run/engine.ts';
import { recordedRaces } from '../../../properties/races/recorded-races.ts';
import { exchangesOn } from '../../../tape/taped-history.ts';
import { worldOf } from '../../../tape/taped-world.ts';
import type { Outcome } from '../../../wire/exchange.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Tape } from '../../../tape/tape.ts';
import { redactionOf } from '../../secrets/brief-redaction.ts';
import { runOptions } from '../run-equipment.ts';
import { toldBy } from './told.ts';

/** What the exchanges of a tape say of one clause. */
interface PassiveJudgement {
  readonly verdict: 'pass' | 'fail' | 'warn';
  /** What deviates. */
  readonly got: readonly string[];
  /** The whole of it, of a clause that its history decides. */
  readonly judgement?: Judgement;
}

/** Clauses that the exchanges of a tape decide by themselves, and the further ones. */
export interface JudgedPassively {
  readonly judgements: ReadonlyMap<string, PassiveJudgement>;
  readonly notJudgedAgain: readonly string[];
}

const raceClause = '4.10/one-winner';

/** What a check may use where nothing can be asked for: all that it knows without the run, and what was recorded. */
const usable: ReadonlySet<string> = new Set<keyof Stage>([
  'options',
  'profile',
  'callers',
  'world',
  'random',
  'seed',
  'reach',
  'clock',
  'grace',
  'phase',
  'held',
  'passed',
  'violated',
  'violatedWith',
  'undecided',
  'discarded',
  'noise',
  'observe',
  'suspect',
]);

/**
 * Judges over the exchanges of a tape what needs no further request: shapes, media types, what was recorded of statuses, and
 * histories of races. For a judge that would ask otherwise than the run did.
 */
export async function judgePassively(
  tape: Tape,
  plan: Plan,
  spend?: (events: number) => void,
): Promise<JudgedPassively> {
  const { options: plain, placeholders, opened } = toldBy(tape);
  const options = runOptions(plain);
  const { redact } = redactionOf({ secrets: placeholders, options: plain });
  const { transport, clock } = worldOf({ began: 0, events: [], bytes: { written: 0, read: 0 } });
  const engine = createEngine({ options, transport, clock, redact }, () => true);
  const host = new TargetHost(engine, nothingLearnt(engine.callers.none));
  const { history, world, callers } = engine;
  const tokens = new Map(callers.all.map((one) => [`Bearer ${one.token}`, one]));
  const known = {
    callerOf: (given: string | undefined) => (given === undefined ? callers.none : tokens.get(given)),
    isPage: (name: EndpointName, outcome: Outcome) => world.pages.isDoubtful(name, outcome),
  };
  for (const exchange of exchangesOn(tape.events, known)) {
    history.append(exchange);
    spend?.(exchange.number);
  }
  for (const page of world.pages.own) history.append(page.asOwn());
  const selected = new Set(opened);
  const judgements = new Map<string, PassiveJudgement>();
  const notJudgedAgain = statedDeclarations(plan.sections, options.profile).flatMap(({ id }): string[] =>
    selected.has(id) ? [id] : [],
  );
  for (const clause of plan.sections.flatMap(({ clauses }) => clauses)) {
    if (!selected.has(clause.id)) continue;
    const judge = () =>
      clause.id === raceClause ? racesOf(history, options.depth.raceGate) : judgeOne(host, clause);
    const isLeftOut = clause.limits.some((limit) => options.without.has(limit));
    const judged = isLeftOut ? undefined : await judge();
    if (judged === undefined) notJudgedAgain.push(clause.id);
    else judgements.set(clause.id, judged);
  }
  return { judgements, notJudgedAgain };
}

async function judgeOne(host: TargetHost, clause: Clause<Stage>): Promise<PassiveJudgement | undefined> {
  const underWay = host.begin(clause.id, clause.placing);
  try {
    if (clause.says === undefined) await clause.check?.(passive(underWay.on));
    else clause.says(underWay.on);
  } catch (error) {
    underWay.reported.caught(error);
  }
  underWay.end();
  const judgement = judgeCheck(underWay.tally(), clause);
  const judged = await unlessNothingIsThere({ name: clause.id, clause, level: clause.level }, judgement, {
    isSomethingThere: (one) => host.isSomethingThere(one),
    why: (one) => host.whyNothingIsThere(one),
    end: () => Promise.resolve(),
  });
  const told = shown(judged);
  return clause.says === undefined ? told : told && { ...told, judgement: judged };
}

function shown({ verdict, findings }: Judgement): PassiveJudgement | undefined {
  if (verdict !== 'pass' && verdict !== 'fail' && verdict !== 'warn') return undefined;
  return { verdict, got: findings.map(({ expected, got }) => `expected ${expected}, got ${got}`) };
}

/** @param required - rounds with a winner and a loser, without which nothing was shown */
function racesOf(history: History, required: number): PassiveJudgement | undefined {
  const { histories, broken } = recordedRaces(history);
  const decided = histories.filter(({ operations }) =>
    ['accepted', 'refused'].every((kind) => operations.some((one) => one.kind === kind)),
  );
  if (broken.length === 0 && decided.length < required) return undefined;
  const got = broken.map(({ operations, resource, initial }) => {
    const accepted = operations.filter(({ kind }) => kind === 'accepted').length;
    return `${accepted} of ${operations.length} updates of ${resource} with version ${initial} were accepted`;
  });
  return { verdict: broken.length > 0 ? 'fail' : 'pass', got };
}

/** The stage of a check that can ask for nothing: whatever it would need of the server ends it. */
function passive(on: Stage): Stage {
  return new Proxy(on, {
    get: (stage, name) => {
      // What the run provoked is on the tape; what it found out on the way is not known.
      if (name === 'shared') return () => Promise.resolve(unknown);
      if (name === 'until') return () => Promise.resolve();
      if (name === 'defer') return (work: () => Promise<unknown>) => work();
      if (typeof name === 'string' && usable.has(name)) return Reflect.get(stage, name) as unknown;
      return needed();
    },
  });
}

/** Whoever looks into it asks for something that is on no tape. */
const unknown: unknown = new Proxy(
  {},
  { get: (_, name) => (name === 'then' ? undefined : needed()), has: needed, ownKeys: needed },
);

function needed(): never {
  throw notTested({ code: 'not-observable', text: 'it needs requests that are not on the tape' });
}
