import { AsyncLocalStorage } from 'node:async_hooks';
import type { Judgement } from '../../clause/judgement.ts';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { watchedTransport } from '../../config/runs/watched-transport.ts';
import { endpoints, type Endpoint } from '../../contract/endpoints.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { Stage } from '../../implementation/stage.ts';

/** The result of rehearsing a clause against a fault. */
export interface ChargedClause {
  readonly judgement: Judgement | undefined;
  /** Requests of its check and its properties, as `GET /{projectKey}/resource/{id}`. */
  readonly byCheck: ReadonlySet<string>;
  /** Those of the whole run: discovery and clean-up too. */
  readonly byRun: ReadonlySet<string>;
}

/** The clause that a request is sent for. */
const sentFor = new AsyncLocalStorage<string>();

type Check = (on: Stage) => Promise<void>;

/** The plan with checks whose requests are known as theirs. */
const marked: Plan = {
  sections: plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.map((clause) => ({ ...clause, ...under(clause.id, clause.check) })),
  })),
  evidence: plan.evidence.map((evidence) => ({ ...evidence, ...under(evidence.clause, evidence.check) })),
};

function under<C extends Check | undefined>(id: string, check: C): { readonly check: C } | object {
  return check === undefined ? {} : { check: (on: Stage) => sentFor.run(id, () => check(on)) };
}

/** Rehearses a clause, with its properties, against a fault, and notes what goes out for it. */
export async function charge(id: string, fault: string): Promise<ChargedClause> {
  const byCheck = new Set<string>();
  const byRun = new Set<string>();
  const properties = plan.evidence.filter(({ clause }) => clause === id).map(({ name }) => name);
  const { judgements } = await rehearse({
    plan: marked,
    faults: [fault],
    profile: referenceProfile,
    selected: new Set([id, ...properties]),
    around: (transport) =>
      watchedTransport(transport, ({ request }) => {
        const sent = asDocumented(request.method, request.target);
        byRun.add(sent);
        if (sentFor.getStore() === id) byCheck.add(sent);
      }),
  });
  return { judgement: judgements.get(id), byCheck, byRun };
}

/** Documented paths as patterns; those with fewer placeholders first, so that `{id}` does not stand for a name. */
const paths = [...new Set(Object.values<Endpoint>(endpoints).map(({ path }) => path))]
  .toSorted((a, b) => a.split('{').length - b.split('{').length || b.length - a.length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]*')}(?:\\?|$)`) }));

/** Method and path of a request as the contract prints them. */
export function asDocumented(method: string, target: string): string {
  return `${method} ${paths.find(({ pattern }) => pattern.test(target))?.path ?? target}`;
}
