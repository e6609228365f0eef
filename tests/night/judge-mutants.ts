import type { Table } from '../../proof/tables/table.ts';

/** Draws of mutants of the judging code, each with what has noticed it before. */
const draws = 20;
const mutantsOfADraw = 20;

/** Mutants of the judge that are tried again, twenty a row: each has to end as `proof/results` says. */
export function judgeMutants(seed: string): Table {
  return {
    id: 'judge-mutants',
    title: 'Mutants of the judge',
    about: 'Twenty small changes of the judging code that are tried again. Each has to be noticed, or not, as before.',
    names: () => Array.from({ length: draws }, (_, at) => `draw ${at + 1}`),
    player: () => ({
      script: new URL('mutant-player.mjs', import.meta.url),
      mostMs: 1_800_000,
      ask: (name) => ({ count: mutantsOfADraw, salt: `${seed} ${name}` }),
    }),
    isMissed: (ending) => ending.startsWith('otherwise'),
  };
} // prettier-ignore
