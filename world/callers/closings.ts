import type { EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { entryOf } from '../../wire/keyed.ts';
import { encodeComponent } from '../../wire/target.ts';
import { projectIn } from './answers.ts';
import { lets } from './lets.ts';

/** The number of closings, each between two grants to other callers, that show that a caller is refused this way. */
const enoughClosings = 3;
/** After this many callers or operations, every caller without access is refused in this way. */
const enoughPlaces = 3;
/** The number of answers that contradict a declaration. */
const enoughAnswers = 3;

type Asked = Pick<Exchange, 'caller' | 'request' | 'outcome'>;

interface Place {
  readonly name: EndpointName;
  readonly project: string;
  answers: number;
  /** The number of closings with a grant before and after each. */
  closings: number;
  /** The time of the last grant that no closing has followed. */
  grantedAt: number | undefined;
  /** When the connection was closed, if no grant has followed. */
  closedAt: number | undefined;
}

/**
 * Servers that refuse by closing the connection, without an octet of an answer. They do so always for the
 * same caller, while the same operation grants requests of other callers before and after. A caller who was
 * ever answered at an operation is not refused in this way. Once this form of refusal is known, a first
 * closing is a refusal if the contract gives the caller no access.
 */
export class Closings {
  readonly #isDeclared: boolean;
  readonly #places = new Map<string, Place>();
  readonly #grants = new Map<EndpointName, Map<string, Exchange>>();
  /** Operations that closed the connection of a caller with access. */
  readonly #closed = new Set<EndpointName>();

  /** @param isDeclared - whether the vendor declares that the server refuses by closing the connection */
  constructor(isDeclared: boolean) {
    this.#isDeclared = isDeclared;
  }

  take(exchange: Exchange): void {
    const { endpoint: name, skipped, tokenExpired } = exchange;
    if (name === undefined || skipped || tokenExpired) return;
    if (isClosing(exchange)) this.#noteClosing(name, exchange);
    else if (!exchange.is('noise')) this.#noteAnswer(name, exchange);
  }

  /** Whether an outcome is the closing of a connection that refuses its caller, as far as is known. */
  isRefusal(name: EndpointName, asked: Asked): boolean {
    if (!isClosing(asked)) return false;
    const { answers = 0, closings = 0 } = this.#places.get(keyOf(name, asked)) ?? {};
    if (answers === 0 && closings >= enoughClosings) return true;
    if (isLetIn(name, asked) || answers >= (this.#isDeclared ? enoughAnswers : 1)) return false;
    return this.#grants.has(name) ? this.isStyle : this.#isDeclared && !this.#closed.has(name);
  }

  /** Whether callers without access are refused in this way, as declared, or as several callers were. */
  get isStyle(): boolean {
    if (this.#isDeclared) return true;
    const known = [...this.#places.values()].filter(
      ({ closings, answers }) => closings >= enoughClosings && answers === 0,
    );
    return known.length >= enoughPlaces;
  }

  /** A control: a caller who was granted access to the operation at which this caller's connection ended, perhaps as a refusal. */
  controlOf(name: EndpointName, asked: Asked): Caller | undefined {
    if (!isClosing(asked)) return undefined;
    const hasAnswer = (this.#places.get(keyOf(name, asked))?.answers ?? 0) > 0;
    return hasAnswer ? undefined : this.#grantAt(name, asked)?.caller;
  }

  #noteAnswer(name: EndpointName, exchange: Exchange): void {
    const place = this.#placeOf(name, exchange);
    place.answers += 1;
    if (!exchange.succeeded) return;
    const project = projectIn(exchange);
    entryOf(
      entryOf(this.#grants, name, () => new Map()),
      project,
      () => exchange,
    );
    for (const other of this.#placesAt(name)) if (other.project === project) grant(other, exchange);
  }

  #noteClosing(name: EndpointName, exchange: Exchange): void {
    const place = this.#placeOf(name, exchange);
    if (isLetIn(name, exchange)) this.#closed.add(name);
    if (place.answers > 0) return this.#noteLoss(name);
    const { sentAt, answeredAt } = exchange.outcome;
    // Of simultaneous closings, only one counts, because they may have one cause.
    if (place.closedAt !== undefined || (place.grantedAt ?? Infinity) > sentAt) return;
    place.closedAt = answeredAt;
    place.grantedAt = undefined;
  }

  /** The same closing came to a caller who is answered at other times: the count so far proves nothing. */
  #noteLoss(name: EndpointName): void {
    for (const place of this.#placesAt(name)) {
      if (place.closings < enoughClosings) place.closings = 0;
      place.closedAt = undefined;
    }
  }

  #grantAt(name: EndpointName, asked: Pick<Exchange, 'request'>): Exchange | undefined {
    return this.#grants.get(name)?.get(projectIn(asked));
  }

  #placesAt(name: EndpointName): readonly Place[] {
    return [...this.#places.values()].filter((place) => place.name === name);
  }

  #placeOf(name: EndpointName, exchange: Exchange): Place {
    return entryOf(this.#places, keyOf(name, exchange), () => ({
      name,
      project: projectIn(exchange),
      answers: 0,
      closings: 0,
      grantedAt: this.#grantAt(name, exchange)?.outcome.answeredAt,
      closedAt: undefined,
    }));
  }
}

function grant(place: Place, { outcome: { sentAt, answeredAt } }: Exchange): void {
  if (place.closedAt === undefined) place.grantedAt ??= answeredAt;
  else if (sentAt >= place.closedAt) {
    place.closings += 1;
    place.closedAt = undefined;
    place.grantedAt = answeredAt;
  }
}

/** Whether the connection ended before an octet of an answer came. */
function isClosing({ outcome }: Pick<Exchange, 'outcome'>): boolean {
  return outcome.kind === 'failure' && outcome.failure === 'reset' && outcome.wrote;
}

function keyOf(name: EndpointName, asked: Pick<Exchange, 'caller' | 'request'>): string {
  return [name, projectIn(asked), asked.caller.label].join(' ');
}

/** Whether the contract grants the caller access in the requested project. */
export function isLetIn(name: EndpointName, asked: Pick<Exchange, 'caller' | 'request'>): boolean {
  return letsThere(name, asked) === 'in';
}

/** Whether the contract denies the caller access in the requested project: a closed connection may be the refusal. */
export function isKeptOut(name: EndpointName, asked: Pick<Exchange, 'caller' | 'request'>): boolean {
  return letsThere(name, asked) === 'out';
}

function letsThere(name: EndpointName, asked: Pick<Exchange, 'caller' | 'request'>): ReturnType<typeof lets> {
  const own = [...asked.caller.scopes].map((scope) => scope.slice(scope.indexOf(':') + 1));
  const project = own.find((key) => encodeComponent(key) === projectIn(asked));
  return lets(name, asked.caller, project ?? '');
}
