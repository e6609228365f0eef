import { likeliestCaller } from './likeliest-caller.ts';
import { orderedRecord, type OrderedRecord } from './ordered-record.ts';
import { sampleAsk } from './sample-ask.ts';
import type { Stage } from './stage.ts';

/** Instants whose milliseconds a careless writer of timestamps trims. */
const instants = ['2016-02-28T16:41:41.000Z', '2016-02-28T16:41:41.090Z', '2016-02-29T23:59:59.100Z'];

const record = (at = instants[0]): OrderedRecord => orderedRecord('survey', { at: new Date(at ?? 0) });

/**
 * Provokes answers to records at 4.9 and 4.13 for the clauses on their types; once a run, in the phase of writes whose
 * effect is not shown, and only with consent.
 */
export function surveyRecords(on: Stage): Promise<void> {
  return on.shared('survey records', async () => {
    if (on.options.readOnly || !on.options.consent.has('records')) return;
    if (!on.options.without.has('4.9')) await complexPath(on);
    if (!on.options.without.has('4.13')) await urnLinks(on);
  });
}

async function complexPath(on: Stage): Promise<void> {
  const path = { uriParameterOne: 'a', uriParameterTwo: 'b' };
  const ask = { path, json: record(), query: queryWith('1'), ...sampleAsk(on, '4.9') };
  const { caller } = await likeliestCaller(on, '4.9', 'complexPath', (as) =>
    on.ask('complexPath', { ...ask, as }),
  );
  await Promise.all(
    ['0', '2', '3'].map((one) => on.ask('complexPath', { ...ask, query: queryWith(one), as: caller })),
  );
}

async function urnLinks(on: Stage): Promise<void> {
  const sample = sampleAsk(on, '4.13');
  const ask = { json: record(), query: queryWith('1'), ...sample };
  const { caller: as } = await likeliestCaller(on, '4.13', 'urnLinks', (caller) =>
    on.ask('urnLinks', { ...ask, as: caller }),
  );
  await Promise.all([
    ...instants.slice(1).map((at) => on.ask('urnLinks', { ...ask, json: record(at), as })),
    on.ask('urnLinks', { ...ask, query: queryWith('3'), as }),
    on.ask('urnLinks', { ...ask, query: [], as }),
  ]);
}

function queryWith(one: string): readonly (readonly [string, string])[] {
  return [
    ['queryParameterOne', one],
    ['queryParameterTwo', 'a'],
  ];
}
