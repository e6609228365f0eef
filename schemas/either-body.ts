import type { SchemaDeviation, Grade } from './deviation.ts';
import { isObject } from './positions.ts';
import { recordSchema, type RecordName } from './records.ts';

const weights: Readonly<Record<Grade, number>> = {
  warning: 0,
  suspect: 0,
  null: 1,
  undecided: 1,
  violation: 2,
};

function weightOf(deviations: readonly SchemaDeviation[]): number {
  return Math.max(0, ...deviations.map((deviation) => weights[deviation.grade]));
}

/** The values of the members of a body that a record documents, even with wrong types. */
function documentedValues(name: RecordName, body: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.keys(recordSchema(name).properties)
    .filter((member) => Object.hasOwn(body, member))
    .map((member) => body[member]);
}

/** The records of which a body has a value; without any, those of which it has a null member. */
function candidates(
  names: readonly RecordName[],
  body: Readonly<Record<string, unknown>>,
): readonly RecordName[] {
  const named = names.filter((name) => documentedValues(name, body).length > 0);
  const valued = named.filter((name) => documentedValues(name, body).some((value) => value !== null));
  return valued.length > 0 ? valued : named;
}

/**
 * Judges a body that may be either of two records (4.13), or both. It is judged as the record that it fits better: an
 * ill-typed member of the other record may be an extra, so it is `suspect`. Without a member of either record it is vacuous.
 */
export function judgeEither(
  shape: string,
  names: readonly RecordName[],
  body: unknown,
  judge: (name: RecordName) => readonly SchemaDeviation[],
): readonly SchemaDeviation[] {
  if (!isObject(body)) {
    return [{ field: shape, pointer: '', expected: 'an object', got: body, grade: 'violation' }];
  }
  const possible = candidates(names, body);
  const least = Math.min(...possible.map((name) => weightOf(judge(name))));
  return names.flatMap((name) => {
    const deviations = judge(name);
    const held = possible.includes(name) && weightOf(deviations) === least;
    return held ? deviations : deviations.map(asSuspect);
  });
}

function asSuspect(deviation: SchemaDeviation): SchemaDeviation {
  return weights[deviation.grade] === 0 ? deviation : { ...deviation, grade: 'suspect' };
}
