import { ofCause } from '../../clause/causes/blocks.ts';
import { defined } from '../../clause/defined.ts';
import { wholeReason } from '../text/open-reasons.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import { preventsConformant } from '../../clause/verdict.ts';
import { headline, runReasons } from '../headline.ts';
import { lostConnections, passingAnswers, serverErrors, silentRequests } from '../odd-answers.ts';
import { observedInWords } from '../observed.ts';
import { plainFinding } from '../text-findings.ts';
import { jsonText, visible } from '../visible.ts';
import { waivedAs } from '../waivers/waiver-lines.ts';
import { isBeyondReads } from '../read-only/read-only-lines.ts';

interface Case {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'other';
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus?: string;
  readonly message?: string;
  readonly trace?: string;
  readonly tags?: readonly string[];
  readonly filePath?: string;
}

/**
 * The report in the Common Test Report Format. `failed` means violated clauses alone; `other` means all other obstacles
 * to CONFORMANT. The case of the run has the whole time, since clauses run side by side.
 */
export function asCtrf(report: Report): string {
  const { run, suite, target, verdict, scope } = report;
  const tests = [runCase(report), ...report.clauses.map((clause) => caseOf(clause, report))];
  const count = (status: Case['status']): number => tests.filter((one) => one.status === status).length;
  const start = Date.parse(run.startedAt);
  const content = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    runId: run.id,
    timestamp: run.startedAt,
    generatedBy: `${suite.name} ${suite.version}`,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        start,
        stop: start + Math.round(run.durationMs),
        duration: Math.round(run.durationMs),
      },
      tests,
      environment: {
        testEnvironment: target.embedded ? 'embedded reference' : visible(target.baseUrl),
        extra: {
          verdict,
          headline: visible(headline(report)),
          ...defined({
            readOnly: scope.readOnly,
            serverErrors: serverErrors(report),
            lostConnections: lostConnections(report),
            silentRequests: silentRequests(report),
            passingAnswers: passingAnswers(report),
          }),
          without: scope.without,
          depth: run.depth,
          seed: run.seed,
          contract: suite.contract,
        },
      },
    },
  };
  return jsonText(content);
}

/** The case of the run: why it ended early, and problems that concern no single clause. */
function runCase(report: Report): Case {
  const [first, ...rest] = runReasons(report);
  const duration = Math.round(report.run.durationMs);
  const base = { name: 'the run comes to its end', duration, suite: ['run'] } as const;
  if (first === undefined) return { ...base, status: 'passed' };
  return {
    ...base,
    status: 'other',
    rawStatus: report.run.aborted ?? 'incomplete',
    message: visible(first, 2_000),
    ...(rest.length === 0 ? {} : { trace: rest.map((reason) => visible(reason)).join('\n') }),
  };
}

function caseOf(clause: ReportedClause, report: Report): Case {
  const { id, section, level, verdict, source } = clause;
  return {
    name: visible(id),
    ...outcomeOf(clause, report),
    duration: 0,
    suite: [section],
    rawStatus: verdict,
    tags: [level],
    ...(source === '' ? {} : { filePath: source }),
  };
}

function outcomeOf(clause: ReportedClause, report: Report): Pick<Case, 'status' | 'message' | 'trace'> {
  const { verdict, findings } = clause;
  const [finding] = findings;
  const told = finding && {
    message: visible(ofCause(report, clause, `expected ${finding.expected}, got ${finding.got}`), 2_000),
    trace: plainFinding(clause).join('\n'),
  };
  const waived = waivedAs(report, clause);
  if (waived !== undefined) return { status: 'skipped', ...told, message: visible(waived, 2_000) };
  if (verdict === 'fail') return { status: 'failed', ...told };
  if (verdict === 'pass') return { status: 'passed' };
  if (verdict === 'warn') return { status: 'passed', ...told };
  if (verdict === 'observed') return { status: 'passed', message: visible(observedInWords(clause), 2_000) };
  const isOpen = verdict === 'error' || (preventsConformant(clause) && !isBeyondReads(report, clause));
  return {
    status: isOpen ? 'other' : 'skipped',
    message: visible(wholeReason(clause), 2_000),
  };
}
