import { createReference, type Reference } from '../reference/create.ts';
import { accessFaults } from './access/access.ts';
import { actionFaults } from './updates/action.ts';
import { arrayFaults } from './content/array.ts';
import { blanketFaults } from './endpoints/blanket.ts';
import { cartFaults } from './content/cart.ts';
import { accessChoices } from './choices/access.ts';
import { cartChoices } from './choices/carts.ts';
import { consistencyChoices } from './choices/consistency.ts';
import { contentChoices } from './choices/content.ts';
import { listChoices } from './choices/lists.ts';
import { mentionChoices } from './choices/mentions.ts';
import { namespaceChoices } from './choices/namespace.ts';
import { oddVersionChoices } from './choices/versions/odd-versions.ts';
import { overwriteChoices } from './choices/overwrites.ts';
import { ownMotionChoices } from './choices/own-motion.ts';
import { projectionChoices } from './choices/projections.ts';
import { queryChoices } from './choices/queries.ts';
import { creationChoice, quotaChoices } from './choices/quotas.ts';
import { reactionChoices } from './choices/reactions.ts';
import { recordChoices } from './choices/records.ts';
import { resourceChoices } from './choices/resources.ts';
import { shopChoices } from './choices/shop.ts';
import { statusChoices } from './choices/statuses.ts';
import { transportChoices } from './choices/transport.ts';
import { updateChoices } from './choices/updates.ts';
import { versionChoices } from './choices/versions/versions.ts';
import { writeChoices } from './choices/writes.ts';
import { circumstanceFaults } from './access/circumstance.ts';
import { comparisonFaults } from './updates/comparison.ts';
import { conflictFaults } from './updates/conflict.ts';
import { contentFaults } from './content/content.ts';
import { dateFaults } from './content/date.ts';
import { documentedMemberFaults } from './content/documented-member.ts';
import { encodingFaults } from './content/encoding.ts';
import type { Choice, DeclaredProfile, Fault } from './fault.ts';
import type { PolicyOverride } from '../reference/policy.ts';
import type { HandleWrap } from '../reference/reply.ts';
import { flickerFaults } from './endpoints/flicker.ts';
import { hangingUpChoices, hangingUpFaults } from './hanging-up.ts';
import { headFaults } from './endpoints/head.ts';
import { incidentalFaults } from './access/incidental.ts';
import { instantFaults } from './content/instant.ts';
import { keyFaults } from './endpoints/key.ts';
import { lineItemFaults } from './content/line-item.ts';
import { listFaults } from './endpoints/list.ts';
import { memberFaults } from './content/member.ts';
import { namespaceFaults } from './endpoints/namespace.ts';
import { oddCartFaults } from './content/odd-cart.ts';
import { passingFaults } from './endpoints/passing.ts';
import { overwriteFaults } from './endpoints/overwrite.ts';
import { plainValueFaults } from './content/plain-value.ts';
import { parameterFaults } from './endpoints/parameter.ts';
import { productFaults } from './endpoints/product.ts';
import { queryFaults } from './endpoints/query.ts';
import { raceFaults } from './updates/race.ts';
import { rareFaults } from './updates/rare.ts';
import { recordFaults } from './endpoints/record.ts';
import { recordShapeFaults } from './endpoints/record-shape.ts';
import { keptRefusalFaults } from './access/kept-refusals.ts';
import { rarerFormFaults } from './content/rarer-form.ts';
import { recommendationFaults } from './endpoints/recommendation.ts';
import { refusalFaults } from './access/refusal.ts';
import { refusedMemberFaults } from './content/refused-member.ts';
import { resourceFaults } from './content/resource.ts';
import { scopeComparisonFaults } from './access/scope-comparison.ts';
import { scopeFaults } from './access/scope.ts';
import { searchFaults } from './endpoints/search.ts';
import { refusedEffectFaults } from './updates/refused-effect.ts';
import { selectiveCheckFaults } from './updates/selective-check.ts';
import { spellingFaults } from './updates/spelling.ts';
import { sequelFaults } from './updates/sequel.ts';
import { someResourcesChoices, someResourcesFaults } from './endpoints/some-resources.ts';
import { tellingValueFaults } from './content/telling-value.ts';
import { uncheckedFaults } from './content/unchecked.ts';
import { unsupportedFaults } from './endpoints/unsupported.ts';
import { uploadFaults } from './endpoints/upload.ts';
import { versionFaults } from './updates/version.ts';

/** Every single fault; areas in their order. */
export const faults: readonly Fault[] = [
  ...comparisonFaults,
  ...selectiveCheckFaults,
  ...spellingFaults,
  ...rareFaults,
  ...conflictFaults,
  ...refusedEffectFaults,
  ...raceFaults,
  ...actionFaults,
  ...versionFaults,
  ...resourceFaults,
  ...keyFaults,
  ...unsupportedFaults,
  ...someResourcesFaults,
  ...blanketFaults,
  ...memberFaults,
  ...arrayFaults,
  ...contentFaults,
  ...encodingFaults,
  ...queryFaults,
  ...searchFaults,
  ...listFaults,
  ...flickerFaults,
  ...headFaults,
  ...accessFaults,
  ...refusalFaults,
  ...keptRefusalFaults,
  ...scopeFaults,
  ...scopeComparisonFaults,
  ...overwriteFaults,
  ...passingFaults,
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
  ...refusedMemberFaults,
  ...tellingValueFaults,
  ...uncheckedFaults,
  ...circumstanceFaults,
  ...sequelFaults,
  ...documentedMemberFaults,
  ...parameterFaults,
  ...rarerFormFaults,
  ...recommendationFaults,
  ...hangingUpFaults,
];

/** Every single legitimate choice, areas in their order; forms of refusal wrap forms of success. */
export const choices: readonly Choice[] = [
  ...versionChoices,
  ...oddVersionChoices,
  ...updateChoices,
  ...resourceChoices,
  ...ownMotionChoices,
  ...someResourcesChoices,
  ...projectionChoices,
  ...contentChoices,
  ...writeChoices,
  ...quotaChoices,
  creationChoice,
  ...overwriteChoices,
  ...queryChoices,
  ...listChoices,
  ...mentionChoices,
  ...recordChoices,
  ...namespaceChoices,
  ...cartChoices,
  ...shopChoices,
  ...reactionChoices,
  ...statusChoices,
  ...accessChoices,
  ...transportChoices,
  ...consistencyChoices,
  ...hangingUpChoices,
];

/** What a vendor of the honest reference would declare. */
export const referenceProfile: DeclaredProfile = {
  resource: { idSource: 'body:/id', keySource: 'body:/key' },
  update: { observable: '/someProperty' },
  search: { method: 'POST' },
  image: { method: 'POST' },
};

/**
 * The reference with these choices and faults, in the order of the catalogue. Decisions of faults replace decisions of
 * choices, and choices on the wire wrap everything. Throws `Error` for an unknown name.
 */
export function referenceWith(
  options: {
    readonly faults?: readonly string[];
    readonly choices?: readonly string[];
    readonly seed?: number;
    /** Unnamed decisions: they override choices, and faults override them. */
    readonly own?: {
      readonly choices?: readonly string[];
      readonly policy?: readonly PolicyOverride[];
      readonly wraps?: readonly HandleWrap[];
    };
  } = {},
): Reference {
  const { own = {} } = options;
  const chosen = named('choice', choices, [...(options.choices ?? []), ...(own.choices ?? [])]);
  const broken = named('fault', faults, options.faults ?? []);
  return createReference({
    policy: [
      ...chosen.flatMap(({ override }) => override ?? []),
      ...(own.policy ?? []),
      ...broken.flatMap(({ override }) => override ?? []),
    ],
    wraps: [
      ...broken.flatMap(({ wrap }) => wrap ?? []),
      ...(own.wraps ?? []),
      ...chosen.flatMap(({ wrap }) => wrap ?? []),
    ],
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
}

type Layer = Pick<Fault, 'name' | 'override' | 'wrap'>;

function named(kind: string, catalogue: readonly Layer[], names: readonly string[]): readonly Layer[] {
  const unknown = names.find((name) => !catalogue.some((entry) => entry.name === name));
  if (unknown !== undefined) throw new Error(`no ${kind} is named ${unknown}`);
  return catalogue.filter(({ name }) => names.includes(name));
}
