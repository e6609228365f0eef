import { askedForWhatIsKept } from './reported/kept-resources.ts';
import { askedForMoreTime } from './reported/more-time.ts';
import { readingsOf } from './reported/readings.ts';
import { defined } from './defined.ts';
import { bySize } from './reported/finding-order.ts';
import { gapsOf, uniqueEntries } from './reported/gaps.ts';
import { largestTrouble } from './reported/trouble.ts';
import { unwaived, waivedOf, waiversOf } from './reported/waived.ts';
import { tellOnce } from './blocks/same-exchange.ts';
import { causesOf } from './causes/causes.ts';
import { compareReports, gotWorse } from './compare/compare-reports.ts';
import { inDocumentOrder } from './document-order.ts';
import { clauseVerdicts, type ClauseVerdict, type Judgement, type Level } from './judgement.ts';
import { ledToTheRoute } from './missing-operations.ts';
import { plainValue } from './plain-value.ts';
import { judgedByReads, meansGiven, readOnlyReason, readOnlyScope } from './read-only/reads.ts';
import type {
  Counts,
  RegisterEntry,
  Report,
  ReportedClause,
  ReportedEvidence,
  ReportInput,
  StatedEvidence,
} from './report.ts';
import type { Finding, Reason } from './sample.ts';
import { askedBy, holdsMembers, namesOf } from './supplied-members.ts';
import {
  exitCode,
  isDemanded,
  preventsConformant,
  stateVerdict,
  wasNeverSeen,
  type ExitCode,
} from './verdict.ts';

/** Findings of one clause that a report shows; one server may break a clause at every exchange. */
const mostFindings = 25;

/** The report of a run, with every clause of the register in document order, and the exit code. Pure. */
export function buildReport(input: ReportInput): { report: Report; exitCode: ExitCode } {
  const { record, run, settings, suite } = input;
  const target = { ...input.target, ...(record?.isOfMock === true ? { mock: true as const } : {}) };
  const register = inDocumentOrder(uniqueEntries(input.register));
  const means = settings.readOnly === undefined ? undefined : meansGiven(input.profile ?? {});
  const told = ledToTheRoute(
    tellOnce(
      register.map((entry) => {
        const judged = settled(judgementOf(entry, input), input);
        const told = means === undefined ? judged : judgedByReads(entry, judged, means);
        return reported(entry, withoutWhatIsThere(told, input));
      }),
    ),
  );
  const clauses = askedForMoreTime(askedForWhatIsKept(told, input), input).map(withAsked);
  const reads = means === undefined ? undefined : readOnlyScope(clauses, register, means);
  const causes = causesOf(clauses, record?.probes ?? []);
  const isGate = settings.readOnly?.gate === true;
  const beyond = clauses.filter((clause) => isDemanded(clause) && clause.reason?.code === 'read-only');
  const harnessErrors = [...input.harnessErrors, ...gapsOf(input)];
  const aborted = record?.aborted;
  const { verdict, reasons, grounds } = stateVerdict(clauses, {
    selected: {
      count: register.filter(({ id }) => input.selected.has(id)).length,
      of: register.length,
    },
    evidence: {
      count: input.evidence.filter(({ name }) => input.selected.has(name)).length,
      of: input.evidence.length,
    },
    interrupted: record?.interrupted ?? false,
    ...defined({
      stoppedAfter: record?.stoppedAfter,
      stoppedAfterSeconds: record?.stoppedAfterSeconds,
      aborted,
      mistakes: record?.mistakes,
      events: record?.weather?.events,
      trouble: largestTrouble(record?.weather, {
        requests: record?.requests ?? 0,
        open: clauses.filter((clause) => preventsConformant(clause) && clause.verdict !== 'fail'),
      }),
      readOnly: reads && readOnlyReason(reads, beyond.length),
    }),
    harnessErrors,
  });
  const made: Report = {
    schemaVersion: 1,
    suite,
    target,
    run: defined({
      id: run.id,
      startedAt: run.startedAt,
      durationMs: run.durationMs,
      depth: settings.depth,
      seed: settings.seed,
      requests: record?.requests ?? 0,
      bytes: record?.bytes ?? { written: 0, read: 0 },
      longestChain: record?.longestChain ?? 0,
      concurrency: settings.concurrency,
      node: run.node,
      interrupted: record?.interrupted ?? false,
      stoppedAfter: record?.stoppedAfter,
      stoppedAfterSeconds: record?.stoppedAfterSeconds,
      shards: run.shards,
      aborted: aborted?.cause,
      validated: record?.validated,
      races: record?.races,
      raced: record?.raced,
      waits: record?.waits,
      weather: record?.weather,
      timeline: record?.timeline,
      shardTimelines: record?.shardTimelines,
    }),
    verdict,
    scope: defined({
      without: settings.without,
      neverSeen: neverSeen(clauses, record?.neverSeen ?? []),
      suspects: clauses.filter(({ suspect }) => suspect).length,
      restedMs: record?.restedMs,
      recordsOmit: input.profile?.records?.omits,
      consent: settings.consent,
      headers: settings.headers,
      tokens: settings.tokens,
      readings: readingsOf(clauses, input.profile),
      readOnly: reads && { ...reads, ...(isGate ? { gate: true as const } : {}) },
    }),
    ...defined({ settings: settings.inForce }),
    reasons,
    grounds,
    counts: {
      must: countOf('MUST', clauses),
      should: countOf('SHOULD', clauses),
      open: countOf('OPEN', clauses),
      declared: countOf('DECLARED', clauses),
    },
    clauses,
    ...(causes.length === 0 ? {} : { causes }),
    evidence: input.evidence.map((stated) => reportedEvidence(stated, input)),
    leftovers: record?.leftovers ?? [],
    ...defined({ operations: record?.operations }),
  };
  const isWhole = cameToItsEnd(input, made);
  const waivers = waiversOf(input, made, isWhole);
  const against = input.against && compareReports(input.against, made);
  const report: Report = { ...made, ...defined({ against, waivers }) };
  const harnessError = harnessErrors.length > 0 || clauses.some((clause) => clause.verdict === 'error');
  const readsStand = isGate && reads !== undefined && isWhole && (record?.mistakes ?? []).length === 0;
  const facts = {
    harnessError,
    // A run must not pass if its pattern selects nothing.
    allowIncomplete: settings.allowIncomplete && input.selected.size > 0,
    ...defined({
      aborted: aborted?.cause,
      gate: against && { worse: gotWorse(unwaived(against, waivers)) },
      waived: waivers && {
        ...waivedOf(waivers, report, harnessError),
        ...(readsStand ? { elseBlocks: harnessError || reads.decided < reads.decidable } : {}),
      },
    }),
    ...(readsStand ? { readsPass: reads.pass > 0 && reads.pass === reads.decidable } : {}),
  };
  return { report, exitCode: exitCode(verdict, facts) };
}

/** All clauses were selected, and the run came to its end. */
function cameToItsEnd({ record, selected, evidence }: ReportInput, { clauses }: Report): boolean {
  return (
    record !== undefined &&
    !record.interrupted &&
    record.aborted === undefined &&
    clauses.every(({ id }) => selected.has(id)) &&
    evidence.every(({ name }) => selected.has(name))
  );
}

function unjudgedFor(reason: Reason, verdict: ClauseVerdict = 'not-tested'): Judgement {
  return { verdict, reason, premise: 0, checks: 0, suspect: false, findings: [] };
}

function judgementOf(entry: RegisterEntry, input: ReportInput): Judgement {
  const judged = input.judgements.get(entry.id);
  if (judged === undefined) return whyUnjudged(entry.id, entry.limits ?? [], input);
  return judged.reason?.code === 'out-of-scope' ? outOfScope(judged) : judged;
}

/** Why a clause (by its id) or evidence (by its name) was not judged. */
function whyUnjudged(
  subject: string,
  limits: readonly string[],
  { selected, settings, record }: ReportInput,
): Judgement {
  if (!selected.has(subject)) return unjudgedFor({ code: 'not-selected', text: 'not selected for this run' });
  const limit = limits.find((name) => settings.without.includes(name));
  if (limit !== undefined)
    return unjudgedFor({ code: 'out-of-scope', text: `out of scope (${limit})` }, 'not-applicable');
  if (record?.aborted?.cause === 'unreachable')
    return unjudgedFor({ code: 'unreachable', text: record.aborted.text });
  return unjudgedFor({ code: 'stopped', text: 'the run ended before it was judged' });
}

/** A clause that was left out on purpose is not applicable, even if the choice was declared; a fail stays a fail. */
function outOfScope(judged: Judgement): Judgement {
  const undecided = judged.verdict === 'not-tested' || judged.verdict === 'inconclusive';
  return undecided ? { ...judged, verdict: 'not-applicable' } : judged;
}

/** A suspect observation that the profile declares and the run confirms is intended, so it is not suspect. */
function settled(judgement: Judgement, { judgements }: ReportInput): Judgement {
  const { suspicion, ...rest } = judgement;
  if (suspicion?.pin === undefined || judgements.get(`declared/${suspicion.pin}`)?.verdict !== 'pass')
    return judgement;
  return { ...rest, suspect: false };
}

/** The advice names only members that the profile lacks. */
function withoutWhatIsThere(judgement: Judgement, { profile }: ReportInput): Judgement {
  const { reason } = judgement;
  const asked = reason?.supply === undefined ? undefined : askedBy(reason.supply).profile;
  if (reason === undefined || asked === undefined || !holdsMembers(profile, asked)) return judgement;
  const text = `${reason.text} (the profile already has ${namesOf(asked)})`;
  return { ...judgement, reason: { code: reason.code, text } };
}

function reported(entry: RegisterEntry, judgement: Judgement): ReportedClause {
  const {
    id,
    section,
    level,
    statement,
    field,
    rows,
    sends,
    causes,
    blocks,
    limits = [],
    source = '',
  } = entry;
  const { verdict, reason, premise, checks, suspect, suspicion, findings, observed } = judgement;
  return defined({
    id,
    section,
    level,
    statement,
    sends,
    causes: findings.length === 0 ? undefined : causes,
    field,
    rows,
    verdict,
    reason,
    blocks,
    limits,
    premise,
    checks,
    suspect,
    suspicion,
    source,
    findings: findings.toSorted(bySize).slice(0, mostFindings).map(plainFinding),
    furtherFindings: findings.length > mostFindings ? findings.length - mostFindings : undefined,
    observed: observed === undefined ? undefined : plainValue(observed),
  });
}

/** The sentence names the clauses that a clause waits for; `waitsFor` has them as data. */
export function withAsked(clause: ReportedClause): ReportedClause {
  const { reason } = clause;
  return reason?.supply === undefined
    ? clause
    : { ...clause, reason: { ...reason, asks: askedBy(reason.supply) } };
}

function reportedEvidence(stated: StatedEvidence, input: ReportInput): ReportedEvidence {
  const { clause, name, limits, minimum, draws } = stated;
  const judged = input.gathered.get(name) ?? whyUnjudged(name, limits, input);
  const { verdict, reason, premise, checks, held = 0 } = judged;
  return defined({ clause, name, draws, verdict, reason, minimum, premise, drawn: checks, held, checks });
}

function plainFinding(finding: Finding): Finding {
  if (finding.counterexample === undefined) return finding;
  return { ...finding, counterexample: plainValue(finding.counterexample) };
}

/** The documented fields, and the cases of other clauses, that never occurred. */
function neverSeen(clauses: readonly ReportedClause[], noted: readonly string[]): readonly string[] {
  return [...new Set([...clauses.filter(wasNeverSeen).map(({ id, field }) => field ?? id), ...noted])];
}

function countOf(level: Level, clauses: readonly ReportedClause[]): Counts {
  const verdicts = clauses.filter((clause) => clause.level === level).map(({ verdict }) => verdict);
  const counts = clauseVerdicts.map(
    (verdict) => [verdict, verdicts.filter((one) => one === verdict).length] as const,
  );
  return { total: verdicts.length, ...(Object.fromEntries(counts) as Omit<Counts, 'total'>) };
}
