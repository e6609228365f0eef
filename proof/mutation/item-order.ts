import type { MeasuredItem } from './measured-battery.ts';
import type { Mutant } from './mutants.ts';

const isUnitTest = ({ name }: MeasuredItem): boolean => name.startsWith('test ');

/** The items to play with a mutant, in order: likely and quick items come first. */
export class ItemOrder {
  readonly #items: readonly MeasuredItem[];
  readonly #mostMs: number;
  /** How often an item noticed mutants of a module. */
  readonly #noticed = new Map<string, Map<string, number>>();

  /**
   * @param items - the quickest first @param mostMs - the time limit for the items of a mutant, measured in the usual
   * run, beyond unit tests
   */
  constructor(items: readonly MeasuredItem[], mostMs: number) {
    this.#items = items;
    this.#mostMs = mostMs;
  }

  noticed(module: string, by: string): void {
    const counts = this.#noticed.get(module) ?? new Map<string, number>();
    this.#noticed.set(module, counts.set(by, (counts.get(by) ?? 0) + 1));
  }

  /**
   * The items for code that runs while a module is loaded, by unknown users. They are items that reach other mutants of
   * the module, and the quick unit tests.
   */
  ofModule(module: string): readonly MeasuredItem[] {
    const meeting = this.#items.filter(({ met }) => met[module] !== undefined);
    const units = [...meeting, ...this.#items.filter(({ ms }) => ms < quickMs)].filter(isUnitTest);
    return [...new Set([...units, ...within(this.#mostMs / 2, spread(meeting))])];
  }

  /**
   * All items that reach a mutant, in this order: items that noticed its neighbours, unit tests, the reference, faults
   * of the same part, a few of each kind.
   *
   * @param first - the item that noticed the mutant earlier, with another battery
   */
  of(
    { module, index }: Pick<Mutant, 'module' | 'index'>,
    first: string | undefined,
  ): readonly MeasuredItem[] {
    const meeting = this.#items.filter(({ met }) => met[module]?.includes(index) === true);
    const counts = this.#noticed.get(module) ?? new Map<string, number>();
    const proven = meeting
      .filter(({ name }) => counts.has(name))
      .toSorted((a, b) => (counts.get(b.name) ?? 0) / b.ms - (counts.get(a.name) ?? 0) / a.ms);
    const units = meeting.filter(isUnitTest);
    const reference = meeting.filter(({ name }) => name === 'the reference');
    const before = meeting.filter(({ name }) => name === first);
    const near = meeting.filter((item) => isAbout(item, partOf(module)));
    const bits = [...spread(near), ...spread(meeting)];
    const ordered = [...before, ...proven.slice(0, mostProven), ...units, ...reference, ...bits];
    return within(this.#mostMs, [...new Set(ordered)]);
  }
}

/** The part of the contract of a module, as ids of clauses begin; modules outside all parts get the name of no part. */
function partOf(module: string): string {
  const [, section, name = ''] = /^\w+\/(?:4\.0?(\d+)|([a-z]+))/.exec(module) ?? [];
  return section === undefined ? name.charAt(0).toUpperCase() + name.slice(1) : `4.${section}`;
}

function isAbout({ outcome }: MeasuredItem, part: string): boolean {
  return outcome.failed[0]?.startsWith(`${part}/`) === true;
}

/** The items that fit into the time; unit tests count as nothing. */
function within(ms: number, items: readonly MeasuredItem[]): readonly MeasuredItem[] {
  let left = ms;
  return items.filter((item) => isUnitTest(item) || (left -= item.ms) > 0);
}

const mostProven = 12;
const quickMs = 5;

/** The quickest item of each kind, then the second of each kind, and so on. */
function spread(items: readonly MeasuredItem[]): readonly MeasuredItem[] {
  const kinds = new Map<string, MeasuredItem[]>();
  for (const item of items.filter((one) => !isUnitTest(one))) {
    const kind = kindOf(item);
    kinds.set(kind, [...(kinds.get(kind) ?? []), item]);
  }
  const longest = Math.max(0, ...[...kinds.values()].map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    [...kinds.values()].flatMap((of) => of[at] ?? []),
  );
}

/** Faults of one kind fail the same clauses; scenarios of one kind are in one file. */
function kindOf({ name, outcome }: MeasuredItem): string {
  const [kind = name] = name.split(name.startsWith('scenario ') ? ' > ' : ' ', 1);
  return kind === 'fault' ? (outcome.failed[0] ?? 'no clause') : kind;
}
