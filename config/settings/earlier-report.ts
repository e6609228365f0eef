import type { ComparedReport } from '../../clause/report.ts';
import { mostNesting } from '../input/json-file.ts';
import { breachOfJson } from '../../wire/json/json-flaw.ts';
import { membersOf, plainJson } from '../../wire/json/plain-json.ts';
import { refused, type SettingReader } from './values.ts';

/** The report for the comparison, if one is named. @throws ConfigurationError for a file that is no report */
export function readEarlierReport(reader: SettingReader): ComparedReport | undefined {
  const file = reader.file('AGAINST');
  if (file === undefined) return undefined;
  const report = parsed(file.text);
  if (isReport(report)) return report;
  throw refused(
    reader.given,
    'AGAINST',
    'Keep the conformance.json of an earlier run, and name it here.',
    `a file that is not a report of this suite, ${file.path}`,
  );
}

function parsed(text: string): unknown {
  const breach = breachOfJson(text, { levels: mostNesting, values: Infinity });
  return breach === undefined ? plainJson(text) : undefined;
}

/** The parts that a comparison reads: reports of other versions may have unknown members. */
function isReport(value: unknown): value is ComparedReport {
  const report = membersOf(value);
  const { clauses } = report;
  return (
    report['schemaVersion'] === 1 &&
    isText(membersOf(report['suite'])['version']) &&
    isText(membersOf(report['target'])['baseUrl']) &&
    ['id', 'startedAt', 'depth'].every((name) => isText(membersOf(report['run'])[name])) &&
    Array.isArray(clauses) &&
    clauses.every((clause: unknown) =>
      ['id', 'level', 'verdict', 'blocks', 'statement'].every((name) => isText(membersOf(clause)[name])),
    )
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
