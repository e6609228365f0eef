import { says, isOfClass } from '../../wire/status.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Answer, Header, Outcome } from '../../wire/exchange.ts';
import { header } from '../../wire/media-type.ts';
import { entryOf } from '../../wire/keyed.ts';
import type { Left } from '../../history/history.ts';
import type { Exchange } from '../../history/exchange.ts';

/** The numbers of successful repetitions that deserve a mention, and that reveal a limit … */
const suspicious = 3;
const enough = 10;
/** … if they are this many times as frequent beside other requests as alone. */
const moreFrequent = 5;

/** The resource is missing, or has another version, or a request failed during its work: limits do not use these statuses. */
const noLimits = ['nothing there', 'no match', 'fault'] as const;

/** A status at only one operation belongs to the operation. */
const enoughOperations = 2;

interface Count {
  company: number;
  alone: number;
}

interface Passed extends Count {
  readonly at: Set<EndpointName | undefined>;
}

function none(): Passed {
  return { company: 0, alone: 0, at: new Set() };
}

/** Limits of pace with a status other than 429: a header says so, or the status depends on concurrent requests. */
export class ToldLimits {
  readonly #all: Count = { company: 0, alone: 0 };
  readonly #passed = new Map<number, Passed>();

  send({ count, isInCompany }: Left): void {
    this.#all[isInCompany ? 'company' : 'alone'] += count;
  }

  /** Records an answer whose request succeeded when it was repeated. */
  passed({ outcome, isInCompany, endpoint }: Pick<Exchange, 'outcome' | 'isInCompany' | 'endpoint'>): void {
    if (!mayTellLimit(outcome)) return;
    const count = entryOf<number, Passed>(this.#passed, outcome.status, none);
    count.at.add(endpoint);
    count[isInCompany ? 'company' : 'alone'] += 1;
  }

  /** Whether a limit, and no gateway, may have answered a concurrent request; the request is then repeated alone. */
  mayBeLimit(outcome: Outcome): boolean {
    if (!mayTellLimit(outcome) || says(outcome, 'gateway')) return false;
    return hasNothingLeft(outcome.headers) || this.#hingesOnPace(outcome.status, suspicious);
  }

  /** Whether a limit may use this status, judging by other answers with this status. */
  mayBeKnown(status: number): boolean {
    return this.#hingesOnPace(status, suspicious);
  }

  isKnown(status: number): boolean {
    return this.#hingesOnPace(status, enough);
  }

  /** The number of answers of this status whose requests succeeded when repeated. */
  count(status: number): number {
    const { company, alone } = this.#passed.get(status) ?? none();
    return company + alone;
  }

  #hingesOnPace(status: number, least: number): boolean {
    const { company, alone, at } = this.#passed.get(status) ?? none();
    if (at.size < enoughOperations) return false;
    return company >= least && company * this.#all.alone >= moreFrequent * alone * this.#all.company;
  }

  get statuses(): readonly number[] {
    return [...this.#passed.keys()].filter((status) => this.isKnown(status));
  }
}

/** Whether a limit may have given this answer, with another status than 429. */
export function mayTellLimit(outcome: Outcome): outcome is Answer {
  if (outcome.kind !== 'answer') return false;
  const { status } = outcome;
  return isOfClass(status, 4, 5) && !says(outcome, 'limit', ...noLimits);
}

/** `RateLimit-Remaining: 0`, with or without `X-`, even for only one of several limits. */
function hasNothingLeft(headers: readonly Header[]): boolean {
  const left = headers.filter(([name]) => /^(?:x-)?rate-?limit(?:-\w+)*-remaining(?:-\w+)*$/i.test(name));
  const stated = header(headers, 'ratelimit') ?? '';
  return left.some(([, value]) => /^\s*0+\s*$/.test(value)) || /(?:\br|\bremaining)\s*=\s*0+\b/.test(stated);
}
