import createRequest from './create-request.json' with { type: 'json' };
import { records, type RecordSchema } from './records.ts';
import updateRequest from './update-request.json' with { type: 'json' };

/** The JSON bodies of requests that the contract shows, by section. */
export const requests = {
  '4.6': createRequest,
  '4.7': records.ExampleResource,
  '4.8': records.ExampleResource,
  '4.9': records.OrderedRecord,
  '4.10': updateRequest,
  '4.13': records.OrderedRecord,
} as const satisfies Readonly<Record<string, RecordSchema>>;

/** A section whose request body the contract shows. */
export type RequestSection = keyof typeof requests;

/** Whether the contract shows the body of a section's requests. */
export function isRequestSection(section: string): section is RequestSection {
  return Object.hasOwn(requests, section);
}

/** The actions of updates that the contract names (4.10); further actions may exist. */
export const documentedActions = ['doSomeThing', 'changeSomeProperty'] as const;
