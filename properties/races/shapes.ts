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

/** Bounds of the lists that are drawn; the longest races only if a list as long was accepted alone. */
export const drawnLists = {
  'three to eight actions': { fewest: 3, most: 8 },
  'nine to twenty actions': { fewest: 9, most: 20 },
} as const;

/** The draws of an update besides its shape, as data. */
export interface DrawnContent {
  /** Characters of a long text; the longest unless given. */
  readonly length?: number;
  /** The actions of a drawn list, before its last change gets its identifying value; the longest unless given. */
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

/** The racing updates if changes are refused though documented: of several lengths, so that they differ. */
const withoutChange: readonly RaceShape[] = ['doSomeThing', 'doSomeThing twice', 'doSomeThing three times'];

/** Solo updates without which a shape does not race: doSomeThing alone might change something only once. */
const solosOf = (shape: RaceShape): number => (withoutChange.includes(shape) ? 3 : 1);

/** A solo update that changed the version. */
export interface Solo {
  readonly shape: RaceShape;
  readonly actions: number;
  readonly status: number;
  /** The increase, if versions are whole numbers. */
  readonly distance: bigint | undefined;
}

/**
 * The evidence of solo updates: the shapes and the tokens that changed the version each time, their status, and the
 * step.
 */
export class ShapeBook {
  readonly #solos: Solo[] = [];
  readonly #tokens: Caller[] = [];
  readonly #out = new Set<RaceShape>();
  readonly #instead: readonly RaceShape[];
  /** Accepted by every server that accepts any update. */
  readonly plainest: RaceShape;

  /** @param instead - the replacements for shapes that may not race, the plainest first */
  constructor(instead: readonly [RaceShape, ...RaceShape[]]) {
    this.#instead = instead;
    this.plainest = instead[0];
  }

  moves(solo: Solo): void {
    this.#solos.push(solo);
  }

  /** It was refused, or kept the version once: it races no more. */
  strike(shape: RaceShape): void {
    this.#out.add(shape);
  }

  isStruck(shape: RaceShape): boolean {
    return this.#out.has(shape);
  }

  /** The shape, or a replacement if the shape must not race: each replacement in turn, by its place in the round. */
  fit(shape: RaceShape, place: number): RaceShape {
    const known = [shape, this.#instead[place % this.#instead.length] ?? shape].find((one) =>
      this.knows(one),
    );
    return known ?? this.plainest;
  }

  /** Shapes of this number of different updates; fewer if there are not enough. */
  apart(count: number): readonly RaceShape[] {
    const known = this.#instead.filter((shape) => this.knows(shape));
    return known.length > 0 && withoutChange.includes(this.plainest)
      ? known.slice(0, count)
      : Array.from({ length: count }, () => this.plainest);
  }

  /** Its solo update was accepted and changed the version, between solo updates of the usual token. */
  joins(caller: Caller): void {
    this.#tokens.push(caller);
  }

  /** Its updates perhaps keep the version, so they race no more. */
  leaves(caller: Caller): void {
    this.#tokens.splice(0, this.#tokens.length, ...this.#tokens.filter((one) => one !== caller));
  }

  /** The caller at that place, counted in turn; undefined is the usual caller. */
  callerAt(place: number): Caller | undefined {
    return [undefined, ...this.#tokens][place % (1 + this.#tokens.length)];
  }

  /** Whether solo updates showed it to change the version, each time. */
  knows(shape: RaceShape): boolean {
    return (
      !this.#out.has(shape) && this.#solos.filter((solo) => solo.shape === shape).length >= solosOf(shape)
    );
  }

  /** The status that says that an update of that shape was accepted. */
  statusOf(shape: RaceShape): number | undefined {
    return this.#solos.find((solo) => solo.shape === shape)?.status;
  }

  /**
   * The expected next version, if updates behave as solo updates did: the same step per update, or per action.
   * A wrong guess costs a round, and no verdict rests on it.
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

/** Shapes of the solo updates on the calibrated resources, divided among this many. */
export function soloShapes(on: Stage, at: number, resources: number): readonly RaceShape[] {
  if (areChangesShut(on)) return withoutChange.flatMap((shape) => [shape, shape, shape]);
  if (on.facts.moves.doSomeThing !== true) return ofChanges;
  if (resources === 1) return [...ofChanges, ...aloneAndInARow];
  return at % 2 === 0 ? ofChanges : ['one change', ...aloneAndInARow];
}

/** Characters of a long text. */
export const longText = { shortest: 300, longest: 600 } as const;

/** Actions of that shape; the canary is the value that they leave, if they leave any. */
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

/** Both actions in turn: the list of that length if none was drawn. */
function longestList(length: number): readonly UpdateAction[] {
  return Array.from({ length }, (_, at) => (at % 2 === 0 ? changeTo('a') : { action: 'doSomeThing' }));
}

/** A list of the same length, with an accepted action in place of an action that is refused though documented. */
function allOpen(on: Stage, list: readonly UpdateAction[]): readonly UpdateAction[] {
  return list.map((one) => (one.action === on.facts.shutAction ? anyAction(on) : one));
}

/** The list with that value in its last change, or, in a list without changes, in place of its last action. */
function leaving(list: readonly UpdateAction[], canary: string): readonly UpdateAction[] {
  const lastChange = list.findLastIndex(({ action }) => action === 'changeSomeProperty');
  return list.with(lastChange < 0 ? list.length - 1 : lastChange, changeTo(canary));
}
