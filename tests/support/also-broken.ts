import { faults } from '../../faults/catalogue.ts';
import { nameOf, reads } from '../../faults/access/guarded.ts';

const named: ReadonlySet<string | undefined> = new Set(
  faults.filter(({ unseenBecause }) => unseenBecause === undefined).map(({ breaks }) => breaks),
);

/** Who is let in by what opens a read to more than one kind of caller. */
const letInBesides = reads
  .flatMap((read) => [
    [`${read}/refused-to-no-scope`, `${nameOf(read)}-open-without-scope`] as const,
    [`${read}/refused-to-other-project`, 'other-project-token-reads'] as const,
  ])
  .filter(([clause]) => !named.has(clause));

/** For clauses that no fault is named after: one that breaks them beside its own. */
export const alsoBroken: Readonly<Record<string, string>> = {
  ...Object.fromEntries(letInBesides),
  '4.5/route-exists': 'head-answers-405-on-a-match',
  '4.5/optional-parameters': 'head-needs-string-parameter',
  '4.5/takes-the-parameters-of-the-query': 'head-answers-405-on-a-match',
  '4.6/refused-to-no-scope': 'create-open-without-scope',
  '4.7/refused-to-other-project': 'other-project-token-writes',
  '4.8/manage-test-suffices': 'only-the-last-scope-counts',
  '4.8/refused-to-other-project': 'other-project-token-writes',
  '4.13/milliseconds-keep-their-digits': 'date-time-trims-zeros',
  '4.14/refused-to-unknown-token': 'token-compared-by-its-beginning',
  '4.14/refused-to-no-scope': 'product-search-open-without-token',
  '4.14/refused-to-other-project': 'product-search-open-without-token',
  '4.15/refused-to-no-scope': 'images-open-without-token',
  '4.15/refused-to-other-project': 'images-open-without-token',
  'Authentication/scopes-are-exact-for-writes': 'scope-key-extended',
};
