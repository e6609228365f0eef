import type { UpdateAction } from '../../target/facts.ts';
import type { Random } from '../../run/random.ts';
import type { Stage } from '../../target/stage.ts';
import { changeTo } from '../../target/updates/changes.ts';

/** What an update in a race carries: windows and locks may hang on the kinds, the number and the size of actions. */
export type Shape =
  | 'one change'
  | 'doSomeThing'
  | 'doSomeThing, then a change'
  | 'a change, then doSomeThing'
  | 'two changes'
  | 'a long text';

/** Lists of several actions. */
const lists: readonly Shape[] = ['doSomeThing, then a change', 'a change, then doSomeThing', 'two changes'];

/** Solo updates without which a shape does not race: doSomeThing alone might change something only once. */
const solosOf = (shape: Shape): number => (shape === 'doSomeThing' ? 3 : 1);

/** A solo update that moved the version. */
export interface Solo {
  readonly shape: Shape;
  readonly actions: number;
  readonly status: number;
  /** By how much, where versions are whole numbers. */
  readonly distance: bigint | undefined;
}

/** What solo updates showed: the shapes that moved the version each time, with which status, and by how much. */
export class ShapeBook {
  readonly #solos: Solo[] = [];
  readonly #out = new Set<Shape>();

  moves(solo: Solo): void {
    this.#solos.push(solo);
  }

  /** It was refused, or kept the version once: it races no more. */
  strike(shape: Shape): void {
    this.#out.add(shape);
  }

  isStruck(shape: Shape): boolean {
    return this.#out.has(shape);
  }

  /** Whether solo updates showed it to move the version, each time. */
  knows(shape: Shape): boolean {
    return (
      !this.#out.has(shape) && this.#solos.filter((solo) => solo.shape === shape).length >= solosOf(shape)
    );
  }

  /** The status that tells that an update of that shape was accepted. */
  statusOf(shape: Shape): number | undefined {
    return this.#solos.find((solo) => solo.shape === shape)?.status;
  }

  /**
   * The version after the stated one if updates go on as they did alone: each moved it by as much, or each by as much an
   * action. A wrong guess costs a round, and no verdict rests on it.
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

const ofChanges: readonly Shape[] = ['one change', ...lists, 'a long text'];
const aloneAndInARow: readonly Shape[] = ['doSomeThing', 'doSomeThing', 'doSomeThing', 'one change'];

/** Shapes of the solo updates on the resources that are calibrated, divided among so many. */
export function soloShapes(on: Stage, at: number, resources: number): readonly Shape[] {
  if (on.facts.moves.doSomeThing !== true) return ofChanges;
  if (resources === 1) return [...ofChanges, ...aloneAndInARow];
  return at % 2 === 0 ? ofChanges : ['one change', ...aloneAndInARow];
}

/** Their number is odd, so that none of them keeps to one of two transports. */
const turns = ['one', 'mixed', 'lists', 'doSomeThing', 'long', 'mixed', 'one'] as const;

/** What the racers of a round carry, in any order: by turns all the same, lists, or each another kind. */
export function shapesOf(
  book: ShapeBook,
  random: Random,
  { turn, racers }: { readonly turn: number; readonly racers: number },
): readonly Shape[] {
  const kinds = kindsOf(turn).filter((shape) => book.knows(shape));
  const from = random.integer(0, Math.max(0, kinds.length - 1));
  const shapes = Array.from(
    { length: racers },
    (_, at): Shape => kinds[(from + at) % kinds.length] ?? 'one change',
  );
  // Updates of doSomeThing alone are all the same: what tells that two succeeded is one of another kind beside them.
  if (kinds.length === 1 && kinds[0] === 'doSomeThing')
    for (let at = 0; at < racers; at += 4) shapes[at] = 'one change';
  return shuffled(shapes, random);
}

function kindsOf(turn: number): readonly Shape[] {
  switch (turns[turn % turns.length]) {
    case 'mixed':
      return ['doSomeThing', 'one change', ...lists, 'a long text'];
    case 'lists':
      return lists;
    case 'long':
      return ['a long text'];
    case 'doSomeThing':
      return ['doSomeThing'];
    default:
      return [];
  }
}

function shuffled(shapes: readonly Shape[], random: Random): readonly Shape[] {
  const left = [...shapes];
  return shapes.flatMap(() => left.splice(random.integer(0, left.length - 1), 1));
}

const shortest = 300;
const longest = 600;

/** Actions of that shape; the canary is the value that they leave, where they leave any. */
export function actionsOf(on: Stage, shape: Shape, canary: string): readonly UpdateAction[] {
  switch (shape) {
    case 'one change':
      return [changeTo(canary)];
    case 'doSomeThing':
      return [{ action: 'doSomeThing' }];
    case 'doSomeThing, then a change':
      return [{ action: 'doSomeThing' }, changeTo(canary)];
    case 'a change, then doSomeThing':
      return [changeTo(canary), { action: 'doSomeThing' }];
    case 'two changes':
      return [changeTo(on.canary()), changeTo(canary)];
    case 'a long text':
      return [
        changeTo(
          canary.padEnd(on.random.pick([on.random.integer(shortest, longest), longest]), ' and so on'),
        ),
      ];
  }
}
