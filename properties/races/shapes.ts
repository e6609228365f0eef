import type { UpdateAction } from '../../implementation/facts.ts';
import type { Caller } from '../../history/caller.ts';
import type { Stage } from '../../implementation/stage.ts';
import { changeTo } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';

/**
 * The content of an update in a race: windows and locks may depend on the kinds, the number and the size of actions.
 */
export type RaceShape =
  | 'one change'
  | 'doSomeThing'
  | 'doSomeThing twice'
  | 'doSomeThing three times'
  | 'doSomeThing, then a change'
  | 'a change, then doSomeThing'
  | 'two changes'
  | 'three to eight actions'
  | 'nine to twenty actions'
  | 'a long text';

/** Lengths of drawn lists; the longest lists race only if a list of that length was accepted alone. */
export const drawnLists = {
  'three to eight actions': { fewest: 3, most: 8 },
  'nine to twenty actions': { fewest: 9, most: 20 },
} as const;

/** The draws of an update besides its shape, as data. */
export interface DrawnContent {
  /** The number of characters in a long text; the longest if not given. */
  readonly length?: number;
  /** The actions of a drawn list, before its last change gets the identifying value; the longest list if not given. */
  readonly list?: readonly UpdateAction[];
}

/** Lists of several actions. */
export const lists: readonly RaceShape[] = [
  'doSomeThing, then a change',
  'a change, then doSomeThing',
  'two changes',
  'three to eight actions',
  'nine to twenty actions',
];

/** The shapes that race if the server refuses documented changes: of several lengths, so that they differ. */
const withoutChange: readonly RaceShape[] = ['doSomeThing', 'doSomeThing twice', 'doSomeThing three times'];

/** The number of solo updates that a shape needs: doSomeThing alone might change the version only once. */
const solosOf = (shape: RaceShape): number => (withoutChange.includes(shape) ? 3 : 1);

/** A solo update that changed the version. */
export interface Solo {
  readonly shape: RaceShape;
  readonly actions: number;
  readonly status: number;
  /** The increase of the version, if versions are whole numbers. */
  readonly distance: bigint | undefined;
}

/** The evidence of solo updates: shapes and tokens that always changed the version, their status, and the step. */
export class ShapeBook {
  readonly #solos: Solo[] = [];
  readonly #tokens: Caller[] = [];
  readonly #out = new Set<RaceShape>();
  readonly #instead: readonly RaceShape[];
  /** The shape that every server accepts that accepts any update. */
  readonly plainest: RaceShape;

  /** @param instead - the replacements for shapes that may not race, the plainest first */
  constructor(instead: readonly [RaceShape, ...RaceShape[]]) {
    this.#instead = instead;
    this.plainest = instead[0];
  }

  moves(solo: Solo): void {
    this.#solos.push(solo);
  }

  /** The shape was refused, or once kept the version: it races no more. */
  strike(shape: RaceShape): void {
    this.#out.add(shape);
  }

  isStruck(shape: RaceShape): boolean {
    return this.#out.has(shape);
  }

  /** The shape, or if it must not race, one of the replacements in turn, by its place in the round. */
  fit(shape: RaceShape, place: number): RaceShape {
    const known = [shape, this.#instead[place % this.#instead.length] ?? shape].find((one) =>
      this.knows(one),
    );
    return known ?? this.plainest;
  }

  /** Shapes for this number of different updates; fewer if there are not enough. */
  apart(count: number): readonly RaceShape[] {
    const known = this.#instead.filter((shape) => this.knows(shape));
    return known.length > 0 && withoutChange.includes(this.plainest)
      ? known.slice(0, count)
      : Array.from({ length: count }, () => this.plainest);
  }

  /** The caller's solo update was accepted and changed the version, between updates of the usual token. */
  joins(caller: Caller): void {
    this.#tokens.push(caller);
  }

  /** The caller's updates may keep the version, so they race no more. */
  leaves(caller: Caller): void {
    this.#tokens.splice(0, this.#tokens.length, ...this.#tokens.filter((one) => one !== caller));
  }

  /** The caller at that index, wrapped around; undefined means the usual caller. */
  callerAt(place: number): Caller | undefined {
    return [undefined, ...this.#tokens][place % (1 + this.#tokens.length)];
  }

  /** Whether solo updates of the shape changed the version every time. */
  knows(shape: RaceShape): boolean {
    return (
      !this.#out.has(shape) && this.#solos.filter((solo) => solo.shape === shape).length >= solosOf(shape)
    );
  }

  /** The status of an accepted update of that shape. */
  statusOf(shape: RaceShape): number | undefined {
    return this.#solos.find((solo) => solo.shape === shape)?.status;
  }

  /**
   * The next version if updates behave as solo updates did: the same step per update or per action. A wrong
   * prediction costs a round, but no verdict depends on it.
   */
  next(stated: string, actions: number): string | undefined {
    const [first] = this.#solos;
    if (first?.distance === undefined || !/^-?\d+$/.test(stated)) return undefined;
    const by = first.distance;
    if (this.#solos.every(({ distance }) => distance === by)) return String(BigInt(stated) + by);
    return first.actions === 1 && this.#solos.every((solo) => solo.distance === by * BigInt(solo.actions))
      ? String(BigInt(stated) + by * BigInt(actions))
      : undefined;
  }
}

const ofChanges: readonly RaceShape[] = ['one change', ...lists, 'a long text'];
const aloneAndInARow: readonly RaceShape[] = ['doSomeThing', 'doSomeThing', 'doSomeThing', 'one change'];

/** The replacements for shapes that may not race, the plainest first. */
export function shapesInstead(on: Stage): readonly [RaceShape, ...RaceShape[]] {
  return areChangesShut(on) ? ['doSomeThing', ...withoutChange.slice(1)] : ['one change'];
}

function areChangesShut(on: Stage): boolean {
  return anyAction(on, '').action === 'doSomeThing';
}

/** The shapes of solo updates on one calibrated resource, if they are divided among this many resources. */
export function soloShapes(on: Stage, at: number, resources: number): readonly RaceShape[] {
  if (areChangesShut(on)) return withoutChange.flatMap((shape) => [shape, shape, shape]);
  if (on.facts.moves.doSomeThing !== true) return ofChanges;
  if (resources === 1) return [...ofChanges, ...aloneAndInARow];
  return at % 2 === 0 ? ofChanges : ['one change', ...aloneAndInARow];
}

/** Characters of a long text. */
export const longText = { shortest: 300, longest: 600 } as const;

/** The actions of that shape; `canary` is the value that they leave, if they leave a value. */
export function actionsOf(
  on: Stage,
  shape: RaceShape,
  canary: string,
  { length = longText.longest, list }: DrawnContent = {},
): readonly UpdateAction[] {
  switch (shape) {
    case 'one change':
      return [changeTo(canary)];
    case 'doSomeThing':
      return [{ action: 'doSomeThing' }];
    case 'doSomeThing twice':
      return [{ action: 'doSomeThing' }, { action: 'doSomeThing' }];
    case 'doSomeThing three times':
      return [{ action: 'doSomeThing' }, { action: 'doSomeThing' }, { action: 'doSomeThing' }];
    case 'doSomeThing, then a change':
      return [{ action: 'doSomeThing' }, changeTo(canary)];
    case 'a change, then doSomeThing':
      return [changeTo(canary), { action: 'doSomeThing' }];
    case 'two changes':
      return [changeTo(on.canary()), changeTo(canary)];
    case 'three to eight actions':
    case 'nine to twenty actions':
      return leaving(allOpen(on, list ?? longestList(drawnLists[shape].most)), canary);
    case 'a long text':
      return [changeTo(canary.padEnd(length, ' and so on'))];
  }
}

/** Both actions in turn: the list of that length if no list was drawn. */
function longestList(length: number): readonly UpdateAction[] {
  return Array.from({ length }, (_, at) => (at % 2 === 0 ? changeTo('a') : { action: 'doSomeThing' }));
}

/** The list without actions that the server refuses although they are documented: an accepted action replaces each. */
function allOpen(on: Stage, list: readonly UpdateAction[]): readonly UpdateAction[] {
  return list.map((one) => (one.action === on.facts.shutAction ? anyAction(on) : one));
}

/** The list with that value in its last change, or, in a list without changes, in place of its last action. */
function leaving(list: readonly UpdateAction[], canary: string): readonly UpdateAction[] {
  const lastChange = list.findLastIndex(({ action }) => action === 'changeSomeProperty');
  return list.with(lastChange < 0 ? list.length - 1 : lastChange, changeTo(canary));
}
