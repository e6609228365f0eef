import { tellOnce } from '../../../clause/blocks/same-exchange.ts';
import type { Cause } from '../../../clause/causes/cause.ts';
import { causesOf } from '../../../clause/causes/causes.ts';
import { plan } from '../../../config/plan.ts';
import { registerOf } from '../../../config/register/register.ts';
import type { Rehearsed } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';

const register = registerOf(plan.sections, referenceProfile);

/** The causes that a report of a rehearsal tells. */
export function causesIn({ judgements, record }: Rehearsed): readonly Cause[] {
  const clauses = register.flatMap((entry) => {
    const judgement = judgements.get(entry.id);
    return judgement === undefined ? [] : [{ ...entry, ...judgement, limits: [], source: '' }];
  });
  return causesOf(tellOnce(clauses), record.probes ?? []);
}
