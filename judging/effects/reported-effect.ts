import { defined } from '../../clause/defined.ts';
import type { Exchange } from '../../history/exchange.ts';
import { contentsDiffer, versionsDiffer } from '../../implementation/resources/same-state.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Broken, Deviating } from '../../run/reporting.ts';
import { notEveryTime } from '../confirm.ts';
import type { Change, Effect } from './effect.ts';
import { versionMovedOnce } from './drift.ts';
import { foreignWrites } from './foreign.ts';

/** An effect in words. */
export interface EffectWords extends Pick<Broken, 'counterexample'> {
  readonly expected: (change: Change) => string;
  /** The observation, as a sentence: `a refused delete took effect`. */
  readonly deviation: string;
  readonly got: (change: Change) => string;
}

/** Reports one sample: a treated resource has to stay unchanged. */
export function reportEffect(on: Stage, effect: Effect, words: EffectWords): void {
  switch (effect.kind) {
    case 'none':
      return on.held();
    case 'every-time':
      return on.violated({
        expected: words.expected(effect.change),
        got: words.got(effect.change),
        deviation: deviationOf(effect.change),
        exchanges: [
          { exchange: effect.change.before, role: 'look' },
          ...effect.change.sent
            .slice(0, mostShown)
            .map((exchange) => ({ exchange, role: 'probe', culprit: true }) as const),
          { exchange: effect.change.after, role: 'look' },
        ],
        reproduced: `${effect.times}/${effect.times}`,
        ...defined({ counterexample: words.counterexample }),
      });
    case 'not-every-time':
    case 'unconfirmed':
      return isOfVersionAlone(effect.change)
        ? versionMovedOnce(on, `${words.deviation} on the version alone`, exchangesOf(effect.change))
        : notEveryTime(on, words.deviation, exchangesOf(effect.change));
    case 'restless':
      return on.undecided('flaky', 'a resource without any write changed as well', {
        exchanges: exchangesOf(effect.change),
      });
    case 'foreign':
      return foreignWrites(on, exchangesOf(effect.change));
    case 'lost':
      return on.noise(effect.by.label);
    case 'untried':
      return on.discarded('premise-failed', effect.why);
  }
}

const mostShown = 3;

function isOfVersionAlone({ before, after }: Change): boolean {
  return after.succeeded && versionsDiffer(before, after) && !contentsDiffer(before, after);
}

function deviationOf({ before, after }: Change): Deviating {
  return after.succeeded
    ? { kind: 'differ', exchange: after, beside: before }
    : { kind: 'status', exchange: after };
}

function exchangesOf({ before, sent, after }: Change): readonly Exchange[] {
  return [before, ...sent, after];
}
