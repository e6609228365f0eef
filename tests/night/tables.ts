import { plainTables } from '../../proof/tables/plain-tables.ts';
import type { Table } from '../../proof/tables/table.ts';
import { tables as proved } from '../../proof/tables/tables.ts';
import { judgeMutants } from './judge-mutants.ts';
import { movedVerdicts } from './moved-verdicts.ts';
import { testFiles } from './test-files.ts';

/** What the tables of a night depend on. */
export interface NightOptions {
  readonly seed: string;
  /** The commit whose verdicts are compared with today's; the latest release unless given. */
  readonly against: string | undefined;
}

/** Tables whose rows every commit plays already: all faults. */
const inEveryCommit: ReadonlySet<string> = new Set(['faults']);

/** Everything that a night draws rows from. */
export function nightTables({ seed, against }: NightOptions): readonly Table[] {
  return [
    ...proved.filter(({ id }) => !inEveryCommit.has(id)),
    testFiles(seed),
    movedVerdicts(against),
    judgeMutants(seed),
  ];
}

/** Whether a row must not end so: as its table rules out, by an error, or not at all. */
export function isSurprise({ isMissed, read }: Table, ending: string): boolean {
  const isBroken = ending.startsWith('thrown') || (ending === 'endless' && read === undefined);
  return isBroken || isMissed(ending);
}

/** Tables whose rows a test can play again by their names. */
export const replayable: ReadonlySet<string> = new Set(plainTables.map(({ id }) => id));
