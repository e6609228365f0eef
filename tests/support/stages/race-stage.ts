import type { EndpointName } from '../../../contract/endpoints.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { RaceTrack } from '../../../properties/races/track.ts';
import { buildRequest, type Ask } from '../../../run/ask.ts';
import { awaited } from '../../../run/awaited.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { Outcome, RaceTransport } from '../../../wire/exchange.ts';
import { writeJson } from '../../../wire/json/json.ts';
import { reportingStage, type ReportingStage } from './reporting-stage.ts';
import { nobody, type Answer } from './scripted-stage.ts';
import { scriptedStore, type Departures, type Kept } from './scripted-store.ts';

/** No answer comes to it, though it was sent. */
export const lost: Answer = [0];
/** Not an octet of it was sent. */
export const unsent: Answer = [0, 'unsent'];

/** One race: what was entered, over which transport, and when. */
export interface Heat {
  readonly entries: readonly (readonly [EndpointName, Ask])[];
  readonly transport: RaceTransport;
  readonly at: number;
}

/** How races come out otherwise than one after the other at the store. */
export interface Racers {
  /** Each update of a race finds its resource as it was before the race. */
  readonly unlocked?: boolean | ((heat: Heat) => boolean);
  /** Answers one of them in the store's place. */
  readonly answer?: (place: number, ask: Ask, heat: Heat, name: EndpointName) => Answer | undefined;
  /** When each of them is sent and answered, in milliseconds after the start. */
  readonly times?: (place: number) => readonly [sent: number, answered: number];
}

export interface RaceStage extends Omit<ReportingStage, 'kept'> {
  /** What was taken out of use for others. */
  readonly out: readonly string[];
  readonly heats: Heat[];
  readonly kept: Map<string, Kept>;
  /** A resource of the store at version 1, unless told otherwise, as the run holds it after a create. */
  readonly newOwn: (version?: number) => OwnResource;
}

/** What an update carries: the version as it is written, and its actions. */
export function bodyOf({ json = null }: Ask): {
  readonly version: string;
  readonly actions: readonly { readonly action: string; readonly someProperty?: string }[];
} {
  const text = writeJson(json);
  const { actions } = JSON.parse(text) as Pick<ReturnType<typeof bodyOf>, 'actions'>;
  return { version: /"version":([^,}]+)/.exec(text)?.[1] ?? '', actions };
}

/** An exchange of an update that was answered so, at a time. */
export function exchangeAt(
  answer: Answer,
  {
    number = 1,
    sent = 0,
    answered = 10,
    caller = nobody,
    body = `body ${number}`,
    name = 'update',
  }: {
    readonly number?: number;
    readonly sent?: number;
    readonly answered?: number;
    readonly caller?: Exchange['caller'];
    readonly body?: string;
    readonly name?: EndpointName;
  } = {},
): Exchange {
  return new Exchange({
    number,
    endpoint: name,
    caller,
    request: {
      method: name === 'update' ? 'POST' : 'GET',
      target: '/demo/resource/r1',
      headers: [],
      body: new TextEncoder().encode(body),
    },
    outcome: outcomeAt(answer, sent, answered),
    redirects: 0,
  });
}

function outcomeAt([status, json = '{}', headers = []]: Answer, sentAt: number, answeredAt: number): Outcome {
  return status === 0
    ? { kind: 'failure', failure: 'timeout', detail: '', wrote: json !== 'unsent', sentAt, answeredAt }
    : { kind: 'answer', status, headers, body: new TextEncoder().encode(json), sentAt, answeredAt };
}

/** A stage on a small store at which requests can race, each a tenth of a millisecond after the other. */
export function raceStage(
  { racers = {}, ...departures }: Departures & { readonly racers?: Racers } = {},
  known: Partial<Learnt> = {},
  more: Omit<Partial<Stage>, 'options'> & { readonly options?: Partial<Stage['options']> } = {},
): RaceStage {
  const { unlocked = false, answer, times = (place) => [place / 10, 10 + place / 10] } = racers;
  const { kept, script } = scriptedStore(departures);
  const heats: Heat[] = [];
  const { options, ...rest } = more;
  const stage = reportingStage(
    script,
    {
      updater: nobody,
      updates: 'accepted',
      moves: { doSomeThing: undefined, changeSomeProperty: true },
      ...known,
    },
    {
      atOnce: () => 16,
      raceTransports: () => Promise.resolve(['h1'] as const),
      fresh: async (use) => await use((await stage.on.another()).own),
      ...rest,
      options: {
        projectKey: 'demo',
        without: new Set(),
        readOnly: false,
        ...options,
      } as Stage['options'],
    },
  );
  const { on, sent } = stage;
  const race: Stage['race'] = async (entries, transport) => {
    const at = on.clock.now();
    const heat: Heat = { entries, transport, at };
    heats.push(heat);
    const before = new Map([...kept].map(([id, { version }]) => [id, version]));
    const isUnlocked = typeof unlocked === 'function' ? unlocked(heat) : unlocked;
    const exchanges = entries.map(([name, ask], place) => {
      sent.push({ name, at, ask });
      const id = ask.path?.['id'] ?? '';
      const one = kept.get(id);
      if (isUnlocked && name === 'update' && one !== undefined) one.version = before.get(id) ?? one.version;
      const [sentAfter, answeredAfter] = times(place);
      const caller = ask.as ?? nobody;
      return new Exchange({
        number: sent.length,
        endpoint: name,
        caller,
        request: buildRequest(name, { ...ask, as: caller }, { projectKey: 'demo', headers: [] }),
        outcome: outcomeAt(
          answer?.(place, ask, heat, name) ?? script(name, ask, at),
          at + sentAfter,
          at + answeredAfter,
        ),
        redirects: 0,
      });
    });
    await on.clock.sleep(20, awaited.races);
    return exchanges;
  };
  Object.assign(on, { race });
  const newOwn = (version = 1): OwnResource => {
    const id = `own${kept.size + 1}`;
    kept.set(id, { version, strings: [], someProperty: '', before: undefined });
    return new OwnResource(id, on.clock.now());
  };
  return { ...stage, out: stage.kept, heats, kept, newOwn };
}

/** A resource to race on after five solo updates, except what is said otherwise. */
export function trackOf(own: OwnResource, more: Partial<RaceTrack> = {}): RaceTrack {
  return {
    own,
    calibration: { moved: 5, of: 5 },
    status: 200,
    isFresh: false,
    pauseMs: 0,
    guesses: false,
    guessed: undefined,
    unseen: 0,
    before: undefined,
    ...more,
  };
}
