import { plan } from '../../config/plan.ts';
import { judgeHistory } from '../../config/runs/tapes/judged-history.ts';
import type { Tape } from '../../tape/tape.ts';
import type { Verdicts } from './recorded-row.ts';
import { replayRow } from './replayed-row.ts';

/** Clauses for which two judges stand side by side: the one that runs today, and one that judges what was recorded. */
export interface Family {
  readonly name: string;
  /** Which clauses it is about, by their ids. */
  readonly has: (clause: string) => boolean;
  /** The verdicts of the new judge; a clause that it leaves out is not compared. */
  readonly judge: (tape: Tape) => Promise<Verdicts>;
}

/** What exchanges decide by themselves: every clause for which nothing further has to be asked. */
const exchanges: Family = {
  name: 'exchanges',
  has: () => true,
  judge: async (tape) => {
    const { judgements } = await judgeHistory(tape, plan);
    return new Map([...judgements].map(([id, { verdict }]) => [id, verdict]));
  },
};

/** The whole run, played again out of what came in: it asks for the same, and comes to the same on every clause. */
const run: Family = { name: 'run', has: () => true, judge: replayRow };

/** The families whose judge is about to change, by name. */
export const families: readonly Family[] = [exchanges, run];
