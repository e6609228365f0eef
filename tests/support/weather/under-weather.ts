import { createRandom } from '../../../run/random.ts';
import type { Clock } from '../../../wire/clock.ts';
import type { Header, Outcome, Request, Transport } from '../../../wire/exchange.ts';
import { asObject, readJson } from '../../../wire/json/json.ts';
import { header } from '../../../wire/media-type.ts';
import type { Fate, Spell, Weather, World } from './weather.ts';

/** Where the weather happens, and how its own requests get there. */
export interface Place {
  readonly clock: Clock;
  readonly seed: number;
  readonly project: string;
  /** A token with manage_test that no weather touches. */
  readonly token: string;
  readonly backup?: () => () => void;
}

/** A transport under weather: what it does to requests, and what happens beside them from the first one on. */
export interface UnderWeather {
  readonly transport: Transport;
  /** The run is over; resolves when nothing happens beside it any more. */
  end(): Promise<void>;
}

const limits = { timeoutMs: 10_000, maxBytes: 4_000_000 };
const noBytes = new Uint8Array();

/** Puts weather around a transport. */
export function underWeather(inner: Transport, weather: Weather, place: Place): UnderWeather {
  const { clock } = place;
  const random = createRandom(place.seed * 31 + 7);
  const created: string[] = [];
  let requests = 0;
  let isOver = false;
  let startedAt: number | undefined;
  let job: Promise<void> | undefined;
  const now = (): number => clock.now() - (startedAt ?? clock.now());
  const world: World = {
    now,
    sleep: (ms) => clock.sleep(ms),
    isOver: () => isOver,
    requests: () => requests,
    random: () => random.integer(0, 999_999) / 1_000_000,
    created: () => created,
    project: place.project,
    ...(place.backup === undefined ? {} : { backup: place.backup }),
    request: async (method, path, body) => {
      const headers: Header[] = [['Authorization', `Bearer ${place.token}`]];
      if (body !== undefined) headers.push(['Content-Type', 'application/json']);
      const target = `/${place.project}${path}`;
      const outcome = await inner.send(
        {
          method,
          target,
          headers,
          ...(body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) }),
        },
        limits,
      );
      return outcome.kind === 'answer' ? new TextDecoder().decode(outcome.body) : '';
    },
  };
  let spell: Spell | undefined;

  const fateOf = (request: Request): Fate => {
    startedAt ??= clock.now();
    spell ??= weather.begin(world);
    job ??= spell.job?.() ?? Promise.resolve();
    requests += 1;
    const token = header(request.headers, 'authorization')?.replace(/^Bearer /, '');
    const { method, target } = request;
    return spell.fate?.({ number: requests, method, target, token, at: now() }) ?? {};
  };

  const pass = async <T>(
    request: Request,
    send: (request: Request) => Promise<T>,
    outcomeOf: (sent: T) => Outcome,
    instead: (outcome: Outcome) => T,
  ): Promise<T> => {
    const fate = fateOf(request);
    const sentAt = clock.now();
    if (fate.delayMs !== undefined) await clock.sleep(fate.delayMs);
    const sent = fate.lost === true ? undefined : await send(withToken(request, fate.token));
    if (sent === undefined) await clock.sleep(1);
    else noteCreated(request, outcomeOf(sent));
    const replaced = replacing(fate, sentAt, clock.now());
    if (sent !== undefined && replaced === undefined) return sent;
    return instead(replaced ?? lostOutcome(sentAt, clock.now()));
  };

  const noteCreated = ({ method, target }: Request, outcome: Outcome): void => {
    if (method !== 'POST' || target !== `/${place.project}/resource`) return;
    if (outcome.kind !== 'answer' || outcome.status >= 300) return;
    const reading = readJson(outcome.body);
    const id = reading.kind === 'json' ? asObject(reading.value)?.['id'] : undefined;
    if (typeof id === 'string') created.push(id);
  };

  const same = (outcome: Outcome): Outcome => outcome;
  const transport: Transport = {
    ...inner,
    send: (request, bounds) => pass(request, (one) => inner.send(one, bounds), same, same),
    sendRaw: (request, bounds) =>
      pass(
        request,
        (one) => inner.sendRaw(one, bounds),
        ({ outcome }) => outcome,
        (outcome) => ({ outcome, octets: noBytes }),
      ),
    sendOnOneConnection: async (all, bounds) => {
      const fates = all.map(fateOf);
      if (fates.every(isFair)) return await inner.sendOnOneConnection(tokened(all, fates), bounds);
      const at = clock.now();
      await clock.sleep(1);
      return all.map(
        (_, index) => replacing(fates[index] ?? {}, at, clock.now()) ?? lostOutcome(at, clock.now()),
      );
    },
    race: async (all, by, bounds) => {
      const fates = all.map(fateOf);
      const at = clock.now();
      const through = all.filter((_, index) => fates[index]?.lost !== true);
      const slowest = Math.max(0, ...fates.map(({ delayMs = 0 }) => delayMs));
      if (slowest > 0) await clock.sleep(slowest);
      const reading = await inner.race(
        tokened(
          through,
          fates.filter(({ lost }) => lost !== true),
        ),
        by,
        bounds,
      );
      const outcomes = [...reading.outcomes];
      return {
        transport: by,
        outcomes: fates.map((fate) => {
          const own = fate.lost === true ? undefined : outcomes.shift();
          return replacing(fate, at, clock.now()) ?? own ?? lostOutcome(at, clock.now());
        }),
      };
    },
  };
  return {
    transport,
    end: async () => {
      isOver = true;
      await job;
    },
  };
}

function isFair({ lost, instead }: Fate): boolean {
  return lost !== true && instead === undefined;
}

function tokened(all: readonly Request[], fates: readonly Fate[]): readonly Request[] {
  return all.map((request, at) => withToken(request, fates[at]?.token));
}

function withToken(request: Request, token: string | undefined): Request {
  if (token === undefined) return request;
  const headers = request.headers.map(([name, value]): Header =>
    name.toLowerCase() === 'authorization' ? [name, `Bearer ${token}`] : [name, value],
  );
  return { ...request, headers };
}

function replacing({ instead }: Fate, sentAt: number, answeredAt: number): Outcome | undefined {
  if (instead === undefined) return undefined;
  if (instead === 'reset') return lostOutcome(sentAt, answeredAt);
  const { status, headers = [] } = instead;
  return { kind: 'answer', status, headers, body: noBytes, sentAt, answeredAt };
}

function lostOutcome(sentAt: number, answeredAt: number): Outcome {
  return { kind: 'failure', failure: 'reset', detail: 'ECONNRESET', wrote: true, sentAt, answeredAt };
}
