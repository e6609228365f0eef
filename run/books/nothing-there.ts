import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../exchange.ts';

/** As a path or a method that a server does not have is answered. */
const nothing: readonly number[] = [404, 405, 501];

interface Answered {
  readonly statuses: Set<number>;
  /** Somebody asked for what should be there. */
  isAsked: boolean;
}

/** Which operations answer whoever asks, and whatever is asked, that there is nothing. */
export class NothingThere {
  readonly #answered = new Map<EndpointName, Answered>();

  note(name: EndpointName, { kind, status, mayNotExist }: Exchange): void {
    if (kind === 'noise' || status === undefined) return;
    const answered = this.#answered.get(name) ?? { statuses: new Set(), isAsked: false };
    this.#answered.set(name, answered);
    answered.statuses.add(status);
    if (!mayNotExist) answered.isAsked = true;
  }

  /** The one status that all answers of these have, where it says so; undefined where any of them has another. */
  at(names: readonly EndpointName[]): number | undefined {
    const all = names.flatMap((name) => this.#answered.get(name) ?? []);
    const [status, ...others] = new Set(all.flatMap(({ statuses }) => [...statuses]));
    if (status === undefined || others.length > 0 || !nothing.includes(status)) return undefined;
    return all.some(({ isAsked }) => isAsked) ? status : undefined;
  }
}
