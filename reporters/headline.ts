import { runMark } from '../clause/mark.ts';
import type { Report, ReportedClause } from '../clause/report.ts';
import { readingsOf } from '../clause/reported/readings.ts';
import { selection, preventsConformant, wasNeverSeen, type Ground } from '../clause/verdict.ts';
import { hasPassedGate, readOnlyShare, readsInWords } from './read-only/read-only-lines.ts';
import { waivedAs, waiversInShort } from './waivers/waiver-lines.ts';
import { oddAnswers } from './odd-answers.ts';
import { counted, duration, grouped } from './text-layout.ts';
import { untrusted } from './names/untrusted.ts';

/** The verdict with its limits, and with a note if it concerns no vendor: `CONFORMANT (without: 4.14, 4.15)`. */
export function headline(report: Report): string {
  const limits = limitsOf(report);
  return [
    report.verdict,
    ...(limits.length === 0 ? [] : [`(${limits.join('; ')})`]),
    ...aboutReference(report),
  ].join(' ');
}

/** The limits of the verdict. */
export function limitsOf(report: Report): readonly string[] {
  const { scope, run, clauses, evidence } = report;
  const part = selection({ selected: selectedOf(clauses), evidence: selectedOf(evidence) });
  const waived = waiversInShort(report);
  const share = readOnlyShare(report);
  return [
    ...(share === undefined ? [] : [`READ-ONLY ${share}`]),
    ...(run.interrupted ? [interruption(run)] : []),
    ...(part === undefined ? [] : [part]),
    ...(scope.without.length > 0 ? [`without: ${scope.without.join(', ')}`] : []),
    ...declaredReadings(report),
    ...(waived === undefined ? [] : [waived]),
  ];
}

/** The declarations of the vendor that limit the verdict; older reports have none of them. */
function declaredReadings({ scope, clauses }: Report): readonly string[] {
  const omits = scope.recordsOmit;
  const { readings = readingsOf(clauses, omits === undefined ? {} : { records: { omits } }) } = scope;
  return readings.length === 0 ? [] : [`declared: ${readings.join(', ')}`];
}

/** Every verdict about the suite's own reference or mock states this: it belongs to no implementation. */
export function aboutReference({ target }: Pick<Report, 'target'>): readonly string[] {
  if (target.mock === true) return ['of a mock'];
  return target.embedded ? ['of the embedded reference'] : [];
}

function interruption({ stoppedAfter, stoppedAfterSeconds }: Report['run']): string {
  if (stoppedAfterSeconds !== undefined) return `stopped after ${stoppedAfterSeconds} s`;
  return stoppedAfter === undefined
    ? 'interrupted'
    : `stopped after ${counted(stoppedAfter, 'failing clause')}`;
}

/** The target. */
export function targetName({ target }: Report): string {
  const { name, version, vendor } = target.implementation ?? {};
  const named = [name, version]
    .flatMap((part) => (part === undefined ? [] : [untrusted(part).alone()]))
    .join(' ');
  return [
    target.embedded
      ? `the embedded reference${target.baseUrl === '' ? '' : ` at ${target.baseUrl}`}`
      : `${target.mock === true ? 'a mock at ' : ''}${target.baseUrl}`,
    `project ${target.projectKey}`,
    ...(named === '' ? [] : [named]),
    ...(vendor === undefined ? [] : [`by ${untrusted(vendor).alone()}`]),
  ].join(', ');
}

/** How many MUST clauses pass, apply (`of`), and were never seen. */
export function mustCounts({ clauses, counts: { must } }: Report) {
  const chosen = clauses.filter((clause) => clause.level === 'MUST' && wasSelected(clause));
  const unseen = chosen.filter(wasNeverSeen).length;
  return { pass: must.pass, of: chosen.length - must['not-applicable'], unseen };
}

/** ` (2 never seen)` for two clauses that were never seen; else nothing. */
export function neverSeenInShort({ unseen }: Pick<ReturnType<typeof mustCounts>, 'unseen'>): string {
  return unseen === 0 ? '' : ` (${unseen} never seen)`;
}

/** Counts that add up to all clauses; clauses that do not apply are counted separately. */
export function tally(report: Report): string {
  if (isBlank(report)) return 'nothing was tested';
  const { clauses, counts } = report;
  const { must, should, open, declared } = counts;
  const declarations = clauses.filter((clause) => clause.level === 'DECLARED' && wasSelected(clause)).length;
  const owed = declarations - declared['not-applicable'];
  const undecided = owed - declared.pass - declared.fail;
  const musts = mustCounts(report);
  const away = must['not-applicable'];
  const missing = must.total - musts.of - away;
  const short = [
    [must.fail, 'fail'],
    [must.error, 'ended in a suite error'],
    [must.inconclusive, 'undecided'],
    [must['not-tested'] - musts.unseen - missing, 'not tested'],
  ] as const;
  const kept = [
    `${declared.pass}/${owed} declarations kept`,
    ...(declared.fail > 0 ? [`${declared.fail} broken`] : []),
    ...(undecided > 0 ? [`${undecided} not decided`] : []),
  ];
  const { readOnly } = report.scope;
  const passed = `${musts.pass}/${musts.of} MUST pass${neverSeenInShort(musts)}`;
  return [
    ...(readOnly === undefined ? [] : [readsInWords(report, readOnly).join(', ')]),
    (readOnly === undefined
      ? [passed, ...short.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)]
      : [passed]
    ).join(', ') + (away > 0 ? ` (not counted: ${away} not applicable)` : ''),
    `${should.warn} SHOULD warn`,
    `${counted(open.observed, 'open point')} observed`,
    ...(declarations > 0 ? [kept.join(', ')] : []),
  ].join('; ');
}

/** Whether the run judged no clause, because it ended before or selected none. Counts by section would be empty. */
export function isBlank({ clauses, run }: Report): boolean {
  return clauses.every(({ verdict, reason, premise }) => {
    if (verdict === 'not-applicable') return true;
    if (verdict !== 'not-tested' && verdict !== 'inconclusive') return false;
    return unasked.includes(reason?.code ?? '') || (run.aborted !== undefined && premise === 0);
  });
}

/** Whether at least one clause was judged: met, broken, observed, or tested without a decision. */
export function hasJudged({ clauses, run }: Pick<Report, 'clauses' | 'run'>): boolean {
  return clauses.some(({ verdict, reason, premise }) => {
    if (verdict !== 'inconclusive') return decided.includes(verdict);
    return !unasked.includes(reason?.code ?? '') && (run.aborted === undefined || premise > 0);
  });
}

/** Whether the run had nothing to judge, and so sent nothing: `-t` matches no clause. */
export function hasSelectedNone({ clauses, evidence, run }: Report): boolean {
  return run.requests === 0 && clauses.length > 0 && ![...clauses, ...evidence].some(wasSelected);
}

const decided: readonly string[] = ['pass', 'fail', 'warn', 'observed'];

const unasked: readonly string[] = ['unreachable', 'stopped', 'not-selected', 'out-of-scope'];

function selectedOf(all: readonly Pick<ReportedClause, 'reason'>[]) {
  return { count: all.filter(wasSelected).length, of: all.length };
}

/** Whether the run was to judge the clause at all. */
export function wasSelected({ reason }: Pick<ReportedClause, 'reason'>): boolean {
  return reason?.code !== 'not-selected';
}

/** Reasons for the verdict that concern no single clause, and are not in the headline. */
export function circumstances(report: Report): readonly string[] {
  return reasonsBut(report, ['clause', 'read-only', 'selection', 'interrupted']);
}

/** Reasons for the verdict that concern the run as a whole, and no single clause. */
export function runReasons(report: Report): readonly string[] {
  // A gate on reads demands only what reads decide.
  return reasonsBut(report, [
    'clause',
    ...(hasPassedGate(report) ? ['read-only' as const] : []),
    // Events are no reasons of their own: they explain why clauses are undecided.
    ...(isAllWaived(report) ? ['event' as const] : []),
  ]);
}

/** Every fail and every undecided clause has an owner. */
function isAllWaived(report: Report): boolean {
  return (
    report.waivers !== undefined &&
    report.clauses.every((clause) => !preventsConformant(clause) || waivedAs(report, clause) !== undefined)
  );
}

function reasonsBut(
  { reasons, grounds = [] }: Report,
  left: readonly (Ground['kind'] | undefined)[],
): readonly string[] {
  return reasons.filter((_, at) => !left.includes(grounds[at]?.kind));
}

/** Requests, time and the means to repeat the run. */
export function runFacts(report: Report): readonly string[] {
  const { run, suite } = report;
  const { judge } = suite;
  const judgedBy = judge === undefined ? '' : `judge ${judge.slice(0, 'sha256:'.length + 12)}, `;
  return [
    `${counted(run.requests, 'request')} in ${duration(run.durationMs)}, up to ${run.concurrency} at once, ` +
      `up to ${grouped(run.longestChain)} one after the other${run.shards > 1 ? `, ${run.shards} shards` : ''}`,
    `depth ${run.depth}, seed ${run.seed}, run ${run.id}, which marks its texts with ${runMark(run.id)}`,
    `started ${run.startedAt}, Node ${run.node}`,
    `${suite.name} ${suite.version}, ${judgedBy}contract sha256 ${suite.contract.sha256.slice(0, 12)}`,
    ...oddAnswers(report),
  ];
}
