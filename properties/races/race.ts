import type { Exchange } from '../../run/exchange.ts';
import type { Outcome } from '../history/outcome.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import type { RaceTransport } from '../../wire/exchange.ts';
import type { ShapeBook } from './shapes.ts';
import { type Shape } from './shapes.ts';
import type { History } from '../history/history.ts';

/** One update in a round. */
export interface Racer {
  /** The value that it leaves; undefined where it gives none. */
  readonly canary: string | undefined;
  readonly stated: string;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/** One round: updates that stated one version at once, and the read after them where there was one. */
export interface Round {
  readonly own: OwnResource;
  readonly stated: string;
  readonly transport: RaceTransport;
  readonly racers: readonly Racer[];
  /** What the racers carried, by their places. */
  readonly shapes: readonly Shape[];
  /** Racers that were accepted, each with content of its own. */
  readonly winners: readonly Racer[];
  readonly read: Exchange | undefined;
  readonly history: History;
}

/** How a round is raced: what each racer carries, and how they are sent. */
export interface Racing {
  readonly shapes: readonly Shape[];
  readonly transport: RaceTransport;
  readonly book: ShapeBook;
}
