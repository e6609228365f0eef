import type { EndpointName } from '../contract/endpoints.ts';
import type { Ask } from '../run/ask.ts';
import type { Exchange } from '../run/exchange.ts';
import type { Stage } from '../target/stage.ts';

const turns = 3;

/** Blames what the request contains: 400 and 422, and a server error that hinges on it. */
export function blamesContent({ status }: Exchange): boolean {
  return status === 400 || status === 422 || status === 500 || status === 501;
}

/** A request that is refused, between requests that are accepted and differ from it in one thing alone. */
export interface Sandwich {
  /** Each has to be answered 2xx, before and after. */
  readonly controls: readonly Ask[];
  /** Each has to deviate. */
  readonly probes: readonly Ask[];
  readonly deviates: (exchange: Exchange) => boolean;
  /** What is asked for, as it ends a sentence: `floatParameter=1.0 to be taken like 1`. */
  readonly expected: string;
  /** What could settle it, where the controls are refused. */
  readonly supply?: string;
}

/**
 * Judges a deviation that hinges on one thing: three times, with the controls accepted before and after. Reports one
 * sample: violated, held where a probe is accepted at once, else undecided or discarded.
 */
export async function judgeSandwich(
  on: Stage,
  name: EndpointName,
  { controls, probes, deviates, expected, supply }: Sandwich,
): Promise<void> {
  const all = (asks: readonly Ask[]): Promise<readonly Exchange[]> =>
    Promise.all(asks.map((ask) => on.ask(name, ask)));
  const accepted = (answers: readonly Exchange[]): boolean => answers.every(({ succeeded }) => succeeded);
  let shown = 0;
  let evidence: readonly Exchange[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const before = await all(controls);
    const answers = await all(probes);
    const after = await all(controls);
    const lost = [...before, ...answers, ...after].find(({ kind }) => kind === 'noise');
    if (lost !== undefined) return on.noise(lost.label);
    if (!accepted(before) || !accepted(after)) {
      const refused = [...before, ...after].find(({ succeeded }) => !succeeded);
      if (shown > 0) break;
      return on.discarded(
        'premise-failed',
        `${refused?.request.target ?? 'the control'} was answered ${refused?.label ?? ''}`,
        supply,
      );
    }
    if (!answers.every(deviates)) {
      if (turn === 0) return on.held();
      break;
    }
    shown += 1;
    evidence = [...before.slice(-1), ...answers.slice(-1)];
  }
  if (shown < turns)
    return on.undecided('flaky', `${expected}: it was refused, and not every time`, { exchanges: evidence });
  on.violated({
    expected,
    got: evidence.at(-1)?.label ?? '',
    exchanges: evidence,
    reproduced: `${turns}/${turns}`,
  });
}
