import fc from 'fast-check';
import { scopes, type EndpointName } from '../contract/endpoints.ts';
import { listNames, readNames } from '../contract/traits.ts';
import { judgeCallers } from '../judging/access/access-judgements.ts';
import type { Ask } from '../run/ask.ts';
import type { Caller } from '../history/caller.ts';
import { lets } from '../world/callers/lets.ts';
import { inScope } from '../run/options.ts';
import type { AccessCase } from '../judging/access/access-case.ts';
import { mustAdmit, unproven } from '../implementation/callers/must-admit.ts';
import { knownKey } from '../implementation/keys/keyed-resource.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { listCase } from '../judging/access/list-access.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { checkingCase, readingCase } from '../judging/access/token-cases.ts';
import { checkCases, type Judged } from './checked-cases.ts';
import { drawn, type SeededCase } from './drawn-cases.ts';
import { judgeWithControl } from '../judging/confirm.ts';

/** Reads that either of two scopes opens; the clause itself sends the query. */
const reads = readNames
  .filter((name) => name !== 'query')
  .toSorted((one, other) => Number(isList(one)) - Number(isList(other)));

type Read = (typeof reads)[number];

function isList(name: EndpointName): boolean {
  return (listNames as readonly EndpointName[]).includes(name);
}

/** A caller with access is also granted access with more scopes (4.2 to 4.5, 4.12, "Authentication"). */
export const growingTokens = holds(
  'Authentication/further-scopes-do-no-harm',
  'reads by tokens that hold the scopes of another token and more',
  {
    limits: ['minted-scopes'],
    minimum: () => 1,
    check: async (on) => {
      const { projectKey } = on.options;
      const usable = (caller: Caller): boolean =>
        on.facts.liveness.get(caller.label) === 'live' &&
        caller.supplied?.expired !== true &&
        lets('readById', caller, projectKey) === 'in';
      const pairs = growingPairs(on.callers.supplied.filter(usable));
      if (pairs.length === 0)
        return on.discarded(
          'no-minted-token',
          'no token was supplied that holds all scopes of another token and more',
          'CONFORMANCE_TOKENS=<file with tokens of several scopes>',
        );
      await judgePairs(on, pairs);
    },
  },
);

/** Enough for each read with each of a few pairs. */
const mostExecutions = 24;

/** A read, and the two callers who send it. */
interface GrownRead {
  readonly name: Read;
  readonly pair: GrowingPair;
}

/** Each read by the pairs with the fewest scopes, and as many reads again by any pair. */
async function judgePairs(on: Stage, pairs: readonly GrowingPair[]): Promise<void> {
  const few = pairs.slice(0, Math.ceil(on.reach / 4));
  const names = inScope(on.options, reads);
  const first = names.flatMap((name) => few.map((pair): GrownRead => ({ name, pair })));
  const any = fc.record({ name: fc.constantFrom(...names), pair: fc.constantFrom(...pairs) });
  const kinds = [...first.map((one) => fc.constant(one)), ...Array.from({ length: on.reach }, () => any)];
  // The reads in their order; pairs with few scopes come before pairs with many scopes.
  const smaller = (): fc.Arbitrary<GrownRead> => any;
  const judged = new Set<string>();
  await checkCases(on, { kinds, seed: on.seed, count: kinds.length, smaller }, async ({ value }) => {
    const { name, pair } = value;
    const which = `${name} ${pairs.indexOf(pair)}`;
    if (judged.has(which)) return 'goes on';
    judged.add(which);
    return await judgeGrown(on, value);
  });
}

/** A caller, and another caller with all of its scopes and further scopes. */
type GrowingPair = readonly [fewer: Caller, more: Caller];

/** Each caller, with a caller that has all of its scopes and as few more as possible; few scopes come first. */
function growingPairs(callers: readonly Caller[]): readonly GrowingPair[] {
  const ascending = callers.toSorted((a, b) => a.scopes.size - b.scopes.size);
  return ascending.flatMap((more) => {
    const fewer = ascending.find(
      ({ scopes: held }) => held.size < more.scopes.size && [...held].every((one) => more.scopes.has(one)),
    );
    return fewer === undefined ? [] : [[fewer, more] as const];
  });
}

async function judgeGrown(on: Stage, { name, pair }: GrownRead): Promise<Judged<GrownRead>> {
  const [, more] = pair;
  const ask = await asking(on, name);
  if (ask === undefined) return 'goes on';
  const exchange = await on.ask(name, { ...ask, as: more });
  if (exchange.is('noise')) on.noise(exchange.label);
  else if (exchange.succeeded) on.held();
  else if (!(await mustAdmit(on, more, name)))
    on.undecided('liveness-unproven', unproven(more, name, exchange.label), { exchanges: [exchange] });
  else
    return {
      executions: mostExecutions,
      fails: (one) => isRefused(on, one),
      report: (small) => reportGrown(on, small),
    };
  return 'goes on';
}

/** The caller with fewer scopes is granted access, and the caller with more, whose token is valid, is not. */
async function isRefused(on: Stage, { name, pair }: GrownRead): Promise<boolean> {
  const [fewer, more] = pair;
  const ask = await asking(on, name);
  if (ask === undefined || !(await on.ask(name, { ...ask, as: fewer })).succeeded) return false;
  const exchange = await on.ask(name, { ...ask, as: more });
  return exchange.is('turned away') && (await mustAdmit(on, more, name));
}

async function reportGrown(on: Stage, { value, seed, path }: SeededCase<GrownRead>): Promise<void> {
  const { name, pair } = value;
  const [fewer, more] = pair;
  const ask = await asking(on, name);
  await judgeWithControl(on, {
    control: () => on.ask(name, { ...ask, as: fewer }),
    probe: () => on.ask(name, { ...ask, as: more }),
    deviates: (one) => one.is('turned away'),
    words: {
      expected: `${more.label} to be granted access like ${fewer.label}`,
      deviation: `${more.label} was refused`,
      counterexample: { read: name, scopes: [...more.scopes] },
      seed,
      path,
    },
  });
}

/** The target of the read; undefined if no key is known. */
async function asking(on: Stage, name: Read): Promise<Ask | undefined> {
  if (name === 'readById') return { path: { id: (await keptResource(on)).own.id } };
  if (name !== 'readByKey') return {};
  const known = await knownKey(on);
  return 'keyed' in known ? { path: { key: known.keyed.key } } : undefined;
}

/** Scopes of another project add nothing to insufficient scopes of this project ("Authentication"). */
export const foreignScopes = holds(
  'Authentication/scopes-are-exact-for-reads',
  'tokens whose scopes of this project do not suffice, with scopes of another project besides',
  {
    limits: ['minted-scopes'],
    minimum: () => 1,
    check: async (on) => {
      const { projectKey } = on.options;
      const foreign = on.callers.supplied.filter(
        (caller) =>
          lets('readById', caller, projectKey) === 'out' &&
          caller.supplied?.expired !== true &&
          [...caller.scopes].some((scope) => !scope.endsWith(`:${projectKey}`)),
      );
      const both = foreign.filter((caller) =>
        scopes.some((name) => caller.scopes.has(`${name}:${projectKey}`)),
      );
      const mixed = both.length > 0 ? both : foreign;
      if (mixed.length === 0)
        return on.discarded(
          'no-minted-token',
          'no token was supplied that holds scopes of another project and no sufficient scope in this one',
          'CONFORMANCE_TOKENS=<file with a token of view_products here and of manage_test elsewhere>',
        );
      const pairs = mixed.flatMap((caller) => refusable(on).map((which) => ({ caller, which })));
      // All pairs in a drawn order, none twice: N single draws from N pairs would leave out a third.
      const [inAnyOrder] = drawn(fc.shuffledSubarray(pairs, { minLength: pairs.length }), on.seed, 1);
      for (const { caller, which } of inAnyOrder?.value.slice(0, on.reach) ?? [])
        await judgeCallers(on, which, [caller]);
    },
  },
);

/** Reads whose refusal shows in the answer. */
function refusable(on: Stage): readonly AccessCase[] {
  return [readingCase, checkingCase, ...inScope(on.options, listNames).map((name) => listCase[name])];
}
