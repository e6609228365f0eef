import { says } from '../../wire/status.ts';
import type { PassingAnswer } from '../../clause/report.ts';
import { isRead } from '../../contract/reads.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import { header } from '../../wire/media-type.ts';
import { entryOf } from '../../wire/keyed.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keyOf } from '../../history/same-request.ts';
import type { Remark } from '../../history/history.ts';
import { view } from '../../history/view.ts';
import { ToldLimits } from './told-limits.ts';

/** How often a status must come and go elsewhere before any system may have sent it. */
const enoughElsewhere = 2;
/** With fewer correct answers, it is unknown how rare other answers are. */
const enoughAsks = 300;

/** The results of a read so far. */
interface Course {
  isAnswered: boolean;
  readonly refused: Exchange[];
}

/** Answers in place of one that came when the same octets were sent again: no rule rests on such a status alone. */
export class PassingAnswers {
  readonly #courses = new Map<string, Course>();
  readonly #seen = new Map<Exchange['number'], PassingAnswer>();
  /** Deletes that found nothing although the resource existed: reported too, but no proof of disturbances. */
  readonly #toldOnly: Exchange[] = [];
  /** Paths at which any caller found something; those at which it was deleted; and deletes that found nothing there. */
  readonly #found = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #vainDeletes = new Map<string, Exchange>();
  /** Deletes by any caller that found nothing, although a read had found something. */
  readonly vainDeletes: Exchange[] = [];
  /** Operations, callers and names of parameters that were answered 2xx. */
  readonly #answeredAlike = new Set<string>();
  /** Refusals of the method of an operation, or of JSON, since it was last answered 2xx. */
  readonly #unsupported = new Map<EndpointName, Exchange[]>();
  readonly limits = new ToldLimits();
  #answered = 0;
  /** The number of answers of operations. */
  heard = 0;

  /** Checks every answer: the same request may be answered 2xx later, or may have come too early or too late. */
  take(exchange: Exchange): void {
    const { endpoint: name, redirect, isPage } = exchange;
    if (name === undefined || isPage || (exchange.is('noise') && redirect !== 'in-a-loop')) return;
    this.heard += 1;
    if (exchange.succeeded) this.#answered += 1;
    this.#noteSupport(name, exchange);
    const course = entryOf(this.#courses, keyOf(exchange), () => ({ isAnswered: false, refused: [] }));
    if (isAnsweredInFull(name, exchange)) {
      for (const one of course.refused.splice(0)) this.passed(one);
      course.isAnswered = true;
      this.#answeredAlike.add(alikeOf(name, exchange));
      this.#noteFound(name, exchange.request);
    } else this.#noteRefused(name, course, exchange);
  }

  heed(remark: Remark): void {
    if (remark.kind === 'came right') this.passed(remark.exchange);
    if (remark.kind === 'tried again') this.limits.passed(remark.exchange);
    if (remark.kind === 'left') this.limits.send(remark);
  }

  /** Refusals of reads by their documented method that were not repeated since. */
  get unresolved(): readonly Exchange[] {
    return [...this.#courses.values()]
      .flatMap(({ refused }) => refused.slice(0, 1))
      .filter(
        ({ endpoint: name, mayNotExist, request }) =>
          name !== undefined && !mayNotExist && isRead(request) && endpoint(name).method === request.method,
      );
  }

  /** Whether a similar request was answered 2xx: a reason to repeat this request, but no proof of its success. */
  isAnsweredAlike(exchange: Exchange): boolean {
    return exchange.endpoint !== undefined && this.#answeredAlike.has(alikeOf(exchange.endpoint, exchange));
  }

  #noteFound(name: EndpointName, request: Exchange['request']): void {
    const { target } = request;
    if (name === 'remove') {
      this.#vainDeletes.delete(target);
      this.#found.delete(target);
      this.#deleted.add(target);
      return;
    }
    // A read may show a removed resource for a while; an accepted write shows that it is back.
    if (isRead(request) && this.#deleted.has(target)) return;
    this.#found.add(target);
    this.#deleted.delete(target);
  }

  #noteRefused(name: EndpointName, course: Course, exchange: Exchange): void {
    const { request } = exchange;
    if (says(exchange, 'nothing there') && this.#found.has(request.target)) {
      const vain = this.#vainDeletes.get(request.target);
      if (name === 'remove') {
        this.#vainDeletes.set(request.target, exchange);
        this.vainDeletes.push(exchange);
      } else if (vain !== undefined) {
        // The resource is gone, although no delete was answered with success.
        this.#toldOnly.push(vain);
        this.#vainDeletes.delete(request.target);
      }
    }
    if (course.isAnswered && !this.#hingesOnTime(name, exchange)) this.passed(exchange);
    // A request that was refused for its form is not refused for its form when repeated, whatever the new result.
    if (!says(exchange, ...odd))
      for (const one of course.refused.splice(0)) if (says(one, ...odd)) this.passed(one);
    if (course.isAnswered || !this.#hingesOnTime(name, exchange)) course.refused.push(exchange);
  }

  /** Refusals of an operation's method, or of JSON, since its last success. */
  unsupportedSince(name: EndpointName): readonly Exchange[] {
    return this.#unsupported.get(name) ?? [];
  }

  #noteSupport(name: EndpointName, exchange: Exchange): void {
    const { request, mayNotExist } = exchange;
    const type = header(request.headers, 'content-type');
    const { method = request.method } = endpoint(name);
    const isUsual = request.method === method && (type === undefined || type === 'application/json');
    if (mayNotExist || !isUsual) return;
    const open = this.#unsupported.get(name);
    if (exchange.succeeded) {
      for (const one of open ?? []) this.passed(one);
      this.#unsupported.set(name, []);
    } else if (open !== undefined && says(exchange, ...unsupported)) open.push(exchange);
  }

  /**
   * Whether the answer may depend on time: the named resource may not exist yet or any more, or be at another
   * version, or nothing may match yet.
   */
  #hingesOnTime(name: EndpointName, exchange: Exchange): boolean {
    const { succeeded, request } = exchange;
    // Any status may mean that the resource is gone.
    if (this.#deleted.has(exchange.path)) return true;
    // The store that executes deletes knows what was read before, so no lagging replica answers deletes.
    if (name === 'remove' && this.#found.has(request.target)) return false;
    // A resource is made before the first check, so a check can only find what 200 means.
    if (name === 'exists') return says(exchange, ...hingesOnTime);
    return succeeded || says(exchange, ...hingesOnTime);
  }

  /** An answer whose request, as a check found, succeeded when it was repeated. */
  passed(exchange: Exchange): void {
    if (!this.#seen.has(exchange.number)) this.limits.passed(exchange);
    for (const one of passingOf(exchange)) this.#seen.set(exchange.number, one);
  }

  /** Whether the status also came and went at other operations, so that it may not be this operation's answer. */
  isDisturbance({ status, endpoint: name }: Pick<Exchange, 'status' | 'endpoint'>): boolean {
    if (status === undefined || name === undefined) return false;
    const elsewhere = [...this.#seen.values()].filter(
      (one) => one.status === status && one.operation !== operation(name) && !saysNoMatch(one),
    );
    return elsewhere.length >= enoughElsewhere;
  }

  /** Whether enough answers were due to make a rare status significant. */
  get isTelling(): boolean {
    return this.#answered >= enoughAsks;
  }

  /** By status and operation; the most frequent come first. */
  get all(): readonly PassingAnswer[] {
    const counts = new Map<string, PassingAnswer>();
    for (const one of [...this.#seen.values(), ...this.#toldOnly.flatMap(passingOf)]) {
      const key = `${one.status} ${one.operation}`;
      counts.set(key, { ...one, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return [...counts.values()].toSorted((a, b) => b.count - a.count);
  }
}

const hingesOnTime = ['nothing there', 'no match'] as const;
/** The method, or the type of the body, is not supported: that depends neither on time nor on the request's content. */
const unsupported = ['method not supported', 'media type not supported'] as const;

/** Statuses that concern the form of a request, and so depend on nothing that may have changed. */
const odd = ['invalid', 'target too long', ...unsupported] as const;

/** 2xx means that something was found: only 200 for an existence check, and a list only if it shows a resource. */
function isAnsweredInFull(name: EndpointName, { succeeded, status, body }: Exchange): boolean {
  if (name === 'exists') return says({ status }, 'found');
  return succeeded && (endpoint(name).method !== 'GET' || body.length > 0);
}

/** An existence check may also get this answer while the collection is empty; other operations are not affected. */
function saysNoMatch(one: PassingAnswer): boolean {
  return one.operation === operation('exists') && says(one, 'nothing there');
}

function passingOf({ endpoint: name, status }: Exchange): readonly PassingAnswer[] {
  return name === undefined || status === undefined ? [] : [{ operation: operation(name), status, count: 1 }];
}

/** The same text for a caller's requests to an operation with the same parameters, whatever the values. */
function alikeOf(name: EndpointName, { request, caller }: Exchange): string {
  const [path = '', query = ''] = request.target.split('?', 2);
  const names = query.split('&').map((pair) => pair.split('=', 1)[0] ?? '');
  const isOfOne = endpoint(name).path.endsWith('}');
  const place = isOfOne ? path.slice(0, path.lastIndexOf('/')) : path;
  return [name, caller.label, place, ...new Set(names.toSorted())].join(' ');
}

/** Answers that came and went. */
export const passingAnswers = view(() => new PassingAnswers());
