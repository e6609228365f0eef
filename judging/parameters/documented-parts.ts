import { isRow, type RowName } from '../../contract/rows.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Ask } from '../../run/ask.ts';
import {
  openPairs,
  opaquePairs,
  plainPairs,
  queryText,
  withOddNumbers,
  withOtherTruth,
  withPairs,
  type Pair,
} from '../../implementation/plain-query.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations } from '../confirm.ts';
import { judgeCrashes, judgeCrash } from '../crashes.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';
import { plainAnswer } from './bare-answers.ts';

/** The rows of the parameters whose type the contract shows. */
export function typedRows(name: EndpointName): readonly RowName[] {
  const { section, parameters } = endpoint(name);
  return parameters
    .filter(({ type }) => type !== 'open')
    .map((one) => `${section}/${one.name}`)
    .filter(isRow);
}

/** The request of the usual caller with a plain value for each parameter, sent once per run. */
export const plainParts = oncePerRunFor((on: Stage, name: EndpointName, base: Ask = {}): Promise<Exchange> =>
  on.ask(name, withPairs(base, plainPairs(endpoint(name).parameters))),
);

/** The answers to plain parameters of an endpoint: all together; if refused, each alone, then growing sets. */
export interface PartsSurvey {
  readonly all: Exchange;
  /** Each parameter alone, if all together were not accepted. */
  readonly alone: readonly { readonly pair: Pair; readonly exchange: Exchange }[];
  /** The largest accepted set of parameters, and its answer. */
  readonly most: { readonly pairs: readonly Pair[]; readonly exchange: Exchange } | undefined;
  /** A parameter that causes a server error beside parameters that are accepted without it. */
  readonly culprit:
    { readonly company: readonly Pair[]; readonly pair: Pair; readonly exchange: Exchange } | undefined;
}

/** Finds the largest set of plain parameters that the server accepts from the usual caller; once per run. */
export const surveyParts = oncePerRunFor(
  async (on: Stage, name: EndpointName, base: Ask = {}): Promise<PartsSurvey> =>
    survey(
      (pairs) => on.ask(name, withPairs(base, pairs)),
      plainPairs(endpoint(name).parameters),
      await plainParts(on, name, base),
    ),
);

/** If all parameters together were not accepted, sends each alone, and then growing sets. */
async function survey(ask: Send, pairs: readonly Pair[], all: Exchange): Promise<PartsSurvey> {
  if (all.succeeded) return { all, alone: [], most: { pairs, exchange: all }, culprit: undefined };
  const alone = await Promise.all(pairs.map(async (pair) => ({ pair, exchange: await ask([pair]) })));
  let most: PartsSurvey['most'];
  let culprit: PartsSurvey['culprit'];
  for (const { pair, exchange: one } of alone.filter(({ exchange }) => exchange.succeeded)) {
    const together = [...(most?.pairs ?? []), pair];
    const exchange = most === undefined ? one : await ask(together);
    if (exchange.succeeded) most = { pairs: together, exchange };
    else if (exchange.is('fault')) culprit ??= { company: most?.pairs ?? [], pair, exchange };
  }
  return { all, alone, most, culprit };
}

/**
 * Documented parameters with plain values of their documented type provoke no server error. The first request has all
 * parts; if it is refused or fails, each part follows alone, and then more and more together.
 *
 * @param base - the ask that the parameters are added to
 */
export function acceptsDocumentedParts(
  name: EndpointName,
  base: (on: Stage) => Promise<Ask> = () => Promise.resolve({}),
): Statement<Stage> {
  return {
    statement: 'Documented parameters with plain values of their type provoke no server error.',
    sends: `${operation(name)} with documented parameters, all at once and one by one`,
    violation: `One documented parameter with a plain value, alone or with others, is answered 500 or 501, ${confirmations} times, while the same request without it is answered 2xx before and after. Or a text beyond ASCII with a percent sign is answered 500 or 501, while the same request with a plain ASCII text is answered 2xx.`,
    rationale:
      'A refusal of the value passes, since the contract shows no bounds; a server error comes from the server, and the control request without the part shows that nothing else is wrong.',
    causes: [
      'Is the value converted without a check, or put unescaped into a query on the store?',
      'Is the query string decoded in an encoding other than UTF-8?',
    ],
    check: async (on) => {
      const ask = await base(on);
      const { parameters } = endpoint(name);
      const plain = Object.keys(ask).length === 0 ? await plainAnswer(on, name) : await on.ask(name, ask);
      const bare = plain.succeeded ? plain : await on.ask(name, ask);
      if (!bare.succeeded)
        return bare.is('noise')
          ? on.noise(bare.label)
          : on.discarded('premise-failed', `the request without parameters was answered ${bare.label}`);
      const send = (pairs: readonly Pair[]): Promise<Exchange> => on.ask(name, withPairs(ask, pairs));
      const usual = await surveyParts(on, name, ask);
      await judgeSurvey(on, send, usual);
      const plainly = plainPairs(parameters);
      if (usual.all.succeeded) await judgeLetter(on, name, ask, plainly);
      if (usual.culprit !== undefined) return;
      for (const pairs of [
        withOtherTruth(parameters, plainly),
        withOddNumbers(parameters, plainly),
        opaquePairs(parameters),
        openPairs(parameters),
      ])
        if (pairs !== undefined && pairs.length > 1)
          await judgeCulprit(on, send, await survey(send, pairs, await send(pairs)));
    },
  };
}

type Send = (pairs: readonly Pair[]) => Promise<Exchange>;

async function judgeSurvey(on: Stage, send: Send, found: PartsSurvey): Promise<void> {
  if (found.all.succeeded) return on.held();
  for (const { pair, exchange } of found.alone) {
    if (exchange.is('noise')) on.noise(exchange.label);
    else if (!exchange.is('fault')) on.held();
    else
      await judgeCrash(on, queryText([pair]), {
        seen: exchange,
        control: () => send([]),
        probe: () => send([pair]),
      });
  }
  await judgeCulprit(on, send, found);
  const isUnexplained =
    found.culprit === undefined && found.alone.every(({ exchange }) => !exchange.is('fault'));
  if (found.all.is('fault') && isUnexplained)
    on.undecided('server-error', 'all documented parameters together are answered with a server error', {
      exchanges: [found.all],
    });
}

/** A part that is accepted alone, and provokes a server error beside others that are accepted without it. */
async function judgeCulprit(on: Stage, send: Send, { culprit }: PartsSurvey): Promise<void> {
  if (culprit === undefined) return;
  const { company, pair, exchange } = culprit;
  await judgeCrash(on, `${queryText([pair])} with ${queryText(company)}`, {
    seen: exchange,
    control: () => send(company),
    probe: () => send([...company, pair]),
  });
}

/** A letter beyond ASCII, and a percent sign: a server that decodes twice takes it for the beginning of an octet. */
const oddText = 'é%';

async function judgeLetter(on: Stage, name: EndpointName, ask: Ask, pairs: readonly Pair[]): Promise<void> {
  const strings = pairs.filter(([, value]) => value === 'a');
  if (strings.length === 0) return;
  const letters = await on.ask(
    name,
    withPairs(
      ask,
      pairs.map(([key, value]) => [key, value === 'a' ? oddText : value]),
    ),
  );
  if (!letters.is('fault')) return;
  await judgeCrashes(on, letters, strings, (pair) =>
    judgeCrash(on, `${pair[0]}=${oddText}`, {
      control: () => on.ask(name, withPairs(ask, [pair])),
      probe: () => on.ask(name, withPairs(ask, [[pair[0], oddText]])),
    }),
  );
}
