import { isSuccess } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import { endpoints, type Endpoint } from '../../contract/endpoints.ts';
import type { ExchangeEvidence, Role, Step } from '../../clause/sample.ts';
import { asObject, sameJson, type Json } from '../../wire/json/json.ts';
import { pointerToken } from '../../wire/json/pointer.ts';
import { Exchange } from '../../history/exchange.ts';

/** An exchange with the role that the check states, if the exchange itself does not show its role. */
export interface Told {
  readonly exchange: Exchange;
  readonly role?: Role;
  /** Marks the exchange at fault; by default the last exchange is at fault. */
  readonly culprit?: boolean;
  readonly pointer?: string | undefined;
}

/** An exchange, with or without its role. */
export type Shown = Exchange | Told;

/** The exchanges with the roles that the check states. */
export function asTold(shown: readonly Shown[]): readonly Told[] {
  return shown.map((one) => (one instanceof Exchange ? { exchange: one } : one));
}

/** The places of deviations in bodies, as stated; otherwise the places at which two reads of one resource differ. */
export function withPointers(told: readonly Told[]): readonly Told[] {
  return told.map((one, at) => {
    if (one.pointer !== undefined || !isRead(one.exchange.request)) return one;
    const before = told.slice(0, at).findLast(({ exchange }) => isSameRead(exchange, one.exchange))?.exchange;
    const pointer = differenceOf(before, one.exchange);
    return pointer === undefined ? one : { ...one, pointer };
  });
}

/** The story of a finding: its exchanges in the order of time, each with its role, and the exchange at fault. */
export function storyOf(
  exchanges: readonly ExchangeEvidence[],
  hints: readonly Pick<Told, 'role' | 'culprit'>[] = [],
): readonly Step[] {
  const named = hints.some(({ culprit }) => culprit === true);
  const isCulprit = (at: number): boolean =>
    named ? hints[at]?.culprit === true : at === exchanges.length - 1;
  const culprit = exchanges.find((_, at) => isCulprit(at));
  if (culprit === undefined) return [];
  const order = exchanges
    .map((exchange, at) => ({ exchange, at }))
    .filter(({ at }) => isMention(exchanges, at, isCulprit))
    .toSorted((a, b) => (a.exchange.atMs ?? 0) - (b.exchange.atMs ?? 0) || a.at - b.at);
  const began = order[0]?.exchange.atMs ?? 0;
  return order.map(({ exchange, at }): Step => {
    const { caller = '', atMs = began, milliseconds, flaw } = exchange;
    // An error page from elsewhere is not JSON either, but proves nothing.
    const isTold = flaw?.at === undefined || isCulprit(at);
    return {
      role: hints[at]?.role ?? roleOf(exchange, isCulprit(at), culprit, exchanges),
      caller,
      atMs: Math.round((atMs - began) * 10) / 10,
      tookMs: milliseconds,
      exchange: at,
      culprit: isCulprit(at),
      ...(isTold ? flaw : {}),
    };
  });
}

/** Whether this is the decisive mention of its exchange: the mention at fault, otherwise the first. */
function isMention(
  exchanges: readonly ExchangeEvidence[],
  at: number,
  isCulprit: (at: number) => boolean,
): boolean {
  const number = exchanges[at]?.number;
  if (number === undefined) return true;
  const same = exchanges.flatMap((one, index) => (one.number === number ? [index] : []));
  return (same.find(isCulprit) ?? same[0]) === at;
}

function roleOf(
  { request, answer }: ExchangeEvidence,
  isCulprit: boolean,
  culprit: ExchangeEvidence,
  all: readonly ExchangeEvidence[],
): Role {
  const hasWrite = all.some((one) => !isRead(one.request));
  if (isRead(request)) {
    if (isCulprit ? all.length === 1 || !hasWrite : false) return 'probe';
    if (hasWrite || request.method !== culprit.request.method) return 'look';
    return isSuccess(answer?.status) ? 'control' : 'look';
  }
  if (isCulprit) return 'probe';
  if (request.method === culprit.request.method && isSuccess(answer?.status)) return 'control';
  return 'write';
}

function isSameRead(a: Exchange, b: Exchange): boolean {
  return a.request.method === b.request.method && a.request.target === b.request.target && a.succeeded;
}

function differenceOf(before: Exchange | undefined, after: Exchange): string | undefined {
  if (!after.succeeded || before?.value === undefined || after.value === undefined) return undefined;
  return firstDifference(before.value, after.value);
}

/** JSON Pointer of the first place at which the second value differs from the first. */
function firstDifference(a: Json, b: Json, pointer = ''): string | undefined {
  if (sameJson(a, b)) return undefined;
  const [one, other] = [membersOf(a), membersOf(b)];
  if (one === undefined || other === undefined || Array.isArray(a) !== Array.isArray(b)) return pointer;
  for (const [name, member] of Object.entries(other)) {
    const former = Object.hasOwn(one, name) ? one[name] : undefined;
    const here = `${pointer}/${pointerToken(name)}`;
    if (former === undefined) return here;
    const found = firstDifference(former, member, here);
    if (found !== undefined) return found;
  }
  return pointer;
}

function membersOf(value: Json): Readonly<Record<string, Json>> | undefined {
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : asObject(value);
}

const collection = endpoints.query.path.split('/').length;
const literals: ReadonlySet<string> = new Set(
  Object.values<Endpoint>(endpoints)
    .map(({ path }) => path.split('/')[collection] ?? '{')
    .filter((segment) => !segment.includes('{')),
);

/** Whether the exchange at fault shows the same if it is sent alone after the run, without the run's resources. */
export function standsByItself({ request, caller }: ExchangeEvidence, story: readonly Step[]): boolean {
  // The source of an altered token is not shown.
  if (caller?.startsWith('altered ') === true) return false;
  const [, , , beyond] = (request.target.split('?')[0] ?? '').split('/');
  if (request.method === 'HEAD' || (beyond !== undefined && !literals.has(beyond))) return false;
  if (/"(?:version|id)"\s*:/.test(request.body ?? '')) return false;
  return story.every(({ role, culprit }) =>
    culprit ? role !== 'racer' && role !== 'look' : role === 'control',
  );
}
