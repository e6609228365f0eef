import { says } from '../../wire/status.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { OpenStatement } from '../../clause/section.ts';
import type { Ask } from '../../run/ask.ts';
import type { Exchange } from '../../history/exchange.ts';
import { plainPairs, withPairs, type Pair } from '../../implementation/plain-query.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sampleValues } from './declared-sample.ts';
import { surveyParts } from './documented-parts.ts';

/** The companions that a parameter may need for any value to make sense. */
const company = new Map([['fuzzyLevel', Object.entries({ fuzzy: 'true', 'text.en': 'a' })]]);

/** Values to try if the plain value is refused, by type. */
const otherValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['abc', '1', 'true', 'en']],
  ['1', ['0', '2', '10', '100']],
  ['true', ['false', '1', 'yes']],
]);

/**
 * Observes the answer to each parameter, added to a request that is accepted without it: accepted, or the
 * status. It is suspect if every tried value of a parameter is refused.
 *
 * @param send - the request with that parameter
 */
export async function observeReactions(
  on: Stage,
  pairs: readonly Pair[],
  send: (pair: Pair) => Promise<Exchange>,
  {
    known,
    declared = () => [],
  }: {
    readonly known: (pair: Pair) => Exchange | undefined;
    readonly declared?: (name: string) => readonly string[];
  },
): Promise<void> {
  const reactions = await Promise.all(
    pairs.map((pair) => {
      const others = [...declared(pair[0]), pair[1], ...(otherValues.get(pair[1]) ?? [])];
      return reactionTo(pair, others, send, known(pair));
    }),
  );
  const refused = reactions.filter(({ isEveryValueRefused }) => isEveryValueRefused);
  on.observe(Object.fromEntries(reactions.map(({ name, reaction }) => [name, reaction])), {
    suspect: refused.length > 0 && {
      why: `${refused.map(({ name }) => name).join(' and ')}, which the contract documents, is refused with every value.`,
    },
  });
}

async function reactionTo(
  [name, value]: Pair,
  others: readonly string[],
  send: (pair: Pair) => Promise<Exchange>,
  known: Exchange | undefined,
) {
  const first = known ?? (await send([name, value]));
  const reaction = first.succeeded ? 'accepted' : first.label;
  if (!says(first, 'invalid', 'fault')) return { name, reaction, isEveryValueRefused: false };
  for (const other of others)
    if (!says(await send([name, other]), 'invalid', 'fault'))
      return { name, reaction, isEveryValueRefused: false };
  return { name, reaction: `${reaction}, with every value`, isEveryValueRefused: true };
}

/** Observes the reactions to plain parameters of a read (4.1, 4.2, 4.4, 4.12). */
export function parameterReactions(
  name: EndpointName,
  base: (on: Stage) => Promise<Ask> = () => Promise.resolve({}),
): OpenStatement<Stage> {
  return {
    ...aboutReactions(name),
    check: async (on) => {
      const ask = await base(on);
      const { all, alone } = await surveyParts(on, name, ask);
      const bare = all.succeeded ? all : await on.ask(name, ask);
      if (!bare.succeeded)
        return bare.is('noise')
          ? on.noise(bare.label)
          : on.discarded('premise-failed', `the request without parameters was answered ${bare.label}`);
      await observeReactions(
        on,
        // Other names of a pattern may mean a language that does not exist.
        plainPairs(endpoint(name).parameters).filter(([one]) =>
          endpoint(name).parameters.some((parameter) => parameter.name === one),
        ),
        (pair) => on.ask(name, withPairs(ask, [...(company.get(pair[0]) ?? []), pair])),
        {
          known: (pair) =>
            all.succeeded ? all : alone.find((one) => one.pair.join('=') === pair.join('='))?.exchange,
          declared: (parameter) => sampleValues(on, endpoint(name).section, parameter),
        },
      );
    },
  };
}

/** The statement about reactions to the parameters of an operation. */
export function aboutReactions(
  name: EndpointName,
): Pick<OpenStatement<Stage>, 'statement' | 'sends' | 'rationale'> {
  return {
    statement: 'How the server reacts to each documented parameter if it accepts the request without it.',
    sends: `${operation(name)} with all documented parameters; if this request is refused, with each alone, and then with other values`,
    rationale:
      'The contract shows no bounds or meanings, so any value may be refused; a parameter that is refused with every value is suspect, since the contract documents it.',
  };
}
