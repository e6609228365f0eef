import type { ReportedClause } from '../report.ts';
import type { Finding, Step } from '../sample.ts';

/** The step at fault of a finding, and the id of its exchange, which other findings use too. */
function culpritOf({ story = [], exchanges }: Finding): { step: Step; key: string } | undefined {
  const culprits = story.filter(({ culprit }) => culprit);
  const [step] = culprits;
  const exchange = step === undefined ? undefined : exchanges[step.exchange];
  if (step === undefined || culprits.length > 1 || exchange?.number === undefined) return undefined;
  // Numbers begin again in each shard.
  const { request, number, answer } = exchange;
  return { step, key: JSON.stringify([number, request, answer]) };
}

/** The rank of a finding: first, how deep in the body it names the place; then, how short its story is. */
function directness(finding: Finding, { pointer, at }: Step): readonly number[] {
  const depth = pointer === undefined ? 0 : pointer.split('/').length;
  return [depth, at === undefined ? 0 : 1, -finding.exchanges.length];
}

function isMoreDirect(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** Joins clauses that one exchange violates: findings of all but the most direct clause name that clause. */
export function tellOnce(clauses: readonly ReportedClause[]): readonly ReportedClause[] {
  const speakers = new Map<string, { readonly id: string; readonly rank: readonly number[] }>();
  for (const { id, verdict, findings } of clauses)
    for (const finding of verdict === 'fail' ? findings : []) {
      const culprit = culpritOf(finding);
      if (culprit === undefined) continue;
      const rank = directness(finding, culprit.step);
      const former = speakers.get(culprit.key);
      if (former === undefined || isMoreDirect(rank, former.rank)) speakers.set(culprit.key, { id, rank });
    }
  const told = ({ id }: ReportedClause, finding: Finding): Finding => {
    const key = culpritOf(finding)?.key;
    const speaker = key === undefined ? undefined : speakers.get(key)?.id;
    return speaker === undefined || speaker === id ? finding : { ...finding, sameExchangeAs: speaker };
  };
  return clauses.map((clause) =>
    clause.verdict === 'fail'
      ? { ...clause, findings: clause.findings.map((finding) => told(clause, finding)) }
      : clause,
  );
}

/** One block of a report: a clause, and the clauses joined to it. */
export interface FindingBlock {
  readonly clause: ReportedClause;
  /** All clauses that the shown exchange violates. */
  readonly others: readonly ReportedClause[];
  /** The same obligation at further operations, broken in the same way. */
  readonly alike: readonly ReportedClause[];
}

/** Each clause, with clauses whose findings all show its exchange, and with the same clause at other operations. */
export function inBlocks(clauses: readonly ReportedClause[]): readonly FindingBlock[] {
  const speakerOf = ({ findings: [first, ...rest] }: ReportedClause): string | undefined => {
    const id = first?.sameExchangeAs;
    const isWhole = rest.every(({ sameExchangeAs }) => sameExchangeAs !== undefined);
    const speaker = clauses.find((clause) => clause.id === id);
    // A clause that is joined to another has no block of its own.
    return isWhole && speaker?.findings[0]?.sameExchangeAs === undefined ? speaker?.id : undefined;
  };
  const othersOf = new Map<string, ReportedClause[]>();
  for (const clause of clauses) {
    const speaker = speakerOf(clause);
    if (speaker !== undefined) othersOf.set(speaker, [...(othersOf.get(speaker) ?? []), clause]);
  }
  const blocks: (FindingBlock & { readonly alike: ReportedClause[] })[] = [];
  const firsts = new Map<string, ReportedClause[]>();
  for (const clause of clauses) {
    if (speakerOf(clause) !== undefined) continue;
    const others = othersOf.get(clause.id) ?? [];
    const kind = `${kindOf(clause)} ${clause.findings[0]?.deviation?.kind}`;
    const alike = others.length === 0 ? firsts.get(kind) : undefined;
    if (alike !== undefined) {
      alike.push(clause);
      continue;
    }
    const block = { clause, others, alike: [] as ReportedClause[] };
    blocks.push(block);
    if (!firsts.has(kind)) firsts.set(kind, block.alike);
  }
  return blocks;
}

/** The kind of `4.5/refused-without-token` is `refused-without-token`; any other clause is a kind of its own. */
function kindOf({ id }: ReportedClause): string {
  return /^4\.\d+\/(.*)$/.exec(id)?.[1] ?? id;
}
