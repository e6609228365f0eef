import type { Judgement } from '../judgement.ts';
import type { Profile } from '../profile.ts';
import type { ReadMeans, ReadOnlyScope, RegisterEntry, ReportedClause } from '../report.ts';
import type { Reason } from '../sample.ts';
import { isDemanded, wasNeverSeen } from '../verdict.ts';

/** The means that a profile gives. */
export function meansGiven({ resource = {}, search }: Profile): ReadonlySet<ReadMeans> {
  const { fixture, sandbox = [], disposable = [], keySource } = resource;
  const hasId = fixture?.id !== undefined || sandbox.length + disposable.length > 0;
  const hasKey =
    (fixture?.id !== undefined && fixture.key !== undefined) || (hasId && keySource?.startsWith('body:'));
  return new Set<ReadMeans>([
    'nothing',
    ...(hasId ? (['id'] as const) : []),
    ...(hasKey === true && keySource !== 'none' ? (['key'] as const) : []),
    ...(search?.method === 'GET' ? (['search'] as const) : []),
  ]);
}

/** Verdicts that do not show whether reads can decide the clause. */
const untouched: readonly (string | undefined)[] = ['not-selected', 'out-of-scope', 'stopped', 'unreachable'];

/**
 * A judgement of a run that writes nothing: if reads cannot decide a clause, it says so, with the means to
 * decide it. If reads can decide it, it never says so: a server that prevents the decision has not passed.
 */
export function judgedByReads(
  entry: RegisterEntry,
  judgement: Judgement,
  means: ReadonlySet<ReadMeans>,
): Judgement {
  const { verdict, reason } = judgement;
  if (!isDemanded(entry)) return judgement;
  if (verdict !== 'not-tested' && verdict !== 'inconclusive') return judgement;
  if (untouched.includes(reason?.code) || wasNeverSeen({ ...entry, ...judgement })) return judgement;
  if (isWithin(entry, { ...entry, ...judgement }, means))
    return reason?.code === 'read-only' ? { ...judgement, reason: unconfirmed } : judgement;
  const { suspicion: _suspicion, ...rest } = judgement;
  return {
    ...rest,
    suspect: false,
    verdict: entry.level === 'MUST' ? 'not-tested' : verdict,
    reason: beyond(entry.readsWith),
  };
}

const unconfirmed: Reason = {
  code: 'premise-failed',
  text: 'reads did not decide it in this run: it needs a resource that the run creates',
  supply: 'CONFORMANCE_READ_ONLY=0',
};

/** Why reads do not decide a clause, and the means to decide it. */
function beyond(needs: RegisterEntry['readsWith']): Reason {
  const code = 'read-only';
  if (needs === 'search')
    return { code, text: 'the run may not write, and 4.14 is not declared to be a GET', supply: writes };
  if (needs !== undefined)
    return {
      code,
      text: `the run may not write, and no ${needs === 'key' ? 'id and key' : 'id'} of an existing resource is named`,
      supply: '"resource": {"fixture": {"id": "<id>", "key": "<key>"}}',
    };
  return { code, text: 'the run may not write', supply: writes };
}

const writes = 'CONFORMANCE_READ_ONLY=0';

/** Whether reads can decide a clause; true for each clause that they have decided. */
function isWithin(
  { readsWith }: Pick<RegisterEntry, 'readsWith'>,
  { level, blocks, verdict, reason }: Pick<ReportedClause, 'level' | 'blocks' | 'verdict' | 'reason'>,
  means: ReadonlySet<ReadMeans>,
): boolean {
  if (readsWith !== undefined && means.has(readsWith)) return true;
  if (verdict === 'pass' || verdict === 'fail' || verdict === 'error') return true;
  // The clause's case occurred, and the clause was left undecided.
  return (
    level === 'MUST' && blocks === 'when-seen' && verdict === 'inconclusive' && reason?.code !== 'read-only'
  );
}

/** Counts the blocking clauses that reads can decide. */
export function readOnlyScope(
  clauses: readonly ReportedClause[],
  register: readonly RegisterEntry[],
  means: ReadonlySet<ReadMeans>,
): ReadOnlyScope {
  const entries = new Map(register.map((entry) => [entry.id, entry]));
  const within = clauses.filter((clause) => {
    if (!isDemanded(clause) || wasNeverSeen(clause)) return false;
    const isAsked = clause.verdict !== 'not-applicable' && clause.reason?.code !== 'not-selected';
    return isAsked && isWithin(entries.get(clause.id) ?? {}, clause, means);
  });
  const pass = within.filter(({ verdict }) => verdict === 'pass').length;
  const fail = within.filter(({ verdict }) => verdict === 'fail').length;
  return { decidable: within.length, decided: pass + fail, pass };
}

/** What limits such a run, for the reasons of its verdict. */
export function readOnlyReason({ pass, decidable }: ReadOnlyScope, beyondReads: number): string {
  return `the run sent reads only: ${pass} of the ${decidable} clauses that reads can decide pass; ${beyondReads} need more than reads`;
}
