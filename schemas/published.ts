import { records, type RecordSchema } from './records.ts';
import { requests } from './requests.ts';

export { addContractFormats, type FormatHost } from './formats.ts';
export type { RecordSchema } from './records.ts';
export type * from './types.ts';

/** Every schema of this folder: the records of the contract, and other bodies of requests. */
export const contractSchemas: readonly RecordSchema[] = [
  ...new Set<RecordSchema>([...Object.values(records), ...Object.values(requests)]),
];
