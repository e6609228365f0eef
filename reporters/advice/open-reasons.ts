import type { Report, ReportedClause } from '../../clause/report.ts';
import { isToFillIn, namesOf, type Asked } from '../../clause/supplied-members.ts';
import { coreSections } from '../../contract/traits.ts';
import { isMissing, requestsOf } from '../operations/operation-rows.ts';
import { inOrder, limitLine, withoutSetting } from './limit-for.ts';

/** Blocking clauses with one reason, and the remedy of the operator. */
export interface OpenReason {
  readonly code: string;
  readonly supply?: string;
  readonly asks?: Asked;
  /** Instead of a line, a remedy that is no setting: facts that only the operator knows, or an operation to write. */
  readonly question?: string;
  /** The question to the operator; absent if an operation is to be written. */
  readonly asked?: string;
  /** Sections without any existing operation. */
  readonly missing?: readonly string[];
  /** Settings without which the answer settles nothing, as lines. */
  readonly besides?: readonly string[];
  readonly clauses: readonly ReportedClause[];
}

/** The writes for which the advice asks for consent. */
export function consentsIn(asks: Asked | undefined): readonly string[] {
  return asks?.settings?.['CONFORMANCE_CONSENT']?.split(',') ?? [];
}

/** The setting that consents to all of these writes. */
export function consentLine(names: readonly string[]): string {
  return `CONFORMANCE_CONSENT=${[...new Set(names)].join(',')}`;
}

/** The line without the limit that could be stated in its place: limits are stated together. */
function supplyOf(asks: Asked, { scope }: Report): string {
  const consents = consentsIn(asks);
  // A user who pastes it replaces earlier consents.
  if (consents.length > 0) return consentLine([...(scope.consent ?? []), ...consents]);
  if (asks.inProfile !== true) return asks.line;
  const [members = '', ...settings] = asks.line.split(/ and (?=CONFORMANCE_)/);
  // A member belongs to the profile; a user without a profile cannot know that.
  return [`${members} in the profile`, ...settings].join(', and ');
}

/** Blocking clauses, by their reason or the reason that they wait for, the largest group first. */
export function openReasons(blocking: readonly ReportedClause[], report: Report): readonly OpenReason[] {
  const found = new Map<string, OpenReason>();
  // None of their operations exists.
  const absent = inOrder(blocking.map(({ section }) => section).filter((one) => isMissing(report, one)));
  const toWrite = absent.filter(isCore);
  const missing = inOrder([
    ...blocking.flatMap(({ reason }) => reason?.asks?.settings?.[withoutSetting] ?? []),
    ...absent.filter((section) => !isCore(section)),
  ]);
  const leftOut = { supply: limitLine([...report.scope.without, ...missing]), missing };
  const written = { question: `write ${requestsOf(report, toWrite)}`, missing: toWrite };
  for (const clause of blocking) {
    // The remedy of the clause that it waits for also settles it.
    const awaited = awaitedBy(clause, blocking);
    const { reason, section } = awaited ?? clause;
    const asks = reason?.asks;
    const isLeftOut = asks?.settings?.[withoutSetting] !== undefined || missing.includes(section);
    const how: Partial<OpenReason> = toWrite.includes(section)
      ? written
      : isLeftOut
        ? leftOut
        : answeredBy(asks, asks && supplyOf(asks, report));
    const code = reason?.code ?? (awaited ?? clause).verdict;
    // One answer settles all doubts with the same defence.
    const key = how.question ?? how.supply ?? reason?.readings?.at(1) ?? code;
    const before = found.get(key)?.clauses ?? [];
    found.set(key, { code, ...how, clauses: [...before, clause] });
  }
  const waits = (clause: ReportedClause): number => (awaitedBy(clause, blocking) === undefined ? 0 : 1);
  return [...found.values()]
    .map((one) => ({ ...one, clauses: one.clauses.toSorted((a, b) => waits(a) - waits(b)) }))
    .toSorted((a, b) => b.clauses.length - a.clauses.length);
}

function isCore(section: string): boolean {
  return coreSections.some((core) => core === section);
}

/** A missing observation is requested, in the form of its answer. */
function answeredBy(asks: Asked | undefined, supply: string | undefined): Partial<OpenReason> {
  if (asks === undefined || supply === undefined) return {};
  const { profile } = asks;
  if (profile === undefined || !isToFillIn(profile)) return { supply, asks };
  const asked = namesOf(profile);
  const besides = Object.entries(asks.settings ?? {}).map(([name, value]) => `${name}=${value}`);
  return { question: `what is ${asked}? state it as ${supply}`, asked, besides };
}

/** Follows the chain of clauses that wait for another clause, and returns the last. */
export function awaitedBy(
  { reason }: ReportedClause,
  among: readonly ReportedClause[],
  seen: readonly string[] = [],
): ReportedClause | undefined {
  const waits = reason?.claims?.find(({ kind }) => kind === 'waits-for');
  const awaited =
    waits?.kind === 'waits-for' && !seen.includes(waits.clause)
      ? among.find(({ id }) => id === waits.clause)
      : undefined;
  return awaited && (awaitedBy(awaited, among, [...seen, awaited.id]) ?? awaited);
}
