import { plan } from '../../../config/plan.ts';
import type { Finding } from '../../../clause/sample.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../../faults/catalogue.ts';
import type { Fault } from '../../../faults/fault.ts';
import { storyScript } from '../../../reporters/reproduce/story-script.ts';
import { alsoBroken } from '../../../faults/also-broken.ts';
import { rehearseFault } from '../fault-expectations.ts';

/** A MUST clause and a fault that breaks it. */
export interface BrokenClause {
  readonly clause: string;
  readonly fault: Fault;
}

/** Where the first fault of a clause shows it in a way of its own, another one that shows it plainly. */
const plainer: Readonly<Record<string, string>> = {
  '4.5/200-stays': 'head-after-a-delete-finds-nothing',
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
      const fault = named(plainer[id]) ?? own ?? named(alsoBroken[id]?.[0]);
      return fault === undefined ? [] : [{ clause: id, fault }];
    });
}

/** The script of what a rehearsal with the fault has found; undefined if there is none. */
export async function scriptOf({ clause, fault }: BrokenClause): Promise<string | undefined> {
  const properties = plan.evidence.filter((evidence) => evidence.clause === clause).map(({ name }) => name);
  const selected = new Set([clause, ...properties]);
  const alone = await rehearse({ plan, faults: [fault.name], profile: referenceProfile, selected });
  const isSeen = alone.judgements.get(clause)?.verdict === 'fail';
  const { judgements } = isSeen ? alone : await rehearseFault(fault);
  return firstScript(clause, judgements.get(clause)?.findings ?? []);
}

/** The scripts of all clauses that a fault is seen to break. */
export async function scriptsOf(
  name: string,
): Promise<readonly (readonly [clause: string, script: string])[]> {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  const { judgements } = await rehearseFault(fault);
  return [...judgements].flatMap(([clause, { verdict, findings }]) => {
    const script = verdict === 'fail' ? firstScript(clause, findings) : undefined;
    return script === undefined ? [] : [[clause, script] as const];
  });
}

function firstScript(id: string, findings: readonly Finding[]): string | undefined {
  const about = {
    id,
    baseUrl: 'http://reference.invalid',
    projectKey: 'demo',
    mark: 'z00000000',
    idPointer: '/id',
    keyPointer: '/key',
  };
  for (const finding of findings) {
    const script = storyScript(finding, about);
    if (script !== undefined) return script;
  }
  return undefined;
}
