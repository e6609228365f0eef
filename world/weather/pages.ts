import { isSuccess } from '../../wire/status.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Answer, Outcome } from '../../wire/exchange.ts';
import { header, mediaType } from '../../wire/media-type.ts';
import { count, entryOf } from '../../wire/keyed.ts';
import type { Remark } from '../../history/history.ts';
import { view } from '../../history/view.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keyOf } from '../../history/same-request.ts';

/** A page at only one operation belongs to the server if it came there this often. */
const enoughOperations = 2;
const oftenAtOne = 3;
/** The octets that distinguish a page from other pages, and the characters of its title that are reported. */
const mostRead = 4_096;
const mostOfTitle = 60;

/** One page, at all operations at which it came. */
export interface Met {
  readonly title: string;
  readonly at: Map<EndpointName, number>;
  /** The result when the same request was repeated. */
  again: 'never' | 'a page' | 'otherwise';
}

/** Pages with a success status, at operations that sometimes answer differently; they do not count until the end. */
export class Pages {
  /** Media types of successes without a page, by operation. */
  readonly #types = new Map<EndpointName, Set<string>>();
  readonly #met = new Map<string, Met>();
  /** Pages in answers to a request, by the request. */
  readonly #open = new Map<string, Set<Met>>();
  /** Pages that are the operation's own answer. */
  readonly #own = new Set<string>();
  readonly #held: Exchange[] = [];
  /** The number of answers of operations. */
  heard = 0;

  /** Whether an answer may be the page of another system. */
  isDoubtful(name: EndpointName, outcome: Outcome): boolean {
    if (outcome.kind !== 'answer' || !isMarkup(outcome)) return false;
    if (this.#own.has(ownOf(name, outcome)) || this.#met.get(formOf(outcome))?.again === 'a page')
      return false;
    const types = this.#types.get(name) ?? new Set();
    return types.size === 0 ? endpoint(name).response !== undefined : !types.has(typeOf(outcome));
  }

  take(exchange: Exchange): void {
    if (exchange.isPage) this.#hold(exchange);
    else this.#note(exchange);
  }

  /** Withholds a possible page from all clauses that judge answers, until the end of the run decides. */
  #hold(exchange: Exchange): void {
    const { endpoint: name, outcome } = exchange;
    if (name === undefined || outcome.kind !== 'answer') return;
    this.heard += 1;
    this.#held.push(exchange);
    const met = entryOf<string, Met>(this.#met, formOf(outcome), () => ({
      title: titleOf(outcome),
      at: new Map(),
      again: 'never',
    }));
    count(met.at, name);
    entryOf(this.#open, keyOf(exchange), () => new Set()).add(met);
    if (met.at.size < enoughOperations && (met.at.get(name) ?? 0) >= oftenAtOne)
      this.#own.add(ownOf(name, outcome));
  }

  /** The same request was always answered with this page. */
  heed(remark: Remark): void {
    if (remark.kind !== 'own page') return;
    const { outcome } = remark.exchange;
    const met = outcome.kind === 'answer' ? this.#met.get(formOf(outcome)) : undefined;
    if (met?.again === 'never') met.again = 'a page';
  }

  #note(exchange: Exchange): void {
    const { endpoint: name, outcome, succeeded } = exchange;
    if (name === undefined || outcome.kind !== 'answer' || exchange.is('noise')) return;
    this.heard += 1;
    if (succeeded && !isMarkup(outcome)) entryOf(this.#types, name, () => new Set()).add(typeOf(outcome));
    if (this.#open.size === 0) return;
    for (const met of this.#open.get(keyOf(exchange)) ?? []) met.again = 'otherwise';
  }

  /** Withheld answers that prove to belong to the implementation. */
  get own(): readonly Exchange[] {
    const { lies } = this;
    const isLie = ({ outcome }: Exchange): boolean =>
      outcome.kind === 'answer' && lies.some((met) => this.#met.get(formOf(outcome)) === met);
    return this.#held.filter((exchange) => !isLie(exchange));
  }

  /** Pages at several operations whose repeated request got another answer; a page that came once proves nothing. */
  get lies(): readonly Met[] {
    return [...this.#met.values()].filter(({ at, again }) =>
      at.size < enoughOperations ? [...at.values()].every((times) => times === 1) : again !== 'a page',
    );
  }
}

const markup: readonly string[] = ['text/html', 'application/xhtml+xml'];

/** Whether a 2xx has a page: by its type and, if it has a body, by its body. */
function isMarkup(answer: Answer): boolean {
  const { status, body } = answer;
  if (!isSuccess(status) || !markup.includes(typeOf(answer))) return false;
  return body.length === 0 || /^\s*</.test(startOf(answer));
}

function typeOf({ headers }: Answer): string {
  return mediaType(headers)?.essence ?? 'none';
}

function startOf({ body }: Answer): string {
  return new TextDecoder().decode(body.subarray(0, mostRead));
}

/** The form of a page with a success status; undefined for any other answer. */
export function pageOf({ outcome }: Pick<Exchange, 'outcome'>): string | undefined {
  return outcome.kind === 'answer' && isMarkup(outcome) ? formOf(outcome) : undefined;
}

/** The form of a page: equal for pages that differ only in numbers, times and ids. */
export function formOf(answer: Answer): string {
  const text = startOf(answer).replace(/[\da-f-]*\d[\da-f-]*/gi, '0');
  return `${answer.status} ${header(answer.headers, 'content-type') ?? ''} ${text}`;
}

function ownOf(name: EndpointName, answer: Answer): string {
  return `${name} ${formOf(answer)}`;
}

function titleOf(answer: Answer): string {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(startOf(answer)) ?? [];
  const type = `${answer.status}, ${typeOf(answer)}`;
  return title.trim() === '' ? type : `${type}, “${title.trim().slice(0, mostOfTitle)}”`;
}

/** Pages in the place of answers. */
export const pages = view(() => new Pages());
