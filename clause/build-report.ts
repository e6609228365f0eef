import { askedForWhatIsKept } from './reported/kept-resources.ts';
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
import { exitCode, preventsConformant, stateVerdict, wasNeverSeen, type ExitCode } from './verdict.ts';

/** Findings of one clause that a report shows; one server may break a clause at every exchange. */
const mostFindings = 25;

/**
 * Makes the report of a run: every clause of the register in document order, including unjudged clauses, the verdict
 * over them, and the exit code. Pure; throws nothing.
 */
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
  const clauses = askedForWhatIsKept(told, input).map(withAsked);
  const reads = means === undefined ? undefined : readOnlyScope(clauses, register, means);
  const causes = causesOf(clauses, record?.probes ?? []);
  const isGate = settings.readOnly?.gate === true;
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
      trouble: largestTrouble(record?.weather, {
        requests: record?.requests ?? 0,
        open: clauses.filter((clause) => preventsConformant(clause) && clause.verdict !== 'fail'),
      }),
    }),
    mistakes: record?.mistakes ?? [],
    events: record?.weather?.events ?? [],
    ...(reads === undefined ? {} : { readOnly: readOnlyReason(reads, clauses.filter(isBeyondReads).length) }),
    harnessErrors,
  });
  const made: Report = {
    schemaVersion: 1,
    suite,
    target,
    run: {
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
      ...defined({ stoppedAfter: record?.stoppedAfter, stoppedAfterSeconds: record?.stoppedAfterSeconds }),
      shards: run.shards,
      ...defined({
        aborted: aborted?.cause,
        validated: record?.validated,
        races: record?.races,
        raced: record?.raced,
        waits: record?.waits,
        weather: record?.weather,
        timeline: record?.timeline,
        shardTimelines: record?.shardTimelines,
      }),
    },
    verdict,
    scope: {
      without: settings.without,
      neverSeen: neverSeen(clauses, record?.neverSeen ?? []),
      suspects: clauses.filter(({ suspect }) => suspect).length,
      ...defined({
        restedMs: record?.restedMs,
        recordsOmit: input.profile?.records?.omits,
        consent: settings.consent,
        headers: settings.headers,
        tokens: settings.tokens,
      }),
      readings: readingsOf(clauses, input.profile),
      ...(reads === undefined ? {} : { readOnly: { ...reads, ...(isGate ? { gate: true } : {}) } }),
    },
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
  const report: Report = {
    ...made,
    ...(input.against === undefined ? {} : { against: compareReports(input.against, made) }),
    ...defined({ waivers }),
  };
  const harnessError = harnessErrors.length > 0 || clauses.some((clause) => clause.verdict === 'error');
  const readsStand = isGate && reads !== undefined && isWhole && (record?.mistakes ?? []).length === 0;
  const facts = {
    harnessError,
    // A pattern that selects nothing is no run to let pass.
    allowIncomplete: settings.allowIncomplete && input.selected.size > 0,
    ...defined({ aborted: aborted?.cause }),
    ...(report.against === undefined ? {} : { gate: { worse: gotWorse(unwaived(report.against, waivers)) } }),
    ...(readsStand ? { readsPass: reads.pass > 0 && reads.pass === reads.decidable } : {}),
    ...(waivers === undefined
      ? {}
      : {
          waived: {
            ...waivedOf(waivers, report, harnessError),
            ...(readsStand ? { elseBlocks: harnessError || reads.decided < reads.decidable } : {}),
          },
        }),
  };
  return { report, exitCode: exitCode(verdict, facts) };
}

/** Everything was to be judged, and the run came to its end. */
function cameToItsEnd({ record, selected, evidence }: ReportInput, { clauses }: Report): boolean {
  return (
    record !== undefined &&
    !record.interrupted &&
    record.aborted === undefined &&
    clauses.every(({ id }) => selected.has(id)) &&
    evidence.every(({ name }) => selected.has(name))
  );
}

function isBeyondReads({ level, reason }: ReportedClause): boolean {
  return (level === 'MUST' || level === 'DECLARED') && reason?.code === 'read-only';
}

function unjudgedFor(reason: Reason, verdict: ClauseVerdict = 'not-tested'): Judgement {
  return { verdict, reason, premise: 0, checks: 0, suspect: false, findings: [] };
}

function judgementOf(entry: RegisterEntry, input: ReportInput): Judgement {
  const judged = input.judgements.get(entry.id);
  if (judged === undefined) return whyUnjudged(entry.id, entry.limits ?? [], input);
  return judged.reason?.code === 'out-of-scope' ? outOfScope(judged) : judged;
}

/** A clause by its id, or evidence by its name. */
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

/** An observation that the profile declares and the run confirms is intended, and no longer suspect. */
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
  const { id, section, level, statement, field, rows, sends, causes, blocks } = entry;
  const further = judgement.findings.length - mostFindings;
  return {
    id,
    section,
    level,
    statement,
    ...defined({ sends }),
    ...(causes === undefined || judgement.findings.length === 0 ? {} : { causes }),
    ...defined({ field, rows }),
    verdict: judgement.verdict,
    ...defined({ reason: judgement.reason }),
    blocks,
    limits: entry.limits ?? [],
    premise: judgement.premise,
    checks: judgement.checks,
    suspect: judgement.suspect,
    ...defined({ suspicion: judgement.suspicion }),
    source: entry.source ?? '',
    findings: judgement.findings.toSorted(bySize).slice(0, mostFindings).map(plainFinding),
    ...(further > 0 ? { furtherFindings: further } : {}),
    ...(judgement.observed === undefined ? {} : { observed: plainValue(judgement.observed) }),
  };
}

/** The clauses that a clause waits for, as data too. */
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
  return {
    clause,
    name,
    ...defined({ draws }),
    verdict,
    ...defined({ reason }),
    minimum,
    premise,
    drawn: checks,
    held,
    checks,
  };
}

function plainFinding(finding: Finding): Finding {
  if (finding.counterexample === undefined) return finding;
  return { ...finding, counterexample: plainValue(finding.counterexample) };
}

/** Fields, and clauses about no field. */
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
