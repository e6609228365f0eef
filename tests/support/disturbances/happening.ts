import { defined } from '../../../clause/defined.ts';
import { createRandom } from '../../../run/random.ts';
import { asObject, readJson } from '../../../wire/json/json.ts';
import type { Fate, Given, Spell, Disturbance, World } from './disturbance.ts';

/** Where the disturbances happens, and how its own requests get there. */
export interface Place extends Pick<World, 'project' | 'tokens' | 'backup'> {
  readonly clock: { now(): number; sleep(ms: number): Promise<void> };
  readonly seed: number;
  /** Sends a request past the disturbances; the target is below the base URL. */
  readonly send: (request: Sent) => Promise<Given>;
}

/** A request as disturbances sees it. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly token: string | undefined;
  readonly json?: unknown;
}

/** Weather while it happens to one run, from its first request on. */
export class Happening {
  readonly #weather: Disturbance;
  readonly #place: Place;
  readonly #world: World;
  readonly #created: { readonly id: string; readonly at: number }[] = [];
  #requests = 0;
  #isOver = false;
  #startedAt: number | undefined;
  #spell: Spell | undefined;
  #job: Promise<void> = Promise.resolve();

  constructor(weather: Disturbance, place: Place) {
    const random = createRandom(place.seed * 31 + 7);
    const { clock, project, tokens, backup } = place;
    this.#weather = weather;
    this.#place = place;
    this.#world = {
      now: () => this.#now(),
      sleep: (ms) => clock.sleep(ms),
      isOver: () => this.#isOver,
      random: () => random.integer(0, 999_999) / 1_000_000,
      created: () => this.#created,
      project,
      tokens,
      ...defined({ backup }),
      request: (method, path, json) =>
        place.send({
          method,
          target: `/${project}/resource${path}`,
          token: tokens.manage_test,
          ...defined({ json }),
        }),
    };
  }

  /** The outcome of the next request. */
  async fateOf({ method, target, token }: Sent): Promise<Fate> {
    this.#startedAt ??= this.#place.clock.now();
    if (this.#spell === undefined) {
      this.#spell = this.#weather.begin(this.#world);
      this.#job = this.#spell.job?.() ?? this.#job;
    }
    this.#requests += 1;
    const passing = { number: this.#requests, method, target, token, at: this.#now() };
    return (await this.#spell.fate?.(passing)) ?? {};
  }

  /** Looks at an answer of the implementation, for the ids of what was created. */
  note({ method, target }: Pick<Sent, 'method' | 'target'>, status: number, body: Uint8Array): void {
    if (method !== 'POST' || target !== `/${this.#place.project}/resource` || status >= 300) return;
    const reading = readJson(body);
    const id = reading.kind === 'json' ? asObject(reading.value)?.['id'] : undefined;
    if (typeof id === 'string') this.#created.push({ id, at: this.#now() });
  }

  /** The run is over; resolves when nothing happens beside it any more. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#job;
  }

  #now(): number {
    const now = this.#place.clock.now();
    return now - (this.#startedAt ?? now);
  }
}
