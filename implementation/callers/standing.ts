import type { Part } from '../../clause/clause.ts';
import type { Reason } from '../../clause/sample.ts';
import { endpoints, type Endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import type { Stage } from '../stage.ts';
import { askForProof, livenessOf } from './liveness.ts';
import { provesHolding } from './must-admit.ts';
import { noTokenFor } from './no-token.ts';
import { provesScope } from './token-evidence.ts';

/**
 * Why the answers of a part of the contract contradict no declaration: one of its callers has not proven, in this
 * run, the scope that opens it. An expired, missing or weaker token is answered differently than the vendor has
 * declared for the right one.
 *
 * @param mayAsk - whether a caller may still be asked to prove its scope
 */
export async function whyUnproven(on: Stage, part: Part, mayAsk: boolean): Promise<Reason | undefined> {
  for (const need of needsOf(part)) {
    const reason = await whyNot(on, need, mayAsk);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Whether a caller is seen to hold every scope of the project that it is said to hold. */
export async function provesEachScope(on: Stage, caller: Caller): Promise<boolean> {
  const own = [...caller.scopes].filter((scope) => scope.endsWith(`:${on.options.projectKey}`));
  const names = own.map((scope) => scope.split(':')[0] ?? '');
  const areProven = (): boolean =>
    names.every((name) => provesScope(on.world.answers.sites, caller.label, name));
  if (names.length === 0 || areProven()) return names.length > 0;
  if (names.some((name) => name.endsWith('_products'))) await askForProof(on, caller.label, caller);
  for (const name of ['view_test', 'manage_test'] as const)
    if (names.includes(name)) await provesHolding(on, caller, name);
  return areProven();
}

type Need = 'reader' | 'writer' | 'projectionSearch' | 'images';

function needsOf(part: Part): readonly Need[] {
  if (part === '4.14') return ['projectionSearch'];
  if (part === '4.15') return ['images'];
  if (part === 'Authentication' || part === 'Resources') return ['reader'];
  const found: Endpoint | undefined = Object.values(endpoints).find(({ section }) => section === part);
  const listed = found?.scopes as readonly string[] | undefined;
  if (listed?.includes('view_test') === true) return ['reader'];
  // For an operation without listed scopes, the required scope is unknown: either may be.
  return listed === undefined && part !== '4.10' ? ['writer', 'reader'] : ['writer'];
}

const needed = {
  reader: { name: 'query', scope: 'view_test', opens: 'view_test or manage_test' },
  writer: { name: 'create', scope: 'manage_test', opens: 'manage_test' },
} as const;

async function whyNot(on: Stage, need: Need, mayAsk: boolean): Promise<Reason | undefined> {
  if (need !== 'reader' && need !== 'writer') return await whyNotHolder(on, need);
  const { name, scope, opens } = needed[need];
  const caller = on.facts[need];
  if (caller === undefined) return lacking(on, name);
  const isProven =
    mayAsk && need === 'writer'
      ? await provesHolding(on, caller, scope)
      : provesScope(on.world.answers.sites, caller.label, scope);
  return isProven ? undefined : unproven(caller, opens);
}

/** For the scopes on products, other operations can only show that the token is valid. */
async function whyNotHolder(on: Stage, name: EndpointName): Promise<Reason | undefined> {
  const { scopes }: Endpoint = endpoints[name];
  const holders = on.callers.supplied.filter((caller) =>
    (scopes ?? []).some((scope) => caller.scopes.has(`${scope}:${on.options.projectKey}`)),
  );
  for (const caller of holders) if ((await livenessOf(on, caller)) === 'live') return undefined;
  const [first] = holders;
  return first === undefined ? lacking(on, name) : unproven(first, (scopes ?? []).join(' or '));
}

function lacking({ callers, options }: Stage, name: EndpointName): Reason {
  return noTokenFor(name, { callers, projectKey: options.projectKey });
}

function unproven({ label }: Caller, scope: string): Reason {
  return {
    code: 'liveness-unproven',
    text: `${label} was not seen to hold ${scope} in this run, so its answers test no declared choice`,
  };
}
