import { inBlocks, type FindingBlock } from '../blocks/same-exchange.ts';
import type { Report, ReportedClause } from '../report.ts';
import type { Cause } from './cause.ts';

/** A cause as reports show it: the clause that shows it best, and the clauses that depend on it. */
export interface CauseBlock extends FindingBlock {
  /** The mistake, and the figures behind it; absent if only the clause names it. */
  readonly rule?: { readonly name: string; readonly told: string };
  /** Clauses that are undecided because of this cause. */
  readonly waiting: readonly ReportedClause[];
}

/** The causes of some violated clauses, in report order; without causes, the clauses that share an exchange. */
export function blocksOf(
  { causes, clauses }: Pick<Report, 'causes' | 'clauses'>,
  among: readonly ReportedClause[],
): readonly CauseBlock[] {
  const waiting = (ids: readonly string[]): readonly ReportedClause[] =>
    clauses.filter(
      ({ verdict, reason }) =>
        (verdict === 'inconclusive' || verdict === 'not-tested') &&
        reason?.claims?.some((claim) => claim.kind === 'waits-for' && ids.includes(claim.clause)) === true,
    );
  const known = causes ?? inBlocks(among).map((block) => asCause(block));
  const byId = new Map(among.map((clause) => [clause.id, clause]));
  return known.flatMap((cause) => {
    const { id, told, alike } = cause;
    const all = clausesOf(cause);
    const [clause, ...further] = all.flatMap((one) => byId.get(one) ?? []);
    if (clause === undefined) return [];
    const isAlike = (one: ReportedClause): boolean => alike.includes(one.id);
    const rule = told === undefined ? {} : { rule: { name: id, told } };
    const others = further.filter((one) => !isAlike(one));
    return [{ clause, others, alike: further.filter(isAlike), ...rule, waiting: waiting(all) }];
  });
}

/** The number of causes, and the number of clauses that they break: `2 causes, 5 clauses`. */
export function causesInWords(
  report: Pick<Report, 'causes' | 'clauses'>,
  clauses: readonly ReportedClause[],
): string {
  const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  return `${counted(blocksOf(report, clauses).length, 'cause')}, ${counted(clauses.length, 'clause')}`;
}

/** A clause by itself. */
export function blockOf(clause: ReportedClause): CauseBlock {
  return { clause, others: [], alike: [], waiting: [] };
}

/** The text that names a clause's cause: `cause 1 of 6, 4.10: compares versions with <: expected …`. */
export function ofCause(
  { causes = [] }: Pick<Report, 'causes'>,
  { id }: ReportedClause,
  text: string,
): string {
  const at = causes.findIndex((cause) => clausesOf(cause).includes(id));
  const cause = causes[at];
  if (cause === undefined || (cause.told === undefined && clausesOf(cause).length === 1)) return text;
  return `cause ${at + 1} of ${causes.length}, ${cause.id}: ${text}`;
}

/** Every clause of a cause, first the clause that shows it best. */
export function clausesOf({ lead, others, alike }: Cause): readonly string[] {
  return [lead, ...others, ...alike];
}

/** The cause of a block, by the ids of its clauses; the first id is its name if the mistake has none. */
export function asCause(
  { clause: { id }, others, alike }: FindingBlock,
  name: Pick<Cause, 'id' | 'told'> = { id },
): Cause {
  const ids = (all: readonly ReportedClause[]): readonly string[] => all.map((one) => one.id);
  return { ...name, lead: id, others: ids(others), alike: ids(alike) };
}
