import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';
import type { Fault } from '../../faults/fault.ts';
import { storyScript } from '../../reporters/reproduce/story-script.ts';
import { alsoBroken } from './also-broken.ts';
import { rehearseFault } from './fault-expectations.ts';

/** A MUST clause and a fault that breaks it. */
export interface BrokenClause {
  readonly clause: string;
  readonly fault: Fault;
}

/** Where the first fault of a clause shows it in a way of its own, another one that shows it plainly. */
const plainer: Readonly<Record<string, string>> = {
  '4.10/one-winner': 'window-of-50-ms-between-check-and-write',
};

/** Each MUST clause that faults break, with one of them. */
export function brokenMusts(): readonly BrokenClause[] {
  const named = (name: string | undefined): Fault | undefined => faults.find((fault) => fault.name === name);
  return plan.sections
    .flatMap(({ clauses }) => clauses)
    .filter(({ level }) => level === 'MUST')
    .flatMap(({ id }) => {
      const own = faults.find(({ breaks, unseenBecause }) => breaks === id && unseenBecause === undefined);
      const fault = named(plainer[id]) ?? own ?? named(alsoBroken[id]);
      return fault === undefined ? [] : [{ clause: id, fault }];
    });
}

/** The script of what a rehearsal with the fault has found; undefined where there is none. */
export async function scriptOf({ clause, fault }: BrokenClause): Promise<string | undefined> {
  const properties = plan.evidence.filter((evidence) => evidence.clause === clause).map(({ name }) => name);
  const selected = new Set([clause, ...properties]);
  const alone = await rehearse({ plan, faults: [fault.name], profile: referenceProfile, selected });
  const isSeen = alone.judgements.get(clause)?.verdict === 'fail';
  const { judgements } = isSeen ? alone : await rehearseFault(fault);
  const about = { id: clause, baseUrl: 'http://reference.invalid', projectKey: 'demo', idPointer: '/id', keyPointer: '/key' }; // prettier-ignore
  for (const finding of judgements.get(clause)?.findings ?? []) {
    const script = storyScript(finding, about);
    if (script !== undefined) return script;
  }
  return undefined;
}
