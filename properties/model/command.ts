import fc from 'fast-check';

/**
 * One step of the model: a read, an update with the actual version, with a replaced version, with a distant
 * version, or with the likely next version, a write or a read by a caller without the right (an update by a
 * caller for whom the contract does not state it), the existence check, and an update of another resource. On
 * a resource that overwrites reach, also an overwrite by callers with and without the right.
 */
export type ModelCommand =
  /** A read; in a shortened history, it follows after this many milliseconds. */
  | { readonly do: 'read'; readonly afterMs?: number }
  | { readonly do: 'update' | 'update another' | 'update ahead' | 'overwrite' }
  | { readonly do: 'stale update'; readonly back: number; readonly actions?: number }
  | { readonly do: 'far update'; readonly distance: number; readonly actions?: number }
  | {
      readonly do: 'refused create' | 'refused delete' | 'refused overwrite' | 'refused read' | 'refused query' | 'foreign update' | 'check existence';
      readonly as: number;
    }; // prettier-ignore

type Commands = fc.Arbitrary<ModelCommand>;

/** A read that shows the effect of all earlier steps. */
const read: ModelCommand = { do: 'read' };

const plain = (command: 'update' | 'update another' | 'update ahead' | 'overwrite'): Commands =>
  fc.constant({ do: command });

/** Each caller sends the command in turn. */
const byCallers = (command: Extract<ModelCommand, { readonly as: number }>['do']): Commands =>
  fc.nat({ max: 11 }).map((as): ModelCommand => ({ do: command, as }));

/** The numbers of actions with a wrong version: a server may treat a list and a single action differently. */
const lengths = [1, 3, 1, 12];
const lengthBy = (drawn: number): number => lengths[drawn % lengths.length] ?? 1;

const stale = fc
  .nat({ max: 12 })
  .map((back): ModelCommand => ({ do: 'stale update', back, actions: lengthBy(back) }));
const far = fc
  .integer({ min: 100, max: 9_000 })
  .map((distance): ModelCommand => ({ do: 'far update', distance, actions: lengthBy(distance) }));

const wrong: readonly Commands[] = [stale, plain('update ahead'), far];
const updateAnother = plain('update another');
const others: readonly Commands[] = [
  byCallers('refused query'),
  byCallers('foreign update'),
  updateAnother,
  byCallers('refused read'),
  byCallers('foreign update'),
  byCallers('refused query'),
  updateAnother,
  byCallers('refused read'),
];
/** Commands that are drawn once each, in any order. */
function inAnyOrder(commands: readonly Commands[]): fc.Arbitrary<readonly ModelCommand[]> {
  return fc.tuple(...commands).chain((drawn) => fc.shuffledSubarray([...drawn], { minLength: drawn.length }));
}

function inTurn(kinds: readonly Commands[], at: number): readonly Commands[] {
  return kinds.slice(at % kinds.length).slice(0, 1);
}

/** Each write by a caller without the right, a wrong version, one rare command, and up to two existence checks. */
function run(at: number): fc.Arbitrary<readonly ModelCommand[]> {
  const refused = [byCallers('refused create'), byCallers('refused delete')];
  const finds = Array.from({ length: 2 - (at % 3) }, () => byCallers('check existence'));
  return inAnyOrder([...refused, ...inTurn(wrong, at), ...inTurn(others, at), ...finds, plain('update')]);
}

/** Commands beside the overwrite by a caller without the right, in turn: a read shows the effect of an update on it. */
const beside: readonly (readonly Commands[])[] = [[plain('update')], [stale], [plain('overwrite')], []];

/** Commands for a resource that overwrites reach. */
function runWithOverwrites(at: number): fc.Arbitrary<readonly ModelCommand[]> {
  const more = at % 8 < 5 ? (beside[at % beside.length] ?? []) : [];
  const commands = inAnyOrder([byCallers('refused overwrite'), ...more]);
  return at % beside.length === 0 ? commands.map((drawn) => [...drawn, read]) : commands;
}

export type ModelHistory = fc.Arbitrary<readonly ModelCommand[]>;

/**
 * `fc.commands` is not used. Of 500 lists of that length, 232 lacked one of the kinds altogether, and none
 * had the updates that make a history long. And its shrinking has a path of its own, beside seed and path.
 *
 * One history per resource: the first resource is updated until its history is long, with wrong versions in
 * between; the other resources get the runs. At the end, every caller who may find resources checks one of
 * them: a caller who found it before still finds it.
 */
export function histories(of: {
  readonly resources: number;
  readonly runs: number;
  /** The least number of updates of the first resource. */
  readonly updates: number;
  /** The number of callers whose existence check finds resources. */
  readonly finders: number;
}): readonly ModelHistory[] {
  const { resources, runs, updates, finders } = of;
  return Array.from({ length: resources }, (_, lane) => {
    const mine = Array.from({ length: runs }, (__, at) => at).filter((at) => lane === laneOf(at, resources));
    const looks = Array.from({ length: finders }, (__, as): ModelCommand => ({ do: 'check existence', as }));
    const long = lane === 0 ? longHistory(updates, Math.ceil(runs / 4)) : fc.constant([]);
    return fc.tuple(fc.tuple(...mine.map(run)), long).map(([drawn, more]) => {
      const known = drawn.flat().filter((command) => command.do === 'update').length;
      return [
        ...drawn.flat(),
        ...withoutSome(more, known),
        ...looks.filter((__, as) => as % resources === lane),
        read,
      ];
    });
  });
}

/** The command with this number of actions, if the command has actions. */
const carrying =
  (count: number) =>
  (command: ModelCommand): ModelCommand =>
    'actions' in command ? { ...command, actions: count } : command;

/** Updates, and wrong versions of each kind in between. */
function longHistory(updates: number, wrongs: number): fc.Arbitrary<readonly ModelCommand[]> {
  return inAnyOrder([
    ...Array.from({ length: updates }, () => plain('update')),
    // Other histories send wrong versions with single actions.
    ...Array.from({ length: wrongs }, (_, at) =>
      inTurn(wrong, at).map((one) => one.map(carrying(at % 2 === 0 ? 12 : 3))),
    ).flat(),
  ]);
}

/** The history with fewer updates, because other histories have already sent them. */
function withoutSome(commands: readonly ModelCommand[], updates: number): readonly ModelCommand[] {
  let left = updates;
  return commands.filter((command) => command.do !== 'update' || (left -= 1) < 0);
}

/** The lane of a run: only the last lane updates another resource, to which no other check may write. */
function laneOf(at: number, resources: number): number {
  const last = resources - 1;
  if (last === 0 || others[at % others.length] === updateAnother) return last;
  return 1 + (at % last);
}

/** Right after an overwrite, states its version: no other request can have replaced that version in between. */
const leftByOverwrites: readonly ModelCommand[] = [1, 3].flatMap((actions): readonly ModelCommand[] => [
  { do: 'overwrite' },
  { do: 'stale update', back: 0, actions },
]);

/** The history of a resource that overwrites reach; the last one leaves it in a known state. */
export function historyWithOverwrites(runs: number): ModelHistory {
  return fc
    .tuple(...Array.from({ length: runs }, (_, at) => runWithOverwrites(at)))
    .map((drawn) => [...drawn.flat(), ...leftByOverwrites, { do: 'overwrite' }]);
}

/** The smaller forms of the beginning of a history: fewer commands; the last usually shows the deviation. */
export function fewerCommands(commands: readonly ModelCommand[]): ModelHistory {
  return fc.subarray([...commands], { minLength: Math.min(1, commands.length) });
}
