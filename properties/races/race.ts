import type { Exchange } from '../../history/exchange.ts';
import type { UpdateOutcome } from '../history/outcome.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { RaceTransport } from '../../wire/exchange.ts';
import type { ShapeBook } from './shapes.ts';
import type { DrawnRound } from '../arbitraries/race-rounds.ts';
import type { History } from '../history/history.ts';

/** One update in a round. */
export interface Racer {
  /** The value that the update leaves; undefined if it sets none. */
  readonly canary: string | undefined;
  readonly stated: string;
  readonly exchange: Exchange;
  readonly outcome: UpdateOutcome;
}

/** One round: concurrent updates that stated one version, and the read after them, if there was one. */
export interface Round {
  readonly own: OwnResource;
  readonly stated: string;
  readonly transport: RaceTransport;
  readonly racers: readonly Racer[];
  /**
   * The raced round: without shapes and tokens that may not race, which were replaced, and without racers
   * with another version.
   */
  readonly drawn: DrawnRound;
  /** The racer that stated the version that the previous round had left. */
  readonly stray: Racer | undefined;
  /** Accepted racers, each with content of its own. */
  readonly winners: readonly Racer[];
  readonly read: Exchange | undefined;
  readonly history: History;
}

/** How a round is raced. */
export interface Racing {
  readonly drawn: DrawnRound;
  readonly transports: readonly RaceTransport[];
  readonly book: ShapeBook;
  /** The previous round on the same resource, if the answer to its only winner shows the result. */
  readonly before?: Round | undefined;
}
