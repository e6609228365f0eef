/** A table of trials of the suite: a row for each, with its ending in a few words. */
export interface Table {
  /** Kebab-case. */
  readonly id: string;
  readonly title: string;
  /** The meaning of a row, and of its endings. */
  readonly about: string;
  readonly names: () => readonly string[] | Promise<readonly string[]>;
  /** The player of the rows, in processes of its own. */
  readonly player: () => Player | Promise<Player>;
  /** Whether the suite exists to rule out this ending. */
  readonly isMissed: (ending: string) => boolean;
  /** An ending with a reader's finding about it; unchanged unless given. */
  readonly read?: (name: string, ending: string) => string;
  /** One row in this many is played, unless all rows are requested; all rows unless given. */
  readonly oneIn?: number;
}

/** A script that plays rows on request, and answers each message with `{ ending }`. */
export interface Player {
  readonly script: URL;
  /** The input that it gets before its first request. */
  readonly first?: object;
  readonly ask: (name: string) => object;
  /** The time limit of a row, in milliseconds: a row that has not ended by then never ends. */
  readonly mostMs?: number;
  readonly close?: () => void;
}

/** A table whose rows need nothing but the sources: the usual player knows it by its name. */
export interface PlainTable extends Omit<Table, 'player'> {
  readonly play: (name: string) => Promise<string>;
}

/** The kind of an ending: the text before its details. */
export function kindOf(ending: string): string {
  return ending.split(': ', 1)[0] ?? ending;
}
