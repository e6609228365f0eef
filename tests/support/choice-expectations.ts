import { plan } from '../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../config/runs/rehearsal.ts';
import type { Choice } from '../../faults/fault.ts';
import { varied } from '../../faults/choices/varied.ts';
import { falseAlarms, shownMethods } from './rehearsed-habits.ts';
import { clausesOf } from './selected-clauses.ts';

/** Parts that say again what 4.10 says: whatever varies them is met by the checks of 4.10. */
const restatements: ReadonlySet<string> = new Set(['Errors', 'Versioning']);

/** The part of the contract that a clause is in; a part stands for itself. */
const partOf = (clauseOrPart: string): string => clauseOrPart.split('/', 1)[0] ?? clauseOrPart;

/** The parts on whose checks a choice is rehearsed: those that it varies. */
export function partsVariedBy(choice: string): readonly string[] {
  const parts = new Set((varied[choice] ?? []).map(partOf));
  if ([...parts].some((part) => restatements.has(part))) parts.add('4.10');
  return [...parts].toSorted();
}

/** The open clauses that show something else under a choice than under the plain reference. */
export function openClausesVariedBy(choice: string): readonly string[] {
  return (varied[choice] ?? []).filter((one) => one.includes('/'));
}

const plainRuns = new Map<string, Promise<Rehearsed>>();

/** The plain reference, judged by the same parts; each selection of parts is rehearsed once. */
function plainRun(parts: readonly string[]): Promise<Rehearsed> {
  const key = parts.join(' ');
  const run = plainRuns.get(key) ?? rehearseOn(parts, []);
  plainRuns.set(key, run);
  return run;
}

function rehearseOn(parts: readonly string[], choices: readonly string[]): Promise<Rehearsed> {
  return rehearse({
    plan,
    seed: 1,
    choices,
    profile: shownMethods,
    selected: clausesOf((part) => parts.includes(part)),
  });
}

/**
 * What is wrong with how a choice is judged by the parts that it varies: false alarms, and open clauses that show the
 * same as under the plain reference. Empty if nothing is.
 */
export async function misjudgedChoice({ name }: Choice): Promise<readonly string[]> {
  const parts = partsVariedBy(name);
  const rehearsed = await rehearseOn(parts, [name]);
  const plain = await plainRun(parts);
  const unchanged = openClausesVariedBy(name).filter(
    (clause) => observedBy(rehearsed, clause) === observedBy(plain, clause),
  );
  return [...falseAlarms(rehearsed), ...unchanged.map((clause) => `${clause} shows nothing else`)];
}

function observedBy({ judgements }: Rehearsed, clause: string): string | undefined {
  const judgement = judgements.get(clause);
  return judgement?.verdict === 'observed' ? (JSON.stringify(judgement.observed) ?? 'null') : undefined;
}
