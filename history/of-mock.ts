import { header } from '../wire/media-type.ts';
import { Exchange } from './exchange.ts';
import type { Entry } from './history.ts';

/** The field by which each answer of a mock says what it is. */
export const mockHeader = 'Resource-Conformance-Mock';

/**
 * Whether an answer says that it comes from a mock of the suite: the result of such a run is about no implementation.
 */
export function isOfMock(entry: Entry): boolean {
  return (
    entry instanceof Exchange &&
    entry.outcome.kind === 'answer' &&
    header(entry.outcome.headers, mockHeader) !== undefined
  );
}
