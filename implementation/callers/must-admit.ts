import { inScope } from '../../run/options.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { plainReads } from '../../contract/traits.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Caller } from '../../history/caller.ts';
import { deleteOwn, withDisposable } from '../resources/disposable.ts';
import { keptResource } from '../resources/kept-resource.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import type { Stage } from '../stage.ts';
import { livenessOf } from './liveness.ts';
import { provesScope } from './token-evidence.ts';

/** Where the scopes of an endpoint can be proven: at other endpoints that list them. */
const provable: ReadonlySet<string> = new Set(['view_test', 'manage_test']);

/** Whether a holder of a listed scope has proven it; `beside`: another holder is granted the same request. */
export async function mustAdmit(
  on: Stage,
  caller: Caller,
  name: EndpointName,
  beside = false,
): Promise<boolean> {
  const listed = (endpoint(name).scopes ?? []).filter((scope) => holds(on, caller, scope));
  const witnesses = listed.some((scope) => provable.has(scope))
    ? listed
    : [...provable].filter((scope) => holds(on, caller, scope));
  const isProven = (): boolean =>
    witnesses.some((scope) => provesScope(on.world.answers.sites, caller.label, scope));
  if (isProven()) return true;
  // Only a token with several stated scopes can show that a further scope does harm.
  if (caller.scopes.size > 1 && (await livenessOf(on, caller)) === 'live') return true;
  if (witnesses.length > 0) {
    await tryToProve(on, caller.label, caller);
    if (isProven()) return true;
  }
  const isListedHereOnly = !listed.some((scope) => provable.has(scope));
  return isListedHereOnly && beside && (await livenessOf(on, caller)) === 'live';
}

/** Whether a caller has proven one of the two provable scopes; sends a request for it if needed. */
export async function provesHolding(
  on: Stage,
  caller: Caller,
  scope: 'view_test' | 'manage_test',
): Promise<boolean> {
  const isProven = (): boolean => provesScope(on.world.answers.sites, caller.label, scope);
  if (!isProven()) await tryToProve(on, caller.label, caller);
  return isProven();
}

function holds(on: Stage, caller: Caller, scope: string): boolean {
  return caller.scopes.has(`${scope}:${on.options.projectKey}`);
}

/** Sends requests that suit a caller's scopes, also with an unknown token; unsendable requests prove nothing. */
const tryToProve = oncePerRunFor(async (on: Stage, _label: string, caller: Caller): Promise<void> => {
  const { random } = on.callers;
  const both = [caller, random];
  if (holds(on, caller, 'view_test')) {
    for (const name of inScope(on.options, plainReads))
      await Promise.all(both.map((as) => on.ask(name, { as })));
    const readKept = async (): Promise<unknown> => {
      const { own } = await keptResource(on);
      return await Promise.all(both.map((as) => on.ask('readById', { path: { id: own.id }, as })));
    };
    await unlessInconclusive(readKept());
  }
  if (!holds(on, caller, 'manage_test') || on.options.readOnly) return;
  const creates = async (): Promise<void> => {
    for (const as of both) await on.create(on.canary(), as);
  };
  await unlessInconclusive(creates());
  if (provesScope(on.world.answers.sites, caller.label, 'manage_test')) return;
  const deletes = async (): Promise<void> => {
    for (const as of [random, caller])
      await withDisposable(on, (disposable) => deleteOwn(on, disposable, as));
  };
  await unlessInconclusive(deletes());
});

/** Why a refusal of a holder of a listed scope is not judged. */
export function unproven({ label }: Caller, name: EndpointName, got: string): string {
  const { scopes = [] } = endpoint(name);
  return (
    `${label} is answered ${got}, and was granted nowhere with ${scopes.join(' or ')}: either the token does not hold ` +
    'the scope of its setting, or the implementation refuses that scope everywhere'
  );
}
