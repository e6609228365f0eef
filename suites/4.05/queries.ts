import { endpoints } from '../../contract/endpoints.ts';
import { sameJson } from '../../wire/json/json.ts';
import type { Exchange } from '../../run/exchange.ts';
import { noMatchStatus } from './existence.ts';
import { plainParts } from '../../judging/parameters/documented-parts.ts';
import type { Stage } from '../../target/stage.ts';
import { plainPairs } from '../../target/plain-query.ts';

/** The check takes what GET takes, whatever it then finds (4.5). */
export async function judgeSharedParameters(on: Stage): Promise<void> {
  const pairs = plainPairs(endpoints.exists.parameters);
  const repeated = ['arrayOfString', 'arrayOfStringWithDescription'].flatMap((name): [string, string][] => [
    [name, 'a'],
    [name, 'b'],
  ]);
  const none = await noMatchStatus(on);
  for (const query of [pairs, repeated, ...pairs.map((pair) => [pair])]) {
    const get = query === pairs ? await plainParts(on, 'query') : await on.ask('query', { query });
    if (!get.succeeded) {
      on.discarded('premise-failed', `GET with the same query was answered ${get.label}`);
      continue;
    }
    const heads = [query === pairs ? await plainParts(on, 'exists') : await on.ask('exists', { query })];
    const refuses = ({ status }: Exchange): boolean =>
      status === 405 ||
      status === 501 ||
      ((status === 400 || status === 422) && none !== undefined && none !== status);
    if (heads[0] !== undefined && refuses(heads[0]))
      heads.push(await on.ask('exists', { query }), await on.ask('exists', { query }));
    if (heads.length === 3 && heads.every(refuses))
      on.violated({
        expected: 'the query that GET accepts to be accepted',
        got: heads.at(-1)?.label ?? '',
        exchanges: [get, ...heads.slice(-1)],
        reproduced: '3/3',
      });
    else if (heads[0]?.kind === 'noise') on.noise(heads[0].label);
    else on.held();
    if ((heads[0]?.status === 400 || heads[0]?.status === 422) && none === undefined) on.suspect();
    if (query === pairs && get.succeeded && heads.length === 1) break;
  }
}

/** Two spellings of one query are answered alike (4.5). */
export async function judgeEqualQueries(on: Stage): Promise<void> {
  // A query that finds something tells more than one that finds nothing.
  const text = on.made[0]?.canary ?? 'a';
  const twins: readonly Twins[] = [
    ...['floatParameter', 'withMarkdownDescription'].map((name): Twins => [[[name, '1']], [[name, '1.0']]]),
    ...['arrayOfString', 'arrayOfStringWithDescription'].map((name): Twins => [
      [[name, text]],
      [
        [name, text],
        [name, text],
      ],
    ]),
  ];
  if (await alikeTogether(on, twins)) return on.held(twins.length);
  for (const [one, other] of twins) {
    const gets = await Promise.all([on.ask('query', { query: one }), on.ask('query', { query: other })]);
    const repeats = one.length !== other.length;
    if (!gets.every(({ succeeded }) => succeeded) || (repeats && !equalAndTelling(gets))) {
      on.discarded('premise-failed', 'GET does not answer both spellings alike');
      continue;
    }
    const rounds: (readonly [Exchange, Exchange])[] = [];
    for (let round = 0; round < 3; round += 1) {
      const pair = await Promise.all([on.ask('exists', { query: one }), on.ask('exists', { query: other })]);
      rounds.push(pair);
      if (!differ(pair)) break;
    }
    if (rounds.length === 3 && rounds.every(differ))
      on.violated({
        expected: 'both spellings of one query to be answered alike',
        got: (rounds[0] ?? []).map(({ label }) => label).join(' and '),
        exchanges: rounds.at(-1) ?? [],
        reproduced: '3/3',
      });
    else if (rounds.some((pair) => pair.some(({ kind }) => kind === 'noise'))) on.noise('a check was lost');
    else on.held();
  }
}

/** Two ways of asking the same. */
type Twins = readonly [one: readonly Pair[], other: readonly Pair[]];
type Pair = readonly [name: string, value: string];

/** All first ways in one query, and all others in another: both are answered alike, and neither as a bad request. */
async function alikeTogether(on: Stage, twins: readonly Twins[]): Promise<boolean> {
  const queries = [twins.flatMap(([one]) => one), twins.flatMap(([, other]) => other)] as const;
  const ask = (name: 'query' | 'exists') =>
    Promise.all([on.ask(name, { query: queries[0] }), on.ask(name, { query: queries[1] })]);
  if (!equalAndTelling(await ask('query'))) return false;
  const heads = await ask('exists');
  return (
    heads.every((head) => ['success', 'refusal'].includes(head.kind) && !isBadRequest(head)) && !differ(heads)
  );
}

function isBadRequest({ status }: Exchange): boolean {
  return status === 400 || status === 422;
}

/** Both bodies say the same, and something at all. */
function equalAndTelling([one, other]: readonly [Exchange, Exchange]): boolean {
  if (!one.succeeded || !other.succeeded) return false;
  if (one.object === undefined || other.object === undefined || !sameJson(one.object, other.object))
    return false;
  return Object.values(one.object).some((member) => Array.isArray(member) && member.length > 0);
}

function differ([one, other]: readonly [Exchange, Exchange]): boolean {
  const stable = ({ kind }: Exchange): boolean => kind === 'success' || kind === 'refusal';
  return stable(one) && stable(other) && isBadRequest(one) !== isBadRequest(other);
}
