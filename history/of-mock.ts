import { header } from '../wire/media-type.ts';
import { Exchange } from './exchange.ts';
import type { Entry } from './history.ts';

/** The field by which each answer of a mock identifies itself. */
export const mockHeader = 'Resource-Conformance-Mock';

/** Whether an answer comes from a mock of the suite: such a run says nothing about an implementation. */
export function isOfMock(entry: Entry): boolean {
  return (
    entry instanceof Exchange &&
    entry.outcome.kind === 'answer' &&
    header(entry.outcome.headers, mockHeader) !== undefined
  );
}
