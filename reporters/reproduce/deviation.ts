import type { ExchangeEvidence, Finding, Step } from '../../clause/sample.ts';
import { formOf, placesIn } from './value-form.ts';

/** What of a finding shows again when the same is sent again, or does not. Steps by their place in the story. */
export type Deviation =
  /** That status; any success where it is one, unless it is meant exactly. */
  | {
      readonly kind: 'status';
      readonly step: number;
      readonly status: number;
      readonly exact?: true;
      /** A refusal may be a success with an error in its body: what was let in shows this. */
      readonly shows?: string;
    }
  /** No JSON, under a label that says so where it had one. */
  | { readonly kind: 'not-json'; readonly step: number; readonly labelled: boolean }
  /** The answer ends before it is whole. */
  | { readonly kind: 'cut-off'; readonly step: number }
  /** A value like that one at the place, or that very one. */
  | {
      readonly kind: 'value';
      readonly step: number;
      readonly pointer: string;
      readonly form: string;
      readonly raw?: string;
    }
  /** Two looks at one thing agree, or not, at each of these places. */
  | {
      readonly kind: 'looks';
      readonly before: number;
      readonly after: number;
      readonly places: readonly { readonly pointer: string; readonly same: boolean }[];
      /** Nothing was written between: it may take several reads. */
      readonly still: boolean;
      /** What succeeded after the last of them. */
      readonly since: readonly number[];
    }
  /** Several of those that were sent at once succeed. */
  | { readonly kind: 'several-winners'; readonly steps: readonly number[] }
  /** What another request sent stands in the body. */
  | { readonly kind: 'holds'; readonly step: number; readonly text: string }
  /** The answer is about another resource than the one that was named. */
  | { readonly kind: 'another-resource'; readonly step: number };

interface Told {
  readonly step: Step;
  readonly exchange: ExchangeEvidence;
  readonly at: number;
}

/** What of a finding a script can look for; undefined where that cannot be told from it. */
export function deviationOf(finding: Finding): Deviation | undefined {
  const told = (finding.story ?? []).flatMap((step, at): Told[] => {
    const exchange = finding.exchanges[step.exchange];
    return exchange === undefined ? [] : [{ step, exchange, at }];
  });
  const culprit = told.find(({ step }) => step.culprit);
  if (culprit === undefined || told.length > 10) return undefined;
  if (told.some(({ step }) => step.role === 'racer')) return severalWinners(told);
  return (
    byStatus(finding, told, culprit) ??
    byText(finding, culprit) ??
    byLooks(told, culprit) ??
    byValue(finding, told, culprit) ??
    byContent(finding, told, culprit)
  );
}

function severalWinners(told: readonly Told[]): Deviation | undefined {
  const racers = told.filter(({ step }) => step.role === 'racer');
  const winners = racers.filter(({ exchange }) => isSuccess(exchange));
  return winners.length < 2 ? undefined : { kind: 'several-winners', steps: racers.map(({ at }) => at) };
}

function byStatus({ expected, got }: Finding, told: readonly Told[], culprit: Told): Deviation | undefined {
  const [, named, rest = ''] = /^(\d{3})\b(.*)$/s.exec(got) ?? [];
  if (named === undefined) return undefined;
  const status = Number(named);
  const step = [culprit, ...told.toReversed()].find(({ exchange }) => exchange.answer?.status === status);
  if (step === undefined) return undefined;
  const succeeded = status >= 200 && status < 300;
  // A success may be due, and a refusal too: then it is something else about it.
  const isDue = succeeded && /\b2\d\d\b|2xx|accepted|let in|be found/.test(expected);
  if (isDue) return status === 200 ? undefined : { kind: 'status', step: step.at, status, exact: true };
  if (!succeeded && /\bwith the resource|\bbody\b/.test(rest)) {
    const [shown] = [...placesIn(step.exchange.answer?.body ?? '')].filter(([at]) => at.endsWith('/version'));
    if (shown === undefined) return undefined;
    return { kind: 'value', step: step.at, pointer: shown[0], form: formOf(shown[1]) };
  }
  const shows = succeeded ? tellingPlace(step.exchange.answer?.body ?? '') : undefined;
  return { kind: 'status', step: step.at, status, ...(shows === undefined ? {} : { shows }) };
}

/** A member that tells a resource, or whatever came, from an error: the version where there is one. */
function tellingPlace(body: string): string | undefined {
  const places = [...placesIn(body).keys()].filter((pointer) => /^\/[^/]+$/.test(pointer));
  return places.includes('/version') ? '/version' : places[0];
}

function byText({ got }: Finding, { step, exchange, at }: Told): Deviation | undefined {
  if (exchange.answer === undefined)
    return exchange.failure?.startsWith('framing') === true ? { kind: 'cut-off', step: at } : undefined;
  const isBroken = step.at !== undefined || got.includes('not-json');
  const labelled = exchange.answer.headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' && /^[^;]*\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(value),
  );
  return isBroken ? { kind: 'not-json', step: at, labelled } : undefined;
}

function byLooks(told: readonly Told[], culprit: Told): Deviation | undefined {
  const after = [culprit, ...told.toReversed()].find(
    (one) => isLook(one) && isSuccess(one.exchange) && told.some((other) => isSame(other, one)),
  );
  const before = after === undefined ? undefined : told.find((one) => isSame(one, after));
  if (after === undefined || before === undefined) return undefined;
  const between = told.slice(before.at + 1, after.at);
  const isWritten = between.some(({ exchange }) => !isRead(exchange));
  if (!isWritten && after !== culprit) return undefined;
  const [then, now] = [before, after].map(({ exchange }) => placesIn(exchange.answer?.body ?? ''));
  const pointers = new Set([...(after.step.pointer === undefined ? [] : [after.step.pointer]), '/version']);
  const places = [...pointers]
    .filter((pointer) => then?.has(pointer) === true || now?.has(pointer) === true)
    .map((pointer) => ({ pointer, same: then?.get(pointer) === now?.get(pointer) }));
  const isTold = places.some(({ same }) => !same) || isWritten;
  return places.length === 0 || !isTold
    ? undefined
    : {
        kind: 'looks',
        before: before.at,
        after: after.at,
        places,
        still: !isWritten,
        since: told.slice(after.at + 1).flatMap(({ exchange, at }) => (isSuccess(exchange) ? [at] : [])),
      };
}

/** The value that deviates, where the story points at one, or where what was got stands in the body. */
function byValue(finding: Finding, told: readonly Told[], culprit: Told): Deviation | undefined {
  const { step, exchange, at } =
    [culprit, ...told].find((one) => one.step.pointer !== undefined && one.step.pointer !== '') ?? culprit;
  const body = exchange.answer?.body ?? '';
  const places = placesIn(body);
  if (places.size === 0) return undefined;
  const pointer = step.pointer ?? pointerOf(finding.got, places);
  if (pointer === undefined) return undefined;
  const raw = places.get(pointer);
  const sent = told.map((one) => one.exchange.request.body ?? '').join('\n');
  const isExact = raw !== undefined && raw.startsWith('"') && isLikely(raw, sent);
  return { kind: 'value', step: at, pointer, form: formOf(raw), ...(isExact ? { raw } : {}) };
}

/** Whether the very text shows again: it was sent, it may well be right in its form, or there is no number in it. */
function isLikely(raw: string, sent: string): boolean {
  if (raw.length <= 60 && sent.includes(raw)) return true;
  const form = formOf(raw).slice(1, -1);
  return /^(?:9{4}-99-99)?A?(?:99:99:99(?:\.999)?A?)?$/.test(form) || (raw.length <= 40 && !/\d/.test(raw));
}

function pointerOf(got: string, places: ReadonlyMap<string, string>): string | undefined {
  if (/^an? (?:array|string|number|boolean|object|text)\b/.test(got) || got === 'null') return '';
  const wanted = [got, JSON.stringify(got)];
  return [...places].find(([pointer, raw]) => pointer !== '' && wanted.includes(raw))?.[0];
}

function byContent({ got }: Finding, told: readonly Told[], culprit: Told): Deviation | undefined {
  const { exchange, at } = culprit;
  const body = exchange.answer?.body ?? '';
  const sent = told
    .filter((one) => one.at < at)
    .map((one) => one.exchange.request.body ?? '')
    .join('\n');
  const text = (got.match(/\w{8,}/g) ?? []).find((one) => sent.includes(one) && body.includes(one));
  if (text !== undefined) return { kind: 'holds', step: at, text };
  const id = placesIn(body).get('/id');
  const named = exchange.request.target.split('?')[0]?.split('/')[3];
  const isAnother = id?.startsWith('"') === true && named !== undefined && id.slice(1, -1) !== named;
  return isAnother && isSuccess(exchange) && isRead(exchange) ? { kind: 'another-resource', step: at } : undefined; // prettier-ignore
}

function isSuccess({ answer }: ExchangeEvidence): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

function isRead({ request }: ExchangeEvidence): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function isLook({ exchange }: Told): boolean {
  return exchange.request.method === 'GET';
}

function isSame(one: Told, other: Told): boolean {
  const [a, b] = [one.exchange.request, other.exchange.request];
  return (
    one.at < other.at && a.method === b.method && a.target === b.target && isSuccess(one.exchange) && isLook(one)
  );
} // prettier-ignore
