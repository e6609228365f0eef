import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import type { MutantResult, RoomResults } from './results.ts';
import type { Room } from './rooms.ts';

/** How the mutants of one room ended. */
export interface Score {
  readonly room: string;
  readonly command: string;
  /** All mutants of the room; then the drawn mutants, and the mutants with a known result. */
  readonly mutants: number;
  readonly drawn: number;
  readonly tried: number;
  /** An unmet expectation. */
  readonly killed: number;
  /** A verdict changed. */
  readonly noticed: number;
  /** No end came. */
  readonly endless: number;
  readonly survived: number;
  /** Survivors that no server, request or report can distinguish from the original, each with a reason. */
  readonly equivalent: number;
  /** The noticed share of all tried mutants, noticed in whatever way; with its 95 % interval. */
  readonly share: number;
  readonly interval: readonly [number, number];
}

/** The explanation of a survivor. */
export interface Word {
  readonly as: 'equivalent' | 'gap';
  readonly because: string;
}

/** Words about survivors, by their names. */
export function readSurvivorWords(): Readonly<Record<string, Word>> {
  const file = join(packageFolder, 'proof/results/survivors.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Word>) : {};
}

export function scoreOf(room: Room, results: RoomResults): Score {
  const modules = Object.values(results);
  const known = modules.flatMap((module) => Object.values(module.results));
  const words = readSurvivorWords();
  const count = (wanted: MutantResult['ending']): number =>
    known.filter(({ ending }) => ending === wanted).length;
  const mutants = modules.reduce((sum, { of }) => sum + of, 0);
  const survived = count('survived');
  const share = known.length === 0 ? 0 : (known.length - survived) / known.length;
  return {
    room: room.name,
    command: `npm run prove -- --mutants ${room.name}`,
    mutants,
    drawn: Math.min(mutants, room.sample),
    tried: known.length,
    killed: count('killed'),
    noticed: count('noticed'),
    endless: count('endless'),
    survived,
    equivalent: known.filter(({ survivor }) => survivor !== undefined && words[survivor]?.as === 'equivalent')
      .length,
    share,
    interval: wilson(known.length - survived, known.length),
  };
}

/** The 95 % interval of a share, by Wilson. */
export function wilson(some: number, all: number): readonly [number, number] {
  if (all === 0) return [0, 1];
  const z = 1.959964;
  const share = some / all;
  const spread = z ** 2 / all;
  const middle = share + spread / 2;
  const half = Math.sqrt(share * (1 - share) * spread + spread ** 2 / 4);
  return [(middle - half) / (1 + spread), (middle + half) / (1 + spread)];
}
