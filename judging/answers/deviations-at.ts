import type { EndpointName } from '../../contract/endpoints.ts';
import { documentedFields } from '../../schemas/fields.ts';
import type { RecordName } from '../../schemas/records.ts';
import type { RecordedDeviation } from '../../world/shapes/recorded.ts';
import type { Flawed } from './flawed-bodies.ts';
import type { World } from '../../world/world.ts';

/** Wrongly typed documented members that the run saw at one endpoint. */
export function deviationsAt(
  { bodies }: Pick<World, 'bodies'>,
  name: EndpointName,
  types: readonly RecordName[],
): readonly RecordedDeviation[] {
  return documentedFields
    .filter(({ type }) => types.includes(type))
    .flatMap((field) => bodies.field(field.name).deviations)
    .filter((one) => one.endpoint === name && one.grade === 'violation');
}

/** A member with its wrong value, as the flaw of a body. */
export function valueIn({ got, pointer, evidence }: RecordedDeviation): Flawed {
  return {
    got: got === undefined ? 'nothing' : JSON.stringify(got),
    deviation: { kind: got === undefined ? 'missing' : 'value', pointer },
    evidence,
  };
}
