/** A table of trials of the suite, one row each, with an ending in a few words. */
export interface Table {
  /** Kebab-case. */
  readonly id: string;
  readonly title: string;
  /** What a row means, and what its endings mean. */
  readonly about: string;
  readonly names: () => readonly string[] | Promise<readonly string[]>;
  /** The player of the rows, in processes of its own. */
  readonly player: () => Player | Promise<Player>;
  /** Whether the suite exists to prevent this ending. */
  readonly isMissed: (ending: string) => boolean;
  /** An ending with a reader's finding about it; without this function endings stay unchanged. */
  readonly read?: (name: string, ending: string) => string;
  /** One row in this many is played unless all rows are requested; absent if all are always played. */
  readonly oneIn?: number;
}

/** A script that plays rows on demand, and answers each message with `{ ending }`. */
export interface Player {
  readonly script: URL;
  /** The input of the script before its first request. */
  readonly first?: object;
  readonly ask: (name: string) => object;
  /** The most time of a row, in milliseconds: a row that takes longer never ends. */
  readonly mostMs?: number;
  readonly close?: () => void;
}

/** A table whose rows need only the sources; the usual player knows it by its name. */
export interface PlainTable extends Omit<Table, 'player'> {
  readonly play: (name: string) => Promise<string>;
}

/** The kind of an ending: its text before the details. */
export function kindOf(ending: string): string {
  return ending.split(': ', 1)[0] ?? ending;
}
