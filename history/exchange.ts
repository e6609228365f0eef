import { says } from '../wire/status.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Failure, Outcome, Request } from '../wire/exchange.ts';
import {
  asObject,
  readJson,
  type Json,
  type JsonObject,
  type JsonReading,
  type KnownLists,
} from '../wire/json/json.ts';
import { header } from '../wire/media-type.ts';
import type { Caller } from './caller.ts';
import { isAnyOf, readingOf, type ReadingWord } from './reading.ts';
import { keptOfBody, keptRequest, keptWhole } from './bodies/kept-answer.ts';
import type { KeptParts } from './bodies/kept-parts.ts';

/** Of a Location so much is shown. */
const mostOfLocation = 200;

/** The network or a gateway spoke in the place of the implementation. */
export function isLost(outcome: Outcome): boolean {
  if (outcome.kind === 'failure') return outcome.failure === 'reset' || outcome.failure === 'unreachable';
  return says(outcome, 'gateway');
}

/** What is not so unless it is told. */
const usual = {
  mayNotExist: false,
  skipped: false,
  followed303: false,
  tokenExpired: false,
  isLimited: false,
  isInCompany: false,
  isPage: false,
  isWordless: false,
};

/** What an exchange is made of; what is left out is not so. */
interface Fields extends Pick<Exchange, 'number' | 'caller' | 'request' | 'outcome' | 'redirects'>, Told {
  lists?: KnownLists | undefined;
}

type Told = {
  [Name in keyof typeof usual | 'endpoint' | 'redirect' | 'together']?: Exchange[Name] | undefined;
};

/** One exchange of the run: what was asked, by whom, and what came. */
export class Exchange {
  declare readonly number: number;
  declare readonly endpoint: EndpointName | undefined;
  declare readonly caller: Caller;
  #request: Request;
  #outcome: Outcome;
  /** Redirects of the same origin that were followed. */
  declare readonly redirects: number;
  /** The redirect that was not followed, because it leads elsewhere or nowhere. */
  declare readonly redirect: 'elsewhere' | 'in-a-loop' | undefined;
  /** It was answered 303, and the outcome is that of the read to which this leads. */
  declare readonly followed303: boolean;
  /** The id that was asked for is not known to exist: only JSON-ness is judged of the answer. */
  declare readonly mayNotExist: boolean;
  /** It was not sent, because no request of its sort gets a usable answer: the failure is the last one's. */
  declare readonly skipped: boolean;
  /** The token had come to its end: the refusal says nothing of the implementation. */
  declare readonly tokenExpired: boolean;
  /**
   * A limit may have answered: it has refused somebody who is granted access at other times, or shows its limit
   * otherwise.
   */
  declare readonly isLimited: boolean;
  /** It was sent beside others. */
  declare readonly isInCompany: boolean;
  /** Released in one instant with those that have the same number. */
  declare readonly together: number | undefined;
  /** It says that all is well, and may be the page of somebody in between. */
  declare readonly isPage: boolean;
  /** Its caller is refused without a status that says so: by the end of the connection, or by a page that says that all is well. */
  declare readonly isWordless: boolean;
  readonly #lists: KnownLists | undefined;
  #json: JsonReading | undefined;
  /** Reads it again where it was long. */
  #read: () => JsonReading = () => (this.#json ??= readJson(this.body, this.#lists));

  constructor({ request, outcome, lists, ...told }: Fields) {
    this.#request = request;
    this.#outcome = outcome;
    this.#lists = lists;
    const stated = Object.entries(told).filter(([, value]) => value !== undefined);
    Object.assign(this, usual, Object.fromEntries(stated));
  }

  /** The same exchange, now that its token is known to have come to its end. */
  asOver(): Exchange {
    return this.#known({ tokenExpired: true });
  }

  /** The same exchange, now that its page is known to be the implementation's own. */
  asOwn(): Exchange {
    return this.#known({ isPage: false });
  }

  #known(now: Pick<Fields, 'tokenExpired' | 'isPage'>): Exchange {
    const [request, outcome, lists] = [this.#request, this.#outcome, this.#lists];
    return new Exchange(Object.assign({}, this, { request, outcome, lists }, now));
  }

  /** The target without its query: where what it is about stands. */
  get path(): string {
    return this.#request.target.split('?', 1)[0] ?? '';
  }

  /** As first sent; redirects that were followed do not change it. Of a long body that was judged the beginning. */
  get request(): Request {
    return this.#request;
  }

  /** As it came; of a long body that was judged the beginning. */
  get outcome(): Outcome {
    return this.#outcome;
  }

  /** Lets go of what is not needed of a long answer to tell it from others; its body was judged. */
  settle(parts: KeptParts): void {
    this.#request = keptRequest(this.#request, this.endpoint);
    const outcome = this.#outcome;
    if (outcome.kind !== 'answer' || outcome.body.length <= keptWhole) return;
    this.#read = parts.keep(this.json);
    this.#json = undefined;
    this.#outcome = { ...outcome, body: Uint8Array.from(outcome.body.subarray(0, keptOfBody)) };
  }

  /** The status of the final answer; undefined when there was none of the implementation, 0 of a refusal without one. */
  get status(): number | undefined {
    if (this.isWordless) return 0;
    return this.outcome.kind === 'answer' && !this.isPage ? this.outcome.status : undefined;
  }

  /** Why there was no answer; undefined if that is one. */
  get failure(): Failure | undefined {
    return this.outcome.kind === 'failure' && !this.isWordless ? this.outcome : undefined;
  }

  /** Whether the result of it is one of these. */
  is(...any: readonly ReadingWord[]): boolean {
    return isAnyOf(readingOf(this), any);
  }

  get succeeded(): boolean {
    return this.is('accepted');
  }

  /** Octets of the body; empty if there was no answer. */
  get body(): Uint8Array {
    return this.outcome.kind === 'answer' ? this.outcome.body : new Uint8Array();
  }

  /** The body read as JSON. Throws where it was long, and there was no room for it any more. */
  get json(): JsonReading {
    return this.#read();
  }

  /** The body as a JSON value; undefined when it is none. */
  get value(): Json | undefined {
    return this.body.length > 0 && this.json.kind === 'json' ? this.json.value : undefined;
  }

  /** The body as a JSON object; undefined when it is none. */
  get object(): JsonObject | undefined {
    return asObject(this.value);
  }

  /** `409`, with the Location of a redirect that was not followed, or why there was no answer. */
  get label(): string {
    if (this.tokenExpired)
      return this.status === undefined ? 'not sent (token expired)' : `${this.status} (token expired)`;
    if (this.outcome.kind === 'failure')
      return this.isWordless ? 'the end of the connection' : `no answer (${this.outcome.failure})`;
    if (this.isPage || this.isWordless) return `${this.outcome.status} (a page)`;
    if (this.redirect === undefined) return String(this.outcome.status);
    const location = header(this.outcome.headers, 'location') ?? '';
    const where = location.length > mostOfLocation ? `${location.slice(0, mostOfLocation)}…` : location;
    return `${this.outcome.status} leading ${this.redirect === 'elsewhere' ? 'elsewhere' : 'in a loop'}, to ${where}`;
  }
}
