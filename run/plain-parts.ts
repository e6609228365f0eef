import { endpoint, type EndpointName, type Parameter } from '../contract/endpoints.ts';
import type { Statement } from '../clause/section.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';
import type { Stage } from './stage.ts';

type Pair = readonly [name: string, value: string];

/** A plain value of each documented type; types that are not shown get none. */
const plainValues: Partial<Record<Parameter['type'], string>> = {
  String: 'a',
  Float: '1',
  Int: '1',
  Boolean: 'true',
};

/** One plain pair for each parameter whose type is documented. */
export function plainPairs(parameters: readonly Parameter[]): readonly Pair[] {
  return parameters.flatMap(({ name, type }) => {
    const value = plainValues[type];
    return value === undefined ? [] : [[name, value] as const];
  });
}

const attempts = 3;

/**
 * Documented parameters with plain values of their documented type provoke no server error. All go in one request
 * first; each alone only when that one is refused or fails.
 *
 * @param base - the ask that the parameters are added to
 */
export function acceptsDocumentedParts(
  name: EndpointName,
  base: (on: Stage) => Promise<Ask>,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: 'Documented parameters with plain values of their type provoke no server error.',
    violation: `One documented parameter with a plain value is answered 500 or 501, ${attempts} times, while the same request without it is answered 2xx before and after; or one letter beyond ASCII is, where its ASCII twin is answered 2xx.`,
    rationale:
      'A refusal of the value passes, since bounds are not shown; a server error blames the server, and its twin without the part shows that nothing else is amiss.',
    ...more,
    check: async (on) => {
      const ask = await base(on);
      const bare = await on.ask(name, ask);
      if (!bare.succeeded)
        return bare.kind === 'noise'
          ? on.noise(bare.label)
          : on.discarded('premise-failed', `the request without parameters was answered ${bare.label}`);
      const pairs = plainPairs(endpoint(name).parameters);
      const all = await on.ask(name, withPairs(ask, pairs));
      if (all.succeeded) {
        on.held();
        return await judgeLetter(on, name, ask, pairs);
      }
      const alone = await Promise.all(
        pairs.map(async (pair) => ({ pair, exchange: await on.ask(name, withPairs(ask, [pair])) })),
      );
      for (const { pair, exchange } of alone) {
        if (exchange.kind === 'noise') on.noise(exchange.label);
        else if (exchange.kind !== 'crash') on.held();
        else
          await confirmCrash(on, name, {
            twin: ask,
            part: withPairs(ask, [pair]),
            what: `${pair[0]}=${pair[1]}`,
          });
      }
      if (all.kind === 'crash' && alone.every(({ exchange }) => exchange.kind !== 'crash'))
        on.undecided('server-error', 'all documented parameters together are answered with a server error', {
          exchanges: [all],
        });
    },
  };
}

async function judgeLetter(on: Stage, name: EndpointName, ask: Ask, pairs: readonly Pair[]): Promise<void> {
  const strings = pairs.filter(([, value]) => value === 'a');
  if (strings.length === 0) return;
  const letters = await on.ask(
    name,
    withPairs(
      ask,
      pairs.map(([key, value]) => [key, value === 'a' ? 'é' : value]),
    ),
  );
  if (letters.kind !== 'crash') return;
  for (const pair of strings)
    await confirmCrash(on, name, {
      twin: withPairs(ask, [pair]),
      part: withPairs(ask, [[pair[0], 'é']]),
      what: `${pair[0]}=é`,
    });
}

/** A server error that hinges on one part: three times, with the request without it accepted before and after. */
export async function confirmCrash(
  on: Stage,
  name: EndpointName,
  which: { readonly twin: Ask; readonly part: Ask; readonly what: string },
): Promise<void> {
  const shown: Exchange[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await on.ask(name, which.twin);
    const probe = await on.ask(name, which.part);
    const after = await on.ask(name, which.twin);
    if (before.succeeded && probe.kind === 'crash' && after.succeeded) shown.push(before, probe);
  }
  if (shown.length === 2 * attempts)
    on.violated({
      expected: `no server error for ${which.what}`,
      got: shown.at(-1)?.label ?? '',
      exchanges: shown.slice(-2),
      reproduced: `${attempts}/${attempts}`,
    });
  else if (shown.length > 0) on.undecided('flaky', `${which.what} provoked a server error, not every time`);
  else on.held();
}

function withPairs(ask: Ask, pairs: readonly Pair[]): Ask {
  return { ...ask, query: [...(ask.query ?? []), ...pairs] };
}
