import type { Conclusion } from '../judge/sentence.ts';
import type { Reporting } from './reporting.ts';

/** Reports the conclusion from a history about a clause: the only way from a conclusion to the report. */
export function reportConclusion(
  on: Pick<
    Reporting,
    'held' | 'violated' | 'violatedWith' | 'undecided' | 'discarded' | 'observe' | 'suspect'
  >,
  { met, broken, doubts, lack, observed, suspicion }: Conclusion,
): void {
  for (const { expected, got, deviation, shown } of broken) {
    if ('evidence' in shown) on.violatedWith({ expected, got, deviation, ...shown });
    else on.violated({ expected, got, deviation, ...shown });
  }
  if (suspicion !== undefined) on.suspect(suspicion);
  for (const { code, text, ...more } of doubts) on.undecided(code, text, more);
  if (observed !== undefined) on.observe(observed);
  if (met > 0) on.held(met);
  if (lack === undefined) return;
  const { code, text, isDoubt = false, ...more } = lack;
  if (isDoubt) on.undecided(code, text, more);
  else on.discarded(code, text, more.supply);
}
