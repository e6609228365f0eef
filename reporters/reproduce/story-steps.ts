import type { ExchangeEvidence, Finding, Step } from '../../clause/sample.ts';

/** A step of a story with what it sent and got. */
export interface StoryStep {
  readonly step: Step;
  readonly exchange: ExchangeEvidence;
  /** Its place in the story. */
  readonly at: number;
}

/** The steps of a finding's story, in the order of time. */
export function stepsOf(finding: Finding): readonly StoryStep[] {
  return (finding.story ?? []).flatMap((step, at): StoryStep[] => {
    const exchange = finding.exchanges[step.exchange];
    return exchange === undefined ? [] : [{ step, exchange, at }];
  });
}
