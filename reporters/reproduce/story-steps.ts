import type { ExchangeEvidence, Finding, Step } from '../../clause/sample.ts';
import { isPlain } from './shell-text.ts';
import { placesIn } from './value-form.ts';

/** A step of a story with its request and answer. */
export interface StoryStep {
  readonly step: Step;
  readonly exchange: ExchangeEvidence;
  /** The index of the step in the story. */
  readonly at: number;
}

/** The steps of a finding's story, in their order in time. */
export function stepsOf(finding: Finding): readonly StoryStep[] {
  return (finding.story ?? []).flatMap((step, at): StoryStep[] => {
    const exchange = finding.exchanges[step.exchange];
    return exchange === undefined ? [] : [{ step, exchange: withPlainBody(exchange), at }];
  });
}

/** The same JSON; characters that no script can contain are escaped. */
function withPlainBody(exchange: ExchangeEvidence): ExchangeEvidence {
  const { body = '' } = exchange.request;
  if (isPlain(body) || placesIn(body).size === 0) return exchange;
  const plain = body.replace(/[^\P{C}\n\t]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return { ...exchange, request: { ...exchange.request, body: plain } };
}
