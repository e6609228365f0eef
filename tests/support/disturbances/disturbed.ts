import type { Header, Outcome, Request, Transport } from '../../../wire/exchange.ts';
import { header } from '../../../wire/media-type.ts';
import { Happening, type Place, type Sent } from './happening.ts';
import type { Fate, Given, Disturbance } from './disturbance.ts';

/** A transport under weather. */
export interface Disturbed {
  readonly transport: Transport;
  /** The run is over; resolves when nothing happens beside it any more. */
  end(): Promise<void>;
}

const limits = { timeoutMs: 10_000, maxBytes: 4_000_000 };
const noBytes = new Uint8Array();

/** Puts disturbances around a transport. */
export function disturbed(inner: Transport, weather: Disturbance, place: Omit<Place, 'send'>): Disturbed {
  const { clock } = place;
  const happening = new Happening(weather, { ...place, send: (sent) => sendPast(inner, sent) });
  const fateOf = (request: Request): Promise<Fate> => happening.fateOf(sentOf(request));

  const pass = async <T>(
    request: Request,
    send: (request: Request) => Promise<T>,
    outcomeOf: (sent: T) => Outcome,
    instead: (outcome: Outcome) => T,
  ): Promise<T> => {
    const sentAt = clock.now();
    const fate = await fateOf(request);
    if (fate.delayMs !== undefined) await clock.sleep(fate.delayMs);
    const sent = fate.lost === true ? undefined : await send(withToken(request, fate.token));
    if (sent === undefined) await clock.sleep(1);
    else {
      const outcome = outcomeOf(sent);
      if (outcome.kind === 'answer') happening.note(request, outcome.status, outcome.body);
    }
    const replaced = replacing(fate, sentAt, clock.now());
    if (sent !== undefined && replaced === undefined) return sent;
    return instead(replaced ?? lostOutcome(sentAt, clock.now()));
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
      const fates = await Promise.all(all.map(fateOf));
      if (fates.every(isFair)) return await inner.sendOnOneConnection(tokened(all, fates), bounds);
      const at = clock.now();
      await clock.sleep(1);
      return all.map(
        (_, index) => replacing(fates[index] ?? {}, at, clock.now()) ?? lostOutcome(at, clock.now()),
      );
    },
    race: async (all, by, bounds) => {
      const at = clock.now();
      const fates = await Promise.all(all.map(fateOf));
      const slowest = Math.max(0, ...fates.map(({ delayMs = 0 }) => delayMs));
      if (slowest > 0) await clock.sleep(slowest);
      const reading = await inner.race(
        tokened(all, fates).filter((_, index) => fates[index]?.lost !== true),
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
  return { transport, end: () => happening.end() };
}

async function sendPast(inner: Transport, { method, target, token, json }: Sent): Promise<Given> {
  const headers: Header[] = [['Authorization', `Bearer ${token}`]];
  if (json !== undefined) headers.push(['Content-Type', 'application/json']);
  const body = json === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(json)) };
  const outcome = await inner.send({ method, target, headers, ...body }, limits);
  if (outcome.kind === 'failure') return { status: 0, headers: [], text: '' };
  return { status: outcome.status, headers: outcome.headers, text: new TextDecoder().decode(outcome.body) };
}

function sentOf({ method, target, headers }: Request): Sent {
  return { method, target, token: header(headers, 'authorization')?.replace(/^Bearer /, '') };
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
  const { status, headers, text } = instead;
  return { kind: 'answer', status, headers, body: new TextEncoder().encode(text), sentAt, answeredAt };
}

function lostOutcome(sentAt: number, answeredAt: number): Outcome {
  return { kind: 'failure', failure: 'reset', detail: 'ECONNRESET', wrote: true, sentAt, answeredAt };
}
