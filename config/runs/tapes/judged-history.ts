import type { Clause } from '../../../clause/clause.ts';
import { statedDeclarations } from '../../../clause/declared.ts';
import { judgeCheck, type Judgement } from '../../../clause/judgement.ts';
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

interface SaidOfClause {
  readonly verdict: 'pass' | 'fail' | 'warn';
  readonly got: readonly string[];
  /** The judgement on the whole history; absent for a race. */
  readonly judgement?: Judgement;
}

/** The clauses that a history alone decides, and the clauses that need more. */
export type JudgedHistory = Awaited<ReturnType<typeof judgeHistory>>;

const raceClause = '4.10/one-winner';

/** Judges a tape by its sentences and races, without playing the run: for a judge whose requests would differ. */
export async function judgeHistory(tape: Tape, plan: Plan, spend?: (events: number) => void) {
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
  const judgements = new Map<string, SaidOfClause>();
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

async function judgeOne(host: TargetHost, clause: Clause<Stage>): Promise<SaidOfClause | undefined> {
  if (clause.says === undefined) return undefined;
  const underWay = host.begin(clause.id, clause.placing);
  try {
    clause.says(underWay.on);
  } catch (error) {
    underWay.reported.caught(error);
  }
  underWay.end();
  const judgement = await unlessNothingIsThere(
    { name: clause.id, clause, level: clause.level },
    judgeCheck(underWay.tally(), clause),
    {
      isSomethingThere: (one) => host.isSomethingThere(one),
      why: (one) => host.whyNothingIsThere(one),
      end: () => Promise.resolve(),
    },
  );
  return shown(judgement);
}

function shown(judgement: Judgement): SaidOfClause | undefined {
  const { verdict, findings } = judgement;
  if (verdict !== 'pass' && verdict !== 'fail' && verdict !== 'warn') return undefined;
  return { verdict, got: findings.map(({ expected, got }) => `expected ${expected}, got ${got}`), judgement };
}

/** @param required - rounds with a winner and a loser; with fewer rounds the history shows nothing */
function racesOf(history: History, required: number): SaidOfClause | undefined {
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
