import type { EndpointName } from '../../contract/endpoints.ts';
import { listNames, namesListing, namesWith } from '../../contract/traits.ts';
import { wasGranted, type AnswerSite, type Statuses } from '../../world/callers/answers.ts';
import { unknownToken } from '../../history/caller.ts';

const provenAt: ReadonlyMap<string, readonly EndpointName[]> = new Map(Object.entries(namesListing));

/** A success proves the scope at an operation that lists it, if unknown tokens have no success there; elsewhere it only proves that the token is known. */
export function provesScope(sites: readonly AnswerSite[], label: string, scope: string): boolean {
  return sites.some(
    ({ project, endpoint, byCaller }) =>
      project === 'here' &&
      provenAt.get(scope)?.includes(endpoint) === true &&
      wasGranted(byCaller.get(label)) &&
      byCaller.has(unknownToken) &&
      !wasGranted(byCaller.get(unknownToken)),
  );
}

/** Whether a caller got a status that unknown tokens never got at the same place. */
export function isKnown(sites: readonly AnswerSite[], label: string): boolean {
  return sites.some(({ byCaller }) => differs(byCaller.get(label), byCaller.get(unknownToken)));
}

function differs(own: Statuses | undefined, unknown: Statuses | undefined): boolean {
  return own !== undefined && unknown !== undefined && [...own].some((status) => !unknown.has(status));
}

/** Paths that exist whatever resources there are: a 404 concerns the caller. */
const always: readonly EndpointName[] = [...listNames, ...namesWith('changes', 'creates')];

/** The endpoints at which a caller was denied for his scopes, and never granted access. */
export function deniedAt(
  sites: readonly AnswerSite[],
  label: string,
  among: readonly EndpointName[],
): readonly (readonly [EndpointName, number])[] {
  return sites.flatMap(({ project, endpoint, byCaller }) => {
    const statuses = byCaller.get(label);
    if (project !== 'here' || !among.includes(endpoint) || wasGranted(statuses)) return [];
    const status = [...(statuses ?? [])].find(
      (one) => one === 401 || one === 403 || (one === 404 && always.includes(endpoint)),
    );
    return status === undefined ? [] : [[endpoint, status] as const];
  });
}

export interface Suspected {
  readonly label: string;
  /** Tokens other than this one that an endpoint must refuse, by label. */
  readonly insufficientAt: (endpoint: EndpointName, project: AnswerSite['project']) => readonly string[];
  /** The declared statuses of refusals to insufficient tokens: they are no sign that a token has expired. */
  readonly declared: readonly number[];
  /** Places that show nothing about the token: the places of its own project. */
  readonly skips?: (place: AnswerSite) => boolean;
}

/** Whether the token is answered like unknown tokens everywhere, while another insufficient token is not. */
export function isDead(all: readonly AnswerSite[], suspected: Suspected): boolean {
  const { label, insufficientAt, declared, skips = () => false } = suspected;
  const sites = all.filter(
    (place) => place.byCaller.has(label) && place.byCaller.has(unknownToken) && !skips(place),
  );
  const isAlike = sites.every(({ byCaller }) => !differs(byCaller.get(label), byCaller.get(unknownToken)));
  const isDeclared = sites.some(({ byCaller }) =>
    [...(byCaller.get(label) ?? [])].some((status) => declared.includes(status)),
  );
  if (!isAlike || isDeclared) return false;
  return sites.some(({ endpoint, project, byCaller }) =>
    insufficientAt(endpoint, project).some((other) => {
      const statuses = byCaller.get(other);
      return other !== label && !wasGranted(statuses) && differs(statuses, byCaller.get(unknownToken));
    }),
  );
}
