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
import { keptOfBody, keptRequest, keptWhole, shortened } from './bodies/kept-answer.ts';
import type { KeptParts } from './bodies/kept-parts.ts';

const mostOfLocation = 200;

/** The network or a gateway answered in place of the implementation. */
export function isLost(outcome: Outcome): boolean {
  if (outcome.kind === 'failure') return outcome.failure === 'reset' || outcome.failure === 'unreachable';
  return says(outcome, 'gateway');
}

/** Properties that are false unless stated. */
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

interface Fields extends Pick<Exchange, 'number' | 'caller' | 'request' | 'outcome' | 'redirects'>, Told {
  lists?: KnownLists | undefined;
}

type Told = {
  [Name in keyof typeof usual | 'endpoint' | 'redirect' | 'together']?: Exchange[Name] | undefined;
};

/** One exchange of the run: the request, its caller, and the answer. */
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
  /** The first answer was 303; the outcome is the answer to the read that followed. */
  declare readonly followed303: boolean;
  /** The requested id may not exist: of the answer, only its JSON is judged. */
  declare readonly mayNotExist: boolean;
  /** It was not sent, because no request of its kind gets a usable answer; the last of these has the same failure. */
  declare readonly skipped: boolean;
  /** The token had expired: the refusal says nothing about the implementation. */
  declare readonly tokenExpired: boolean;
  /**
   * A limit may have answered: it has refused a caller with access at other times, or the answer shows a limit in
   * another way.
   */
  declare readonly isLimited: boolean;
  declare readonly isInCompany: boolean;
  /** Exchanges with the same number were sent at the same instant. */
  declare readonly together: number | undefined;
  /** The status is a success, but the body may be the page of a system in between. */
  declare readonly isPage: boolean;
  /** The caller is refused without a status: by the end of the connection, or by a page with a success status. */
  declare readonly isWordless: boolean;
  readonly #lists: KnownLists | undefined;
  #json: JsonReading | undefined;
  /** Parses a long body again. */
  #read: () => JsonReading = () => (this.#json ??= readJson(this.body, this.#lists));

  constructor({ request, outcome, lists, ...told }: Fields) {
    this.#request = request;
    this.#outcome = outcome;
    this.#lists = lists;
    const stated = Object.entries(told).filter(([, value]) => value !== undefined);
    Object.assign(this, usual, Object.fromEntries(stated));
  }

  asOver(): Exchange {
    return this.#known({ tokenExpired: true });
  }

  /** The same exchange, once its page is known to belong to the implementation. */
  asOwn(): Exchange {
    return this.#known({ isPage: false });
  }

  #known(now: Pick<Fields, 'tokenExpired' | 'isPage'>): Exchange {
    const [request, outcome, lists] = [this.#request, this.#outcome, this.#lists];
    return new Exchange(Object.assign({}, this, { request, outcome, lists }, now));
  }

  get path(): string {
    return this.#request.target.split('?', 1)[0] ?? '';
  }

  /** As first sent; followed redirects do not change it. The beginning of a long body that was judged. */
  get request(): Request {
    return this.#request;
  }

  /** As received; after the judgement, only the beginning of a long body. */
  get outcome(): Outcome {
    return this.#outcome;
  }

  /** Drops the parts of a long answer, once its body is judged, that do not distinguish it. */
  settle(parts: KeptParts): void {
    this.#request = keptRequest(this.#request, this.endpoint);
    const outcome = this.#outcome;
    if (outcome.kind !== 'answer' || outcome.body.length <= keptWhole) return;
    this.#read = parts.keep(this.json);
    this.#json = undefined;
    this.#outcome = { ...outcome, body: Uint8Array.from(outcome.body.subarray(0, keptOfBody)) };
  }

  /** The status of the final answer; undefined if the implementation gave none, 0 for a refusal without a status. */
  get status(): number | undefined {
    if (this.isWordless) return 0;
    return this.outcome.kind === 'answer' && !this.isPage ? this.outcome.status : undefined;
  }

  get failure(): Failure | undefined {
    return this.outcome.kind === 'failure' && !this.isWordless ? this.outcome : undefined;
  }

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

  /** The body read as JSON. Throws if the body was long, and memory had no more room for it. */
  get json(): JsonReading {
    return this.#read();
  }

  /** The body as a JSON value; undefined if it is not JSON. */
  get value(): Json | undefined {
    return this.body.length > 0 && this.json.kind === 'json' ? this.json.value : undefined;
  }

  /** The body as a JSON object; undefined if it is not a JSON object. */
  get object(): JsonObject | undefined {
    return asObject(this.value);
  }

  /** The body of the request as a JSON value; undefined if it is not JSON. */
  get sent(): Json | undefined {
    const { body } = this.#request;
    const reading = body === undefined ? undefined : readJson(body);
    return reading?.kind === 'json' ? reading.value : undefined;
  }

  /** The status (`409`) with the Location of a redirect that was not followed, or why no answer came. */
  get label(): string {
    if (this.tokenExpired)
      return this.status === undefined ? 'not sent (token expired)' : `${this.status} (token expired)`;
    if (this.outcome.kind === 'failure')
      return this.isWordless ? 'the end of the connection' : `no answer (${this.outcome.failure})`;
    if (this.isPage || this.isWordless) return `${this.outcome.status} (a page)`;
    if (this.redirect === undefined) return String(this.outcome.status);
    const where = shortened(header(this.outcome.headers, 'location') ?? '', mostOfLocation);
    return `${this.outcome.status} leading ${this.redirect === 'elsewhere' ? 'elsewhere' : 'in a loop'}, to ${where}`;
  }
}
