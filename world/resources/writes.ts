import { isRead } from '../../contract/reads.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { Given } from '../../history/history.ts';
import { view } from '../../history/view.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { header } from '../../wire/media-type.ts';
import { decodeComponent } from '../../wire/target.ts';
import type { Exchange } from '../../history/exchange.ts';
import { detached } from '../../wire/json/detached.ts';

/** The writes to one resource, and the reads that showed it, in the order of the answers. */
type Written = Exchange[];

/** The run's writes to each resource, so that a finding can report what came before it. */
export class Writes {
  readonly #pointers: readonly string[];
  /** By the name of a resource in a path: its id, or `key=` and its key. */
  readonly #byName = new Map<string, Written>();
  readonly #byNumber = new Map<number, Written>();

  constructor({ namedAt }: Given) {
    this.#pointers = [...new Set(['/id', '/key', ...namedAt])];
  }

  take(exchange: Exchange): void {
    const written = this.#aboutOne(exchange);
    if (written === undefined) return;
    this.#byNumber.set(exchange.number, written);
    const isShown = exchange.succeeded && exchange.request.method === 'GET';
    if (!exchange.is('noise') && (isShown || !isRead(exchange.request))) written.push(exchange);
  }

  /** The writes before one exchange, to resources of the other exchanges, in the order of the answers and without the exchanges themselves. */
  before(number: number, about: readonly number[]): readonly Exchange[] {
    const met = new Set(about.flatMap((one) => this.#byNumber.get(one) ?? []));
    return [...met]
      .flat()
      .filter((event) => !isReadIn(event) && event.number < number && !about.includes(event.number))
      .toSorted((one, other) => one.number - other.number);
  }

  /** The last successful read of the resource of an exchange before it, unless a write was accepted in between. */
  readBefore(number: number): Exchange | undefined {
    const earlier = this.#byNumber.get(number)?.filter((event) => event.number < number) ?? [];
    const read = earlier.findLast(isReadIn);
    const write = earlier.findLast((event) => !isReadIn(event) && event.succeeded);
    return read !== undefined && read.number > (write?.number ?? 0) ? read : undefined;
  }

  /** The first kept successful read of the same resource after an exchange, if no write came in between. */
  readAfter(number: number): Exchange | undefined {
    const next = this.#byNumber.get(number)?.find((event) => event.number > number);
    return isReadIn(next) ? next : undefined;
  }

  /** The resource that an exchange names, or that it has created or overwritten. */
  #aboutOne(exchange: Exchange): Written | undefined {
    const name = exchange.endpoint;
    if (name === undefined || exchange.redirects > 0) return undefined;
    const { path } = endpoint(name);
    if (/\/resource\/(?:key=)?\{\w+\}$/.test(path)) {
      const segment = exchange.path.split('/').at(-1) ?? '';
      return this.#named([decodeComponent(segment.replace(/^key=/, ''))]);
    }
    const isUnnamed = path.endsWith('/resource') && !isRead(exchange.request) && exchange.succeeded;
    return isUnnamed ? this.#named(this.#shownBy(exchange)) : undefined;
  }

  #named(names: readonly string[]): Written | undefined {
    if (names.length === 0) return undefined;
    const known = names.map((name) => this.#byName.get(name)).find((one) => one !== undefined);
    const written = known ?? [];
    // A name cut out of a long target would keep the target in memory.
    for (const name of names) this.#byName.set(detached(name), written);
    return written;
  }

  /** The names by which a resource can be requested later, as an answer shows them. */
  #shownBy({ value, outcome }: Exchange): readonly string[] {
    const inBody = this.#pointers.map((pointer) => valueAt(value, pointer));
    const location = outcome.kind === 'answer' ? header(outcome.headers, 'location') : undefined;
    const segment = location
      ?.replace(/[?#].*$/, '')
      .split('/')
      .at(-1);
    return [...inBody, segment === undefined ? undefined : decodeComponent(segment)].filter(
      (name): name is string => typeof name === 'string' && name !== '',
    );
  }
}

function isReadIn(event: Exchange | undefined): boolean {
  return event !== undefined && isRead(event.request);
}

/** The run's writes to each resource. */
export const writes = view((given) => new Writes(given));
