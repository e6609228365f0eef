import { inScope } from '../../run/options.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { listNames, plainReads } from '../../contract/traits.ts';
import { Aborted } from '../../run/aborted.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Learnt } from '../learnt.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Liveness } from '../facts.ts';
import type { Stage } from '../stage.ts';
import { isAlike, saidIn } from './same-answers.ts';
import { looksDead } from './mistakes.ts';
import { refuseOtherSites } from './other-sites.ts';
import {
  deadToken,
  expiredToken,
  noHandshake,
  notInItsProject,
  ofThisProject,
  swappedTokens,
  wrongClaims,
} from './sentences.ts';
import { contradictingScopes, expiredAt } from './token-claims.ts';
import { isKnown } from './token-evidence.ts';

/** The answers of 4.1 to every caller in the tested project; to the token of another project, in that project. */
interface Met {
  readonly none: Exchange;
  readonly unknown: readonly [Exchange, Exchange];
  readonly here: ReadonlyMap<Caller, Exchange>;
  readonly elsewhere: ReadonlyMap<Caller, Exchange>;
}

/** Reads without an id that list view_test, beside 4.1. */
const furtherReads = plainReads.filter((name) => name !== 'query');
/** The lists among these reads: they are answered 2xx whether or not there is any resource. */
const listReads = listNames.filter((name) => name !== 'query');

/**
 * Reads 4.1 as every caller, and more reads after an odd answer; returns whether some token was granted
 * access. Throws Aborted.
 *
 * @throws Aborted if this is not the API, or if tokens contradict their settings
 */
export async function probeTokens(on: Stage, draft: Learnt): Promise<boolean> {
  readClaims(on, draft);
  const met = await askEveryone(on);
  const open = [...met.here.values()].find((one) => !one.is('turned away')) ?? met.none;
  await refuseOtherSites(on, open, met.unknown[0]);
  const liveness = new Map<string, Liveness>();
  draft.liveness = liveness;
  for (const [caller, answer] of met.here) liveness.set(caller.label, tokenEvidenceAtOnce(answer, met));
  for (const [caller, answer] of met.elsewhere) if (answer.succeeded) liveness.set(caller.label, 'live');
  await askRefusedHolders(on, met);
  await withdrawDead(on, draft, liveness, met);
  await withdrawSwapped(on, draft, met);
  noteOtherProject(on, draft, liveness, met);
  chooseCallers(on, draft, met);
  const { supplied } = on.callers;
  return supplied.some((caller) =>
    plainReads.some((name) => on.world.answers.wasGranted(name, caller.label)),
  );
}

/** The claims of tokens about themselves, before anything is sent. */
function readClaims(on: Stage, draft: Learnt): void {
  const { projectKey } = on.options;
  const now = on.clock.date();
  for (const caller of on.callers.supplied) {
    const { supplied } = caller;
    if (supplied === undefined || supplied.expired === true) continue;
    const claimed = contradictingScopes(supplied, projectKey);
    if (claimed !== undefined) throw new Aborted('configuration', wrongClaims(supplied, projectKey, claimed));
    const since = expiredAt(supplied.claims, now);
    if (since === undefined) continue;
    withdraw(on, draft, caller, {
      why: `expired at ${since}`,
      sentence: expiredToken(caller.label, since, now),
    });
  }
  if (on.callers.supplied.length > 0 || on.callers.withdrawn.length === 0) return;
  throw new Aborted('configuration', draft.mistakes[0] ?? 'no token can be used');
}

/** A system in front of the target is named by its action, because the request did not reach the target. */
function unreachable({ baseUrl, viaProxy }: Stage['options'], detail: string): string {
  if (viaProxy !== true) return `the target ${baseUrl} cannot be reached: ${detail}`;
  const { hostname } = new URL(baseUrl);
  return `${detail}; the target ${baseUrl} itself was not asked. NO_PROXY=${hostname} leaves the proxy out`;
}

/** Says why a token is not used: in a word, and in a sentence for the operator. */
function withdraw(
  on: Stage,
  draft: Learnt,
  caller: Caller,
  { why, sentence }: { readonly why: string; readonly sentence: string },
): void {
  on.callers.withdraw(caller, why);
  if (!draft.mistakes.includes(sentence)) draft.mistakes = [...draft.mistakes, sentence];
}

async function askEveryone(on: Stage): Promise<Met> {
  const { otherProjectKey } = on.options;
  const { supplied, none, random, secondRandom } = on.callers;
  const ask = (as: Caller): Promise<Exchange> => on.ask('query', { as });
  const first = await ask(supplied[0] ?? none);
  if (first.is('noise') && first.failure?.failure === 'unreachable')
    throw new Aborted('unreachable', unreachable(on.options, first.failure.detail));
  if (first.is('noise') && first.failure?.failure === 'tls')
    throw new Aborted('unreachable', noHandshake(on.options.baseUrl, first.failure.detail));
  const others = supplied.filter((caller) => caller.supplied?.otherProject === true);
  const [withNone, one, two, here, elsewhere] = await Promise.all([
    ask(none),
    ask(random),
    ask(secondRandom),
    Promise.all(supplied.map(async (caller, at) => [caller, at === 0 ? first : await ask(caller)] as const)),
    Promise.all(
      (otherProjectKey === undefined ? [] : others).map(
        async (as) => [as, await grantedElsewhere(on, as, otherProjectKey ?? '')] as const,
      ),
    ),
  ]);
  return { none: withNone, unknown: [one, two], here: new Map(here), elsewhere: new Map(elsewhere) };
}

/** The first read of the other project with a 2xx answer, else the answer of its 4.1. */
async function grantedElsewhere(on: Stage, as: Caller, projectKey: string): Promise<Exchange> {
  const first = await on.ask('query', { as, projectKey, mayNotExist: true });
  if (first.succeeded || first.is('noise')) return first;
  for (const name of inScope(on.options, furtherReads)) {
    const other = await on.ask(name, { as, projectKey, mayNotExist: true });
    if (other.succeeded) return other;
  }
  return first;
}

/** Recognises a valid token: strangers do not get its success, or are refused in another way. */
function tokenEvidenceAtOnce(answer: Exchange, { none, unknown }: Met): Liveness {
  const [one, two] = unknown;
  if (answer.succeeded) return none.succeeded || one.succeeded ? 'unproven' : 'live';
  if (!answer.is('turned away') || !one.is('turned away') || !two.is('turned away')) return 'unproven';
  return isAlike(saidIn(answer), saidIn(one), saidIn(two)) ? 'unproven' : 'live';
}

/** A holder of a listed scope who is denied at 4.1 may be granted access elsewhere. */
async function askRefusedHolders(on: Stage, { here }: Met): Promise<void> {
  const refused = [...here].filter(
    ([caller, answer]) => answer.is('turned away') && lets('query', caller, on.options.projectKey) === 'in',
  );
  if (refused.length === 0) return;
  const askers = [...refused.map(([caller]) => caller), on.callers.random];
  await Promise.all(
    askers.flatMap((as) => inScope(on.options, furtherReads).map((name) => on.ask(name, { as }))),
  );
}

/** Tokens that are answered like unknown tokens everywhere, while others are distinguished. */
async function withdrawDead(
  on: Stage,
  draft: Learnt,
  liveness: Map<string, Liveness>,
  met: Met,
): Promise<void> {
  const suspects = [...met.here.keys()].filter(
    (caller) => liveness.get(caller.label) !== 'live' && caller.supplied?.expired !== true,
  );
  const known = [...met.here.keys()].filter((caller) => liveness.get(caller.label) === 'live');
  if (suspects.length === 0 || known.length === 0) return;
  const { random, secondRandom } = on.callers;
  const projectKey = on.canary();
  const ask = (as: Caller): Promise<Exchange> => on.ask('query', { as, projectKey, mayNotExist: true });
  const [one, two, ...answers] = await Promise.all(
    [random, secondRandom, ...suspects, ...known.slice(0, 3)].map(ask),
  );
  if (one === undefined || two === undefined) return;
  const id = on.canary();
  for (const [at, caller] of suspects.entries()) {
    const answer = answers[at];
    if (answer?.is('turned away') !== true || !one.is('turned away')) continue;
    if (!isAlike(saidIn(answer), saidIn(one), saidIn(two))) liveness.set(caller.label, 'live');
    else if (looksDead(on.world.answers.sites, caller, on.callers, on.options)) {
      const sites: readonly (readonly [EndpointName, Record<string, string>])[] = [
        ...inScope(on.options, furtherReads).map((name) => [name, {}] as const),
        ['readById', { id }],
        ['cart', {}],
      ];
      await Promise.all(
        sites.flatMap(([name, path]) =>
          [caller, random].map((as) => on.ask(name, { as, path, mayNotExist: true })),
        ),
      );
      if (!looksDead(on.world.answers.sites, caller, on.callers, on.options)) continue;
      liveness.set(caller.label, 'dead');
      withdraw(on, draft, caller, {
        why: 'is answered like an unknown token everywhere',
        sentence: deadToken(caller.label, answer.status),
      });
    }
  }
}

/** Two tokens, each granted access only at operations that the other should open. */
async function withdrawSwapped(on: Stage, draft: Learnt, met: Met): Promise<void> {
  const { projectKey } = on.options;
  const single = on.callers.supplied.filter(
    ({ scopes, supplied }) => scopes.size <= 1 && supplied?.expired !== true,
  );
  if (met.unknown.some(({ succeeded }) => succeeded)) return;
  const answered = (caller: Caller, succeeded: boolean): boolean => {
    const answer = met.here.get(caller);
    return succeeded ? answer?.succeeded === true : answer?.is('turned away') === true;
  };
  const refused = single.filter(
    (caller) => lets('query', caller, projectKey) === 'in' && answered(caller, false),
  );
  const granted = single.filter(
    (caller) => lets('query', caller, projectKey) === 'out' && answered(caller, true),
  );
  if (refused.length === 0 || granted.length === 0) return;
  const everywhere = async (caller: Caller, succeeded: boolean): Promise<boolean> => {
    const answers = await Promise.all(
      inScope(on.options, listReads).map((name) => on.ask(name, { as: caller })),
    );
    return answers.every((answer) => (succeeded ? answer.succeeded : answer.is('turned away')));
  };
  for (const other of granted) {
    const one = refused.find((caller) => on.callers.supplied.includes(caller));
    if (one?.supplied === undefined || other.supplied === undefined) return;
    if (!(await everywhere(one, false)) || !(await everywhere(other, true))) continue;
    const sentence = swappedTokens(one.supplied, other.supplied, listNames);
    withdraw(on, draft, one, { why: `looks swapped with ${other.label}`, sentence });
    withdraw(on, draft, other, { why: `looks swapped with ${one.label}`, sentence });
  }
}

/** The token of another project is proven only by a success there: without it, its refusals here prove nothing. */
function noteOtherProject(
  on: Stage,
  draft: Learnt,
  liveness: Map<string, Liveness>,
  { elsewhere, here, none }: Met,
): void {
  const { otherProjectKey = '', projectKey } = on.options;
  for (const [caller, answer] of elsewhere) {
    if (answer.succeeded || answer.is('noise') || !on.callers.supplied.includes(caller)) continue;
    liveness.set(caller.label, 'dead');
    if (here.get(caller)?.succeeded === true && !none.succeeded)
      withdraw(on, draft, caller, {
        why: `looks like a token of ${projectKey}`,
        sentence: ofThisProject(caller.label, {
          here: projectKey,
          other: otherProjectKey,
          got: answer.label,
        }),
      });
    else draft.mistakes = [...draft.mistakes, notInItsProject(caller.label, otherProjectKey, answer.label)];
  }
}

function chooseCallers(on: Stage, draft: Learnt, met: Met): void {
  const { projectKey } = on.options;
  const { supplied, none } = on.callers;
  const holders = (scope: string): Caller[] =>
    supplied
      .filter((caller) => caller.scopes.has(`${scope}:${projectKey}`) && caller.supplied?.expired !== true)
      .toSorted((a, b) => a.scopes.size - b.scopes.size);
  const readers = [...holders('manage_test'), ...holders('view_test')];
  draft.reader =
    readers.find((caller) => met.here.get(caller)?.succeeded === true) ??
    readers.find((caller) => isKnown(on.world.answers.sites, caller.label)) ??
    readers[0] ??
    supplied[0];
  draft.writer = holders('manage_test')[0];
  draft.updater = draft.writer ?? draft.reader ?? none;
}
