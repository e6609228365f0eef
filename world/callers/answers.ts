import type { EndpointName } from '../../contract/endpoints.ts';
import { unknownToken } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { view } from '../../history/view.ts';
import { encodeComponent } from '../../wire/target.ts';
import { entryOf } from '../../wire/keyed.ts';
import { isSuccess, says } from '../../wire/status.ts';
import { documentedIn } from '../documented.ts';

/** The statuses of the answers to a caller, apart from lost answers and limits. */
export type Statuses = ReadonlySet<number>;

/** Whether one of the statuses was 2xx. */
export function wasGranted(statuses: Statuses | undefined): boolean {
  return [...(statuses ?? [])].some(isSuccess);
}

/** One operation of one project, with the answers that each caller got there, by label. */
export interface AnswerSite {
  readonly endpoint: EndpointName;
  readonly project: 'here' | 'elsewhere';
  /** The project key, as it is in the path. */
  readonly key: string;
  readonly byCaller: ReadonlyMap<string, Statuses>;
}

interface GrowingSite extends AnswerSite {
  readonly byCaller: Map<string, Set<number>>;
}

interface Refusal {
  readonly endpoint: EndpointName;
  readonly status: number;
}

/** A status at this many operations shows how strangers are refused; at one operation it may mean that nothing exists. */
const enoughOperations = 2;

/** Which caller got which answer at which operation: the only evidence of the rights of a token. */
export class Answers {
  readonly #here: string;
  readonly #sites = new Map<string, GrowingSite>();
  /** Refusals of an unknown token, by request, as long as no other caller was granted the same request. */
  readonly #refused = new Map<string, Refusal>();
  /** By status, the operations at which an unknown token was refused with it, while another caller was granted the same request. */
  readonly #refusing = new Map<number, Set<EndpointName>>();

  constructor(projectKey: string) {
    this.#here = encodeComponent(projectKey);
  }

  get sites(): readonly AnswerSite[] {
    return [...this.#sites.values()];
  }

  /** Whether a caller was answered 2xx at an operation of the project. */
  wasGranted(endpoint: EndpointName, caller: string): boolean {
    return wasGranted(this.here(endpoint)?.byCaller.get(caller));
  }

  /** Whether a caller was answered 2xx at an operation, of any project. */
  wasGrantedAnywhere(endpoint: EndpointName, caller: string): boolean {
    return this.sites.some((site) => site.endpoint === endpoint && wasGranted(site.byCaller.get(caller)));
  }

  /** The answers at an operation of the project itself, once a caller was answered there. */
  here(endpoint: EndpointName): AnswerSite | undefined {
    return this.#sites.get(`${endpoint} ${this.#here}`);
  }

  placeOf(endpoint: EndpointName, exchange: Pick<Exchange, 'request'>): AnswerSite | undefined {
    return this.#sites.get(`${endpoint} ${projectIn(exchange)}`);
  }

  /** Whether a status refuses unknown callers: 401, 403, or a status that came twice while others were granted access. */
  isOfStrangers(status: number): boolean {
    return says({ status }, 'denied') || (this.#refusing.get(status)?.size ?? 0) >= enoughOperations;
  }

  take(exchange: Exchange): void {
    const { status, caller } = exchange;
    // The end of a connection refuses as a status does.
    const endpoint = exchange.isWordless ? exchange.endpoint : documentedIn(exchange);
    if (endpoint === undefined || status === undefined || exchange.is('noise', 'fault')) return;
    this.#compare(exchange, { endpoint, status });
    // Each project is a separate place, so that answers of different projects are never compared.
    const key = projectIn(exchange);
    const project = key === this.#here ? 'here' : 'elsewhere';
    const site = entryOf(this.#sites, `${endpoint} ${key}`, () => ({
      endpoint,
      key,
      project,
      byCaller: new Map(),
    }));
    entryOf(site.byCaller, caller.label, () => new Set()).add(status);
  }

  /** The same request is refused to one caller, and later granted to another. */
  #compare({ request: { method, target, body }, caller }: Exchange, { endpoint, status }: Refusal): void {
    if (body !== undefined) return;
    const isUnknown = caller.label === unknownToken;
    const key = `${method} ${target}`;
    if (isUnknown && !isSuccess(status) && !says({ status }, 'denied'))
      this.#refused.set(key, { endpoint, status });
    const refusal = this.#refused.get(key);
    if (isUnknown || !isSuccess(status) || refusal === undefined) return;
    entryOf(this.#refusing, refusal.status, () => new Set()).add(refusal.endpoint);
    this.#refused.delete(key);
  }
}

/** The project key of a request, as it is in the path. */
export function projectIn({ request }: Pick<Exchange, 'request'>): string {
  return request.target.split('/', 2)[1] ?? '';
}

/** The answers that callers got. */
export const answers = view(({ projectKey }) => new Answers(projectKey));
