import type { ReportedClause } from '../report.ts';
import type { Finding } from '../sample.ts';

type Clause = Pick<ReportedClause, 'id' | 'section' | 'field' | 'findings'>;

/** Groups of obligations that demand the same from a server, seen from two sides. */
const oneThing: readonly (readonly string[])[] = [
  ['4.10/conflict-has-no-effect', '4.10/conflict-spoils-nothing'],
  ['4.10/state-moves-the-version', 'Versioning/states-differ-in-version'],
  ['4.10/matching-version-is-accepted', 'Versioning/next-version-is-accepted'],
  ['4.5/200-on-match', '4.5/200-stays'],
];

type Kinds = ReadonlySet<string | undefined>;

/** Answers that are not JSON at all. */
const unreadable: Kinds = new Set(['not-json', 'not-utf8', 'no-body', 'cut-off']);
const mixedUp: Kinds = new Set(['another-resource']);
const disclosing: Kinds = new Set(['discloses']);

/** The reason why two violated clauses have one cause; the first that holds. */
const ties: readonly ((lead: Clause, clause: Clause) => boolean)[] = [
  ({ id: one }, { id: other }) => oneThing.some((ids) => ids.includes(one) && ids.includes(other)),
  // The clause about the shape of an answer also breaks if a member has a wrong type.
  (lead, { findings: [first, ...rest] }) =>
    first !== undefined &&
    fieldOf(lead) !== undefined &&
    memberOf(first) === fieldOf(lead) &&
    rest.every((finding) => memberOf(finding) !== undefined),
  (lead, clause) => lead.section === clause.section && oneStatus(lead, clause),
  ({ section, findings: [first] }, { id }) =>
    id.startsWith(`declared/samples.${section}`) && first !== undefined && isRefusal(statusOf(first)),
  (lead, clause) => isOfKind(lead, unreadable) && isOfKind(clause, unreadable),
  (lead, clause) => isOfKind(lead, mixedUp) && isOfKind(clause, mixedUp),
  (lead, clause) =>
    (lead.section === clause.section || clause.section === 'Authentication') &&
    isOfKind(lead, disclosing) &&
    isOfKind(clause, disclosing),
];

/** Whether one mistake violates two clauses, as far as their findings show. */
export function areTied(lead: Clause, clause: Clause): boolean {
  return ties.some((tie) => tie(lead, clause));
}

/** Whether two members show the same wrong form: a value of one JSON type, or no array if an array is due. */
export function areAlike(one: Clause, other: Clause): boolean {
  const [[shown, isArray], [besides, isAnother]] = [formOf(one), formOf(other)];
  return shown !== undefined && besides !== undefined && (shown === besides || (isArray && isAnother));
}

/** The JSON type in which a member is shown, and whether a due array is missing. */
function formOf(clause: Clause): readonly [shown: string | undefined, isNoArray: boolean] {
  const [first] = clause.findings;
  if (first === undefined || clause.field === undefined) return [undefined, false];
  const shown = typeShown(first);
  return [shown, shown !== 'array' && first.expected.startsWith('an array')];
}

function fieldOf({ section, field, findings: [first] }: Clause): string | undefined {
  if (field !== undefined) return field.split('.').at(-1);
  return section === 'Resources' && first !== undefined ? memberOf(first) : undefined;
}

/** The name of the member that deviates; undefined if the finding concerns no member. */
function memberOf({ deviation }: Finding): string | undefined {
  if (deviation?.kind !== 'value' && deviation?.kind !== 'missing') return undefined;
  return deviation.pointer
    .split('/')
    .slice(1)
    .findLast((part) => !/^\d+$/.test(part));
}

/** Whether all findings of both clauses are answers with one and the same status, which is no success. */
function oneStatus(lead: Clause, clause: Clause): boolean {
  const statuses = new Set([...lead.findings, ...clause.findings].map(statusOf));
  const [status] = statuses;
  return statuses.size === 1 && isRefusal(status);
}

function statusOf({ deviation, exchanges }: Finding): number | undefined {
  return deviation?.kind === 'status' ? exchanges[deviation.exchange]?.answer?.status : undefined;
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400;
}

function isOfKind({ findings }: Clause, kinds: Kinds): boolean {
  return findings.length > 0 && findings.every(({ deviation }) => kinds.has(deviation?.kind));
}

function typeShown({ deviation, exchanges }: Finding): string | undefined {
  if (deviation?.kind !== 'value') return undefined;
  const body = exchanges[deviation.exchange]?.answer?.body;
  if (body === undefined) return undefined;
  try {
    const value = deviation.pointer
      .split('/')
      .slice(1)
      .reduce((at: unknown, part) => (at as Record<string, unknown>)[part], JSON.parse(body));
    return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  } catch {
    // The body is shown only in part.
    return undefined;
  }
}
