import { createReference, type Reference } from '../reference/create.ts';
import { accessFaults } from './access-faults.ts';
import { actionFaults } from './action-faults.ts';
import { arrayFaults } from './array-faults.ts';
import { blanketFaults } from './blanket-faults.ts';
import { cartFaults } from './cart-faults.ts';
import { accessChoices } from './choices-access.ts';
import { cartChoices } from './choices-carts.ts';
import { consistencyChoices } from './choices-consistency.ts';
import { contentChoices } from './choices-content.ts';
import { listChoices } from './choices-lists.ts';
import { namespaceChoices } from './choices-namespace.ts';
import { oddVersionChoices } from './choices-odd-versions.ts';
import { overwriteChoices } from './choices-overwrites.ts';
import { queryChoices } from './choices-queries.ts';
import { reactionChoices } from './choices-reactions.ts';
import { recordChoices } from './choices-records.ts';
import { resourceChoices } from './choices-resources.ts';
import { shopChoices } from './choices-shop.ts';
import { statusChoices } from './choices-statuses.ts';
import { transportChoices } from './choices-transport.ts';
import { updateChoices } from './choices-updates.ts';
import { versionChoices } from './choices-versions.ts';
import { writeChoices } from './choices-writes.ts';
import { circumstanceFaults } from './circumstance-faults.ts';
import { comparisonFaults } from './comparison-faults.ts';
import { conflictFaults } from './conflict-faults.ts';
import { contentFaults } from './content-faults.ts';
import { dateFaults } from './date-faults.ts';
import { encodingFaults } from './encoding-faults.ts';
import type { Choice, DeclaredProfile, Fault } from './fault.ts';
import { headFaults } from './head-faults.ts';
import { incidentalFaults } from './incidental-faults.ts';
import { instantFaults } from './instant-faults.ts';
import { keyFaults } from './key-faults.ts';
import { lineItemFaults } from './line-item-faults.ts';
import { listFaults } from './list-faults.ts';
import { memberFaults } from './member-faults.ts';
import { namespaceFaults } from './namespace-faults.ts';
import { oddCartFaults } from './odd-cart-faults.ts';
import { overwriteFaults } from './overwrite-faults.ts';
import { plainValueFaults } from './plain-value-faults.ts';
import { productFaults } from './product-faults.ts';
import { queryFaults } from './query-faults.ts';
import { raceFaults } from './race-faults.ts';
import { rareFaults } from './rare-faults.ts';
import { recordFaults } from './record-faults.ts';
import { recordShapeFaults } from './record-shape-faults.ts';
import { refusalFaults } from './refusal-faults.ts';
import { resourceFaults } from './resource-faults.ts';
import { scopeComparisonFaults } from './scope-comparison-faults.ts';
import { scopeFaults } from './scope-faults.ts';
import { searchFaults } from './search-faults.ts';
import { selectiveCheckFaults } from './selective-check-faults.ts';
import { sequelFaults } from './sequel-faults.ts';
import { tellingValueFaults } from './telling-value-faults.ts';
import { unsupportedFaults } from './unsupported-faults.ts';
import { uploadFaults } from './upload-faults.ts';
import { versionFaults } from './version-faults.ts';

/** Every single fault, in the order of its area. */
export const faults: readonly Fault[] = [
  ...comparisonFaults,
  ...selectiveCheckFaults,
  ...rareFaults,
  ...conflictFaults,
  ...raceFaults,
  ...actionFaults,
  ...versionFaults,
  ...resourceFaults,
  ...keyFaults,
  ...unsupportedFaults,
  ...blanketFaults,
  ...memberFaults,
  ...arrayFaults,
  ...contentFaults,
  ...encodingFaults,
  ...queryFaults,
  ...searchFaults,
  ...listFaults,
  ...headFaults,
  ...accessFaults,
  ...refusalFaults,
  ...scopeFaults,
  ...scopeComparisonFaults,
  ...overwriteFaults,
  ...recordFaults,
  ...recordShapeFaults,
  ...dateFaults,
  ...instantFaults,
  ...productFaults,
  ...namespaceFaults,
  ...cartFaults,
  ...lineItemFaults,
  ...oddCartFaults,
  ...uploadFaults,
  ...incidentalFaults,
  ...plainValueFaults,
  ...tellingValueFaults,
  ...circumstanceFaults,
  ...sequelFaults,
];

/** Every single legitimate choice, in the order of its area; forms of refusal lie around forms of success. */
export const choices: readonly Choice[] = [
  ...versionChoices,
  ...oddVersionChoices,
  ...updateChoices,
  ...resourceChoices,
  ...contentChoices,
  ...writeChoices,
  ...overwriteChoices,
  ...queryChoices,
  ...listChoices,
  ...recordChoices,
  ...namespaceChoices,
  ...cartChoices,
  ...shopChoices,
  ...reactionChoices,
  ...statusChoices,
  ...accessChoices,
  ...transportChoices,
  ...consistencyChoices,
];

/** What a vendor of the honest reference would declare. */
export const referenceProfile: DeclaredProfile = {
  resource: { idSource: 'body:/id', keySource: 'body:/key' },
  update: { observable: '/someProperty' },
  search: { method: 'POST' },
  image: { method: 'POST' },
};

/**
 * The reference with those choices and faults, laid in the order of the catalogue: decisions of a fault on those
 * of the choices, and what choices do on the wire around all. Throws `Error` for a name that is not known.
 */
export function referenceWith(
  options: {
    readonly faults?: readonly string[];
    readonly choices?: readonly string[];
    readonly seed?: number;
  } = {},
): Reference {
  const chosen = named('choice', choices, options.choices ?? []);
  const broken = named('fault', faults, options.faults ?? []);
  return createReference({
    policy: [...chosen, ...broken].flatMap(({ override }) => override ?? []),
    wraps: [...broken, ...chosen].flatMap(({ wrap }) => wrap ?? []),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
}

type Layer = Pick<Fault, 'name' | 'override' | 'wrap'>;

function named(kind: string, catalogue: readonly Layer[], names: readonly string[]): readonly Layer[] {
  const unknown = names.find((name) => !catalogue.some((entry) => entry.name === name));
  if (unknown !== undefined) throw new Error(`no ${kind} is named ${unknown}`);
  return catalogue.filter(({ name }) => names.includes(name));
}
