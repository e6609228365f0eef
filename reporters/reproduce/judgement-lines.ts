import { isRead } from '../../contract/reads.ts';
import { nameOf, type LookedFor, type Naming } from './looked-for.ts';
import type { StoryStep } from './story-steps.ts';

/** The lines that judge an answer, and end the script at a deviation or without a decision. */
export function judgementLines(
  looked: LookedFor,
  steps: readonly StoryStep[],
  resend: (at: number) => string,
  named: Naming,
): readonly string[] {
  const { kind, step, status } = looked;
  const { condition, got } = looked.condition(named);
  const isHeard = kind !== 'several-winners' && kind !== 'cut-off';
  const again = lagOf(looked, steps);
  const judged = `if ${condition}; then deviates ${got}; fi`;
  const own = steps.filter((one) => one.step.role !== 'setup');
  return [
    // Only if no limit or gateway answered, unless such an answer is the deviation.
    ...(isHeard ? [`heard ${nameOf(step)}${status === undefined ? '' : ` ${status}`}`] : []),
    // If a lag may explain a deviation, the script checks once more after the lag.
    ...(again === undefined ? [] : [`if ${condition}; then lag ${again}; ${resend(step)}; fi`]),
    judged,
    // Without a write between two reads, one read shows little.
    ...(looked.isStill === true && own.length <= 4
      ? [
          'tries=0',
          'while [ "$tries" -lt 12 ]; do',
          `  ${resend(step)}`,
          `  ${judged}`,
          '  tries=$((tries + 1))',
          'done',
        ]
      : []),
  ];
}

/** The lag that could explain a deviation in the last step, which is a read. */
function lagOf({ step, mayLag }: LookedFor, steps: readonly StoryStep[]): 'read' | 'query' | undefined {
  const sent = steps[step]?.exchange.request;
  if (sent === undefined || !isRead(sent) || step < steps.length - 1 || mayLag !== true) return undefined;
  return /^\/[^/]+\/resource(?:\?|$)/.test(sent.target) ? 'query' : 'read';
}
