import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsal, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import type { Reference } from '../../../reference/create.ts';
import { createVirtualClock, type VirtualClock } from '../../../wire/virtual-clock.ts';

/** A reference that several rehearsals play on, and the clock that they have in common. */
export interface KeptServer {
  readonly reference: Reference;
  readonly clock: VirtualClock;
  readonly choices: readonly string[];
  readonly faults: readonly string[];
}

/** A server that keeps its data from run to run. */
export function keptServer(choices: readonly string[] = [], faults: readonly string[] = []): KeptServer {
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  return { reference: referenceWith({ choices, faults }), clock, choices, faults };
}

/** One run against it; each number is another seed and another run's id. */
export function runAgainst(
  { reference, clock, choices, faults }: KeptServer,
  number: number,
  more: Partial<Rehearsal> = {},
): Promise<Rehearsed> {
  const { options, ...others } = more;
  const runId = `${number}${'abcdef0'.repeat(5)}`.slice(0, 32);
  return rehearse({
    plan,
    reference,
    clock,
    choices,
    faults,
    seed: number,
    options: { ...options, runId },
    ...others,
  });
}

/** The clauses whose ids match, with their evidence. */
export function clausesLike(pattern: RegExp): ReadonlySet<string> {
  const ids = plan.sections
    .flatMap(({ clauses }) => clauses.map(({ id }) => id))
    .filter((id) => pattern.test(id));
  const evidence = plan.evidence.filter(({ clause }) => ids.includes(clause)).map(({ name }) => name);
  return new Set([...ids, ...evidence]);
}
