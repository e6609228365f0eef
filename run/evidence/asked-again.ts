import { isOfClass, says } from '../../wire/status.ts';
import type { Tally } from '../../clause/judgement.ts';
import type { ExchangeEvidence, Finding, Reason, Sample } from '../../clause/sample.ts';
import { operationAt } from '../../contract/operation-at.ts';
import { awaited } from '../awaited.ts';
import type { Explicable } from '../../world/claim.ts';
import { circumstances, explanationOf } from '../../world/circumstances/stances.ts';
import type { World } from '../../world/world.ts';
import type { History } from '../../history/history.ts';
import { disturbances } from '../../world/weather/disturbances.ts';
import type { Governor } from '../session/governor.ts';

/** How often a finding must show again. */
const times = 3;
/** Milliseconds without any request before the first finding is requested again: longer than the window of rate limits. */
const pauseMs = 2_000;
/** The time for repetitions at the end of a run, in milliseconds; findings beyond it stay undecided. */
const mostMs = 90_000;

/** The status for which a finding reports against an operation: a refusal, or a server error. */
interface Blaming {
  readonly status: number;
  readonly finding: Finding;
}

/** Findings that depend on refusals and server errors, not on a success, an effect, an order or a body. */
function blamingIn({ samples }: Tally): readonly Blaming[] {
  return samples.flatMap((sample) => {
    if (sample.kind !== 'violated' || sample.finding.deviation?.kind !== 'status') return [];
    const { status = 0 } = culpritIn(sample.finding)?.answer ?? {};
    return isOfClass(status, 4, 5) ? [{ status, finding: sample.finding }] : [];
  });
}

function culpritIn({ deviation, exchanges }: Finding): ExchangeEvidence | undefined {
  return exchanges[deviation?.exchange ?? -1];
}

function claimOf({ status, finding }: Blaming): Explicable {
  const { request } = culpritIn(finding) ?? {};
  const at = request === undefined ? undefined : operationAt(request.method, request.target);
  return { kind: says({ status }, 'fault') ? 'crashed' : 'refused', at, status };
}

/** All findings for which the run has seen another possible explanation. */
function doubtfulIn(tally: Tally, world: World): readonly Blaming[] {
  return blamingIn(tally).filter((one) => explanationOf(claimOf(one), world) !== undefined);
}

interface AskedAgain {
  readonly shown: number;
  readonly asked: number;
}

interface AgainParts {
  readonly governor: Pick<Governor, 'stopped' | 'sleep' | 'slowly'>;
  readonly clock: { now(): number };
  readonly history: History;
  readonly world: World;
  readonly session: { readonly lastNumber: number };
}

/** Repeats findings by refusals whose status came and went elsewhere: at the end, alone, slowly, after a pause. */
export class AskingAgain {
  readonly #parts: AgainParts;
  readonly #waiting: (() => Promise<void>)[] = [];
  #hasPaused = false;
  #spent = 0;

  constructor(parts: AgainParts) {
    this.#parts = parts;
  }

  /** Schedules repetitions of findings by refusals; returns the samples as they count afterwards, if some may not count. */
  expect(
    { tally }: { readonly tally: () => Tally },
    anew: (finding: Finding, time: number) => Promise<Tally>,
  ): (() => Tally) | undefined {
    if (blamingIn(tally()).length === 0) return undefined;
    const { world } = this.#parts;
    let again: AskedAgain = { shown: 0, asked: 0 };
    this.#waiting.push(async () => {
      const [first] = doubtfulIn(tally(), world);
      if (first !== undefined) again = await this.#ask((time) => anew(first.finding, time));
    });
    return () => (stands(again) ? tally() : withoutDoubtful(tally(), world, again));
  }

  async askAll(): Promise<void> {
    for (const ask of this.#waiting.splice(0)) await ask();
  }

  async #ask(check: (time: number) => Promise<Tally>): Promise<AskedAgain> {
    const { governor, clock, session } = this.#parts;
    let shown = 0;
    let asked = 0;
    if (this.#mayGoOn()) await this.#pause();
    while (asked < times && shown === asked && this.#mayGoOn()) {
      const from = clock.now();
      const after = session.lastNumber;
      const tally = await governor.slowly(() => check(asked));
      if (blamingIn(tally).some(({ finding }) => (culpritIn(finding)?.number ?? 0) > after)) shown += 1;
      asked += 1;
      this.#spent += clock.now() - from;
    }
    return { shown, asked };
  }

  #mayGoOn(): boolean {
    return !this.#parts.governor.stopped && this.#spent <= mostMs;
  }

  async #pause(): Promise<void> {
    if (this.#hasPaused) return;
    this.#hasPaused = true;
    const { governor, history } = this.#parts;
    const longest = Math.max(0, ...disturbances(history).silences.map(({ from, to }) => to - from));
    await governor.sleep(pauseMs + longest, awaited.disturbance);
  }
}

function stands({ shown, asked }: AskedAgain): boolean {
  return asked >= times && shown === asked;
}

/** The samples, except that doubtful findings decide nothing. */
function withoutDoubtful(tally: Tally, world: World, again: AskedAgain): Tally {
  const doubtful = doubtfulIn(tally, world);
  const samples = tally.samples.map((sample): Sample => {
    const one = doubtful.find(({ finding }) => sample.kind === 'violated' && finding === sample.finding);
    if (one === undefined) return sample;
    const { exchanges } = one.finding;
    return { kind: 'undecided', reason: whyNot(one, world, again), deviated: true, exchanges };
  });
  return { ...tally, samples };
}

function whyNot(one: Blaming, world: World, { shown, asked }: AskedAgain): Reason {
  const { expected, got, reproduced } = one.finding;
  const claim = claimOf(one);
  const name = explanationOf(claim, world) ?? 'weather';
  const since =
    asked === 0
      ? 'there was no time to repeat the request alone'
      : `repeated alone, at most five a second: ${shown} of ${asked}`;
  const { code, text } = circumstances[name].doubt([claim]);
  return { code, text: `${expected} was expected, got ${got} (${reproduced}); ${since}; ${text}` };
}
