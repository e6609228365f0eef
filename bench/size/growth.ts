import type { Counted, Sizes } from './count.ts';

/** What `docs/size.json` holds. */
export interface RecordedSizes extends Counted {
  /** The sum of all rooms when it was first counted. */
  readonly first: number;
  /** For each room that grew, how far and why: `run/session, 11766 -> 12400: …`. */
  readonly why: readonly string[];
}

/** How far a room may grow without a word. */
const tolerated = 1.02;

/** A room that grew, and is not to without a reason. */
export interface Grown {
  readonly room: string;
  readonly from: number;
  readonly to: number;
}

/** The rooms that have grown further than is tolerated; a new one has grown from nothing. */
export function grownRooms(recorded: RecordedSizes, rooms: Sizes): readonly Grown[] {
  return Object.entries(rooms).flatMap(([room, to]) => {
    const from = recorded.rooms[room] ?? 0;
    return to > from * tolerated ? [{ room, from, to }] : [];
  });
}

/**
 * What is recorded from now on. A figure falls by itself and rises only for a reason, given by the room's name; growth
 * that is tolerated leaves it as it was, so that many small steps are one large one.
 */
export function recordedAnew(
  recorded: RecordedSizes,
  { rooms, apart }: Counted,
  reasons: ReadonlyMap<string, string>,
): RecordedSizes {
  const kept = Object.entries(rooms).map(([room, size]) => {
    const before = recorded.rooms[room] ?? 0;
    return [room, reasons.has(room) ? size : Math.min(before, size)] as const;
  });
  const lines = [...reasons].map(([room, why]) => {
    const [from, to] = [recorded.rooms[room] ?? 0, rooms[room] ?? 0];
    return `${room}, ${from} -> ${to}: ${why}`;
  });
  return { first: recorded.first, rooms: Object.fromEntries(kept), apart, why: [...recorded.why, ...lines] };
}

export function sumOf(sizes: Sizes): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0);
}
