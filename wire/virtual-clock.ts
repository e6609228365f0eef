import type { Clock } from './clock.ts';

/** A clock whose time passes only while everybody waits. */
export interface VirtualClock extends Clock {
  /** How many sleepers there are. */
  pending(): number;
}

interface Sleeper {
  readonly at: number;
  readonly turn: number;
  readonly wake: () => void;
}

/**
 * A clock that leaps from sleeper to sleeper: one turn of the event loop (`setImmediate`) for whatever the last one set
 * going, then on to the earliest. Sleepers of one instant wake in the order in which they lay down, a turn each, so that
 * the same program runs the same way each time, provided that it waits for nothing but this clock and promises.
 */
export function createVirtualClock(startAt: Date = new Date('2024-01-01T00:00:00.000Z')): VirtualClock {
  const heap: Sleeper[] = [];
  let now = 0;
  let turn = 0;
  let stepping = false;

  const step = (): void => {
    stepping = false;
    const next = pop(heap);
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
    keepStepping();
  };
  const keepStepping = (): void => {
    if (stepping || heap.length === 0) return;
    stepping = true;
    setImmediate(step);
  };
  return {
    now: () => now,
    date: () => new Date(startAt.getTime() + now),
    sleep: (ms) =>
      new Promise((resolve) => {
        turn += 1;
        push(heap, { at: now + (ms > 0 ? ms : 0), turn, wake: resolve });
        keepStepping();
      }),
    pending: () => heap.length,
  };
}

function earlier(a: Sleeper | undefined, b: Sleeper | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.at === b.at ? a.turn < b.turn : a.at < b.at;
}

function push(heap: Sleeper[], sleeper: Sleeper): void {
  let at = heap.push(sleeper) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!earlier(heap[at], heap[parent])) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function pop(heap: Sleeper[]): Sleeper | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return first;
  heap[0] = last;
  for (let at = 0; ;) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const child = earlier(heap[right], heap[left]) ? right : left;
    if (!earlier(heap[child], heap[at])) return first;
    swap(heap, at, child);
    at = child;
  }
}

function swap(heap: Sleeper[], a: number, b: number): void {
  const [left, right] = [heap[a], heap[b]];
  if (left === undefined || right === undefined) return;
  heap[a] = right;
  heap[b] = left;
}
