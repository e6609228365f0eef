import type { Request } from '../../reference/message.ts';
import type { Fault } from '../fault.ts';
import { fault, query, has, repeats, is, required, once, pointless, failing } from './query.ts';
import { refusing } from '../rewrite.ts';

const names = (request: Request): string[] => [...new URLSearchParams(query(request)).keys()];

const variable = (pattern: RegExp) => (request: Request) => names(request).some((name) => pattern.test(name));

/** A parameter of the sorted query whose values only the vendor knows, refused when it is given twice. */
const onceDeclared = (name: string, parameter: string): Fault =>
  once(name, '4.12', parameter, {
    needs: ['declaration'],
    profile: { samples: { '4.12': { query: { [parameter]: ['a', 'b'] } } } },
  });

/** The search and the sorted query refused or answered in a wrong form (4.4, 4.12). */
export const searchFaults: readonly Fault[] = [
  fault('search-not-supported', '4.4', 'The search is answered 405.', refusing(['4.4'], 405)),
  fault(
    'search-needs-a-text',
    '4.4',
    'A search without parameters is answered 400.',
    refusing(['4.4'], 400, (request) => query(request) === ''),
  ),
  fault(
    'search-taken-for-an-id',
    '4.4',
    'The search is taken for a read of an unknown id.',
    refusing(['4.4'], 404),
    { expect: 'incomplete' },
  ),
  fault(
    'search-refuses-staged-false',
    '4.4',
    'staged=false is answered 400.',
    refusing(['4.4'], 400, is('staged', 'false')),
  ),
  fault(
    'search-refuses-fuzzy-true',
    '4.4',
    'fuzzy=true is answered 400.',
    refusing(['4.4'], 400, is('fuzzy', 'true')),
  ),
  failing('search-fails-on-fuzzy', '4.4', 'fuzzy'),
  fault(
    'search-refuses-region-in-text',
    '4.4',
    'Names such as text.de-DE are answered 400.',
    refusing(['4.4'], 400, variable(/^text\.[a-z]{2}-[A-Z]{2}$/)),
    { expect: 'warn' },
  ),
  fault('sorted-query-not-supported', '4.12', 'The sorted query is answered 405.', refusing(['4.12'], 405)),
  fault(
    'sorted-query-taken-for-a-bad-id',
    '4.12',
    'The sorted query is answered 400.',
    refusing(['4.12'], 400),
  ),
  fault(
    'sorted-query-taken-for-an-id',
    '4.12',
    'The sorted query is taken for a read of an unknown id.',
    refusing(['4.12'], 404),
    { expect: 'incomplete' },
  ),
  required('sorted-query-needs-limit', '4.12', 'limit'),
  pointless('sorted-query-reads-limit-as-integer', '4.12', 'limit'),
  pointless('sorted-query-reads-offset-as-integer', '4.12', 'offset'),
  onceDeclared('sorted-query-refuses-repeated-where', 'where'),
  onceDeclared('sorted-query-refuses-repeated-sort', 'sort'),
  onceDeclared('sorted-query-refuses-repeated-expand', 'expand'),
  fault(
    'sorted-query-refuses-repeated-variables',
    '4.12',
    'A var. parameter given twice is answered 400.',
    refusing(['4.12'], 400, (request) =>
      names(request).some((name) => name.startsWith('var.') && repeats(name)(request)),
    ),
  ),
  fault(
    'sorted-query-refuses-upper-case-variables',
    '4.12',
    'var. names with capitals are answered 400.',
    refusing(['4.12'], 400, variable(/^var\..*[A-Z]/)),
    { needs: ['generated'] },
  ),
  fault(
    'sorted-query-refuses-digits-in-variables',
    '4.12',
    'var. names with digits are answered 400.',
    refusing(['4.12'], 400, variable(/^var\..*\d/)),
    { needs: ['generated'] },
  ),
  fault(
    'sorted-query-refuses-total-false',
    '4.12',
    'withTotal=false is answered 400.',
    refusing(['4.12'], 400, is('withTotal', 'false')),
  ),
  fault(
    'sorted-query-refuses-both-totals',
    '4.12',
    'Every withTotal is answered 400.',
    refusing(['4.12'], 400, has('withTotal')),
    { expect: 'warn' },
  ),
  failing('sorted-query-fails-on-offset', '4.12', 'offset'),
];
