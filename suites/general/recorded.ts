import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Flawed } from '../../judging/answers/flawed-bodies.ts';
import { surveyReads } from '../../judging/surveys/read-survey.ts';
import type { EndpointRecord } from '../../world/shapes/recorded.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Reads what only the end of the run can tell, after traffic that shows something at all. */
export async function atTheEnd(on: Stage): Promise<void> {
  await surveyReads(on);
  await on.until('end');
}

/** What is expected of which answers. */
interface Expected {
  readonly of: readonly EndpointName[];
  readonly expected: string;
  /** Of which media types the bodies count as evidence; of all unless given. */
  readonly concerns?: (mediaType: string) => boolean;
}

/** The answers that were recorded at some endpoints, and what was wrong with them. */
export function judgeRecorded(
  on: Stage,
  { of: which, expected, concerns = () => true }: Expected,
  pick: (record: EndpointRecord) => readonly Flawed[],
): void {
  let seen = 0;
  let bodies = 0;
  let bad = 0;
  for (const name of which) {
    const record = on.world.bodies.successes(name);
    seen += record.bodies;
    for (const [type, count] of record.mediaTypes) if (concerns(type)) bodies += count;
    for (const flawed of pick(record)) {
      bad += 1;
      on.violatedWith({ expected, ...flawed, got: `${flawed.got} (${endpoint(name).section})` });
    }
  }
  if (bodies === 0)
    on.discarded(
      'premise-failed',
      seen === 0 ? 'no successful answer had a body' : 'no body of a successful answer was labelled so',
    );
  else if (bad === 0) on.held();
}
