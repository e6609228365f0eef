const moments = ['at once', 'within three seconds', 'after three seconds'] as const;

/** The dimensions in which updates differ (4.10), each with its values. */
export const dimensions = {
  states: ['the actual version', 'one left before', 'one above', 'one below', 'no integer'],
  list: ['one action', 'two', 'three to eight', 'nine to twenty'],
  kind: ['changeSomeProperty', 'doSomeThing', 'both'],
  age: moments,
  rest: moments,
  before: ['no update', 'one update', 'several updates'],
  beside: ['nothing', 'others elsewhere', 'others there'],
  after: ['the create', 'a read', 'an accepted update', 'a conflict', 'another refusal'],
} as const;

type Dimension = keyof typeof dimensions;

export type Situation = { readonly [Name in Dimension]: (typeof dimensions)[Name][number] };

export interface Combination extends Partial<Situation> {
  /** Counts only if a 409 is due: no other update shows whether the version is compared. */
  readonly isMismatch?: true;
}

const names = Object.keys(dimensions) as readonly Dimension[];

/** Whether an update cannot have these values together. */
function isImpossible(one: Combination): boolean {
  const { states, list, kind, age, rest, before, after } = one;
  const isNew = before === 'no update' || after === 'the create';
  return (
    (one.isMismatch === true && states !== undefined && !isMismatch(states)) ||
    (isNew && states === 'one left before') ||
    (isNew && age !== undefined && rest !== undefined && age !== rest) ||
    (before === 'no update' && after === 'an accepted update') ||
    (before !== undefined && before !== 'no update' && after === 'the create') ||
    (list === 'one action' && kind === 'both') ||
    (age === 'at once' && rest !== undefined && rest !== 'at once') ||
    (age === 'within three seconds' && rest === 'after three seconds')
  );
}

function isMismatch(states: Situation['states']): boolean {
  return states !== 'the actual version' && states !== 'no integer';
}

/** Updates of resources without earlier requests: lists of each length with a wrong version, and other situations. */
export const untouched: readonly Situation[] = [
  ...dimensions.list.map((list) => ofUntouched({ states: 'one above', list })),
  ofUntouched({ states: 'no integer', list: 'one action' }),
  ofUntouched({ states: 'the actual version', list: 'one action' }),
];

function ofUntouched(one: Pick<Situation, 'states' | 'list'>): Situation {
  const moment = 'after three seconds';
  return {
    ...one,
    kind: 'changeSomeProperty',
    age: moment,
    rest: moment,
    before: 'no update',
    beside: 'nothing',
    after: 'the create',
  };
}

/** All possible combinations of values of this many dimensions, by name. */
export function possible(strength: number): ReadonlyMap<string, Combination> {
  const found = namesOf(strength).flatMap((some) => valuesOf(some));
  const all = found.map((one): Combination =>
    one.states === undefined ? { ...one, isMismatch: true } : one,
  );
  return new Map(all.filter((one) => !isImpossible(one)).map((one) => [nameOf(one), one]));
}

/** The names of the combinations that an update covers. */
export function combinationsOf(situation: Combination, strength: number): readonly string[] {
  const { states } = situation;
  const counts = states === undefined ? situation.isMismatch === true : isMismatch(states);
  const known = names.filter((name) => situation[name] !== undefined);
  return namesOf(strength, known)
    .filter((some) => counts || some.includes('states'))
    .map((some) => some.map((name) => `${name} ${situation[name]}`).join(', '));
}

/** A few situations that together cover these combinations, chosen greedily. */
export function covering(missing: ReadonlyMap<string, Combination>, strength: number): readonly Situation[] {
  const open = new Map(missing);
  const rows: Situation[] = [];
  for (const [name, one] of missing) {
    if (!open.has(name)) continue;
    const row = completed(one, open, strength);
    if (row === undefined) continue;
    for (const one of [row, ...followedBy(row)])
      combinationsOf(one, strength).forEach((had) => open.delete(had));
    rows.push(row);
  }
  return rows;
}

/** The update with the actual version and the same actions, which shows that only the version of the mismatch was wrong. */
export function followedBy({ states, list, kind, age, rest, before }: Situation): readonly Combination[] {
  if (states === 'the actual version') return [];
  return [{ states: 'the actual version', list, kind, age, rest, before, after: 'a conflict' }];
}

/** The number of a situation in the space, which draws it again. */
export function numberOf(situation: Situation): number {
  return names.reduce((number, name) => {
    const values: readonly string[] = dimensions[name];
    return number * values.length + values.indexOf(situation[name]);
  }, 0);
}

/** The situation with this number; undefined if there is none. */
export function situationOf(number: number): Situation | undefined {
  let left = number;
  const values = names.toReversed().map((name) => {
    const all: readonly string[] = dimensions[name];
    const value = all[left % all.length];
    left = Math.floor(left / all.length);
    return [name, value] as const;
  });
  const situation = Object.fromEntries(values) as Situation;
  return left === 0 && Number.isSafeInteger(number) && !isImpossible(situation) ? situation : undefined;
}

/** The situation with these values; the other dimensions get the values with the most open combinations. */
function completed(
  one: Combination,
  open: ReadonlyMap<string, unknown>,
  strength: number,
): Situation | undefined {
  let row = one;
  for (const name of names.filter((other) => one[other] === undefined)) {
    const candidates = dimensions[name]
      .map((value) => ({ ...row, [name]: value }))
      .filter((next) => !isImpossible(next));
    const gain = (next: Combination): number =>
      combinationsOf(next, strength).filter((had) => open.has(had)).length;
    const [best] = candidates.toSorted((a, b) => gain(b) - gain(a));
    if (best === undefined) return undefined;
    row = best;
  }
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Situation;
}

function nameOf(one: Combination): string {
  return combinationsOf(one, names.filter((name) => one[name] !== undefined).length)[0] ?? '';
}

/** Every selection of this many dimensions. */
function namesOf(count: number, from: readonly Dimension[] = names): readonly (readonly Dimension[])[] {
  if (count === 0) return [[]];
  return from.flatMap((name, at) =>
    namesOf(count - 1, from.slice(at + 1)).map((others) => [name, ...others]),
  );
}

function valuesOf(some: readonly Dimension[]): readonly Partial<Situation>[] {
  return some.reduce<readonly Partial<Situation>[]>(
    (all, name) => all.flatMap((one) => dimensions[name].map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
