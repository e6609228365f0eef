import { Inconclusive } from '../../clause/thrown.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Failure, FailureKind, Outcome } from '../../wire/exchange.ts';
import type { Exchange } from '../../history/exchange.ts';
import { delivered, onlyPart, type Delivery, type Dispatch, type Layer } from './dispatch.ts';

/** After this many successive time-outs, an endpoint is silent; each request was sent after the previous time-out. */
const mostTimeouts = 3;
/** The number of answers that break off, do not decode or do not end: these come immediately, and in bursts. */
const mostBroken = 6;
/** A silent endpoint is tried again after twice the time of its last answer, but not before this many milliseconds. */
const tryAgainMs = 1_000;

const broken: readonly FailureKind[] = ['reset', 'framing', 'coding', 'too-large'];

interface Spell {
  strikes: number;
  timeouts: number;
  failure: FailureKind;
  firstAt: number;
  lastAt: number;
  nextTryAt: number;
}

/** The common properties of similar requests without usable answers. */
export interface Sort {
  readonly endpoint: EndpointName;
  readonly caller: string;
  readonly mayNotExist: boolean;
}

/** Kinds of requests without usable answers, by endpoint, caller and kind of target: the run sends few of each. */
export class Silence {
  readonly #clock: Clock;
  readonly #borneMs: number;
  readonly #spells = new Map<string, Spell>();

  /** @param borneMs - how long broken answers count as a passing disturbance */
  constructor(clock: Clock, borneMs: number) {
    this.#clock = clock;
    this.#borneMs = borneMs;
  }

  answers(sort: Sort): Failure | undefined {
    const spells = keysOf(sort).flatMap((key) => this.#spells.get(key) ?? []);
    const silent = spells.filter((spell) => this.#lasts(spell));
    const now = this.#clock.now();
    const wait = silent.find((spell) => now < spell.nextTryAt);
    if (wait === undefined) {
      for (const spell of silent)
        spell.nextTryAt = now + Math.max(tryAgainMs, spell.nextTryAt - spell.lastAt);
      return undefined;
    }
    const { failure } = wait;
    const detail = 'not sent: the last requests of this kind got no usable answer';
    return { kind: 'failure', failure, detail, wrote: false, sentAt: now, answeredAt: now };
  }

  note(sort: Sort, outcome: Outcome): void {
    for (const key of keysOf(sort)) {
      if (outcome.kind === 'answer') this.#spells.delete(key);
      else if (outcome.wrote && (outcome.failure === 'timeout' || broken.includes(outcome.failure)))
        this.#strike(key, outcome);
    }
  }

  #strike(key: string, { failure, sentAt, answeredAt }: Failure): void {
    const before = this.#spells.get(key);
    // Concurrent requests failed at the same bad moment, which counts once.
    if (before !== undefined && sentAt < before.lastAt) return;
    this.#spells.set(key, {
      strikes: (before?.strikes ?? 0) + 1,
      timeouts: (before?.timeouts ?? 0) + (failure === 'timeout' ? 1 : 0),
      failure,
      firstAt: before?.firstAt ?? sentAt,
      lastAt: answeredAt,
      nextTryAt: answeredAt + Math.max(tryAgainMs, 2 * (answeredAt - sentAt)),
    });
  }

  #lasts({ strikes, timeouts, firstAt, lastAt }: Spell): boolean {
    return timeouts >= mostTimeouts || (strikes >= mostBroken && lastAt - firstAt >= this.#borneMs);
  }
}

/** The kind of a single request; undefined for several requests, which do not count for silence. */
export function sortOf(dispatch: Dispatch): Sort | undefined {
  const part = onlyPart(dispatch);
  if (part === undefined) return undefined;
  const { name, ask } = part;
  return { endpoint: name, caller: ask.as.label, mayNotExist: ask.mayNotExist ?? false };
}

/** Does not send a request whose kind gets no usable answers, unless it is required. */
export function circuitBreaker(silence: Silence): Layer<Delivery> {
  return (below) => async (dispatch) => {
    const sort = sortOf(dispatch);
    const isInsistent = dispatch.parts[0]?.ask.whenSilent === 'send-anyway';
    const silent = sort === undefined || isInsistent ? undefined : silence.answers(sort);
    if (silent === undefined) return await below(dispatch);
    return { ...delivered([silent]), course: { redirects: 0, skipped: true } };
  };
}

function keysOf({ endpoint: name, caller, mayNotExist }: Sort): readonly string[] {
  return [name, `${name} ${caller} ${mayNotExist ? 'unknown' : 'known'}`];
}

/** Ends a check whose answer will not come: the run sends no more requests, or no more of this kind. */
export function giveUpWhereHopeless({ endpoint: name, failure, skipped }: Exchange, stopped: boolean): void {
  if (failure === undefined || name === undefined) return;
  if (failure.failure === 'stopped')
    throw new Inconclusive({ code: stopped ? 'stopped' : 'budget', text: failure.detail });
  if (skipped)
    throw new Inconclusive({
      code: 'blocked-by',
      text: `waits for General/answers-are-whole: no request at ${endpoint(name).section} gets a usable answer (${failure.failure})`,
      claims: [{ kind: 'waits-for', clause: 'General/answers-are-whole' }],
      ...(failure.failure === 'too-large' ? { supply: 'CONFORMANCE_MAX_BODY_BYTES=<more>' } : {}),
    });
}
