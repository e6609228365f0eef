import { createHash } from 'node:crypto';
import type { ComparedReport, Comparison, ReportedClause } from '../report.ts';
import { isDemanded, preventsConformant } from '../verdict.ts';

/**
 * The changes since another report. Worse are new fails, and MUST clauses and declarations that are no longer
 * decided, no longer in the register, or now out of scope.
 */
export function compareReports(before: ComparedReport, now: ComparedReport): Comparison {
  const former = new Map(before.clauses.map((clause) => [clause.id, clause]));
  const current = new Map(now.clauses.map((clause) => [clause.id, clause]));
  const compared = now.clauses.filter(
    (clause) => isDemanded(clause) && clause.reason?.code !== 'not-selected',
  );
  const idsOf = (clauses: readonly ReportedClause[], isMeant: (clause: ReportedClause) => boolean) =>
    clauses.filter(isMeant).map(({ id }) => id);
  const was = ({ id }: ReportedClause) => stateOf(former.get(id));
  return {
    run: before.run.id,
    startedAt: before.run.startedAt,
    differs: differences(before, now).map(({ text }) => text),
    newlyFailing: idsOf(compared, (clause) => stateOf(clause) === 'broken' && was(clause) !== 'broken'),
    newlyUndecided: idsOf(compared, (clause) => stateOf(clause) === 'open' && was(clause) === 'settled'),
    vanished: [
      ...idsOf(before.clauses, ({ id, level }) => level === 'MUST' && !current.has(id)),
      ...idsOf(compared, (clause) => isLeftOut(clause) && wasJudged(former.get(clause.id))),
    ],
    // A clause that is now left out, or whose premise never occurs now, is neither fixed nor newly decided.
    fixed: idsOf(compared, (clause) => clause.verdict === 'pass' && was(clause) === 'broken'),
    newlyDecided: idsOf(compared, (clause) => clause.verdict === 'pass' && was(clause) === 'open'),
  };
}

/** How a comparison got worse: a new fail, or a result that is no longer known; false if neither. */
export function gotWorse(comparison: Comparison): 'failing' | 'unknown' | undefined {
  if (comparison.newlyFailing.length > 0) return 'failing';
  const unknown = comparison.newlyUndecided.length + comparison.vanished.length;
  return unknown > 0 ? 'unknown' : undefined;
}

/** Hash of the statements in the register, without declared choices: they belong to the profile. */
function registerDigest(clauses: ComparedReport['clauses']): string {
  const stated = clauses
    .filter(({ level }) => level !== 'DECLARED')
    .map(({ id, level, blocks, statement }) => [id, level, blocks, statement])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
  return createHash('sha256').update(JSON.stringify(stated)).digest('hex');
}

function stateOf(clause: ReportedClause | undefined): 'broken' | 'open' | 'settled' | undefined {
  if (clause === undefined || clause.reason?.code === 'not-selected') return undefined;
  if (clause.verdict === 'fail') return 'broken';
  return preventsConformant(clause) ? 'open' : 'settled';
}

function wasJudged(clause: ReportedClause | undefined): boolean {
  return clause?.verdict === 'pass' || clause?.verdict === 'fail';
}

/** A limit or a declaration has excluded a clause that was tested before. */
function isLeftOut({ level, verdict }: ReportedClause): boolean {
  return level === 'MUST' && verdict === 'not-applicable';
}

/** Differences other than the implementation that may have changed the outcome, in words. */
export function differences(
  before: ComparedReport,
  now: ComparedReport,
): readonly { readonly what: string; readonly text: string }[] {
  const target = ({ target: { embedded, baseUrl, projectKey } }: ComparedReport): string =>
    embedded ? 'the embedded reference' : `${baseUrl}, project ${projectKey}`;
  const profile = ({ target: { profileSha256 } }: ComparedReport): string =>
    profileSha256 === undefined ? 'none' : profileSha256.slice(0, 12);
  const scope = ({ scope: told }: ComparedReport): string =>
    told === undefined || told.without.length === 0 ? 'everything' : `without ${told.without.join(', ')}`;
  const contract = ({ suite: { contract: told } }: ComparedReport): string =>
    told === undefined ? 'unknown' : `${told.title} ${told.sha256.slice(0, 12)}`;
  const suite = ({ suite: { version } }: ComparedReport): string => `suite ${version}`;
  const told = (what: string, say: (report: ComparedReport) => string | number) =>
    `different ${what}: ${say(before)} before, ${say(now)} now`;
  const compared = {
    target,
    profile,
    depth: ({ run }: ComparedReport) => run.depth,
    concurrency: ({ run }: ComparedReport) => run.concurrency,
    scope,
    contract,
  };
  const sameRegister = registerDigest(before.clauses) === registerDigest(now.clauses);
  return [
    ...Object.entries(compared).flatMap(([what, say]) =>
      say(before) === say(now) ? [] : [{ what, text: told(what, say) }],
    ),
    ...(sameRegister ? [] : [{ what: 'register', text: told('register of clauses', suite) }]),
  ];
}
