import { endpoint, endpointNames } from '../../contract/endpoints.ts';
import type { ReportedClause } from '../report.ts';

/** Sections whose operations write. */
const writing: ReadonlySet<string> = new Set(
  endpointNames.filter((name) => endpoint(name).changes !== 'nothing').map((name) => endpoint(name).section),
);

/** Clauses on who may do what. */
const access = /\/(?:refused-(?:to|without)-|scopes-are-exact|resources-(?:belong|change)-)/;

/** Clauses on the effect of an update on versions, and on the writes of other clients. */
const updates = /^(?:4\.10|Versioning)\//;

/** Clauses on the form of answers. */
const forms = /^(?:Resources|Errors)\/|json|labelled/;

const weights: readonly ((clause: Pick<ReportedClause, 'id' | 'section'>) => boolean)[] = [
  ({ id, section }) => access.test(id) && (writing.has(section) || id.endsWith('for-writes')),
  ({ id }) => updates.test(id) && !access.test(id),
  ({ id }) => access.test(id),
  ({ id, section }) => writing.has(section) && !forms.test(id),
  ({ id }) => !forms.test(id),
];

/** The order of broken clauses: writes by anybody, and lost updates, come before types of members. */
export function byWeight<C extends Pick<ReportedClause, 'id' | 'section'>>(
  clauses: readonly C[],
): readonly C[] {
  const weightOf = (clause: C): number => {
    const at = weights.findIndex((isSo) => isSo(clause));
    return at < 0 ? weights.length : at;
  };
  return clauses.toSorted((one, other) => weightOf(one) - weightOf(other));
}
