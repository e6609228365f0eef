import fc from 'fast-check';
import { shrinkingAs, shrinkingTo } from '../arbitraries/shrinking-as.ts';

/**
 * One step of the model: a read, an update with the actual version, with one that was left, with one far away, or with
 * the one that is likely to follow, a write or a read by a caller who may not (an update by a caller of whom the contract
 * does not say whether he may), the existence check, and an update of another resource; and, on a resource that overwrites reach,
 * an overwrite by a caller who may and by one who may not.
 */
export type ModelCommand =
  | { readonly do: 'read' | 'update' | 'update another' | 'update ahead' | 'overwrite' }
  | { readonly do: 'stale update'; readonly back: number }
  | { readonly do: 'far update'; readonly distance: number }
  | {
      readonly do: 'refused create' | 'refused delete' | 'refused overwrite' | 'refused read' | 'refused query' | 'foreign update' | 'check existence';
      readonly as: number;
    }; // prettier-ignore

type Commands = fc.Arbitrary<ModelCommand>;

const update: ModelCommand = { do: 'update' };
/** A look at what all before it has left. */
const read: ModelCommand = { do: 'read' };

const plain = (command: 'read' | 'update' | 'update another' | 'update ahead' | 'overwrite'): Commands =>
  fc.constant({ do: command });

/** By callers in turn, round and round. */
const byCallers = (
  command:
    | 'refused create'
    | 'refused delete'
    | 'refused overwrite'
    | 'refused read'
    | 'refused query'
    | 'foreign update'
    | 'check existence',
): Commands => fc.nat({ max: 11 }).map((as): ModelCommand => ({ do: command, as }));

const stale = fc.nat({ max: 12 }).map((back): ModelCommand => ({ do: 'stale update', back }));
const far = fc
  .integer({ min: 100, max: 9_000 })
  .map((distance): ModelCommand => ({ do: 'far update', distance }));

const wrong: readonly Commands[] = [stale, plain('update ahead'), far];
/** It falls to the history of the last resource alone: nobody else may write to the other one meanwhile. */
const updateAnother = plain('update another');
const others: readonly Commands[] = [
  byCallers('check existence'),
  byCallers('foreign update'),
  updateAnother,
  byCallers('refused read'),
  byCallers('check existence'),
  byCallers('refused query'),
  updateAnother,
  byCallers('refused read'),
];
/** The commands of which each is drawn once, in any order. */
function inAnyOrder(commands: readonly Commands[]): fc.Arbitrary<readonly ModelCommand[]> {
  return fc.tuple(...commands).chain((drawn) => fc.shuffledSubarray([...drawn], { minLength: drawn.length }));
}

/** One of some kinds, in turn. */
function inTurn(kinds: readonly Commands[], at: number): readonly Commands[] {
  return kinds.slice(at % kinds.length).slice(0, 1);
}

/** Some commands, among them each write by a caller who may not, a wrong version, and one of the seldom ones. */
function run(at: number): fc.Arbitrary<readonly ModelCommand[]> {
  const refused = [byCallers('refused create'), byCallers('refused delete')];
  return inAnyOrder([...refused, ...inTurn(wrong, at), ...inTurn(others, at), plain('update')]);
}

/** Beside the overwrite by a caller who may not, in turn: what an update makes of it shows in a read. */
const beside: readonly (readonly Commands[])[] = [[plain('update')], [stale], [plain('overwrite')], []];

/** The same on a resource that overwrites reach. */
function runWithOverwrites(at: number): fc.Arbitrary<readonly ModelCommand[]> {
  const more = at % 8 < 5 ? (beside[at % beside.length] ?? []) : [];
  const commands = inAnyOrder([byCallers('refused overwrite'), ...more]);
  return at % beside.length === 0 ? commands.map((drawn) => [...drawn, read]) : commands;
}

/** What is done to one resource. */
export type History = fc.Arbitrary<readonly ModelCommand[]>;

/**
 * Histories of resources, one each: the first is updated until its history is long, the others are dealt the further runs.
 * At last every caller who finds what there is looks at one of the resources: whoever found it then finds it still.
 */
export function histories(of: {
  readonly resources: number;
  readonly runs: number;
  /** Updates of the first one, at least. */
  readonly updates: number;
  /** Callers whose existence check finds what there is. */
  readonly finders: number;
}): readonly History[] {
  const { resources, runs, updates, finders } = of;
  return Array.from({ length: resources }, (_, lane) => {
    // Updates of another resource fall to the last one alone; the other runs shorten what it takes to make a history long.
    const mine = Array.from({ length: runs }, (__, at) => at).filter(
      (at) => lane === (others[at % others.length] === updateAnother ? resources - 1 : 0),
    );
    const looks = Array.from({ length: finders }, (__, as): ModelCommand => ({ do: 'check existence', as }));
    return fc.tuple(fc.tuple(...mine.map(run)), fc.tuple(far)).map(([drawn, last]) => {
      const commands = drawn.flat();
      const fewer = updates - commands.filter((command) => command.do === 'update').length;
      const more = Array.from({ length: lane === 0 ? Math.max(0, fewer) : 0 }, () => update);
      const atLast = lane === 0 ? last : [];
      return [...commands, ...atLast, ...more, ...looks.filter((__, as) => as % resources === lane), read];
    });
  });
}

/** The history of a resource that overwrites reach; the last of them leaves it in a known state. */
export function historyWithOverwrites(runs: number): History {
  return fc
    .tuple(...Array.from({ length: runs }, (_, at) => runWithOverwrites(at)))
    .map((drawn) => [...drawn.flat(), { do: 'overwrite' }]);
}

/** The first commands of a history, up to the one that showed a violation; they shrink to fewer. */
export function beginningOf(history: History, length: number): History {
  const fewer = fc.array(
    shrinkingTo(plain('read'), () => undefined),
    { maxLength: Math.max(1, length) },
  );
  return shrinkingAs(
    history.map((commands) => commands.slice(0, length)),
    fewer,
  );
}
