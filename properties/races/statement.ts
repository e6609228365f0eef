import { racedInWords, type Raced } from '../../clause/reported/raced.ts';
import { powerLines } from '../history/power.ts';
import type { Races } from './progress.ts';
import type { Round } from './race.ts';

const transportNames: Readonly<Record<string, string>> = { h1: 'HTTP/1.1', h2: 'HTTP/2' };

/** The result of the races, as data. */
export function racedOf({ rounds, endedBy, power: { excludedShare, confidence } }: Races): Raced {
  const racers = Math.max(...rounds.map((round) => round.racers.length));
  const ended = endedBy === undefined ? {} : { endedBy };
  return { rounds: rounds.length, racers, ...ended, excludedShare, confidence };
}

/** The flaws that the races could have seen, in words; after a violation, none count. */
export function statement({ rounds, power, losersAreBusy }: Races, raced: Raced): readonly string[] {
  const by = (transport: string): string =>
    `${transportNames[transport] ?? transport} in ${rounds.filter((round) => round.transport === transport).length} rounds`;
  const transports = [...new Set(rounds.map(({ transport }) => transport))].map(by).join(', ');
  const first = `races: ${racedInWords(raced)}`;
  if (raced.endedBy !== undefined) return [first];
  const unused = rounds.length - power.counted;
  return [
    first,
    ...powerLines(power),
    `sent over ${transports}; on average ${power.effectiveRacers.toFixed(1)} updates per round were accepted or answered 409` +
      (losersAreBusy
        ? ', or 503 because another update held the resource: as many updates of different resources were all accepted'
        : '') +
      (unused === 0 ? '' : `; ${unused} rounds with fewer than two such answers do not count`),
    carried(rounds),
    'not covered: gaps between check and write without I/O (< 0.1 ms), nodes that were not reached, HTTP/3',
  ];
}

/** The contents of the rounds: a gap or a lock for one kind of action shows only if that kind races. */
function carried(rounds: readonly Round[]): string {
  const counts = new Map<string, number>();
  for (const { drawn } of rounds) {
    const kinds = new Set(drawn.racers.map(({ shape }) => shape));
    const name = kinds.size === 1 ? [...kinds].join('') : 'different kinds beside each other';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const several = rounds.filter(
    ({ racers }) => new Set(racers.map(({ exchange }) => exchange.caller)).size > 1,
  ).length;
  const tokens = several > 0 ? `, under different tokens in ${several} rounds` : '';
  return `the updates were ${[...counts].map(([name, count]) => `${name} in ${count} rounds`).join(', ')}${tokens}`;
}
