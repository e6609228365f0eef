import { actionOrder } from '../properties/action-order.ts';
import { arbitraryBodies } from '../properties/arbitrary-bodies.ts';
import { createdContent, createdIsReadable } from '../properties/created-content.ts';
import { crashingResources } from '../properties/crashing-resources.ts';
import { lateMatches, lateMismatches } from '../properties/mismatches/late-mismatches.ts';
import { missedConflicts } from '../properties/mismatches/missed-conflicts.ts';
import { spuriousConflicts } from '../properties/mismatches/spurious-conflicts.ts';
import { mismatchBatches, oddVersionBatches } from '../properties/mismatches/mismatch-batches.ts';
import {
  matchesAfterManyUpdates,
  matchesAfterOverwrites,
  matchesAfterRefusals,
  matchesBesideEqualContent,
  matchesOnOneConnection,
} from '../properties/mismatches/matches-after-writes.ts';
import { recordsAtComplexPath, recordsAtUrnLinks } from '../properties/ordered-records.ts';
import { keyedResources, keysAgree } from '../properties/keyed-resources.ts';
import { pointZero } from '../properties/point-zero.ts';
import { octetsOfHead, queriesOfHead } from '../properties/head-queries.ts';
import { crossedMatches, crossedMismatches, crossedOddVersions } from '../properties/crossings/crossings.ts';
import { fewerParameters, fewerParametersOfChecks, fewerParametersOfReads } from '../properties/queries.ts';
import { updatesThatStray } from '../properties/stray-updates.ts';
import { variableNames } from '../properties/variable-names.ts';
import { losersConflict } from '../properties/races/losers.ts';
import {
  eachHasItsTurn,
  leftVersionsRace,
  losersLeaveNothing,
  oneWinner,
} from '../properties/races/races.ts';
import {
  spelledReads,
  spelledUpdates,
  unknownDeletes,
  unknownIds,
  unknownKeys,
} from '../properties/paths.ts';
import { foreignScopes, growingTokens } from '../properties/scopes.ts';
import {
  conflictsLeaveNothing,
  existenceHolds,
  nextVersionAccepted,
  othersStay,
  refusedCreates,
  refusedDeletes,
  refusedPatches,
  refusedPuts,
  otherConflicts,
  staleAfterPatches,
  staleAfterPuts,
  staleConflicts,
  statesDiffer,
} from '../properties/model/stateful-model.ts';
import type { ClauseSection } from '../clause/clause.ts';
import type { Section } from '../contract/endpoints.ts';
import { sections } from '../contract/traits.ts';
import type { Plan } from '../implementation/plan.ts';
import type { Stage } from '../implementation/stage.ts';
import { queryResources } from '../suites/4.01-query-resources.ts';
import { readById } from '../suites/4.02-read-by-id.ts';
import { readResourceByKey } from '../suites/4.03-read-by-key.ts';
import { search } from '../suites/4.04-search.ts';
import { checkExistence } from '../suites/4.05-check-existence.ts';
import { create } from '../suites/4.06-create.ts';
import { patchResource } from '../suites/4.07-patch.ts';
import { putResource } from '../suites/4.08-put.ts';
import { complexPath } from '../suites/4.09-complex-path.ts';
import { updateById } from '../suites/4.10-update-by-id.ts';
import { remove } from '../suites/4.11-delete.ts';
import { sortedQuery } from '../suites/4.12-sorted-query.ts';
import { urnLinks } from '../suites/4.13-urn-links.ts';
import { projectionSearch } from '../suites/4.14-projection-search.ts';
import { images } from '../suites/4.15-images.ts';
import { namespaceAction } from '../suites/4.16-namespace-action.ts';
import { cart } from '../suites/4.17-cart.ts';
import { cartWithHeaders } from '../suites/4.18-cart-with-headers.ts';
import { authentication } from '../suites/authentication.ts';
import { errors } from '../suites/errors.ts';
import { general } from '../suites/general.ts';
import { resources } from '../suites/resources.ts';
import { versioning } from '../suites/versioning.ts';

import { updatedReads } from '../properties/updated-reads.ts';

/** The suite of each numbered section. */
const suites: Readonly<Record<Section, ClauseSection<Stage>>> = {
  '4.1': queryResources,
  '4.2': readById,
  '4.3': readResourceByKey,
  '4.4': search,
  '4.5': checkExistence,
  '4.6': create,
  '4.7': patchResource,
  '4.8': putResource,
  '4.9': complexPath,
  '4.10': updateById,
  '4.11': remove,
  '4.12': sortedQuery,
  '4.13': urnLinks,
  '4.14': projectionSearch,
  '4.15': images,
  '4.16': namespaceAction,
  '4.17': cart,
  '4.18': cartWithHeaders,
};

/** Everything that the suite can judge, in the contract's order. */
export const plan: Plan = {
  sections: [
    general,
    resources,
    ...sections.map((section) => suites[section]),
    authentication,
    errors,
    versioning,
  ],
  evidence: [
    fewerParameters,
    fewerParametersOfReads,
    updatedReads,
    fewerParametersOfChecks,
    unknownIds,
    ...spelledReads,
    unknownKeys,
    keyedResources,
    keysAgree,
    queriesOfHead,
    octetsOfHead,
    existenceHolds,
    refusedCreates,
    createdContent,
    createdIsReadable,
    ...recordsAtComplexPath,
    refusedPatches,
    refusedPuts,
    staleAfterPatches,
    staleAfterPuts,
    mismatchBatches,
    spelledUpdates,
    oddVersionBatches,
    arbitraryBodies,
    pointZero,
    lateMismatches,
    crossedMismatches,
    crossedOddVersions,
    crossedMatches,
    missedConflicts,
    spuriousConflicts,
    ...crashingResources,
    lateMatches,
    matchesAfterRefusals,
    matchesBesideEqualContent,
    matchesAfterOverwrites,
    matchesOnOneConnection,
    matchesAfterManyUpdates,
    otherConflicts,
    staleConflicts,
    oneWinner,
    losersConflict,
    eachHasItsTurn,
    leftVersionsRace,
    losersLeaveNothing,
    conflictsLeaveNothing,
    othersStay,
    updatesThatStray,
    actionOrder,
    refusedDeletes,
    unknownDeletes,
    variableNames,
    ...recordsAtUrnLinks,
    foreignScopes,
    growingTokens,
    nextVersionAccepted,
    statesDiffer,
  ],
};
