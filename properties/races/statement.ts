import { powerLines } from '../history/power.ts';
import type { Races } from './progress.ts';
import type { Round } from './race.ts';

/** What the races can have seen, in words; after a violation they have seen nothing that could count as clean. */
export function statement({ rounds, endedBy, power }: Races): readonly string[] {
  if (rounds.length === 0) return [];
  const racers = Math.max(...rounds.map((round) => round.racers.length));
  const by = (transport: string): string =>
    `${transport} ${rounds.filter((round) => round.transport === transport).length}`;
  const transports = [...new Set(rounds.map(({ transport }) => transport))].map(by).join(', ');
  const raced = `of up to ${racers} racers (${transports})`;
  if (endedBy !== undefined)
    return [
      `races: ended in round ${rounds.length} ${raced} by ${endedBy}: no statement on what clean races would have seen`,
    ];
  return [
    `races: 0 violations in ${rounds.length} rounds ${raced}; ` +
      `effective racers ${power.effectiveRacers.toFixed(1)} on average, ${rounds.length - power.counted} rounds void`,
    ...powerLines(power),
    carried(rounds),
    'not covered: windows without I/O (< 0.1 ms), nodes that were not reached, HTTP/3',
  ];
}

/** What the rounds raced: a window or a lock for one kind alone shows only where that kind races. */
function carried(rounds: readonly Round[]): string {
  const counts = new Map<string, number>();
  for (const { shapes } of rounds) {
    const kinds = new Set(shapes);
    const name = kinds.size === 1 ? [...kinds].join('') : 'kinds mixed';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return `carried: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')} (rounds)`;
}
