import { says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import { refusalText } from '../../judging/answers/refusal-text.ts';
import { notTested } from '../../clause/thrown.ts';
import type { AccessCase } from '../../judging/access/access-case.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import { equalsAuthorised } from '../../judging/access/disclosure.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import { declaredSample, formOf, sampleAsk } from '../../implementation/sample-ask.ts';
import { andToken, noTokenFor } from '../../implementation/callers/no-token.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

const form = 'application/x-www-form-urlencoded';

/** Whether requests with the method carry their fields in the body. */
export function hasBody(method: string): boolean {
  return !isRead({ method });
}

/** The method of 4.14: as declared, or, if the operator permits probing, the first that is answered 2xx. */
export async function searchMethod(on: Stage): Promise<string> {
  if (on.profile.search?.method !== undefined) return on.profile.search.method;
  const { method, refused } = await probedMethod(on);
  if (method !== undefined) return method;
  const tried = refused.map((one) => `${one.request.method} was answered ${refusalText(on, one)}`).join(', ');
  throw notTested({
    code: 'method-undeclared',
    text: `the contract shows no method for 4.14${tried === '' ? '' : `; ${tried}: it may be missing, or require other fields`}`,
    supply:
      tried === ''
        ? `"search": {"method": <method>}${andToken(on, 'projectionSearch')}  (or state the limit: CONFORMANCE_WITHOUT=4.14)`
        : '"samples": {"4.14": {"body": {…}}}  (or state the limit: CONFORMANCE_WITHOUT=4.14)',
  });
}

/** The method that was found, or how all that were tried were answered. */
interface Probed {
  readonly method?: string;
  readonly refused: readonly Exchange[];
}

const probedMethod = oncePerRun(async (on: Stage): Promise<Probed> => {
  const [caller] = searchers(on);
  if (on.profile.probe?.undeclaredMethods !== true || caller === undefined) return { refused: [] };
  const refused: Exchange[] = [];
  for (const method of ['POST', 'GET', 'PUT']) {
    const answer = await askSearch(on, method, caller);
    if (answer.succeeded) return { method, refused };
    refused.push(answer);
  }
  return { refused };
});

/** Callers that hold a listed scope of 4.14. */
export function searchers(on: Stage): readonly Caller[] {
  return on.callers.supplied.filter(
    (caller) =>
      caller.supplied?.expired !== true && lets('projectionSearch', caller, on.options.projectKey) === 'in',
  );
}

/**
 * One search of product projections (4.14): the fields of the declared sample, or none, as a form in the body or, for
 * a method without one, in the query.
 */
export function askSearch(
  on: Stage,
  method: string,
  as: Caller,
  fields: readonly (readonly [string, string])[] = [],
): Promise<Exchange> {
  const { query = [], headers = [] } = sampleAsk(on, '4.14');
  const inForm = on.profile.auth?.carrier?.['4.14'] === 'form';
  const token: readonly [string, string][] =
    inForm && as.token !== undefined ? [['access_token', as.token]] : [];
  const text = [
    formOf(declaredSample(on, '4.14')?.body),
    new URLSearchParams([...fields, ...token].map((pair): [string, string] => [...pair])).toString(),
  ]
    .filter((part) => part !== '')
    .join('&');
  const carried = inForm ? { authorizationName: null } : {};
  if (!hasBody(method)) {
    const inQuery = [...new URLSearchParams(text)].map((pair): readonly [string, string] => pair);
    const ask = { method, as, headers, query: [...query, ...inQuery], ...carried };
    return insist(() => on.ask('projectionSearch', ask));
  }
  const content = { body: new TextEncoder().encode(text), contentType: form };
  const inBody = { method, as, headers, query, ...content, ...carried };
  return insist(() => on.ask('projectionSearch', inBody));
}

/** Access to 4.14: an answer equal to a sufficient caller's counts as disclosure. */
export const searching: AccessCase = {
  endpoint: 'projectionSearch',
  prepare: async (on) => {
    const method = await searchMethod(on);
    return {
      ask: (stage, as) => askSearch(stage, method, as),
      shows: () => true,
      grants: (probe, control, again) => (equalsAuthorised(probe, control, again) ? 'granted' : 'open'),
      // Whether manage_products implies the reading of products can be read either way: it is observed.
      exempts: ({ scopes }) => scopes.has(`manage_products:${on.options.projectKey}`),
    };
  },
};

/** The result of a search by some sufficient caller: the first that is granted access, else the last answer. */
export const sufficientSearch = oncePerRun(async (on: Stage): Promise<Exchange> => {
  const method = await searchMethod(on);
  let last: Exchange | undefined;
  for (const caller of searchers(on)) {
    last = await askSearch(on, method, caller);
    // A refusal of the form itself has nothing to do with tokens.
    if (last.succeeded || says(last, 'media type not supported')) return last;
  }
  if (last !== undefined) return last;
  throw notTested(noTokenFor('projectionSearch', { callers: on.callers, projectKey: on.options.projectKey }));
});
