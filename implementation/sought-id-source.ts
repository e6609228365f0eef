import type { Exchange } from '../history/exchange.ts';
import { settles } from '../run/settle.ts';
import { sameNumber } from '../wire/json/numbers.ts';
import { mentions } from '../wire/json/pointer.ts';
import type { IdSource } from './facts.ts';
import { idFrom } from './id-source.ts';
import { versionOf } from './resources/own-resource.ts';
import type { Stage } from './stage.ts';
import { namingMembers } from '../world/resources/naming-members.ts';

/** An accepted create, and the string that it stored. */
export interface Born {
  readonly exchange: Exchange;
  readonly canary: string;
}

const mostTried = 8;
/** Waits only briefly for a created resource, in milliseconds, because a candidate may be no id at all. */
const patienceMs = 1_000;
/** A text that may stand in a path as it is; no date, no list, no quoted tag. */
const oneWord = /^[\w.~:+-]{1,128}$/;
const likeId = /(?:^|[-_])(?:id|uid|uuid|guid)$|Id$/;

/** An unusual place of the id in answers to creates: each resource is read by the value at that place. */
export async function soughtIdSource(on: Stage, born: readonly Born[]): Promise<IdSource | undefined> {
  const candidates = candidatesIn(born);
  if (candidates.length === 0) return undefined;
  let found: IdSource | undefined;
  await settles(on.clock, { since: on.clock.now(), ms: Math.min(patienceMs, on.grace.readMs) }, async () => {
    for (const source of candidates)
      if (found === undefined && (await readsAll(on, born, source))) found = source;
    return found !== undefined;
  });
  return found;
}

async function readsAll(on: Stage, born: readonly Born[], source: IdSource): Promise<boolean> {
  for (const { exchange, canary } of born) {
    const id = idFrom(exchange, source) ?? '';
    const read = await on.ask('readById', { path: { id }, as: on.reader, mayNotExist: true });
    const [made, shown] = [versionOf(exchange.value), versionOf(read.value)];
    if (!read.succeeded || shown === undefined) return false;
    const isSame = made !== undefined && sameNumber(made, shown);
    if (!isSame && !mentions(read.value, canary)) return false;
  }
  return true;
}

/** Members and headers that differ between creates, first those with a typical name. */
function candidatesIn(born: readonly Born[]): readonly IdSource[] {
  const [first] = born;
  if (first === undefined) return [];
  const { outcome, value } = first.exchange;
  const headers = outcome.kind === 'answer' ? outcome.headers : [];
  const places: IdSource[] = [
    ...namingMembers(value).map(({ pointer }): IdSource => ({ kind: 'body', at: pointer, declared: false })),
    ...headers
      .filter(([name, shown]) => isIdName(name) || oneWord.test(shown))
      .map(([at]): IdSource => ({ kind: 'header', at, declared: false })),
  ];
  const telling = places.filter((source) => {
    const ids = born.map(({ exchange }) => idFrom(exchange, source));
    const isOwn = ids.every((id, at) => id !== undefined && !id.includes(born[at]?.canary ?? id));
    return isOwn && new Set(ids).size === born.length;
  });
  const named = telling.filter(({ at }) => isIdName(at.split('/').at(-1) ?? ''));
  return [...named, ...telling.filter((one) => !named.includes(one))].slice(0, mostTried);
}

function isIdName(name: string): boolean {
  return likeId.test(name) || likeId.test(name.toLowerCase());
}
