import type { EndpointName } from '../../contract/endpoints.ts';
import { encodeComponent } from '../ask.ts';
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

  note(endpoint: EndpointName, { kind, status, caller, request }: Exchange): void {
    if (status === undefined || kind === 'noise' || kind === 'crash') return;
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
}

function keyOf({ target }: Exchange['request']): string {
  return target.split('/', 2)[1] ?? '';
}
