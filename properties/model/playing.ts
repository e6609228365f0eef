import { isRead } from '../../contract/reads.ts';
import { brieflyWaiting } from '../../implementation/brief-waits.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asTold } from '../../run/evidence/story.ts';
import type { Broken } from '../../run/reporting.ts';
import { drawn, drawnAgain, type SeededCase } from '../drawn-cases.ts';
import {
  boundedTries,
  partsOfPath,
  shrinkLimits,
  shrunkAgain,
  shrunkBy,
  type ShrunkCase,
} from '../shrunk-case.ts';
import { fewerCommands, type ModelHistory, type ModelCommand } from './command.ts';
import { looksAlone, takeStep } from './commands.ts';
import { checkAtFirst } from './looks.ts';
import type { AcceptedMismatch, Model } from './model.ts';
import type { ModelClause, Verdicts } from './verdicts.ts';

/** The result of the runs of the model. */
export interface ModelRuns {
  /** How often the premise of each clause was reached, over all resources. */
  readonly held: ReadonlyMap<ModelClause, number>;
  readonly broken: Verdicts['broken'];
  /** The number of commands up to the deviation. */
  readonly foundAfter: number;
  /** The fewest commands that broke the clause again, and whether they broke it. */
  readonly small: Pick<ShrunkCase<Commands>, 'value' | 'seed' | 'path' | 'again'> | undefined;
  /** How often the small plan broke the clause on further resources, if one break is not enough. */
  readonly repeats: number;
  /** A refused update had an effect, although the contract does not state whether it may be refused. */
  readonly suspect: boolean;
  /** An update with a wrong version that was accepted once, but not on repetition. */
  readonly doubt: AcceptedMismatch | undefined;
}

/** The most requests that make a broken plan small, about two per command. */
const reductionRequests = 400;

/** Clauses that are broken if the resource is not found for longer than the longest lag. */
const restingOnAbsence: readonly ModelClause[] = ['4.11/refused-delete-has-no-effect', '4.5/200-on-match'];

/** Clauses that break if only the refused write explains three resources, while another resource stays the same. */
export const shownThrice: readonly ModelClause[] = [
  '4.11/refused-delete-has-no-effect',
  '4.6/refused-create-has-no-effect',
];
/** The number of further resources, besides the first resource. */
export const furtherTimes = 2;

/** One resource, and the commands for it. */
interface Played {
  readonly model: Model;
  /** The number of commands that were carried out. */
  readonly length: number;
  /** When each command began, by the run's clock. */
  readonly began: readonly number[];
}

/** Plays commands on a resource; with `each`, on another resource each time, if there are several. */
export type Play = (on: Stage, commands: readonly ModelCommand[], each?: 'anew') => Promise<Played>;

/** A history, with the resource on which it is played. */
export interface Lane {
  readonly history: ModelHistory;
  readonly play: Play;
  readonly sibling: OwnResource | undefined;
}

/**
 * Plays the history of each lane; in a replay, the remaining part of the replayed history. The lanes run
 * concurrently: in succession they take 40 s instead of 19 s at the greatest depth, at 30 ms per request.
 */
export async function playAll(on: Stage, seed: number, lanes: readonly Lane[]): Promise<ModelRuns> {
  const isReplay = on.drawnAgain !== undefined;
  const all = await Promise.all(
    lanes
      .flatMap((lane, at) => historiesOf(on, lane, seed + at))
      .map(async ({ lane, one }) => {
        // A shortened history is replayed as it was tried: on a new resource.
        const isCut = isReplay && partsOfPath(one.path)[1] !== undefined;
        return { lane, one, ...(await lane.play(on, one.value, isCut ? 'anew' : undefined)) };
      }),
  );
  await judgeSibling(on, all);
  const held = new Map<ModelClause, number>();
  for (const [clause, count] of all.flatMap(({ model }) => [...model.verdicts.held]))
    held.set(clause, (held.get(clause) ?? 0) + count);
  const found = all.find(({ model }) => model.verdicts.broken !== undefined);
  const broken = found?.model.verdicts.broken;
  const small =
    found === undefined || broken === undefined
      ? undefined
      : isReplay
        ? { ...found.one, again: false }
        : await reduced(on, broken, found);
  return {
    held,
    broken,
    foundAfter: found?.length ?? 0,
    small,
    repeats:
      found !== undefined &&
      small !== undefined &&
      broken !== undefined &&
      shownThrice.includes(broken.clause)
        ? await repeated(on, broken.clause, { lane: found.lane, commands: small.value })
        : 0,
    suspect: all.some(({ model }) => model.refused.isSuspect),
    doubt: all.find(({ model }) => model.doubt !== undefined)?.model.doubt,
  };
}

/** Reads, once, the resource that belongs to none of these histories. */
async function judgeSibling(on: Stage, all: readonly { readonly lane: Lane; readonly model: Model }[]) {
  const sibling = all.find(({ lane }) => lane.sibling !== undefined)?.lane.sibling;
  if (sibling === undefined) return;
  const read = await readOwn(on, sibling);
  for (const { model } of all) model.brought.judge(read);
}

type Commands = readonly ModelCommand[];
type Case = SeededCase<Commands>;

/** A history to play, with its lane. */
interface Drawn {
  readonly lane: Lane;
  readonly one: Case;
}

/** The history of the lane; in a replay, the remaining part of the replayed history. */
function historiesOf(on: Stage, lane: Lane, seed: number): readonly Drawn[] {
  const again = on.drawnAgain;
  if (again === undefined) return drawn(lane.history, seed, 1).map((one) => ({ lane, one }));
  if (again.seed !== (seed | 0)) return [];
  return leftOf(lane, again).map((value) => ({ lane, one: { ...again, value } }));
}

/** The remaining part of the lane's history under that path. */
function leftOf(lane: Lane, { seed, path }: Pick<Case, 'seed' | 'path'>): readonly Commands[] {
  const at = path.lastIndexOf(lookedAfter);
  const shrunk = (beginning: Commands, by: string): Commands =>
    shrunkAgain(beginning, fewerCommands(beginning), { seed, path: by });
  if (at >= 0) {
    const by = path.slice(at + 1);
    const [afterMs] = partsOfPath(by);
    return leftOf(lane, { seed, path: path.slice(0, at) }).map((commands) =>
      shrunk(withLook(commands, Number(afterMs)), by),
    );
  }
  const [from] = partsOfPath(path);
  const [drawnBy = '', length] = from.split(cutAfter);
  return drawnAgain([lane.history], { seed, path: drawnBy }).map(({ value }) =>
    shrunk(length === undefined ? value : value.slice(0, Number(length)), path),
  );
}

/** Separates, in a path, the draw of a history from the number of executed commands. */
const cutAfter = '@';
/** In a path, separates the rest of a history from the milliseconds before one more read. */
const lookedAfter = '~';

function withLook(commands: Commands, afterMs: number): Commands {
  return [...commands, { do: 'read', afterMs }];
}

/** The plan on further resources; after a missing one only deletes count, since any refused write may remove it. */
async function repeated(
  on: Stage,
  clause: ModelClause,
  { lane, commands }: { readonly lane: Lane; readonly commands: readonly ModelCommand[] },
): Promise<number> {
  const plan =
    clause === '4.11/refused-delete-has-no-effect'
      ? commands.filter((one) => one.do === 'update' || looksAlone.has(one.do))
      : commands;
  let repeats = 0;
  for (let time = 0; time < furtherTimes; time += 1) {
    const { model } = await lane.play(on, plan, 'anew');
    const control = lane.sibling === undefined ? undefined : await readOwn(on, lane.sibling);
    if (model.verdicts.broken?.clause === clause && control?.succeeded !== false) repeats += 1;
  }
  return repeats;
}

/** Executes commands as long as they may show something new. */
export async function carryOut(on: Stage, model: Model, commands: readonly ModelCommand[]): Promise<Played> {
  const began: number[] = [];
  if (model.isAgain || on.drawnAgain !== undefined) await checkAtFirst(on, model, commands);
  for (const command of commands) {
    if (model.verdicts.isOver) break;
    began.push(on.clock.now());
    await takeStep(on, model, command);
  }
  return { model, length: began.length, began };
}

/** A refused write needs only two commands: the write, and a read. */
const fewCommands = 3;
/** After this many milliseconds, no read is worth the wait. */
const latestLookMs = 5_000;

/** A late effect does not recur without the commands in between, so a read after the same time replaces these. */
async function reduced(
  on: Stage,
  { clause, broken }: NonNullable<Verdicts['broken']>,
  found: Drawn & Played,
): Promise<NonNullable<ModelRuns['small']>> {
  const { lane, one, length } = found;
  const upTo = (count: number): Case => ({
    value: one.value.slice(0, count),
    seed: one.seed,
    path: `${one.path}${cutAfter}${count}`,
  });
  const small = await shrunk(on, clause, lane, upTo(length));
  const late = lateBy(broken, found);
  if ((small.again && small.value.length <= fewCommands) || late === undefined) return small;
  const { value, seed, path } = upTo(late.length);
  const looked = { value: withLook(value, late.ms), seed, path: `${path}${lookedAfter}${late.ms}` };
  const later = await shrunk(on, clause, lane, looked);
  return later.again && (!small.again || later.value.length < small.value.length) ? later : small;
}

/** The time from a write to its effect, and the commands up to that write; undefined if no read shows it. */
function lateBy(
  { exchanges }: Broken,
  { began }: Played,
): { readonly ms: number; readonly length: number } | undefined {
  const told = asTold(exchanges).map(({ exchange }) => exchange);
  const look = told.at(-1);
  const write = told.findLast(({ request }) => !isRead(request));
  if (look === undefined || write === undefined || look === write) return undefined;
  const ms = Math.ceil(look.outcome.sentAt - write.outcome.sentAt);
  const length = began.filter((at) => at <= write.outcome.sentAt).length;
  return ms > 0 && ms <= latestLookMs && length > 0 ? { ms, length } : undefined;
}

async function shrunk(on: Stage, clause: ModelClause, lane: Lane, one: Case): Promise<ShrunkCase<Commands>> {
  const hurried = brieflyWaiting(on);
  // If reads lag, a resource that is not found immediately may exist nevertheless.
  const stage = on.facts.lags && restingOnAbsence.includes(clause) ? on : hurried;
  const limits = shrinkLimits(on, reductionRequests);
  let requests = 0;
  const fails = async (commands: Commands): Promise<boolean> => {
    const { model, length: carriedOut } = await lane.play(stage, commands, 'anew');
    requests += 2 * (1 + carriedOut);
    return model.verdicts.broken?.clause === clause;
  };
  const tries = boundedTries(fails, {
    ...limits,
    isOver: () => requests > reductionRequests || limits.isOver?.() === true,
  });
  return await shrunkBy(one, fewerCommands(one.value), tries);
}
