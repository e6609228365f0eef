import { phrase, type Phrase } from '../../../reporters/names/untrusted.ts';
import { word } from '../claim/claim-lines.ts';

const operations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '4.3': 'reading a resource by its key',
    '4.4': 'the search by a pattern',
    '4.7': 'overwriting by PATCH',
    '4.8': 'overwriting by PUT',
    '4.9': 'records below a complex path',
    '4.12': 'the sorted query',
    '4.13': 'records of links',
    '4.14': 'the search for products',
    '4.15': 'the upload of images',
    '4.16': 'the action on a namespace',
    '4.17': 'reading a cart',
    '4.18': 'reading a cart with header fields',
  }),
);

/** The meaning of other limits: the tests that nobody tried. */
const others: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'other-project': 'nobody tried whether the server refuses a token of another project',
    'minted-scopes':
      'refusals were tried with ordinary tokens alone, not with tokens of several or unusual scopes',
    'no-scope': 'nobody tried what a valid token without any scope may do',
    key: 'nobody read a resource by its key',
    'action-effect': 'nobody checked whether an accepted update changes what it says',
  }),
);

/** The meaning of a left-out section or limit, in one line: `4.14, the search for products: not tested`. */
export function leftOutMeans(limit: string): Phrase {
  const meaning = others.get(limit);
  if (meaning !== undefined) return `${limit}: ${meaning}`;
  const operation = operations.get(limit);
  return operation === undefined ? phrase`${word(limit)}: not tested` : `${limit}, ${operation}: not tested`;
}
