import type { Decision } from './certificate.ts';
import { listed } from './certificate.ts';
import type { Operation } from './history.ts';
import type { Pending, Reading } from './reading.ts';

/** Beyond these bounds the search gives up; it reports a violation only if it was exhaustive. */
export interface SearchLimits {
  /** Most operations in flight at one instant; an update of unknown outcome stays in flight permanently. */
  readonly concurrent: number;
  /** Most states visited between two quiescent points. */
  readonly steps: number;
}

/** Twenty-four operations at once, a hundred thousand states a segment. */
const searchLimits: SearchLimits = { concurrent: 24, steps: 100_000 };

/** Most states visited in one history: bounds the memory of the memo. */
const allSteps = 1_000_000;

/** A version that no operation states or shows. */
const fresh = 'fresh';

type Effect =
  | { readonly kind: 'update'; readonly needs: string; readonly to: string | null }
  | { readonly kind: 'sight'; readonly needs: string }
  | { readonly kind: 'refusal'; readonly excludes: string };

type Event = Effect & { readonly sent: number; readonly answered: number; readonly operation: Operation };

interface Model {
  readonly events: readonly Event[];
  readonly pending: readonly Pending[];
  readonly moves: boolean;
}

/** The placed operations: events below `low` and in `beyond`; pending operations in `applied` (both ascending). */
interface State {
  readonly low: number;
  readonly beyond: readonly number[];
  readonly applied: readonly number[];
  readonly version: string;
}

/**
 * Wing and Gong's search for an order, with Lowe's memo of states seen. At a moment without open operations the
 * memo holds only the version: each segment between such moments is explored once for each possible initial version.
 */
export function searchOrder(reading: Reading, limits: SearchLimits = searchLimits): Decision {
  const model = modelOf(reading);
  const crowd = mostConcurrent(model);
  if (crowd > limits.concurrent)
    return gaveUp(`${crowd} operations in flight at once, more than ${limits.concurrent}`);
  const segments = segmentsOf(model.events);
  const spent = new Map<number, number>();
  const seen = new Set<string>();
  const stack: State[] = [{ low: 0, beyond: [], applied: [], version: reading.initial }];
  let farthest = stack[0];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    if (state.low === model.events.length) return { verdict: 'linearizable', method: 'search' };
    const key = `${state.low};${state.beyond.join()};${state.applied.join()};${state.version}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const segment = segments[state.low] ?? 0;
    const steps = (spent.get(segment) ?? 0) + 1;
    spent.set(segment, steps);
    if (steps > limits.steps || seen.size > allSteps)
      return gaveUp(`no order found in ${steps} steps of one segment`);
    if (farthest === undefined || placed(state) > placed(farthest)) farthest = state;
    stack.push(...successors(model, state));
  }
  return noOrder(model, farthest);
}

function modelOf({ updates, sights, refusals, pending, moves }: Reading): Model {
  const events: Event[] = [
    ...updates.map((update): Event => ({ ...update, kind: 'update', needs: update.from })),
    ...sights.map((sight): Event => ({ ...sight, kind: 'sight', needs: sight.version })),
    ...refusals.map((refusal): Event => ({ ...refusal, kind: 'refusal', excludes: refusal.version })),
  ];
  return { events: events.sort((a, b) => a.sent - b.sent), pending, moves };
}

function mostConcurrent({ events, pending }: Model): number {
  const ends = events.map(({ answered }) => answered).sort((a, b) => a - b);
  let ended = 0;
  let most = 0;
  events.forEach(({ sent }, begun) => {
    while ((ends[ended] ?? Infinity) < sent) ended += 1;
    most = Math.max(most, begun + 1 - ended);
  });
  return most + pending.length;
}

/** Number of the segment of each event: a new segment begins once every earlier operation was answered. */
function segmentsOf(events: readonly Event[]): Int32Array {
  let answered = -Infinity;
  let segment = 0;
  return Int32Array.from(events, (event) => {
    if (event.sent > answered) segment += 1;
    answered = Math.max(answered, event.answered);
    return segment;
  });
}

const placed = ({ low, beyond }: State): number => low + beyond.length;

/** The states after one more operation. A read or refusal that can be placed now is placed: it excludes no other order. */
function successors(model: Model, state: State): State[] {
  const { version } = state;
  const enabled = [...unplaced(model, state, () => true)];
  for (const index of enabled) {
    const event = model.events[index];
    if (event?.kind === 'sight' && event.needs === version) return [mark(state, index)];
    if (event?.kind === 'refusal' && event.excludes !== version) return [mark(state, index)];
  }
  const next: State[] = [];
  for (const index of enabled) {
    const event = model.events[index];
    if (event?.kind !== 'update' || event.needs !== version) continue;
    const after = mark(state, index);
    if (event.to !== null) next.push({ ...after, version: event.to });
    else for (const to of wanted(model, after, version, model.moves)) next.push({ ...after, version: to });
  }
  const limit = deadline(model, state, () => true);
  model.pending.forEach(({ from, sent }, index) => {
    if (from !== version || sent > limit || state.applied.includes(index)) return;
    const after = { ...state, applied: [...state.applied, index].sort((a, b) => a - b) };
    for (const to of wanted(model, after, version, true)) next.push({ ...after, version: to });
  });
  return next;
}

const needsVersion = (event: Event): boolean => event.kind !== 'refusal';

/** The versions that the next event may need; a fresh version if no event needs any. */
function wanted(model: Model, state: State, from: string, moves: boolean): ReadonlySet<string> {
  const versions = new Set<string>();
  for (const index of unplaced(model, state, needsVersion)) {
    const event = model.events[index];
    if (event !== undefined && event.kind !== 'refusal') versions.add(event.needs);
  }
  if (versions.size === 0) return new Set([fresh]);
  const limit = deadline(model, state, needsVersion);
  model.pending.forEach((other, index) => {
    if (other.sent <= limit && !state.applied.includes(index)) versions.add(other.from);
  });
  if (moves) versions.delete(from);
  return versions;
}

/** The unplaced events of a kind that may come first among the unplaced events of this kind. */
function* unplaced(model: Model, state: State, counts: (event: Event) => boolean): Generator<number> {
  const limit = deadline(model, state, counts);
  for (let index = state.low; index < model.events.length; index += 1) {
    const event = model.events[index];
    if (event === undefined || event.sent > limit) return;
    if (counts(event) && !state.beyond.includes(index)) yield index;
  }
}

/** The earliest answer among the unplaced events of a kind: no operation sent later can come before it. */
function deadline(model: Model, state: State, counts: (event: Event) => boolean): number {
  let limit = Infinity;
  for (let index = state.low; index < model.events.length; index += 1) {
    const event = model.events[index];
    if (event === undefined || event.sent > limit) break;
    if (counts(event) && !state.beyond.includes(index)) limit = Math.min(limit, event.answered);
  }
  return limit;
}

function mark(state: State, index: number): State {
  const beyond = [...state.beyond, index].sort((a, b) => a - b);
  let { low } = state;
  while (beyond[0] === low) low += beyond.splice(0, 1).length;
  return { ...state, low, beyond };
}

function gaveUp(missing: string): Decision {
  return { verdict: 'inconclusive', method: 'search', missing };
}

/** The certificate names the operations at which the longest partial order ends. */
function noOrder(model: Model, farthest: State | undefined): Decision {
  const stuck = farthest === undefined ? [] : [...unplaced(model, farthest, () => true)];
  const operations = stuck.flatMap((index) => model.events[index]?.operation ?? []).slice(0, 3);
  const sentence = `No order of the ${model.events.length} operations explains them; the longest attempt places ${farthest === undefined ? 0 : placed(farthest)} and stops at version ${farthest?.version ?? '?'} before ${listed(operations)}.`;
  return {
    verdict: 'violation',
    method: 'search',
    certificate: { reason: 'no-order', operations, sentence },
  };
}
