/** Something that the suite is tried on, many times over: a row each, with an ending in a few words. */
export interface Table {
  /** Kebab-case. */
  readonly id: string;
  readonly title: string;
  /** What a row is, and what its endings say. */
  readonly about: string;
  readonly names: () => readonly string[] | Promise<readonly string[]>;
  /** What plays the rows, in processes of its own. */
  readonly player: () => Player | Promise<Player>;
  /** Whether an ending is one of those that the suite is there to rule out. */
  readonly isMissed: (ending: string) => boolean;
  /** An ending with what somebody has found out about it; as it is unless given. */
  readonly read?: (name: string, ending: string) => string;
  /** One row in so many is played where not all are requested; all unless given. */
  readonly oneIn?: number;
}

/** A script that plays rows as it is asked to, and answers each message with `{ ending }`. */
export interface Player {
  readonly script: URL;
  /** What it is told before it is asked for anything. */
  readonly first?: object;
  readonly ask: (name: string) => object;
  /** Longer than this no row takes, in milliseconds: an end that has not come by then does not. */
  readonly mostMs?: number;
  readonly close?: () => void;
}

/** A table whose rows need nothing but the sources: the usual player knows it by its name. */
export interface PlainTable extends Omit<Table, 'player'> {
  readonly play: (name: string) => Promise<string>;
}

/** The kind of an ending: what is before its details. */
export function kindOf(ending: string): string {
  return ending.split(': ', 1)[0] ?? ending;
}
