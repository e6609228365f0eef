import { nameOf, reads } from './access/guarded.ts';
import { faults } from './catalogue.ts';

const named: ReadonlySet<string | undefined> = new Set(
  faults.filter(({ unseenBecause }) => unseenBecause === undefined).map(({ breaks }) => breaks),
);

/** Faults that open a read to several kinds of callers, by the clause about each kind. */
const grantedBesides = reads
  .flatMap((read) => [
    [`${read}/refused-to-no-scope`, [`${nameOf(read)}-open-without-scope`]] as const,
    [`${read}/refused-to-other-project`, ['other-project-token-reads']] as const,
  ])
  .filter(([clause]) => !named.has(clause));

/**
 * Further clauses that a fault breaks, or that warn of it, beside its own: for rows that no fault of these clauses
 * shows. A rehearsal of each pair shows it.
 */
export const alsoBroken: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(grantedBesides),
  '4.6/refused-to-no-scope': ['create-open-without-scope'],
  '4.7/refused-to-other-project': ['other-project-token-writes'],
  '4.8/refused-to-other-project': ['other-project-token-writes'],
  '4.11/refused-to-other-project': ['other-project-token-writes'],
  '4.13/milliseconds-keep-their-digits': ['date-time-trims-zeros', 'default-format-trims-zeros'],
  '4.14/refused-to-no-scope': ['product-search-open-without-token'],
  '4.15/refused-to-no-scope': ['images-open-without-token'],
  '4.16/write-exists': ['namespace-action-not-supported'],
};
