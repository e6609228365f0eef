import { isRead } from '../../contract/reads.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { Profile } from '../../clause/profile.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { header } from '../../wire/media-type.ts';
import type { Exchange } from '../exchange.ts';
import { detached } from '../../wire/json/detached.ts';

/** Writes to one resource that are kept, with the last read behind each. */
const mostKept = 24;

/** What was written to one resource and what its last read before the next write showed, in the order of the answers. */
interface Written {
  readonly events: Exchange[];
}

/** What the run has written to each resource, so that a finding can tell what came before it. */
export class WriteBook {
  readonly #pointers: readonly string[];
  /** By whatever names a resource in a path: its id, or `key=` and its key. */
  readonly #byName = new Map<string, Written>();
  readonly #byNumber = new Map<number, Written>();

  constructor({ resource }: Profile) {
    const declared = [resource?.idSource, resource?.keySource].flatMap((source) =>
      source?.startsWith('body:') === true ? [source.slice('body:'.length)] : [],
    );
    this.#pointers = [...new Set(['/id', '/key', ...declared])];
  }

  /** Looks at every answer of the run. */
  note(exchange: Exchange): void {
    const written = this.#aboutOne(exchange);
    if (written === undefined) return;
    this.#byNumber.set(exchange.number, written);
    if (exchange.kind === 'noise') return;
    const { events } = written;
    if (isRead(exchange.request)) {
      if (!exchange.succeeded || exchange.request.method !== 'GET') return;
      if (isReadIn(events.at(-1))) events.pop();
    }
    events.push(exchange);
    while (events.filter((event) => !isReadIn(event)).length > mostKept) events.shift();
  }

  /**
   * What was written, before one exchange, to the resources that these are about; in the order of the answers, without
   * these.
   */
  before(number: number, about: readonly number[]): readonly Exchange[] {
    const met = new Set(about.flatMap((one) => this.#byNumber.get(one) ?? []));
    return [...met]
      .flatMap(({ events }) => events)
      .filter((event) => !isReadIn(event) && event.number < number && !about.includes(event.number))
      .toSorted((one, other) => one.number - other.number);
  }

  /** The last successful read of the resource of an exchange before it, unless a write was accepted in between. */
  readBefore(number: number): Exchange | undefined {
    const earlier = this.#byNumber.get(number)?.events.filter((event) => event.number < number) ?? [];
    const read = earlier.findLast(isReadIn);
    const write = earlier.findLast((event) => !isReadIn(event) && event.succeeded);
    return read !== undefined && read.number > (write?.number ?? 0) ? read : undefined;
  }

  /** The first successful read of the resource of an exchange after it that is kept, if no write went before it. */
  readAfter(number: number): Exchange | undefined {
    const next = this.#byNumber.get(number)?.events.find((event) => event.number > number);
    return isReadIn(next) ? next : undefined;
  }

  /** The resource that an exchange names, or that it has made or overwritten. */
  #aboutOne(exchange: Exchange): Written | undefined {
    const name = exchange.endpoint;
    if (name === undefined || exchange.redirects > 0) return undefined;
    const { path } = endpoint(name);
    if (/\/resource\/(?:key=)?\{\w+\}$/.test(path)) {
      const segment = exchange.request.target.split('?', 1)[0]?.split('/').at(-1) ?? '';
      return this.#named([decoded(segment.replace(/^key=/, ''))]);
    }
    const isUnnamed = path.endsWith('/resource') && !isRead(exchange.request) && exchange.succeeded;
    return isUnnamed ? this.#named(this.#shownBy(exchange)) : undefined;
  }

  #named(names: readonly string[]): Written | undefined {
    if (names.length === 0) return undefined;
    const known = names.map((name) => this.#byName.get(name)).find((one) => one !== undefined);
    const written = known ?? { events: [] };
    // A name that is cut out of a long target would keep that in memory.
    for (const name of names) this.#byName.set(detached(name), written);
    return written;
  }

  /** The names by which a resource can be asked for later, as an answer shows them. */
  #shownBy({ value, outcome }: Exchange): readonly string[] {
    const inBody = this.#pointers.map((pointer) => valueAt(value, pointer));
    const location = outcome.kind === 'answer' ? header(outcome.headers, 'location') : undefined;
    const segment = location
      ?.replace(/[?#].*$/, '')
      .split('/')
      .at(-1);
    return [...inBody, segment === undefined ? undefined : decoded(segment)].filter(
      (name): name is string => typeof name === 'string' && name !== '',
    );
  }
}

function isReadIn(event: Exchange | undefined): boolean {
  return event !== undefined && isRead(event.request);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
