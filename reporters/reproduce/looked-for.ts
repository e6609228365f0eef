import { isRead } from '../../contract/reads.ts';
import { defined } from '../../clause/defined.ts';
import type { Finding } from '../../clause/sample.ts';
import { isSuccess } from './operations.ts';
import { stepsOf, type StoryStep } from './story-steps.ts';
import { formOf, placesIn } from './value-form.ts';

/** The condition with which a script recognises a deviation. Steps by their place in the story. */
export type LookedFor =
  /** The same status; any success for a success, unless it is meant exactly. */
  | {
      readonly kind: 'status';
      readonly step: number;
      readonly status: number;
      readonly exact: boolean;
      /** A refusal may be a success with an error in its body: the content for a granted caller shows this. */
      readonly shows?: string;
    }
  /** No JSON, with a JSON label if it had one. */
  | { readonly kind: 'not-json'; readonly step: number; readonly labelled: boolean }
  /** No UTF-8, a success without a body, an incomplete answer, or another resource than the named resource. */
  | {
      readonly kind: 'not-utf8' | 'no-body' | 'cut-off' | 'another-resource';
      readonly step: number;
    }
  /** A similar value at the place, or exactly that value. */
  | {
      readonly kind: 'value';
      readonly step: number;
      readonly pointer: string;
      readonly form: string;
      readonly raw?: string;
    }
  /** Two looks at one resource agree, or differ, at each of these places. */
  | {
      readonly kind: 'looks';
      readonly before: number;
      readonly step: number;
      readonly places: readonly { readonly pointer: string; readonly same: boolean }[];
      /** No write came between the looks: the deviation may need several reads to show. */
      readonly still: boolean;
      /** The successes after the last of them. */
      readonly since: readonly number[];
    }
  /** Several of the concurrent requests succeed. */
  | { readonly kind: 'several-winners'; readonly step: number; readonly steps: readonly number[] }
  /** The body contains a text of another request. */
  | {
      readonly kind: 'holds';
      readonly step: number;
      readonly text: string;
      /** The text is a whole JSON text: any other JSON text serves as well. */
      readonly isWhole: boolean;
    }
  /** A refusal that shows, at the place, content of another answer. */
  | { readonly kind: 'shown-too'; readonly step: number; readonly pointer: string; readonly to: number };

/** Steps of a story that a script sends, at most. */
const mostSteps = 10;

/** The condition for a finding that a script can check; undefined if there is none. */
export function lookedFor(finding: Finding): LookedFor | undefined {
  const told = stepsOf(finding);
  const { deviation } = finding;
  const toldOf = (exchange: number): StoryStep | undefined =>
    told.find(({ step }) => step.exchange === exchange);
  const one = deviation && toldOf(deviation.exchange);
  if (deviation === undefined || one === undefined || told.length > mostSteps) return undefined;
  const racers = told.filter(({ step }) => step.role === 'racer');
  if (racers.length > 0 || deviation.kind === 'several-winners') return severalWinners(one, racers);
  const { at: step } = one;
  switch (deviation.kind) {
    case 'status':
      return statusOf(one, deviation.exact === true);
    case 'not-json':
      return { kind: deviation.kind, step, labelled: isLabelled(one) };
    case 'not-utf8':
    case 'no-body':
    case 'cut-off':
    case 'another-resource':
      return { kind: deviation.kind, step };
    case 'value':
    case 'missing':
      return valueOf(one, deviation.pointer, told);
    case 'differ':
    case 'agree':
      return looksAt(one, toldOf(deviation.beside), told);
    case 'holds':
      return holding(one, deviation.text, told);
    case 'discloses':
      return disclosed(one, toldOf(deviation.beside));
    case 'media-type':
    case 'stray-octets':
    case 'reused-version':
    case 'moved-version':
      return undefined;
  }
}

function severalWinners(one: StoryStep, racers: readonly StoryStep[]): LookedFor | undefined {
  return racers.filter(({ exchange }) => isSuccess(exchange)).length < 2
    ? undefined
    : { kind: 'several-winners', step: one.at, steps: racers.map(({ at }) => at) };
}

function statusOf({ exchange, at }: StoryStep, exact: boolean): LookedFor | undefined {
  if (exchange.answer === undefined) return undefined;
  const { status, body = '' } = exchange.answer;
  const shows = isSuccess(exchange) && !exact ? tellingPlace(body) : undefined;
  return { kind: 'status', step: at, status, exact, ...defined({ shows }) };
}

/** A member that distinguishes a resource, or any other answer, from an error: the version if there is one. */
function tellingPlace(body: string): string | undefined {
  const places = [...placesIn(body).keys()].filter((pointer) => /^\/[^/]+$/.test(pointer));
  return places.includes('/version') ? '/version' : places[0];
}

function isLabelled({ exchange }: StoryStep): boolean {
  const headers = exchange.answer?.headers ?? [];
  return headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' && /^[^;]*\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(value),
  );
}

function valueOf(
  { exchange, at }: StoryStep,
  pointer: string,
  told: readonly StoryStep[],
): LookedFor | undefined {
  const places = placesIn(exchange.answer?.body ?? '');
  if (places.size === 0) return undefined;
  const raw = places.get(pointer);
  const sent = told.map((one) => one.exchange.request.body ?? '').join('\n');
  const isExact = raw !== undefined && raw.startsWith('"') && isLikely(raw, sent);
  return { kind: 'value', step: at, pointer, form: formOf(raw), ...(isExact ? { raw } : {}) };
}

/** ISO 8601 and dates of HTTP: their form shows nothing. */
const dates = /^(?:(?:9{4}-99-99)?A?(?:99:99:99(?:\.999)?A?)?|Aaa, 99 Aaa 9999 99:99:99 AAA)$/;

/** Whether the very text shows again: it was sent, it may be right in its form, or there is no number in it. */
function isLikely(raw: string, sent: string): boolean {
  if (raw.length <= 60 && sent.includes(raw)) return true;
  const form = formOf(raw).slice(1, -1);
  return dates.test(form) || (raw.length <= 40 && !/\d/.test(raw));
}

/** The places by which two looks are compared: the places of their difference, and the version. */
function looksAt(
  after: StoryStep,
  before: StoryStep | undefined,
  told: readonly StoryStep[],
): LookedFor | undefined {
  if (before === undefined || !isSuccess(before.exchange) || !isSuccess(after.exchange)) return undefined;
  const between = told.slice(before.at + 1, after.at);
  const [then, now] = [before, after].map(({ exchange }) => placesIn(exchange.answer?.body ?? ''));
  const pointers = new Set([...(after.step.pointer === undefined ? [] : [after.step.pointer]), '/version']);
  const places = [...pointers]
    .filter((pointer) => then?.has(pointer) === true || now?.has(pointer) === true)
    .map((pointer) => ({ pointer, same: then?.get(pointer) === now?.get(pointer) }));
  return places.length === 0
    ? undefined
    : {
        kind: 'looks',
        before: before.at,
        step: after.at,
        places,
        still: between.every(({ exchange }) => isRead(exchange.request)),
        since: told.slice(after.at + 1).flatMap(({ exchange, at }) => (isSuccess(exchange) ? [at] : [])),
      };
}

/** A text that the story has sent before; without it, only the presence of a text can recur. */
function holding(one: StoryStep, text: string, told: readonly StoryStep[]): LookedFor | undefined {
  const { exchange, step, at } = one;
  const isSent = told.slice(0, at).some(({ exchange: { request } }) => request.body?.includes(text) === true);
  if (text === '' || !isSent) return isSuccess(exchange) ? statusOf(one, false) : undefined;
  // A long body is cut; around the place that deviates it is shown beside.
  const shown = `${exchange.answer?.body ?? ''}\n${step.cut ?? ''}`;
  return { kind: 'holds', step: at, text, isWhole: shown.includes(`"${text}"`) };
}

/** A refusal that shows the refused content: the version if there is one. */
function disclosed({ exchange, at }: StoryStep, control: StoryStep | undefined): LookedFor | undefined {
  const places = [...placesIn(exchange.answer?.body ?? '')];
  const version = places.find(([pointer]) => pointer.endsWith('/version'));
  if (version !== undefined)
    return { kind: 'value', step: at, pointer: version[0], form: formOf(version[1]) };
  const held = control?.exchange.answer?.body ?? '';
  const leaked = places.find(([, raw]) => raw.length > 8 && !/^[{[]/.test(raw) && held.includes(raw));
  return leaked === undefined || control === undefined
    ? undefined
    : { kind: 'shown-too', step: at, pointer: leaked[0], to: control.at };
}
