import type { Report, ReportedClause } from '../clause/report.ts';
import { isBlank } from './headline.ts';
import { standsInTheWay } from '../clause/verdict.ts';

/** Clauses that stand in the way for one reason, and what the operator can do about it. */
export interface OpenReason {
  readonly code: string;
  /** One line that supplies what is missing. */
  readonly supply?: string;
  readonly clauses: readonly ReportedClause[];
}

/** What of a report needs somebody's attention, in document order but for `open`: the widest reason first. */
export interface Attention {
  readonly failed: readonly ReportedClause[];
  readonly contradicted: readonly ReportedClause[];
  readonly errors: readonly ReportedClause[];
  readonly warned: readonly ReportedClause[];
  readonly open: readonly OpenReason[];
  readonly suspects: readonly ReportedClause[];
  /** The three things to supply that settle most clauses. */
  readonly next: readonly (OpenReason & { readonly supply: string })[];
  /** The setting that states what cannot be supplied, and how many clauses it leaves out. */
  readonly limits: { readonly line: string; readonly clauses: number } | undefined;
}

/** Sorts the clauses of a report by what they ask of a reader. */
export function attention(report: Report): Attention {
  const { clauses, scope, verdict } = report;
  const failed = clauses.filter((clause) => clause.verdict === 'fail');
  const isOpen = !isBlank(report);
  const blocking = clauses.filter(
    (clause) =>
      isOpen &&
      standsInTheWay(clause) &&
      clause.verdict !== 'fail' &&
      clause.verdict !== 'error' &&
      clause.reason?.code !== 'not-selected',
  );
  const open = openReasons(blocking);
  return {
    failed: failed.filter(({ level }) => level !== 'DECLARED'),
    contradicted: failed.filter(({ level }) => level === 'DECLARED'),
    errors: clauses.filter((clause) => clause.verdict === 'error'),
    warned: clauses.filter((clause) => clause.verdict === 'warn'),
    open,
    suspects: clauses.filter(({ suspect }) => suspect),
    next:
      verdict === 'INCOMPLETE'
        ? oneConsent(
            open.flatMap((reason) =>
              reason.supply === undefined ? [] : [{ ...reason, supply: reason.supply }],
            ),
          ).slice(0, 3)
        : [],
    limits: statedLimits(blocking, scope.without),
  };
}

/** The line without the limit that could be stated in its place: limits are stated together. */
function supplyOf({ reason }: ReportedClause): string | undefined {
  const supply = reason?.supply?.replace(/\s*\(or state the limit:[^)]*\)$/, '');
  // A member is of the profile; who has none yet cannot know.
  return supply?.startsWith('"') === true ? `${supply} in the profile` : supply;
}

function openReasons(blocking: readonly ReportedClause[]): readonly OpenReason[] {
  const found = new Map<string, OpenReason>();
  for (const clause of blocking) {
    const supply = supplyOf(clause);
    const code = clause.reason?.code ?? clause.verdict;
    const key = supply ?? code;
    const before = found.get(key)?.clauses ?? [];
    found.set(key, { code, ...(supply === undefined ? {} : { supply }), clauses: [...before, clause] });
  }
  return [...found.values()].toSorted((a, b) => b.clauses.length - a.clauses.length);
}

type Suppliable = Attention['next'][number];

const consent = 'CONFORMANCE_CONSENT=';

/** What is consented to stands in one line: of two lines of one setting only one would count. */
function oneConsent(reasons: readonly Suppliable[]): readonly Suppliable[] {
  const asked = reasons.filter(({ supply }) => supply.startsWith(consent));
  const [first] = asked;
  if (first === undefined) return reasons;
  const names = asked.map(({ supply }) => supply.slice(consent.length));
  const joined = {
    ...first,
    supply: `${consent}${names.join(',')}`,
    clauses: asked.flatMap(({ clauses }) => clauses),
  };
  return [joined, ...reasons.filter((reason) => !asked.includes(reason))].toSorted(
    (a, b) => b.clauses.length - a.clauses.length,
  );
}

function statedLimits(blocking: readonly ReportedClause[], without: readonly string[]): Attention['limits'] {
  const left = blocking.flatMap((clause) => {
    const limit = limitFor(clause);
    return limit === undefined ? [] : [limit];
  });
  if (left.length === 0) return undefined;
  const names = [...new Set([...without, ...left])].toSorted((a, b) => place(a) - place(b));
  return { line: `CONFORMANCE_WITHOUT=${names.join(',')}`, clauses: left.length };
}

/** Limits that answer a certain want, whatever the section. */
const limitsByCode: Readonly<Record<string, string>> = {
  'no-second-project': 'other-project',
  'no-minted-token': 'minted-scopes',
  'no-key': 'key',
  'not-observable': 'action-effect',
};

/** Wants for which leaving out the section is the answer. */
const sectionByCode: readonly string[] = ['method-undeclared', 'consent-missing', 'no-key'];

/** The narrowest limit of scope that says what is missing; none where nothing but a supply helps. */
function limitFor({ verdict, reason, limits, section }: ReportedClause): string | undefined {
  if (verdict !== 'not-tested' || reason === undefined) return undefined;
  const offered = /CONFORMANCE_WITHOUT=([\w.-]+)/.exec(reason.supply ?? '')?.[1];
  if (offered !== undefined) return offered;
  const named = limitsByCode[reason.code];
  if (named !== undefined && limits.includes(named)) return named;
  if (reason.code === 'no-token' && /NO_SCOPE/.test(reason.supply ?? '') && limits.includes('no-scope'))
    return 'no-scope';
  const wholeSection =
    sectionByCode.includes(reason.code) ||
    (reason.code === 'no-token' && /_PRODUCTS=/.test(reason.supply ?? ''));
  return wholeSection && limits.includes(section) ? section : undefined;
}

function place(limit: string): number {
  const section = /^4\.(\d+)$/.exec(limit)?.[1];
  if (section !== undefined) return Number(section);
  return 100 + ['other-project', 'minted-scopes', 'no-scope', 'key', 'action-effect'].indexOf(limit);
}
