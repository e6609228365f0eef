import { describe, expect, test } from 'vitest';
import { defined } from '../../../clause/defined.ts';
import type { Judgement } from '../../../clause/judgement.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { judgeHistory } from '../../../config/runs/tapes/judged-history.ts';
import { recordRow } from '../../differ/recorded-row.ts';

/** Clauses that a history decides by itself, without evidence from generated cases beside them. */
const said = plan.sections
  .flatMap(({ clauses }) => clauses)
  .filter(({ id, says }) => says !== undefined && plan.evidence.every(({ clause }) => clause !== id))
  .map(({ id }) => id);

/** The judgements of a run, and those of somebody who has its tape alone. */
async function judgedTwice(layers: { readonly faults?: readonly string[]; readonly choices?: readonly string[] }) {
  let run: Rehearsed['judgements'] = new Map();
  const { tape } = await recordRow({
    play: async (record) => {
      const rehearsed = await rehearse({ plan, ...layers, ...defined({ record }) });
      run = rehearsed.judgements;
      return rehearsed;
    },
  });
  const { judgements } = await judgeHistory(tape, plan);
  return { run, taped: judgements };
} // prettier-ignore

/** As it is told. */
const letters = (judgement: Judgement | undefined): unknown => JSON.parse(JSON.stringify(judgement ?? null));

describe('a history decides the same in a run and from its tape', () => {
  test.each([
    ['without a fault', {}, 0],
    ['with a value of another type', { faults: ['int32-as-text'] }, 1],
    ['with an amount of another type', { faults: ['cent-amount-as-text'] }, 1],
    [
      'with null as declared, and an amount of another type',
      { choices: ['nulls-declared'], faults: ['cent-amount-as-fraction'] },
      1,
    ],
    ['with what is unsigned as declared', { choices: ['int32-shown-unsigned'] }, 0],
  ])('%s', async (_how, layers, failing) => {
    const { run, taped } = await judgedTwice(layers);
    const both = said.filter((id) => taped.has(id));
    expect(both.length).toBeGreaterThan(70);
    for (const id of both)
      expect([id, letters(taped.get(id)?.judgement)]).toEqual([id, letters(run.get(id))]);
    const failed = both.filter((id) => run.get(id)?.verdict === 'fail');
    expect(failed.length).toBeGreaterThanOrEqual(failing);
    const decided = said.filter((id) => ['pass', 'fail', 'warn'].includes(run.get(id)?.verdict ?? ''));
    expect(decided.filter((id) => !taped.has(id))).toEqual([]);
  });
});
