import { says } from '../../wire/status.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { sameJson } from '../../wire/json/json.ts';
import type { Exchange } from '../../history/exchange.ts';
import { noMatchStatus, matchedCheck } from './existence.ts';
import { plainParts } from '../../judging/parameters/documented-parts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import { plainPairs } from '../../implementation/plain-query.ts';
import { beginningWith } from '../../judging/beginning-with.ts';
import { judgeWithControl, notEveryTime, confirmations } from '../../judging/confirm.ts';
import { mentions } from '../../wire/json/pointer.ts';

/** The check accepts the queries that GET accepts, with or without a match (4.5). */
export async function judgeSharedParameters(on: Stage): Promise<void> {
  const pairs = plainPairs(endpoints.exists.parameters);
  const repeated = ['arrayOfString', 'arrayOfStringWithDescription'].flatMap((name): [string, string][] => [
    [name, 'a'],
    [name, 'b'],
  ]);
  const none = await noMatchStatus(on);
  const refuses = (answer: Exchange): boolean =>
    says(answer, 'method not supported') ||
    (says(answer, 'invalid') && none !== undefined && none !== answer.status);
  for (const query of [pairs, repeated, ...pairs.map((pair) => [pair])]) {
    const asked = (name: 'query' | 'exists') => () => on.ask(name, { query });
    const together = (name: 'query' | 'exists') =>
      query === pairs ? beginningWith(() => plainParts(on, name), asked(name)) : asked(name);
    const confirmed = await judgeWithControl(on, {
      control: together('query'),
      probe: together('exists'),
      deviates: refuses,
      words: {
        expected: 'HEAD to accept a query that GET accepts',
        deviation: 'a query that GET accepts was refused',
      },
    });
    if (
      confirmed.kind === 'met' &&
      none === undefined &&
      confirmed.exchanges.some((one) => says(one, 'invalid'))
    )
      on.suspect('HEAD is answered 400 or 422 to a query that GET accepts.');
    if (query === pairs && confirmed.kind === 'met') break;
  }
}

/** Two spellings of one query get the same answer (4.5). */
export async function judgeEqualQueries(on: Stage): Promise<void> {
  const { controls, gets: answers, heads } = await askedTogether(on);
  const together = alikeTogether(answers, heads);
  if (together === 'alike') return on.held(controls.length);
  let isFound = false;
  for (const [one, other] of controls) {
    const both = (name: 'query' | 'exists') => () =>
      Promise.all([on.ask(name, { query: one }), on.ask(name, { query: other })]);
    const gets = await both('query')();
    const repeats = one.length !== other.length;
    if (!gets.every(({ succeeded }) => succeeded) || (repeats && !equalAndTelling(gets))) {
      on.discarded('premise-failed', 'GET does not answer both spellings alike');
      continue;
    }
    // The order of turns: a fault at every second, third or fourth request affects both spellings.
    const turns = [one, other, other, one, one, other];
    const heads = () => Promise.all(turns.map((query) => on.ask('exists', { query })));
    const alikeIn = (asked: readonly Exchange[], query: ControlledProbe[0]): Exchange | undefined => {
      const [first, ...others] = asked.filter((_, at) => turns[at] === query);
      return others.every(({ status }) => status === first?.status) ? first : undefined;
    };
    const { kind } = await judgeWithControl(on, {
      control: beginningWith(() => Promise.resolve(gets), both('query')),
      probe: heads,
      deviates: (_, asked) => {
        const [first, second] = [alikeIn(asked, one), alikeIn(asked, other)];
        return first !== undefined && second !== undefined && differ([first, second]);
      },
      words: {
        expected: 'both spellings of one query to be answered alike',
        deviation: 'two spellings of one query were answered differently',
      },
    });
    isFound ||= kind !== 'met';
  }
  if (together === 'otherwise' && !isFound)
    notEveryTime(on, 'two spellings of one query were answered differently');
}

type ControlledProbe = readonly [one: readonly Pair[], other: readonly Pair[]];
type Pair = readonly [name: string, value: string];

/** All first forms in one query, all second forms in another; checks only if GET answers both alike. */
interface AskedTogether {
  readonly controls: readonly ControlledProbe[];
  /** The string that only the create of a resource of the run contained; absent without such a create. */
  readonly canary: string | undefined;
  readonly gets: readonly [Exchange, Exchange];
  readonly heads: readonly [Exchange, Exchange] | undefined;
}

/** Sends both spellings of all parameters together; once per run. */
export const askedTogether = oncePerRun(async (on: Stage): Promise<AskedTogether> => {
  // A query with results proves more than a query without results.
  const canary = on.made[0]?.canary;
  const text = canary ?? 'a';
  const controls: readonly ControlledProbe[] = [
    ...['floatParameter', 'withMarkdownDescription'].map((name): ControlledProbe => [
      [[name, '1']],
      [[name, '1.0']],
    ]),
    ...['arrayOfString', 'arrayOfStringWithDescription'].map((name): ControlledProbe => [
      [[name, text]],
      [
        [name, text],
        [name, text],
      ],
    ]),
  ];
  const queries = [controls.flatMap(([one]) => one), controls.flatMap(([, other]) => other)] as const;
  const ask = (name: 'query' | 'exists') =>
    Promise.all([on.ask(name, { query: queries[0] }), on.ask(name, { query: queries[1] })]);
  const gets = await ask('query');
  return { controls, canary, gets, heads: equalAndTelling(gets) ? await ask('exists') : undefined };
});

/** Whether both whole queries are answered alike, and neither is refused as a bad request. */
function alikeTogether(
  gets: AskedTogether['gets'],
  heads: AskedTogether['heads'],
): 'alike' | 'otherwise' | 'not told' {
  if (heads === undefined || !equalAndTelling(gets)) return 'not told';
  if (differ(heads)) return 'otherwise';
  const areTold = heads.every((head) => head.is('accepted', 'turned away') && !says(head, 'invalid'));
  return areTold ? 'alike' : 'not told';
}

/** Both bodies are equal and not empty. */
function equalAndTelling([one, other]: readonly [Exchange, Exchange]): boolean {
  if (!one.succeeded || !other.succeeded) return false;
  if (one.object === undefined || other.object === undefined || !sameJson(one.object, other.object))
    return false;
  return Object.values(one.object).some((member) => Array.isArray(member) && member.length > 0);
}

function differ(pair: readonly Exchange[]): boolean {
  const isStable = pair.every((one) => one.is('accepted', 'turned away'));
  return isStable && new Set(pair.map((one) => says(one, 'invalid'))).size === 2;
}

type Query = readonly (readonly [name: string, value: string])[];

/** Observes the answer of the check to a query that GET answers with a resource of the run (4.5). */
export async function observeAgreement(on: Stage): Promise<void> {
  const { controls, canary, gets, heads } = await askedTogether(on);
  const shows = (get: Exchange): boolean => canary !== undefined && mentions(get.value, canary);
  const [get] = gets;
  if (!shows(get))
    return on.discarded('not-observable', 'no answer to a query by GET showed the content of a create');
  const query: Query = controls.flatMap(([one]) => one);
  const first = heads?.[0] ?? (await on.ask('exists', { query }));
  if (first.is('noise')) return on.noise(first.label);
  if (says(first, 'found')) return on.observe({ status: 200, agrees: true });
  // The query finds the resource, and so does a bare check: the check with the query contradicts both.
  const answers = [first];
  while (answers.length < confirmations) answers.push(await on.ask('exists', { query }));
  const after = await on.ask('query', { query });
  const bare = await on.defer(() => matchedCheck(on));
  const isDefinite = answers.every((one) => !one.is('noise') && !says(one, 'found'));
  on.observe(
    { status: first.status ?? 0, agrees: false },
    {
      suspect: isDefinite &&
        shows(after) &&
        says(bare, 'found') && { why: 'The check denies a match that GET finds with the same query.' },
    },
  );
}
