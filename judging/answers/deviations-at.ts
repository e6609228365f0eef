import type { EndpointName } from '../../contract/endpoints.ts';
import { documentedFields } from '../../schemas/fields.ts';
import type { RecordName } from '../../schemas/records.ts';
import type { RecordedDeviation } from '../../run/books/recorded.ts';
import type { Stage } from '../../target/stage.ts';

/** What the run saw at one endpoint of documented members with another type than the contract shows. */
export function deviationsAt(
  on: Stage,
  name: EndpointName,
  types: readonly RecordName[],
): readonly RecordedDeviation[] {
  return documentedFields
    .filter(({ type }) => types.includes(type))
    .flatMap((field) => on.recorder.field(field.name).deviations)
    .filter((one) => one.endpoint === name && one.grade === 'violation');
}
