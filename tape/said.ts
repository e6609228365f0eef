import type { HeadReading, Outcome, RaceTransport } from '../wire/exchange.ts';
import { outcomeOf, readingOf, type Said } from './events.ts';

export function oneIn(said: Said): Outcome {
  return outcomeOf(within(said, 'a').a);
}

export function readingIn(said: Said): HeadReading {
  return readingOf(within(said, 'a'));
}

export function allIn(said: Said): readonly Outcome[] {
  return within(said, 'all').all.map(outcomeOf);
}

/** @param asked - how the racers were to reach the server */
export function raceIn(
  asked: RaceTransport,
): (said: Said) => { readonly transport: RaceTransport; readonly outcomes: readonly Outcome[] } {
  return (said) => {
    const { all, via = asked } = within(said, 'all');
    return { transport: via, outcomes: all.map(outcomeOf) };
  };
}

export function transportsIn(said: Said): readonly RaceTransport[] {
  return within(said, 'transports').transports;
}

export function tokensIn(said: Said): ReadonlyMap<string, string> {
  return new Map(within(said, 'tokens').tokens);
}

/** What was said, which has to be of that form. */
function within<K extends string>(said: Said, member: K): Extract<Said, { readonly [name in K]: unknown }> {
  if (!(member in said)) throw new TypeError(`Expected what was said to have ${member}`);
  return said as Extract<Said, { readonly [name in K]: unknown }>;
}
