import type { RecordEndpoint } from '../../contract/traits.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { surveyedRecords } from './survey-posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/**
 * Provokes answers to records at 4.9 and 4.13 for the clauses on their types; once a run, in the phase of writes whose
 * effect is not shown, and only with consent.
 */
export const surveyRecords = oncePerRun(async (on: Stage): Promise<void> => {
  if (on.options.readOnly || !on.options.consent.has('records')) return;
  if (!on.options.without.has('4.9')) await provoke(on, 'complexPath');
  if (!on.options.without.has('4.13')) await provoke(on, 'urnLinks');
});

/** That no record is accepted is for the clauses of the endpoint to say. */
async function provoke(on: Stage, name: RecordEndpoint): Promise<void> {
  await unlessInconclusive(surveyedRecords(on, name));
}
