import type { Finding } from '../../clause/sample.ts';
import type { Deviation } from './deviation.ts';
import { isCreate, isRead, isSuccess } from './operations.ts';
import type { StoryStep } from './story-steps.ts';
import { formOf, placesIn } from './value-form.ts';

/** A text that is no JSON, no UTF-8, or not whole. */
export function byText({ got }: Finding, { step, exchange, at }: StoryStep): Deviation | undefined {
  if (exchange.answer === undefined)
    return exchange.failure?.startsWith('framing') === true ? { kind: 'cut-off', step: at } : undefined;
  if (got.includes('not-utf8')) return { kind: 'not-utf8', step: at };
  const isBroken = step.at !== undefined || got.includes('not-json');
  const labelled = exchange.answer.headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' && /^[^;]*\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(value),
  );
  return isBroken ? { kind: 'not-json', step: at, labelled } : undefined;
}

/** The value that deviates, where the story points at one, or where what was got stands in the body. */
export function byValue(
  finding: Finding,
  told: readonly StoryStep[],
  culprit: StoryStep,
): Deviation | undefined {
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

/** ISO 8601 and what HTTP calls a date: of these the form says nothing. */
const dates = /^(?:(?:9{4}-99-99)?A?(?:99:99:99(?:\.999)?A?)?|Aaa, 99 Aaa 9999 99:99:99 AAA)$/;

/** Whether the very text shows again: it was sent, it may well be right in its form, or there is no number in it. */
function isLikely(raw: string, sent: string): boolean {
  if (raw.length <= 60 && sent.includes(raw)) return true;
  const form = formOf(raw).slice(1, -1);
  return dates.test(form) || (raw.length <= 40 && !/\d/.test(raw));
}

function pointerOf(got: string, places: ReadonlyMap<string, string>): string | undefined {
  if (/^an? (?:array|string|number|boolean|object|text)\b/.test(got) || got === 'null') return '';
  const wanted = [got, JSON.stringify(got)];
  return [...places].find(([pointer, raw]) => pointer !== '' && wanted.includes(raw))?.[0];
}

/** What another request had sent, or a resource that was not asked for. */
export function byContent(
  { got }: Finding,
  told: readonly StoryStep[],
  culprit: StoryStep,
): Deviation | undefined {
  const { exchange, at } = culprit;
  const body = exchange.answer?.body ?? '';
  const sent = told
    .filter((one) => one.at < at)
    .map((one) => one.exchange.request.body ?? '')
    .join('\n');
  const text = (got.match(/\w{8,}/g) ?? []).find((one) => sent.includes(one) && body.includes(one));
  if (text !== undefined) return { kind: 'holds', step: at, text, isWhole: body.includes(`"${text}"`) };
  const id = placesIn(body).get('/id');
  const named = exchange.request.target.split('?')[0]?.split('/')[3];
  const isAnother = id?.startsWith('"') === true && named !== undefined && id.slice(1, -1) !== named;
  return isAnother && isSuccess(exchange) && isRead(exchange)
    ? { kind: 'another-resource', step: at }
    : byStrayText(told);
}

/** What a resource was made with stands in an answer that is to show nothing of it. */
export function byShownText(told: readonly StoryStep[], { exchange, at }: StoryStep): Deviation | undefined {
  const body = exchange.answer?.body ?? '';
  const made = told.filter((one) => one.at !== at && isCreate(one.exchange));
  const text = made.flatMap((one) => textsIn(one.exchange)).find((one) => body.includes(`"${one}"`));
  return text === undefined ? undefined : { kind: 'holds', step: at, text, isWhole: true };
}

/** What a refused write, or one to another resource, had sent stands in what a later look shows. */
function byStrayText(told: readonly StoryStep[]): Deviation | undefined {
  const look = told.findLast(({ exchange }) => isRead(exchange) && isSuccess(exchange));
  if (look === undefined) return undefined;
  const target = look.exchange.request.target;
  const strays = told.filter(
    ({ exchange, step, at }) =>
      at < look.at &&
      step.role !== 'setup' &&
      !isRead(exchange) &&
      !(isSuccess(exchange) && exchange.request.target === target),
  );
  // A long body is cut; around the place that deviates it is shown beside.
  const shown = `${look.exchange.answer?.body ?? ''}\n${look.step.cut ?? ''}`;
  const text = strays.flatMap(({ exchange }) => textsIn(exchange)).find((one) => shown.includes(`"${one}"`));
  return text === undefined ? undefined : { kind: 'holds', step: look.at, text, isWhole: true };
}

/** Texts of a request that are no words of the contract. */
function textsIn({ request }: StoryStep['exchange']): readonly string[] {
  return [...(request.body ?? '').matchAll(/"(\w{8,})"(?!\s*:)/g)].flatMap(([, text = '']) =>
    text === 'changeSomeProperty' || text === 'doSomeThing' ? [] : [text],
  );
}
