import type { EndpointName } from '../../contract/endpoints.ts';
import { listNames, namesListing, namesWith } from '../../contract/traits.ts';
import { wasLetIn, type Place, type Statuses } from '../../run/books/answers.ts';
import { unknownToken } from '../../run/caller.ts';

const provenAt: Readonly<Record<string, readonly EndpointName[]>> = namesListing;

/**
 * Whether a caller was seen to hold a scope: a success in the project that unknown tokens do not have, for view_test at
 * a read that lists it, for manage_test at a write, for a scope on products at the one operation that lists it. Success elsewhere proves a token known, and no scope.
 */
export function provesScope(places: readonly Place[], label: string, scope: string): boolean {
  return places.some(
    ({ project, endpoint, byCaller }) =>
      project === 'here' &&
      provenAt[scope]?.includes(endpoint) === true &&
      wasLetIn(byCaller.get(label)) &&
      byCaller.has(unknownToken) &&
      !wasLetIn(byCaller.get(unknownToken)),
  );
}

/** Whether a caller was answered with a status that unknown tokens never had at the same place. */
export function isKnown(places: readonly Place[], label: string): boolean {
  return places.some(({ byCaller }) => differs(byCaller.get(label), byCaller.get(unknownToken)));
}

function differs(own: Statuses | undefined, unknown: Statuses | undefined): boolean {
  return own !== undefined && unknown !== undefined && [...own].some((status) => !unknown.has(status));
}

/** Paths that are there whatever the resources are: 404 speaks of the caller. */
const always: readonly EndpointName[] = [...listNames, ...namesWith('changes', 'creates')];

/** The endpoints at which a caller was turned away for who he is, and never let in. */
export function turnedAwayAt(
  places: readonly Place[],
  label: string,
  among: readonly EndpointName[],
): readonly (readonly [EndpointName, number])[] {
  return places.flatMap(({ project, endpoint, byCaller }) => {
    const statuses = byCaller.get(label);
    if (project !== 'here' || !among.includes(endpoint) || wasLetIn(statuses)) return [];
    const status = [...(statuses ?? [])].find(
      (one) => one === 401 || one === 403 || (one === 404 && always.includes(endpoint)),
    );
    return status === undefined ? [] : [[endpoint, status] as const];
  });
}

/** What decides on the death of a token beside the places. */
export interface Suspected {
  readonly label: string;
  /** Tokens other than this one that an endpoint must refuse, by label. */
  readonly insufficientAt: (endpoint: EndpointName, project: Place['project']) => readonly string[];
  /** Statuses that insufficient tokens are declared to be refused with: they are no sign of death. */
  readonly declared: readonly number[];
  /** Places that say nothing of it: those of the project that it is for. */
  readonly skips?: (place: Place) => boolean;
}

/**
 * Whether a token is dead: wherever it was asked it is answered as unknown tokens are, and at one of these places
 * another token that must be refused there too is refused otherwise.
 */
export function isDead(all: readonly Place[], suspected: Suspected): boolean {
  const { label, insufficientAt, declared, skips = () => false } = suspected;
  const places = all.filter(
    (place) => place.byCaller.has(label) && place.byCaller.has(unknownToken) && !skips(place),
  );
  const isAlike = places.every(({ byCaller }) => !differs(byCaller.get(label), byCaller.get(unknownToken)));
  const isDeclared = places.some(({ byCaller }) =>
    [...(byCaller.get(label) ?? [])].some((status) => declared.includes(status)),
  );
  if (!isAlike || isDeclared) return false;
  return places.some(({ endpoint, project, byCaller }) =>
    insufficientAt(endpoint, project).some((other) => {
      const statuses = byCaller.get(other);
      return other !== label && !wasLetIn(statuses) && differs(statuses, byCaller.get(unknownToken));
    }),
  );
}
