import type { ReportedOperation } from '../../clause/reported/operations.ts';
import { endpoint, endpointNames, type EndpointName } from '../../contract/endpoints.ts';
import { suffices, type Caller } from '../caller.ts';
import type { Exchange } from '../exchange.ts';
import { header } from '../../wire/media-type.ts';
import { isSuccess, wasGranted } from './answers.ts';

/** As a path or a method that a server does not have is answered. */
const nothing: ReadonlySet<number> = new Set([404, 405, 501]);
/** As whoever is not known is answered, be it before anything is looked for. */
const unknown: ReadonlySet<number> = new Set([401, 403]);
/** So many documented requests have to find nothing before there is nothing. */
const fewest = 3;

/** What one caller was answered at one operation. */
interface Heard {
  readonly caller: Caller;
  readonly statuses: Set<number>;
  /** Requests for what should be there that found nothing. */
  vain: number;
  /** The last status of these. */
  last: number | undefined;
}

/** What a book of offered operations is kept from. */
interface OfferedParts {
  readonly projectKey: string;
  /** Whether the status came and went at other operations. */
  readonly isDisturbance: (status: number, at: EndpointName) => boolean;
}

/**
 * Which operations the implementation offers: one fact of an operation, whoever asks for it.
 *
 * An operation is *not there* if each documented request to it, three at least, is answered 404, 405 or 501 to callers who
 * are granted access elsewhere, the widest among them. 401, 403 or a closed connection to those who are granted access
 * nowhere says nothing: whatever stands before the implementation may refuse them, be there an operation or not.
 */
export class Offered {
  readonly #parts: OfferedParts;
  readonly #heard = new Map<EndpointName, Map<string, Heard>>();
  /** Who was granted access in another project. */
  readonly #known = new Set<string>();

  constructor(parts: OfferedParts) {
    this.#parts = parts;
  }

  /** Notes an answer to a request by the documented method, in the project of the run. */
  note(name: EndpointName, exchange: Exchange): void {
    const { kind, status, mayNotExist, caller } = exchange;
    if (kind === 'noise' || status === undefined || !isBySender(exchange)) return;
    const byCaller = this.#heard.get(name) ?? new Map<string, Heard>();
    this.#heard.set(name, byCaller);
    const heard = byCaller.get(caller.label) ?? { caller, statuses: new Set(), vain: 0, last: undefined };
    byCaller.set(caller.label, heard);
    heard.statuses.add(status);
    if (mayNotExist || !nothing.has(status)) return;
    heard.vain += 1;
    heard.last = status;
  }

  /** Notes an answer in another project: whoever is granted access there is known, though to no operation here. */
  noteElsewhere(exchange: Exchange): void {
    if (exchange.succeeded && isBySender(exchange)) this.#known.add(exchange.caller.label);
  }

  /** The status that says so where an operation is not there; undefined where it is, or where too little is known. */
  missing(name: EndpointName): number | undefined {
    if (this.witnesses(name).length > 0) return undefined;
    const vain = this.#of(name).filter((heard) => heard.vain > 0 && this.#speaks(name, heard));
    const asked = vain.reduce((sum, heard) => sum + heard.vain, 0);
    const isWidest = vain.some(({ caller }) => this.#isWidest(name, caller));
    return asked >= fewest && isWidest ? vain.at(-1)?.last : undefined;
  }

  /** The statuses that say that there is something at an operation, less those that came and went elsewhere. */
  witnesses(name: EndpointName): readonly number[] {
    const statuses = this.#of(name).flatMap((heard) =>
      [...heard.statuses].filter((status) => this.#isWitness(name, heard, status)),
    );
    return [...new Set(statuses)];
  }

  /** What is known of each operation of the contract, in its order. */
  facts(): readonly ReportedOperation[] {
    return endpointNames.map((name) => {
      const { section, method, path } = endpoint(name);
      return { section, ...(method === undefined ? {} : { method }), path, ...this.#fact(name) };
    });
  }

  #fact(name: EndpointName): Pick<ReportedOperation, 'state' | 'statuses'> {
    const heard = this.#of(name);
    if (heard.length === 0) return { state: 'unsent' };
    const missing = this.missing(name);
    if (missing !== undefined) return { state: 'missing', statuses: [missing] };
    const statuses = this.witnesses(name);
    if (statuses.some(isSuccess)) return { state: 'works' };
    if (statuses.length > 0)
      return { state: statuses.every((status) => unknown.has(status)) ? 'refuses' : 'answers', statuses };
    return { state: 'unclear', statuses: [...new Set(heard.flatMap((one) => [...one.statuses]))] };
  }

  #of(name: EndpointName): readonly Heard[] {
    return [...(this.#heard.get(name)?.values() ?? [])];
  }

  #isWitness(name: EndpointName, { caller }: Heard, status: number): boolean {
    if (isSuccess(status)) return true;
    if (nothing.has(status) || this.#parts.isDisturbance(status, name)) return false;
    const isGranted = this.#grants(caller, name) > 0 || this.#known.has(caller.label);
    return unknown.has(status) ? isGranted : isGranted || caller.kind === 'supplied';
  }

  /** It is granted access elsewhere, or the contract says that it is here. */
  #speaks(name: EndpointName, { caller }: Heard): boolean {
    return this.#suffices(caller, name) || this.#grants(caller, name) > 0;
  }

  /** Nobody is granted more; where the contract names scopes, whoever holds one of them. */
  #isWidest(name: EndpointName, caller: Caller): boolean {
    if (endpoint(name).scopes !== undefined) return this.#suffices(caller, name);
    const labels = new Set([...this.#heard.values()].flatMap((byCaller) => [...byCaller.keys()]));
    const most = Math.max(...[...labels].map((label) => this.#grants({ label }, name)));
    return this.#grants(caller, name) === most;
  }

  #suffices(caller: Caller, name: EndpointName): boolean {
    return suffices(caller, endpoint(name), this.#parts.projectKey);
  }

  /** At how many other operations a caller was granted access. */
  #grants({ label }: Pick<Caller, 'label'>, at: EndpointName): number {
    return [...this.#heard].filter(
      ([name, byCaller]) => name !== at && wasGranted(byCaller.get(label)?.statuses),
    ).length;
  }
}

/** As the contract has it: a check may send a token in another way, or that of somebody else. */
function isBySender({ caller, request }: Exchange): boolean {
  const sent = header(request.headers, 'authorization');
  return caller.token === undefined ? sent === undefined : sent === `Bearer ${caller.token}`;
}
