import { createHash } from 'node:crypto';
import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { PassingAnswer } from '../../clause/report.ts';
import type { Exchange } from '../exchange.ts';

/** So often a status comes and goes at other operations before it is theirs no more than of whatever answers there. */
const enoughElsewhere = 2;
/** Fewer answers as due than these tell nothing of how rarely something else comes. */
const enoughAsks = 300;

/** At so many operations a status may be that of something in between; at one it is that of the operation. */
const enoughOperations = 2;
const mostTold = 3;

/** What a read came to so far. */
interface Course {
  isAnswered: boolean;
  readonly refused: Exchange[];
}

/**
 * Answers that came in the place of one that came out right when asked again: whatever gave them, a gateway, a node or a
 * limit, they are counted, and no rule rests on such a status alone.
 */
export class PassingAnswers {
  readonly #courses = new Map<string, Course>();
  readonly #seen = new Map<Exchange['number'], PassingAnswer>();
  #answered = 0;
  #heard = 0;

  /**
   * Looks at every answer of the run: the same request is answered 2xx afterwards, and where it may have been too early, or
   * too late, for what it names before as well.
   */
  note(exchange: Exchange): void {
    const { endpoint, kind } = exchange;
    if (endpoint === undefined || kind === 'noise') return;
    this.#heard += 1;
    if (exchange.succeeded) this.#answered += 1;
    const key = nameOf(exchange);
    const course: Course = this.#courses.get(key) ?? { isAnswered: false, refused: [] };
    this.#courses.set(key, course);
    if (exchange.succeeded) {
      for (const one of course.refused.splice(0)) this.passed(one);
      course.isAnswered = true;
    } else if (course.isAnswered || !hingesOnTime.includes(exchange.status)) course.refused.push(exchange);
  }

  /** An answer of which a check has found that it came out right when asked again. */
  passed({ number, endpoint, status }: Exchange): void {
    if (endpoint !== undefined && status !== undefined)
      this.#seen.set(number, { operation: operation(endpoint), status, count: 1 });
  }

  /** Whether the status came and went at other operations too, so that it may be no answer of this one. */
  isWeather(status: number, at: EndpointName): boolean {
    const elsewhere = [...this.#seen.values()].filter(
      (one) => one.status === status && one.operation !== operation(at),
    );
    return elsewhere.length >= enoughElsewhere;
  }

  /** Whether so much was answered as is due that a status which came now and then tells something. */
  get isTelling(): boolean {
    return this.#answered >= enoughAsks;
  }

  /** By status and operation, the most frequent first. */
  get all(): readonly PassingAnswer[] {
    const counts = new Map<string, PassingAnswer>();
    for (const one of this.#seen.values()) {
      const key = `${one.status} ${one.operation}`;
      counts.set(key, { ...one, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return [...counts.values()].toSorted((a, b) => b.count - a.count);
  }

  /** Statuses that came and went at more than one operation, so that none of them need have answered so, a sentence each. */
  get told(): readonly string[] {
    const { all } = this;
    return [...new Set(all.map(({ status }) => status))].flatMap((status) => {
      const some = all.filter((one) => one.status === status);
      const count = some.reduce((sum, one) => sum + one.count, 0);
      const where = some.slice(0, mostTold).map((one) => one.operation);
      const more = some.length > mostTold ? ' …' : '';
      return some.length < enoughOperations
        ? []
        : `${count} of ${this.#heard} answers were ${status} in the place of one that came out right when asked again (${where.join(', ')}${more}): run again without what answers so`;
    });
  }
}

/** What is named may not be there yet, or any more, or be at another version. */
const hingesOnTime: readonly (number | undefined)[] = [404, 409, 410, 412];

/** The same for the same request of the same caller, but for what differs in each. */
function nameOf({ request, caller }: Exchange): string {
  const { method, target, headers, body = new Uint8Array() } = request;
  const told = headers.filter(([name]) => name !== 'traceparent');
  return createHash('sha256')
    .update(JSON.stringify([method, target, caller.label, told]))
    .update(body)
    .digest('base64');
}
