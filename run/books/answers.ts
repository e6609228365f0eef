import type { EndpointName } from '../../contract/endpoints.ts';
import { encodeComponent } from '../ask.ts';
import { unknownToken } from '../caller.ts';
import type { Exchange } from '../exchange.ts';

/** The statuses that a caller was answered with, apart from those of the network and of limits. */
export type Statuses = ReadonlySet<number>;

/** 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether any of them was 2xx. */
export function wasGranted(statuses: Statuses | undefined): boolean {
  return [...(statuses ?? [])].some(isSuccess);
}

/** One operation of one project, with what each caller was answered there, by label. */
export interface AnswerSite {
  readonly endpoint: EndpointName;
  readonly project: 'here' | 'elsewhere';
  /** The project key, as it stands in the path. */
  readonly key: string;
  readonly byCaller: ReadonlyMap<string, Statuses>;
}

interface MutablePlace extends AnswerSite {
  readonly byCaller: Map<string, Set<number>>;
}

/** Who was answered how, at which operation: what a token is worth is told from this alone. */
export class AnswerBook {
  readonly #here: string;
  readonly #places = new Map<string, MutablePlace>();
  /** Refusals of an unknown token, by the request, which nobody else was granted yet. */
  readonly #refused = new Map<string, Refusal>();
  /** By status, the operations at which it refused an unknown token what somebody else was granted. */
  readonly #refusing = new Map<number, Set<EndpointName>>();

  constructor(projectKey: string) {
    this.#here = `/${encodeComponent(projectKey)}/`;
  }

  get sites(): readonly AnswerSite[] {
    return [...this.#places.values()];
  }

  /** Whether a caller was answered 2xx at an operation of the project. */
  wasGranted(endpoint: EndpointName, caller: string): boolean {
    return this.sites.some(
      (place) =>
        place.project === 'here' && place.endpoint === endpoint && wasGranted(place.byCaller.get(caller)),
    );
  }

  /** The operation of the project itself, once somebody was answered there. */
  here(endpoint: EndpointName): AnswerSite | undefined {
    return this.#places.get(`${endpoint} ${this.#here.slice(1, -1)}`);
  }

  /** Where an exchange belongs, once somebody was answered there. */
  placeOf(endpoint: EndpointName, { request }: Pick<Exchange, 'request'>): AnswerSite | undefined {
    return this.#places.get(`${endpoint} ${keyOf(request)}`);
  }

  /** It was asked of the run's project. */
  isHere({ request }: Pick<Exchange, 'request'>): boolean {
    return request.target.startsWith(this.#here);
  }

  /**
   * Whether whoever is unknown is refused by a status: 401 and 403 say so; another one if it came at two operations at which
   * somebody else was granted the identical request, since at one it may be what is not there.
   */
  isOfStrangers(status: number): boolean {
    return denials.has(status) || (this.#refusing.get(status)?.size ?? 0) >= enoughOperations;
  }

  note(endpoint: EndpointName, { kind, status, caller, request }: Exchange): void {
    if (status === undefined || kind === 'noise' || kind === 'crash') return;
    this.#compare(request, { endpoint, status, isUnknown: caller.label === unknownToken });
    const isHere = this.isHere({ request });
    // Each project is a place of its own, so that answers of one are never held against those of another.
    const key = keyOf(request);
    const name = `${endpoint} ${key}`;
    const place: MutablePlace = this.#places.get(name) ?? {
      endpoint,
      key,
      project: isHere ? 'here' : 'elsewhere',
      byCaller: new Map(),
    };
    this.#places.set(name, place);
    const statuses = place.byCaller.get(caller.label) ?? new Set();
    place.byCaller.set(caller.label, statuses.add(status));
  }

  /** The same request of two callers is refused to one, and granted to the other afterwards. */
  #compare(
    { method, target, body }: Exchange['request'],
    { endpoint, status, isUnknown }: Refusal & { readonly isUnknown: boolean },
  ): void {
    if (body !== undefined) return;
    const key = `${method} ${target}`;
    if (isUnknown && !isSuccess(status) && !denials.has(status)) this.#refused.set(key, { endpoint, status });
    const refusal = this.#refused.get(key);
    if (isUnknown || !isSuccess(status) || refusal === undefined) return;
    const operations = this.#refusing.get(refusal.status) ?? new Set();
    this.#refusing.set(refusal.status, operations.add(refusal.endpoint));
    this.#refused.delete(key);
  }
}

/** As whoever is not known, or may not, is answered. */
const denials: ReadonlySet<number> = new Set([401, 403]);
/** At so many operations a status is how strangers are refused; at one it may say that nothing is there. */
const enoughOperations = 2;

interface Refusal {
  readonly endpoint: EndpointName;
  readonly status: number;
}

function keyOf({ target }: Exchange['request']): string {
  return target.split('/', 2)[1] ?? '';
}
