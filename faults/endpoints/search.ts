import type { Request } from '../../reference/message.ts';
import type { Fault } from '../fault.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { query, has, repeats, is, required, once, pointless, failing } from './query.ts';
import { bare, parameters, refusing, serving } from '../rewrite.ts';

const names = (request: Request): string[] => [...new URLSearchParams(query(request)).keys()];

const variable = (pattern: RegExp) => (request: Request) => names(request).some((name) => pattern.test(name));

/** A parameter of the sorted query that is refused when given twice; only the vendor knows its values. */
const onceDeclared = (parameter: string): Pick<Fault, 'summary' | 'needs' | 'wrap' | 'profile'> => ({
  ...once('4.12', parameter),
  needs: ['declaration'],
  profile: { samples: { '4.12': { query: { [parameter]: ['a', 'b'] } } } },
});

/** From the tenth search on, refuses some searches. */
const refusingLate =
  (isRefused: (request: Request) => boolean): HandleWrap =>
  (next) => {
    let searches = 0;
    return serving(['4.4'], (serve, request) => {
      searches += 1;
      return searches >= 10 && isRefused(request) ? { response: bare(400) } : serve();
    })(next);
  };

/** Search and sorted query, refused or answered in a wrong form (4.4, 4.12). */
export const searchFaults: readonly Fault[] = [
  {
    name: 'search-not-supported',
    breaks: '4.4/route-exists',
    summary: 'The search is answered 405.',
    wrap: refusing(['4.4'], 405),
  },
  {
    name: 'search-needs-a-text',
    breaks: '4.4/optional-parameters',
    summary: 'A search without parameters is answered 400.',
    wrap: refusing(['4.4'], 400, (request) => query(request) === ''),
  },
  {
    name: 'search-crashes-without-parameters',
    breaks: '4.4/optional-parameters',
    summary: 'A search without parameters is answered 500.',
    wrap: refusing(['4.4'], 500, (request) => query(request) === ''),
  },
  {
    name: 'collection-crashes-without-parameters',
    breaks: '4.1/optional-parameters',
    summary: 'A query of the collection without parameters is answered 500.',
    wrap: refusing(['4.1'], 500, (request) => query(request) === ''),
  },
  {
    name: 'search-needs-staged-beside-a-level',
    breaks: '4.4/each-parameter-is-optional',
    summary: 'A search with a fuzzyLevel and without staged is answered 400.',
    wrap: refusing(['4.4'], 400, (request) => has('fuzzyLevel')(request) && !has('staged')(request)),
  },
  {
    name: 'search-taken-for-an-id',
    section: '4.4',
    expect: 'incomplete',
    summary: 'The search is treated as a read of an unknown id.',
    wrap: refusing(['4.4'], 404),
  },
  {
    name: 'search-refuses-staged-false',
    breaks: '4.4/both-truth-values',
    rows: ['4.4/staged'],
    summary: 'staged=false is answered 400.',
    wrap: refusing(['4.4'], 400, is('staged', 'false')),
  },
  {
    name: 'search-fails-on-staged-false',
    breaks: '4.4/both-truth-values',
    rows: ['4.4/staged'],
    summary: 'staged=false is answered 500.',
    wrap: refusing(['4.4'], 500, is('staged', 'false')),
  },
  {
    name: 'search-refuses-fuzzy-true',
    breaks: '4.4/both-truth-values',
    rows: ['4.4/fuzzy'],
    summary: 'fuzzy=true is answered 400.',
    wrap: refusing(['4.4'], 400, is('fuzzy', 'true')),
  },
  {
    name: 'search-fails-on-fuzzy',
    breaks: '4.4/documented-parameters-do-no-harm',
    rows: ['4.4/fuzzy'],
    ...failing('4.4', 'fuzzy'),
  },
  {
    name: 'search-refuses-region-in-text',
    warns: '4.4/text-names',
    section: '4.4',
    expect: 'warn',
    summary: 'Names such as text.de-DE are answered 400.',
    wrap: refusing(['4.4'], 400, variable(/^text\.[a-z]{2}-[A-Z]{2}$/)),
  },
  {
    name: 'search-closed-to-everybody',
    breaks: '4.4/any-one-scope-suffices',
    summary: 'The search is answered 403 to every caller.',
    wrap: refusing(['4.4'], 403),
  },
  {
    name: 'sorted-query-closed-to-everybody',
    breaks: '4.12/any-one-scope-suffices',
    summary: 'The sorted query is answered 401 to every caller.',
    wrap: refusing(['4.12'], 401),
  },
  {
    name: 'sorted-query-not-supported',
    breaks: '4.12/route-exists',
    summary: 'The sorted query is answered 405.',
    wrap: refusing(['4.12'], 405),
  },
  {
    name: 'sorted-query-taken-for-a-bad-id',
    breaks: '4.12/optional-parameters',
    summary: 'The sorted query is answered 400.',
    wrap: refusing(['4.12'], 400),
  },
  {
    name: 'sorted-query-taken-for-an-id',
    section: '4.12',
    expect: 'incomplete',
    summary: 'The sorted query is treated as a read of an unknown id.',
    wrap: refusing(['4.12'], 404),
  },
  {
    name: 'sorted-query-needs-two-digits-or-a-point',
    breaks: '4.12/equal-numbers-are-taken-alike',
    summary: 'A limit of one digit is answered 400, and 1.0 is accepted.',
    wrap: refusing(['4.12'], 400, (request) => /[?&]limit=\d(?:&|$)/.test(request.target)),
  },
  {
    name: 'search-needs-a-text-late',
    breaks: '4.4/optional-parameters',
    summary: 'From the tenth search on, a search without parameters is answered 400.',
    needs: ['late'],
    wrap: refusingLate((request) => query(request) === ''),
  },
  {
    name: 'search-needs-two-parameters-late',
    breaks: '4.4/optional-parameters',
    summary: 'From the tenth search on, a search with fewer than two parameters is answered 400.',
    needs: ['late'],
    wrap: refusingLate((request) => names(request).length < 2),
  },
  { name: 'sorted-query-needs-limit', breaks: '4.12/optional-parameters', ...required('4.12', 'limit') },
  {
    name: 'sorted-query-needs-a-variable-beside-others',
    breaks: '4.12/each-parameter-is-optional',
    summary: 'A query with limit and offset, and without a var. parameter, is answered 400.',
    wrap: refusing(
      ['4.12'],
      400,
      (request) =>
        has('limit')(request) &&
        has('offset')(request) &&
        !names(request).some((name) => name.startsWith('var.')),
    ),
  },
  {
    name: 'search-reads-fuzzy-level-as-integer',
    breaks: '4.4/equal-numbers-are-taken-alike',
    ...pointless('4.4', 'fuzzyLevel'),
  },
  {
    name: 'sorted-query-reads-limit-as-integer',
    breaks: '4.12/equal-numbers-are-taken-alike',
    rows: ['4.12/limit'],
    ...pointless('4.12', 'limit'),
  },
  {
    name: 'sorted-query-reads-offset-as-integer',
    breaks: '4.12/equal-numbers-are-taken-alike',
    rows: ['4.12/offset'],
    ...pointless('4.12', 'offset'),
  },
  {
    name: 'sorted-query-reads-limit-as-integer-beside-offset',
    breaks: '4.12/equal-numbers-are-taken-alike',
    summary: 'limit written with a point is answered 400 beside an offset.',
    wrap: refusing(
      ['4.12'],
      400,
      (request) =>
        has('offset')(request) && parameters(request, 'limit').some((value) => value.includes('.')),
    ),
  },
  {
    name: 'sorted-query-refuses-two-predicates',
    breaks: '4.12/repeatable-parameters',
    ...once('4.12', 'where'),
  },
  {
    name: 'sorted-query-refuses-two-expansions',
    breaks: '4.12/repeatable-parameters',
    ...once('4.12', 'expand'),
  },
  {
    name: 'sorted-query-refuses-two-orders',
    section: '4.12',
    expect: 'suspect',
    ...once('4.12', 'sort'),
  },
  {
    name: 'sorted-query-needs-a-limit-beside-an-offset',
    section: '4.12',
    expect: 'suspect',
    summary: 'An offset without a limit is answered 400.',
    wrap: refusing(['4.12'], 400, (request) => has('offset')(request) && !has('limit')(request)),
  },
  {
    name: 'sorted-query-refuses-repeated-where',
    breaks: '4.12/repeatable-parameters',
    rows: ['4.12/where'],
    ...onceDeclared('where'),
  },
  {
    name: 'sorted-query-refuses-repeated-sort',
    breaks: '4.12/repeatable-parameters',
    rows: ['4.12/sort'],
    ...onceDeclared('sort'),
  },
  {
    name: 'sorted-query-refuses-repeated-expand',
    breaks: '4.12/repeatable-parameters',
    rows: ['4.12/expand'],
    ...onceDeclared('expand'),
  },
  {
    name: 'sorted-query-fails-on-repeated-expand',
    breaks: '4.12/repeatable-parameters',
    summary: 'An expand parameter given twice is answered 500.',
    wrap: refusing(['4.12'], 500, repeats('expand')),
  },
  {
    name: 'sorted-query-refuses-repeated-variables',
    breaks: '4.12/repeatable-parameters',
    rows: ['4.12/var'],
    summary: 'A var. parameter given twice is answered 400.',
    wrap: refusing(['4.12'], 400, (request) =>
      names(request).some((name) => name.startsWith('var.') && repeats(name)(request)),
    ),
  },
  {
    name: 'sorted-query-refuses-repeated-long-variables',
    breaks: '4.12/repeatable-parameters',
    summary: 'A var. parameter with a name of several signs is answered 400 when it is given twice.',
    wrap: refusing(['4.12'], 400, (request) =>
      names(request).some((name) => /^var\.\w{2}/.test(name) && repeats(name)(request)),
    ),
  },
  {
    name: 'sorted-query-refuses-upper-case-variables',
    breaks: '4.12/names-of-the-pattern-are-taken-alike',
    summary: 'var. names with capitals are answered 400.',
    needs: ['generated'],
    wrap: refusing(['4.12'], 400, variable(/^var\..*[A-Z]/)),
  },
  {
    name: 'sorted-query-refuses-digits-in-variables',
    breaks: '4.12/names-of-the-pattern-are-taken-alike',
    summary: 'var. names with digits are answered 400.',
    needs: ['generated'],
    wrap: refusing(['4.12'], 400, variable(/^var\..*\d/)),
  },
  {
    name: 'sorted-query-refuses-total-false',
    breaks: '4.12/both-truth-values',
    summary: 'withTotal=false is answered 400.',
    wrap: refusing(['4.12'], 400, is('withTotal', 'false')),
  },
  {
    name: 'sorted-query-fails-on-total-false',
    breaks: '4.12/both-truth-values',
    summary: 'withTotal=false is answered 500.',
    wrap: refusing(['4.12'], 500, is('withTotal', 'false')),
  },
  {
    name: 'sorted-query-refuses-both-totals',
    warns: '4.12/truth-values-are-understood',
    section: '4.12',
    expect: 'warn',
    summary: 'Every withTotal is answered 400.',
    wrap: refusing(['4.12'], 400, has('withTotal')),
  },
  {
    name: 'sorted-query-fails-on-offset',
    breaks: '4.12/documented-parameters-do-no-harm',
    rows: ['4.12/offset'],
    ...failing('4.12', 'offset'),
  },
];
