import { isRead } from '../../contract/reads.ts';
import type { Deviation } from '../../clause/deviation.ts';
import type { Finding } from '../../clause/sample.ts';
import { says } from '../../wire/status.ts';
import { isSuccess } from './operations.ts';
import { inOneLine, word } from './shell-text.ts';
import { stepsOf, type StoryStep } from './story-steps.ts';
import { formOf, placesIn } from './value-form.ts';

/** Puts shell variables in place of the ids and keys in a text of the story. */
export type Naming = (text: string) => string;

/** A command that succeeds if the answer deviates, and the result as a word. */
interface Condition {
  readonly condition: string;
  readonly got: string;
}

/** How a script recognises a deviation. */
export interface LookedFor {
  readonly kind:
    Exclude<Deviation['kind'], 'missing' | 'differ' | 'agree' | 'discloses'> | 'looks' | 'shown-too';
  /** The index of the judged step in the story. */
  readonly step: number;
  readonly condition: (named: Naming) => Condition;
  /** The deviating status, even if limits or gateways use it as well. */
  readonly status?: number;
  /** Whether a lag could explain it: a read misses an existing state, or shows an old state. */
  readonly mayLag?: boolean;
  /** Whether no write came between two reads, so that several reads may be needed to show the deviation. */
  readonly isStill?: boolean;
  /** A whole JSON text of another request, which any other JSON text could replace. */
  readonly renewable?: string;
}

/** The most steps of a story in a script. */
const mostSteps = 10;

/** The condition for a finding; undefined if no script can check the finding. */
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
    case 'not-utf8':
    case 'no-body':
    case 'cut-off':
    case 'another-resource':
      return { kind: deviation.kind, step, condition: () => asSuch[deviation.kind](nameOf(step), one) };
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

/** The name of a step in a script. */
export function nameOf(step: number): string {
  return `s${step + 1}`;
}

/** Deviations that concern an answer as a whole. */
const asSuch = {
  'not-json': (name: string, one: StoryStep) => ({
    condition: `succeeded ${name} && ! is_json ${name}${isLabelled(one) ? ` && is_labelled ${name}` : ''}`,
    got: `'a body that is not JSON'`,
  }),
  'not-utf8': (name: string) => ({
    condition: `succeeded ${name} && ! is_utf8 ${name}`,
    got: `'a body that is not UTF-8'`,
  }),
  'no-body': (name: string) => ({
    condition: `succeeded ${name} && [ ! -s "$dir/${name}.body" ]`,
    got: `"$(status ${name}) with an empty body"`,
  }),
  'cut-off': (name: string) => ({ condition: `is_cut ${name}`, got: `'an incomplete answer, or none'` }),
  'another-resource': (name: string) => ({
    condition: `succeeded ${name} && [ -n "$(value ${name} /id)" ] && [ "$(value ${name} /id)" != "\\"$r1\\"" ]`,
    got: `"the resource $(shown "$(value ${name} /id)")"`,
  }),
};

function severalWinners({ at }: StoryStep, racers: readonly StoryStep[]): LookedFor | undefined {
  if (racers.filter(({ exchange }) => isSuccess(exchange)).length < 2) return undefined;
  const won = racers.map((one) => `succeeded ${nameOf(one.at)} && won=$((won + 1))`);
  return {
    kind: 'several-winners',
    step: at,
    condition: () => ({
      condition: `won=0; ${won.join('; ')}; [ "$won" -gt 1 ]`,
      got: `"$won of ${racers.length} updates that succeeded"`,
    }),
  };
}

/** The same status; for a success any success, unless exactly this status is meant. */
function statusOf({ exchange, at }: StoryStep, exact: boolean): LookedFor | undefined {
  if (exchange.answer === undefined) return undefined;
  const { status, body = '' } = exchange.answer;
  const isAny = isSuccess(exchange) && !exact;
  const pattern = isAny ? '2??' : says(exchange.answer, 'fault') ? '50[01]' : `${status}`;
  // A success may be a refusal with an error in its body; the content for a granted caller shows the difference.
  const shows = isAny ? tellingPlace(body) : undefined;
  const name = nameOf(at);
  const shown = shows === undefined ? '' : ` && value ${name} ${word(shows)} >/dev/null`;
  return {
    kind: 'status',
    step: at,
    status,
    mayLag: says(exchange.answer, 'nothing there'),
    condition: () => ({
      condition: `case $(status ${name}) in ${pattern}) true ;; *) false ;; esac${shown}`,
      got: `"$(status ${name})"`,
    }),
  };
}

/** A member by which a resource, or any other answer, differs from an error: the version if possible. */
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

/** At the place, a similar value or exactly that value. */
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
  return likeValue(at, pointer, formOf(raw), isExact ? raw : undefined);
}

function likeValue(step: number, pointer: string, form: string, exact?: string): LookedFor {
  const name = nameOf(step);
  const where = inOneLine(pointer === '' ? 'the whole body' : pointer, 120);
  return {
    kind: 'value',
    step,
    condition: (named) => {
      const read = `"$(value ${name} ${word(named(pointer))})"`;
      const like =
        exact === undefined ? `[ "$(form ${read})" = ${word(form)} ]` : `[ ${read} = ${word(named(exact))} ]`;
      return { condition: `is_json ${name} && ${like}`, got: `"$(shown ${read}) at "${word(where)}` };
    },
  };
}

/** ISO 8601 and dates of HTTP, whose form proves nothing. */
const dates = /^(?:(?:9{4}-99-99)?A?(?:99:99:99(?:\.999)?A?)?|Aaa, 99 Aaa 9999 99:99:99 AAA)$/;

/** Whether exactly this text will show again: it was sent, its form suffices, or it contains no number. */
function isLikely(raw: string, sent: string): boolean {
  if (raw.length <= 60 && sent.includes(raw)) return true;
  const form = formOf(raw).slice(1, -1);
  return dates.test(form) || (raw.length <= 40 && !/\d/.test(raw));
}

/** Two reads of one resource that agree or differ, at the places of their difference and in the version. */
function looksAt(
  after: StoryStep,
  before: StoryStep | undefined,
  told: readonly StoryStep[],
): LookedFor | undefined {
  if (before === undefined || !isSuccess(before.exchange) || !isSuccess(after.exchange)) return undefined;
  const [then, now] = [before, after].map(({ exchange }) => placesIn(exchange.answer?.body ?? ''));
  const pointers = new Set([...(after.step.pointer === undefined ? [] : [after.step.pointer]), '/version']);
  const places = [...pointers]
    .filter((pointer) => then?.has(pointer) === true || now?.has(pointer) === true)
    .map((pointer) => ({ pointer, same: then?.get(pointer) === now?.get(pointer) }));
  if (places.length === 0) return undefined;
  const since = told.slice(after.at + 1).filter(({ exchange }) => isSuccess(exchange));
  const [first, second] = [nameOf(before.at), nameOf(after.at)];
  const got = places.map(
    ({ pointer, same }) => `${inOneLine(pointer, 100)} ${same ? 'as before' : 'changed'}`,
  );
  return {
    kind: 'looks',
    step: after.at,
    mayLag: places.some(({ same }) => same),
    isStill: told.slice(before.at + 1, after.at).every(({ exchange }) => isRead(exchange.request)),
    condition: (named) => ({
      condition: [
        ...[first, second, ...since.map(({ at }) => nameOf(at))].map((name) => `succeeded ${name}`),
        ...places.map(({ pointer, same }) => {
          const at = word(named(pointer));
          return `[ "$(value ${first} ${at})" ${same ? '=' : '!='} "$(value ${second} ${at})" ]`;
        }),
      ].join(' && '),
      got: word(got.join(', ')),
    }),
  };
}

/** A text that the story has sent before. Any other text cannot recur; only the presence of a text can. */
function holding(one: StoryStep, text: string, told: readonly StoryStep[]): LookedFor | undefined {
  const { exchange, step, at } = one;
  const isSent = told.slice(0, at).some(({ exchange: { request } }) => request.body?.includes(text) === true);
  if (text === '' || !isSent) return isSuccess(exchange) ? statusOf(one, false) : undefined;
  // A long body is cut, but the part around the deviating place is shown separately.
  const isWhole = `${exchange.answer?.body ?? ''}\n${step.cut ?? ''}`.includes(`"${text}"`);
  return {
    kind: 'holds',
    step: at,
    ...(isWhole ? { renewable: text } : {}),
    condition: (named) => ({
      condition: `grep -qF ${word(named(isWhole ? `"${text}"` : text))} "$dir/${nameOf(at)}.body"`,
      got: `'what another request had sent'`,
    }),
  };
}

/** A refusal that discloses content: the version if there is one, or content of another answer. */
function disclosed({ exchange, at }: StoryStep, control: StoryStep | undefined): LookedFor | undefined {
  const places = [...placesIn(exchange.answer?.body ?? '')];
  const version = places.find(([pointer]) => pointer.endsWith('/version'));
  if (version !== undefined) return likeValue(at, version[0], formOf(version[1]));
  const held = control?.exchange.answer?.body ?? '';
  const leaked = places.find(([, raw]) => raw.length > 8 && !/^[{[]/.test(raw) && held.includes(raw));
  if (leaked === undefined || control === undefined) return undefined;
  const [name, beside] = [nameOf(at), nameOf(control.at)];
  return {
    kind: 'shown-too',
    step: at,
    condition: (named) => {
      const shown = `value ${name} ${word(named(leaked[0]))}`;
      return {
        condition: `! succeeded ${name} && ${shown} >"$dir/leak" && grep -qFf "$dir/leak" "$dir/${beside}.body"`,
        got: `"$(status ${name}) with $(shown "$(${shown})")"`,
      };
    },
  };
}
