import type { ReportedOperation } from '../../clause/reported/operations.ts';
import { endpoint, endpointNames, type EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Given } from '../../history/history.ts';
import { view } from '../../history/view.ts';
import { entryOf } from '../../wire/keyed.ts';
import { header } from '../../wire/media-type.ts';
import { documentedIn, isAskedOf } from '../documented.ts';
import { isSuccess, says } from '../../wire/status.ts';
import { wasGranted } from '../callers/answers.ts';
import type { PassingAnswers } from '../weather/passing-answers.ts';

/** The number of documented requests that must find nothing before an operation counts as missing. */
const fewest = 3;

interface Heard {
  readonly caller: Caller;
  readonly statuses: Set<number>;
  /** The number of requests that found nothing, for resources that should exist. */
  vain: number;
  last: number | undefined;
}

/** The answers by caller, as evidence of which operations exist. */
export class HeardAnswers {
  readonly byOperation = new Map<EndpointName, Map<string, Heard>>();
  /** Callers who were granted access in another project. */
  readonly known = new Set<string>();
  readonly projectKey: string;

  constructor({ projectKey }: Given) {
    this.projectKey = projectKey;
  }

  take(exchange: Exchange): void {
    const name = documentedIn(exchange);
    if (name === undefined || !isBySender(exchange)) return;
    if (isAskedOf(this.projectKey, exchange)) this.#hear(name, exchange);
    // A caller with access in another project is known, but has no access to the operations here.
    else if (exchange.succeeded) this.known.add(exchange.caller.label);
  }

  #hear(name: EndpointName, exchange: Exchange): void {
    const { status, mayNotExist, caller } = exchange;
    if (exchange.is('noise') || status === undefined) return;
    const byCaller = entryOf(this.byOperation, name, () => new Map());
    const heard = entryOf<string, Heard>(byCaller, caller.label, () => ({
      caller,
      statuses: new Set(),
      vain: 0,
      last: undefined,
    }));
    heard.statuses.add(status);
    if (mayNotExist || !says({ status }, 'no operation')) return;
    heard.vain += 1;
    heard.last = status;
  }
}

/** The answers by caller, as evidence of which operations exist. */
export const heardAnswers = view((given) => new HeardAnswers(given));

/**
 * Which operations the implementation offers: one fact per operation, for all callers.
 *
 * An operation is *not there* if each documented request to it, at least three, is answered 404, 405 or 501 to callers
 * with access elsewhere, among them the caller with the widest access. To callers without any access, 401, 403 or a
 * closed connection proves nothing: a system in between may refuse them even if the operation exists.
 */
export class Offered {
  readonly #heard: HeardAnswers;
  readonly #passing: PassingAnswers;

  constructor(heard: HeardAnswers, passing: PassingAnswers) {
    this.#heard = heard;
    this.#passing = passing;
  }

  /** The status that shows that an operation is missing; undefined if it exists, or if too little is known. */
  missing(name: EndpointName): number | undefined {
    if (this.witnesses(name).length > 0) return undefined;
    const vain = this.#of(name).filter((heard) => heard.vain > 0 && this.#speaks(name, heard));
    const asked = vain.reduce((sum, heard) => sum + heard.vain, 0);
    const isWidest = vain.some(({ caller }) => this.#isWidest(name, caller));
    return asked >= fewest && isWidest ? vain.at(-1)?.last : undefined;
  }

  /** The statuses that show that an operation exists, except statuses that came and went elsewhere. */
  witnesses(name: EndpointName): readonly number[] {
    const statuses = this.#of(name).flatMap((heard) =>
      [...heard.statuses].filter((status) => this.#isWitness(name, heard, status)),
    );
    return [...new Set(statuses)];
  }

  fact(name: EndpointName): Pick<ReportedOperation, 'state' | 'statuses'> {
    const heard = this.#of(name);
    if (heard.length === 0) return { state: 'unsent' };
    const missing = this.missing(name);
    if (missing !== undefined) return { state: 'missing', statuses: [missing] };
    const statuses = this.witnesses(name);
    if (statuses.some(isSuccess)) return { state: 'works' };
    if (statuses.length === 0)
      return { state: 'unclear', statuses: [...new Set(heard.flatMap((one) => [...one.statuses]))] };
    const isDenied = statuses.every((status) => says({ status }, 'denied'));
    return { state: isDenied ? 'refuses' : 'answers', statuses };
  }

  #of(name: EndpointName): readonly Heard[] {
    return [...(this.#heard.byOperation.get(name)?.values() ?? [])];
  }

  #isWitness(name: EndpointName, { caller }: Heard, status: number): boolean {
    if (isSuccess(status)) return true;
    if (says({ status }, 'no operation') || this.#passing.isDisturbance({ status, endpoint: name }))
      return false;
    const isGranted = this.#grants(caller, name) > 0 || this.#heard.known.has(caller.label);
    return says({ status }, 'denied') ? isGranted : isGranted || caller.kind === 'supplied';
  }

  /** Whether the answer counts: the caller has access elsewhere, or the contract grants it access here. */
  #speaks(name: EndpointName, { caller }: Heard): boolean {
    return this.#suffices(caller, name) || this.#grants(caller, name) > 0;
  }

  /** Whether no caller has wider access; if the contract names scopes, any caller with one counts. */
  #isWidest(name: EndpointName, caller: Caller): boolean {
    if (endpoint(name).scopes !== undefined) return this.#suffices(caller, name);
    const labels = new Set([...this.#heard.byOperation.values()].flatMap((byCaller) => [...byCaller.keys()]));
    const most = Math.max(...[...labels].map((label) => this.#grants({ label }, name)));
    return this.#grants(caller, name) === most;
  }

  #suffices(caller: Caller, name: EndpointName): boolean {
    return lets(name, caller, this.#heard.projectKey) === 'in';
  }

  /** The number of other operations at which a caller was granted access. */
  #grants({ label }: Pick<Caller, 'label'>, at: EndpointName): number {
    return [...this.#heard.byOperation].filter(
      ([name, byCaller]) => name !== at && wasGranted(byCaller.get(label)?.statuses),
    ).length;
  }
}

/** A request as the contract states it: a check may send a token in another way, or the token of another caller. */
function isBySender({ caller, request }: Exchange): boolean {
  const sent = header(request.headers, 'authorization');
  return caller.token === undefined ? sent === undefined : sent === `Bearer ${caller.token}`;
}

/** What is known about each operation of the contract, in its order. */
export function operationsOf(offered: Offered): readonly ReportedOperation[] {
  return endpointNames.map((name) => {
    const { section, method, path } = endpoint(name);
    return { section, ...(method === undefined ? {} : { method }), path, ...offered.fact(name) };
  });
}
