import { ofCause } from '../clause/causes/blocks.ts';
import { defined } from '../clause/defined.ts';
import Builder from 'fast-xml-builder';
import { partsInOrder, titleOf } from '../clause/document-order.ts';
import { wholeReason } from './text/open-reasons.ts';
import type { Report, ReportedClause } from '../clause/report.ts';
import { preventsConformant } from '../clause/verdict.ts';
import { isBeyondReads, readOnlyShare } from './read-only/read-only-lines.ts';
import { waivedAs } from './waivers/waiver-lines.ts';
import { headline, runReasons } from './headline.ts';
import { observedInWords } from './observed.ts';
import { plainFinding } from './text-findings.ts';
import { visible } from './visible.ts';

interface Case {
  readonly '@classname': string;
  readonly '@name': string;
  readonly '@time': string;
  readonly failure?: JunitOutcome;
  readonly error?: JunitOutcome;
  readonly skipped?: Pick<JunitOutcome, '@message'>;
  readonly 'system-out'?: string;
}

type JunitOutcome = Readonly<Record<'@message' | '@type' | '#text', string>>;

/**
 * The report as JUnit XML: a suite per section, a case per clause, and a case for the run. That case has the whole
 * time, since clauses run side by side. Only obstacles to exit code 0 are failures or errors; waived fails are skipped.
 */
export function asJunit(report: Report): string {
  const sections = [...new Set([...partsInOrder, ...report.clauses.map(({ section }) => section)])];
  const suites = [
    suite('run', [runCase(report)], report),
    ...sections.flatMap((section) => {
      const clauses = report.clauses.filter((clause) => clause.section === section);
      const cases = clauses.map((clause) => caseOf(clause, report));
      return cases.length === 0 ? [] : [suite(section, cases, report)];
    }),
  ];
  const sum = (of: (one: Suite) => number): number => suites.reduce((total, one) => total + of(one), 0);
  const builder = new Builder({
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    suppressBooleanAttributes: false,
    suppressEmptyNode: true,
    format: true,
  });
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': inXml(headline(report)),
      '@tests': sum((one) => one['@tests']),
      '@failures': sum((one) => one['@failures']),
      '@errors': sum((one) => one['@errors']),
      '@time': seconds(report.run.durationMs),
      testsuite: suites,
    },
  });
}

type Suite = ReturnType<typeof suite>;

function suite(name: string, cases: readonly Case[], report: Report) {
  const { run, suite: own, target } = report;
  const count = (member: 'failure' | 'error' | 'skipped'): number =>
    cases.filter((one) => one[member] !== undefined).length;
  const properties = defined({
    verdict: report.verdict,
    readOnly: readOnlyShare(report),
    without: report.scope.without.join(','),
    serverErrors: String(run.weather?.serverErrors ?? 0),
    target: target.embedded ? 'embedded reference' : target.baseUrl,
    depth: run.depth,
    seed: String(run.seed),
    suite: `${own.name} ${own.version}`,
    'contract.sha256': own.contract.sha256,
    part: titleOf(name),
  });
  return {
    '@name': inXml(name),
    '@tests': cases.length,
    '@failures': count('failure'),
    '@errors': count('error'),
    '@skipped': count('skipped'),
    '@time': name === 'run' ? seconds(run.durationMs) : '0',
    '@timestamp': inXml(run.startedAt.slice(0, 19)),
    properties: {
      property: Object.entries(properties).map(([key, value]) => ({ '@name': key, '@value': inXml(value) })),
    },
    testcase: cases,
  };
}

/** The case of the run: why it ended early, and problems that concern no single clause. */
function runCase(report: Report): Case {
  const { run } = report;
  const own = runReasons(report);
  const base = { '@classname': 'run', '@name': 'the run comes to its end', '@time': seconds(run.durationMs) };
  const [first] = own;
  if (first === undefined) return base;
  const text = own.map((reason) => inXml(reason)).join('\n');
  return {
    ...base,
    error: { '@message': inXml(first), '@type': inXml(run.aborted ?? 'incomplete'), '#text': text },
  };
}

function caseOf(clause: ReportedClause, report: Report): Case {
  return {
    '@classname': inXml(classnameOf(clause.section, clause.id)),
    '@name': inXml(clause.id),
    '@time': '0',
    ...outcomeOf(clause, report),
  };
}

function outcomeOf(clause: ReportedClause, report: Report): Partial<Case> {
  const { verdict, level, findings, reason } = clause;
  const [finding] = findings;
  const block = (): string => plainFinding(clause).map(inXml).join('\n');
  const waived = waivedAs(report, clause);
  if (waived !== undefined)
    return {
      skipped: { '@message': inXml(waived) },
      'system-out': verdict === 'fail' ? block() : inXml(wholeReason(clause)),
    };
  if (verdict === 'fail') {
    const broken = finding === undefined ? 'violated' : `expected ${finding.expected}, got ${finding.got}`;
    const message = ofCause(report, clause, broken);
    return { failure: { '@message': inXml(message), '@type': inXml(level), '#text': block() } };
  }
  if (verdict === 'pass') return {};
  if (verdict === 'warn') return { 'system-out': `a recommendation is not followed\n${block()}` };
  if (verdict === 'observed') return { 'system-out': inXml(observedInWords(clause)) };
  const message = inXml(wholeReason(clause));
  const isBeside = !preventsConformant(clause) || isBeyondReads(report, clause);
  if (verdict !== 'error' && isBeside) return { skipped: { '@message': message } };
  const type = verdict === 'error' ? 'suite error' : `${verdict}: ${reason?.code ?? ''}`;
  return {
    error: { '@message': message, '@type': inXml(type), '#text': `${inXml(clause.statement)}\n${message}` },
  };
}

/** `4.10 4.10/conflict-on-mismatch`, as in vitest's JUnit. Never renamed, because it identifies cases in histories. */
export function classnameOf(section: string, clause: string): string {
  return `${section} ${clause}`;
}

/** A text on one line, without characters that XML does not allow. */
function inXml(text: string): string {
  return visible(text, 2_000).replace(
    /[\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
