import type { Outcome, Request } from '../../wire/exchange.ts';
import { asObject, JsonNumber, readJson, type Json } from '../../wire/json/json.ts';
import { isSuccess, says } from '../../wire/status.ts';
import { dimensions, type Situation } from './space.ts';

export interface Sent {
  readonly request: Request;
  readonly outcome: Outcome;
}

interface Track {
  readonly createdAt: number;
  readonly writtenAt: number;
  readonly version: bigint;
  readonly left: ReadonlySet<bigint>;
  readonly updates: number;
  readonly after: Situation['after'];
}

/** The situation of each update that was answered as it has to be, at resources that the run made. */
export function situationsOf(sent: readonly Sent[]): readonly Situation[] {
  const tracks = new Map<string, Track>();
  const known = new Map<Sent, Track>();
  const companyOf = companies(sent);
  return inOrder(sent).flatMap(({ one, isAnswer }) => {
    const { request, outcome } = one;
    const track = tracks.get(request.target);
    if (!isAnswer) {
      if (track !== undefined) known.set(one, track);
      return [];
    }
    if (outcome.kind !== 'answer') return [];
    if (track !== undefined && request.method === 'GET')
      tracks.set(request.target, { ...track, after: 'a read' });
    const isCreate = track === undefined && request.target.endsWith('/resource');
    if (request.method !== 'POST' || (track === undefined && !isCreate)) return [];
    const answer = readJson(outcome.body);
    const shown = answer.kind === 'json' ? asObject(answer.value) : undefined;
    const version = integerIn(shown?.['version']);
    if (track === undefined) {
      const id = shown?.['id'];
      if (typeof id === 'string' && version !== undefined)
        tracks.set(`${request.target}/${encodeURIComponent(id)}`, newTrack(outcome, version));
      return [];
    }
    tracks.set(request.target, next(track, outcome, version));
    const before = known.get(one);
    const situation = before && situationOf(one, before, companyOf(one));
    return situation !== undefined && isDue(situation, outcome) ? [situation] : [];
  });
}

/** Requests and answers in the order of time; at the same moment the answers come first. */
function inOrder(sent: readonly Sent[]): readonly { readonly one: Sent; readonly isAnswer: boolean }[] {
  return sent
    .flatMap((one) => [
      { one, isAnswer: false, at: one.outcome.sentAt },
      { one, isAnswer: true, at: one.outcome.answeredAt },
    ])
    .toSorted((one, other) => one.at - other.at || Number(other.isAnswer) - Number(one.isAnswer));
}

/** A server that refuses an update for its caller or its body may not have compared the version. */
function isDue({ states }: Situation, answer: Outcome & { kind: 'answer' }): boolean {
  if (states === 'the actual version') return isSuccess(answer.status);
  return states === 'no integer' ? says(answer, 'conflict', 'invalid') : says(answer, 'conflict');
}

function newTrack({ answeredAt }: Outcome, version: bigint): Track {
  return {
    createdAt: answeredAt,
    writtenAt: answeredAt,
    version,
    left: new Set(),
    updates: 0,
    after: 'the create',
  };
}

function next(track: Track, answer: Outcome & { kind: 'answer' }, version = track.version): Track {
  if (!isSuccess(answer.status))
    return { ...track, after: says(answer, 'conflict') ? 'a conflict' : 'another refusal' };
  return {
    ...track,
    version,
    left: version === track.version ? track.left : new Set([...track.left, track.version]),
    updates: track.updates + 1,
    writtenAt: answer.answeredAt,
    after: 'an accepted update',
  };
}

function companies(sent: readonly Sent[]): (one: Sent) => readonly Sent[] {
  const bySending = sent.toSorted((one, other) => one.outcome.sentAt - other.outcome.sentAt);
  const longest = Math.max(0, ...sent.map(({ outcome }) => outcome.answeredAt - outcome.sentAt));
  return (one) => {
    const { sentAt, answeredAt } = one.outcome;
    const from = firstFrom(bySending, sentAt - longest);
    const until = firstFrom(bySending, answeredAt);
    return bySending.slice(from, until).filter((other) => other !== one && sentAt < other.outcome.answeredAt);
  };
}

/** The index of the first request that was sent at this time or later. */
function firstFrom(bySending: readonly Sent[], time: number): number {
  let [low, high] = [0, bySending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bySending[middle]?.outcome.sentAt ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function situationOf(
  { request, outcome }: Sent,
  track: Track,
  company: readonly Sent[],
): Situation | undefined {
  const body = request.body === undefined ? undefined : readJson(request.body);
  const update = body?.kind === 'json' ? asObject(body.value) : undefined;
  const actions = update?.['actions'];
  if (!Array.isArray(actions) || actions.length === 0) return undefined;
  const kind = kindOf(actions as readonly Json[]);
  if (kind === undefined) return undefined;
  const isThere = company.some((other) => other.request.target === request.target);
  return {
    states: statedAs(update?.['version'], track),
    list: listOf(actions.length),
    kind,
    age: moment(outcome.sentAt - track.createdAt),
    rest: moment(outcome.sentAt - track.writtenAt),
    before: track.updates === 0 ? 'no update' : track.updates === 1 ? 'one update' : 'several updates',
    beside: isThere ? 'others there' : company.length > 0 ? 'others elsewhere' : 'nothing',
    after: track.after,
  };
}

function kindOf(actions: readonly Json[]): Situation['kind'] | undefined {
  const kinds = new Set(actions.map((action) => asObject(action)?.['action']));
  const kind = kinds.size > 1 ? 'both' : [...kinds][0];
  return dimensions.kind.find((known) => known === kind);
}

function listOf(length: number): Situation['list'] {
  const [one, two, several, many] = dimensions.list;
  if (length <= 2) return length === 1 ? one : two;
  return length <= 8 ? several : many;
}

function moment(ms: number): Situation['age'] {
  const [atOnce, soon, late] = dimensions.age;
  return ms < 50 ? atOnce : ms < 3_000 ? soon : late;
}

function statedAs(version: Json | undefined, { version: actual, left }: Track): Situation['states'] {
  const stated = integerIn(version);
  if (stated === undefined) return 'no integer';
  if (stated === actual) return 'the actual version';
  if (left.has(stated)) return 'one left before';
  return stated > actual ? 'one above' : 'one below';
}

function integerIn(value: Json | undefined): bigint | undefined {
  return value instanceof JsonNumber && /^-?\d+$/.test(value.source) ? BigInt(value.source) : undefined;
}
