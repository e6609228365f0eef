import type { ReadMeans } from '../../../clause/report.ts';
import { plan } from '../../../config/plan.ts';
import { readMeans, type DecidedByReads } from '../../../config/register/decided-by-reads.ts';
import { provideResources } from '../../../config/runs/embedded-target.ts';
import { rehearse, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { watchedTransport } from '../../../config/runs/watched-transport.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

/** A run that only reads, and the methods that it sent. */
export interface ReadOnlyRehearsal extends Rehearsed {
  readonly methods: ReadonlySet<string>;
}

/** How the vendor names a resource that is there. */
export type Named = 'fixture' | 'sandbox';

/** Rehearses a run that may not write, with just these means. */
export async function rehearseReads(
  means: ReadMeans,
  options: {
    readonly seed?: number;
    readonly faults?: readonly string[];
    readonly choices?: readonly string[];
    readonly named?: Named;
  } = {},
): Promise<ReadOnlyRehearsal> {
  const { seed = 1, faults = [], named = 'fixture' } = options;
  const choices = [...(options.choices ?? []), ...(means === 'search' ? ['product-search-by-get'] : [])];
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const reference = referenceWith({ faults, choices, seed });
  const [provided] = means === 'id' || means === 'key' ? await provideResources(reference, clock, 1) : [];
  const fixture = provided === undefined ? {} : means === 'key' ? provided : { id: provided.id };
  const resource =
    provided === undefined
      ? {}
      : named === 'fixture'
        ? { fixture }
        : { sandbox: [provided.id], ...(means === 'key' ? { keySource: 'body:/key' as const } : {}) };
  const methods = new Set<string>();
  const rehearsed = await rehearse({
    plan,
    seed,
    choices,
    faults,
    reference,
    clock,
    profile: { search: { method: 'POST' }, image: { method: 'POST' }, resource },
    // What a deeper run asks is within reads, too.
    options: { readOnly: true, consent: new Set(), asksEveryPoint: true },
    around: (transport) => watchedTransport(transport, ({ request }) => methods.add(request.method)),
  });
  return { ...rehearsed, methods };
}

const levels = new Map<string, string>(
  plan.sections.flatMap(({ clauses }) => clauses.map(({ id, level }) => [id, level] as const)),
);

/** Ids of what a run has decided: MUST clauses that passed, and open points that were observed. */
export function decidedBy({ judgements }: Rehearsed): readonly string[] {
  return [...levels].flatMap(([id, level]) => {
    const verdict = judgements.get(id)?.verdict;
    const isDecided =
      (level === 'MUST' && verdict === 'pass') || (level === 'OPEN' && verdict === 'observed');
    return isDecided ? [id] : [];
  });
}

/** What reads decide at each of the seeds, by the least means that it takes. */
export async function recordedReads(seeds: readonly number[]): Promise<DecidedByReads> {
  const found = new Map<string, ReadMeans>();
  for (const means of readMeans) {
    const runs = await Promise.all(seeds.map((seed) => rehearseReads(means, { seed })));
    const [first = [], ...others] = runs.map(decidedBy);
    for (const id of first)
      if (!found.has(id) && others.every((ids) => ids.includes(id))) found.set(id, means);
  }
  return found;
}
