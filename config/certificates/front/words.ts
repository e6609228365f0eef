import { phrase, type Phrase } from '../../../reporters/names/untrusted.ts';
import { word } from '../claim/claim-lines.ts';
/** Explains the words of a certificate, one line each, for readers who have never seen a certificate. */
export const words: readonly (readonly [term: string, meaning: string])[] = [
  ['requirement', 'one sentence of the contract that determines what a server has to do (MUST)'],
  ['never seen', 'a requirement about something that no answer of this server contained'],
  ['left out', 'a part that the vendor kept out of the run; the certificate says nothing about it'],
  ['narrowed', 'a thing that the vendor withheld or added; the claim holds only under this condition'],
  [
    'promised',
    'a choice that the contract leaves and that the profile of the vendor settles; the run holds the server to it',
  ],
  [
    'read as',
    'the reading that the vendor chose for an ambiguous sentence; the claim holds only for this reading',
  ],
  ['suspect', 'an answer that breaks no requirement, but looks unintended'],
  ['depth', 'how much evidence the run gathered; “certify” is the most'],
  ['judge', 'the program that compared the answers with the contract, named by the digest of its code'],
  ['tape', 'the recording of all requests and answers, from which anybody can judge again'],
];

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

/** Explains any other limit: the omitted tests. */
const others: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'other-project': 'the run did not try a token of another project',
    'minted-scopes':
      'refusals were tried only with ordinary tokens, not with tokens of several or unusual scopes',
    'no-scope': 'the run did not try a valid token without any scope',
    key: 'the run read no resource by its key',
    'action-effect': 'the run did not check whether accepted updates have their effect',
    races: 'the server takes one update at a time, so no two updates of one version could race',
  }),
);

/** Explains an omitted section or a limit in one line: `4.14, the search for products: not tested`. */
export function leftOutMeans(limit: string): Phrase {
  const meaning = others.get(limit);
  if (meaning !== undefined) return `${limit}: ${meaning}`;
  const operation = operations.get(limit);
  return operation === undefined ? phrase`${word(limit)}: not tested` : `${limit}, ${operation}: not tested`;
}
