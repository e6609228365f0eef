import type { ExchangeEvidence } from '../../clause/sample.ts';
import type { EndpointRecord } from '../../world/shapes/recorded.ts';
import type { Recorded } from '../../run/reporting.ts';

/** The flaw in the body of a successful answer. */
export type Flawed = Pick<Recorded, 'got' | 'deviation' | 'evidence'>;

/** Bodies that are no JSON in UTF-8. */
export function notJsonIn({ notJson }: Pick<EndpointRecord, 'notJson'>): readonly Flawed[] {
  return notJson.map(({ why, evidence }) => ({
    got: `a body that is ${why}`,
    deviation: { kind: why },
    evidence,
  }));
}

/** Bodies with these oddities, and bodies of an undocumented shape. */
export function misshapenIn(record: Pick<EndpointRecord, 'notJson' | 'misshapen'>): readonly Flawed[] {
  const misshapen = record.misshapen.map(({ got, evidence }): Flawed => ({
    got,
    deviation: { kind: 'value', pointer: '' },
    evidence,
  }));
  return [...notJsonIn(record), ...misshapen];
}

/** Answers without the body that is due. */
export function emptyOf(answers: readonly ExchangeEvidence[]): readonly Flawed[] {
  return answers.map((evidence) => ({ got: 'an empty body', deviation: { kind: 'no-body' }, evidence }));
}

/** JSON under another label. */
export function mislabelledIn(
  { mislabelled }: Pick<EndpointRecord, 'mislabelled'>,
  which: 'type' | 'charset',
): readonly Flawed[] {
  return mislabelled
    .filter(({ what }) => what === which)
    .map(({ got, evidence }) => ({ got, deviation: { kind: 'media-type' }, evidence }));
}
