import type { Report, ReportedClause } from '../../clause/report.ts';
import { isToFillIn, namesOf, type Asked } from '../../clause/supplied-members.ts';
import { coreSections } from '../../contract/traits.ts';
import { isMissing, requestsOf } from '../operations/operation-rows.ts';
import { inOrder, limitLine, withoutSetting } from './limit-for.ts';

/** Blocking clauses with the same reason, and the operator's remedy. */
export interface OpenReason {
  readonly code: string;
  readonly supply?: string;
  readonly asks?: Asked;
  /** A remedy that is no setting, in place of a line: facts that only the operator knows, or an operation to write. */
  readonly question?: string;
  /** What the operator is asked for; absent if an operation has to be written. */
  readonly asked?: string;
  /** Sections without any existing operation. */
  readonly missing?: readonly string[];
  /** Lines with the settings without which the answer settles nothing. */
  readonly besides?: readonly string[];
  readonly clauses: readonly ReportedClause[];
}

/** The writes for which the advice asks for consent. */
export function consentsIn(asks: Asked | undefined): readonly string[] {
  return asks?.settings?.['CONFORMANCE_CONSENT']?.split(',') ?? [];
}

/** The setting that gives consent to all of these writes. */
export function consentLine(names: readonly string[]): string {
  return `CONFORMANCE_CONSENT=${[...new Set(names)].join(',')}`;
}

/** The line without a limit in its place, because limits are stated together. */
function supplyOf(asks: Asked, { scope }: Report): string {
  const consents = consentsIn(asks);
  // The user replaces earlier consents by pasting the line.
  if (consents.length > 0) return consentLine([...(scope.consent ?? []), ...consents]);
  if (asks.inProfile !== true) return asks.line;
  const [members = '', ...settings] = asks.line.split(/ and (?=CONFORMANCE_)/);
  // Names the profile as the place of a member, which users without a profile cannot know.
  return [`${members} in the profile`, ...settings].join(', and ');
}

/** Blocking clauses by their own reason, or by the reason for which they wait; the largest group first. */
export function openReasons(blocking: readonly ReportedClause[], report: Report): readonly OpenReason[] {
  const found = new Map<string, OpenReason>();
  // Sections of which no operation exists.
  const absent = inOrder(blocking.map(({ section }) => section).filter((one) => isMissing(report, one)));
  const toWrite = absent.filter(isCore);
  const missing = inOrder([
    ...blocking.flatMap(({ reason }) => reason?.asks?.settings?.[withoutSetting] ?? []),
    ...absent.filter((section) => !isCore(section)),
  ]);
  const leftOut = { supply: limitLine([...report.scope.without, ...missing]), missing };
  const written = { question: `write ${requestsOf(report, toWrite)}`, missing: toWrite };
  for (const clause of blocking) {
    // A clause is settled by the remedy for the clause that it waits for.
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

/** Asks for a missing observation in the form of the answer. */
function answeredBy(asks: Asked | undefined, supply: string | undefined): Partial<OpenReason> {
  if (asks === undefined || supply === undefined) return {};
  const { profile } = asks;
  if (profile === undefined || !isToFillIn(profile)) return { supply, asks };
  const asked = namesOf(profile);
  const besides = Object.entries(asks.settings ?? {}).map(([name, value]) => `${name}=${value}`);
  return { question: `what is ${asked}? state it as ${supply}`, asked, besides };
}

/** The last clause in the chain of clauses that wait for another clause. */
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
