import type { Clock } from '../../wire/clock.ts';
import { isSuccess, says } from '../../wire/status.ts';
import type { Answers } from '../../world/callers/answers.ts';
import { lets } from '../../world/callers/lets.ts';
import { awaited, type Awaited } from '../awaited.ts';
import type { Delivery, Dispatch, Layer, Part } from './dispatch.ts';

/** If this many requests were refused within this many milliseconds, the address may be banned. */
const fewestRefused = 5;
const recentMs = 10_000;
/** A shorter outage is no ban, because rate limits end as soon. */
const shortestMs = 1_000;
/** The longest wait for bans in a run, in milliseconds; there are few attempts, as each is a refused request. */
const patienceMs = 30_000;
const looksMs = [1_000, 1_000, 2_000, 4_000];
/** If all callers are refused like strangers, expired tokens are as likely: then this number of attempts suffices. */
const fewLooks = 3;
/** The pause after a ban between requests that must be refused, in milliseconds: short runs must end in time. */
const apartMs = { first: 500, further: 1_000 };

/** A period in which an address was banned, by the run's clock. */
interface BanSpell {
  readonly from: number;
  readonly to: number;
  /** The number of requests that had been refused just before. */
  readonly after: number;
}

/** The evidence for bans. */
export interface BanParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly sleep: (milliseconds: number, what: Awaited) => Promise<void>;
  readonly isStopped: () => boolean;
}

/**
 * A ban: after requests that must be refused, everybody is refused for a while, including callers with access
 * at other times. A ban is neither the end of a token nor an answer to the request. The run waits until a
 * caller is granted access again, and then sends requests that must be refused more slowly.
 */
export class Ban {
  readonly #parts: BanParts;
  readonly #spells: BanSpell[] = [];
  /** Outages after refusals, which may still be restarts. */
  readonly #outages: BanSpell[] = [];
  #refused: number[] = [];
  #patience = patienceMs;
  #waiting: Promise<boolean> | undefined;
  #nextAt = 0;

  constructor(parts: BanParts) {
    this.#parts = parts;
  }

  refused(): void {
    const now = this.#parts.clock.now();
    this.#refused = [...this.#refused.filter((at) => at > now - recentMs), now];
  }

  /** If refusals may have caused a ban, waits until `look`, granted before, is granted again; whether it was a ban. */
  async outwait(look: () => Promise<boolean>, { isLikely = true } = {}): Promise<boolean> {
    this.#waiting ??= this.#ended(look, isLikely ? Infinity : fewLooks).finally(() => {
      this.#waiting = undefined;
    });
    return await this.#waiting;
  }

  async #ended(look: () => Promise<boolean>, mostLooks: number): Promise<boolean> {
    const { clock, sleep, isStopped } = this.#parts;
    const from = clock.now();
    const after = this.#refusedBefore(from);
    // A caller that was banned before may immediately be banned again.
    if (after < fewestRefused && !this.isKnown) return false;
    for (let looks = 0; looks < mostLooks && this.#patience > 0 && !isStopped(); looks += 1) {
      const began = clock.now();
      await sleep(looksMs[Math.min(looks, looksMs.length - 1)] ?? 0, awaited.ban);
      const isOver = await look();
      this.#patience -= Math.max(1, clock.now() - began);
      if (!isOver) continue;
      this.#spells.push({ from, to: clock.now(), after });
      this.#refused = [];
      return true;
    }
    return false;
  }

  /** For a while, no request was answered: once, this is a restart; twice after refusals, it is a ban. */
  outage(spell: { readonly from: number; readonly to: number }): void {
    const after = this.#refusedBefore(spell.from);
    if (after < fewestRefused || spell.to - spell.from < shortestMs) return;
    this.#outages.push({ ...spell, after });
    this.#refused = [];
    if (this.#outages.length > 1) this.#spells.push(...this.#outages.splice(0));
  }

  #refusedBefore(moment: number): number {
    return this.#refused.filter((at) => at > moment - recentMs).length;
  }

  /** Whether requests that must be refused were seen to end in a ban. */
  get isKnown(): boolean {
    return this.#spells.length > 0;
  }

  /** Waits for the turn of requests that have to be refused. */
  async turn(asks: number): Promise<void> {
    const { clock, sleep, isStopped } = this.#parts;
    if (isStopped()) return;
    const wait = this.#nextAt - clock.now();
    const apart = this.#spells.length === 1 ? apartMs.first : apartMs.further;
    this.#nextAt = Math.max(this.#nextAt, clock.now()) + asks * apart;
    if (wait > 0) await sleep(wait, awaited.spared);
  }

  /** The bans in a sentence with the remedy; no sentence if there was no ban. */
  told(momentOf: (at: number) => string): readonly string[] {
    if (!this.isKnown) return [];
    const spells = this.#spells.map(
      ({ from, to, after }) => `from ${momentOf(from)} to ${momentOf(to)}, after ${after} refused requests`,
    );
    return [
      `nobody was let in ${spells.join('; ')}: a ban. Since then, requests that must be refused were sent at one or two a second: a run is shorter if the address of the suite is exempt from bans`,
    ];
  }
}

/** A request that must be refused, or always was, waits for its turn, and counts if it is refused. */
export function spacingRefusals(
  ban: Ban,
  { projectKey, answers }: { readonly projectKey: string; readonly answers: Pick<Answers, 'here'> },
): Layer<Delivery> {
  const isOut = ({ name, ask: { as } }: Part): boolean => {
    if (as.kind !== 'supplied' || lets(name, as, projectKey) === 'out') return true;
    const before = [...(answers.here(name)?.byCaller.get(as.label) ?? [])];
    return before.length > 0 && before.every((status) => says({ status }, 'denied'));
  };
  const isRefusable = ({ parts, exempt }: Dispatch): boolean =>
    !exempt && parts.length > 0 && parts.every(isOut);
  return (below) => async (dispatch) => {
    if (!isRefusable(dispatch)) return await below(dispatch);
    // Requests that belong together are sent together, as long as there was no ban.
    if (ban.isKnown) await ban.turn(dispatch.parts.length);
    const came = await below(dispatch);
    for (const outcome of came.outcomes)
      if (outcome.kind === 'answer' && !isSuccess(outcome.status)) ban.refused();
    return came;
  };
}
