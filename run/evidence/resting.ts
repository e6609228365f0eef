import type { Deviation } from '../../clause/deviation.ts';
import type { Reason, Sample } from '../../clause/sample.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { World } from '../../world/world.ts';
import { asTold, type Shown } from './story.ts';

/** Samples that depend on refusals of tokens: later, once a token may have expired, it shows whether they count. */
export class Resting {
  readonly #refusals = new Map<Sample, Exchange>();

  /** All exchanges on which samples depend. */
  get refusals(): readonly Exchange[] {
    return [...this.#refusals.values()];
  }

  on(refusal: Exchange, sample: Sample): Sample {
    this.#refusals.set(sample, refusal);
    return sample;
  }

  /** The samples that count; `whyNot` says why a refusal proves nothing. */
  counted(samples: readonly Sample[], whyNot: (refusal: Exchange) => Reason | undefined): readonly Sample[] {
    return samples.map((sample): Sample => {
      const refusal = this.#refusals.get(sample);
      const reason = refusal === undefined ? undefined : whyNot(refusal);
      return reason === undefined ? sample : { kind: 'discarded', reason };
    });
  }
}

/** What a run knows about answers that come and go. */
export interface Weather {
  readonly history: Pick<World['history'], 'append'>;
  readonly passing: Pick<World['passing'], 'isDisturbance'>;
}

/** A violation as a check reports it, with the evidence that it states. */
interface Violation {
  readonly deviation: { readonly kind: Deviation['kind']; readonly exchange?: Exchange };
  readonly exchanges: readonly Shown[];
}

/** The refusal in place of a due answer that shows a violation; undefined if the violation shows in another way. */
export function refusalIn({ deviation, exchanges }: Violation): Exchange | undefined {
  if (deviation.kind !== 'status') return undefined;
  const told = asTold(exchanges);
  const culprit = deviation.exchange ?? (told.find((one) => one.culprit === true) ?? told.at(-1))?.exchange;
  return culprit?.is('turned away') === true ? culprit : undefined;
}

/** The refusal that alone shows a violation, if its status may not come from the implementation. */
export function refusedByDisturbance(
  { deviation, exchanges }: Violation,
  weather: Weather | undefined,
): Exchange | undefined {
  if (deviation.kind !== 'holds' || weather === undefined) return undefined;
  const all = asTold(exchanges).map(({ exchange }) => exchange);
  return all.find((one) => !one.succeeded && weather.passing.isDisturbance(one));
}
