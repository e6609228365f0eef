import { checkHistory, type HistoryVerdict } from '../../properties/history/check-history.ts';
import { inWords } from '../../properties/history/certificate.ts';
import { HistoryError, parseHistory, validHistory, type History } from '../../properties/history/history.ts';
import { plainJson } from '../../wire/json/plain-json.ts';
import { memberOf } from '../input/member-of.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { absolute } from '../settings/sources.ts';
import { readJsonText, UnreadableFile } from '../input/text-file.ts';

/** A history from a file, with its name in messages. */
export interface SavedHistory {
  readonly name: string;
  readonly history: History;
}

/** The histories of a file, or of the findings of a report, clause by clause. @throws ConfigurationError */
export function savedHistories(cwd: string, path: string): readonly SavedHistory[] {
  const text = textOf(cwd, path);
  try {
    const found = ofReport(text, path);
    if (found === undefined) return [{ name: path, history: parseHistory(text, path) }];
    if (found.length > 0) return found;
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    const [, found = error.message, expected = 'a history'] = /: found (.*), expected (.*)$/s.exec(
      error.message,
    ) ?? [undefined, error.message];
    throw unusable(error.message.split(': found ')[0] ?? path, found, expected);
  }
  throw unusable(path, 'a report without a history in its findings', 'a history, or a report with one');
}

/** Judges a history as a run does (4.10): a violation is only behaviour that the contract rules out. */
export function judgeSaved({ history }: SavedHistory): HistoryVerdict {
  return checkHistory(history, { conflictsAreExact: false, useReads: true });
}

/** The verdict in lines for people, with the operations that prove a violation. */
export function historyLines({ name, history }: SavedHistory, verdict: HistoryVerdict): readonly string[] {
  const { certificate, missing } = verdict;
  return [
    `${name}: ${verdict.verdict} (${verdict.method})`,
    `  ${history.operations.length} operations on ${history.resource}, ${history.transport}; ` +
      `initial version ${history.initial}, ${history.calibration.moved} of ${history.calibration.of} solo updates changed it`,
    ...(certificate === undefined ? [] : [`  ${certificate.reason}: ${certificate.sentence}`]),
    ...(certificate?.operations.map((operation) => `    ${inWords(operation)}`) ?? []),
    ...(missing === undefined ? [] : [`  no verdict: ${missing}`]),
  ];
}

function textOf(cwd: string, path: string): string {
  try {
    return readJsonText(absolute(cwd, path));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw unusable(quoted(path), `a file that ${error.message}`, 'a history as JSON');
  }
}

/** The histories in the findings of a report; undefined if the text is no report. */
function ofReport(text: string, path: string): readonly SavedHistory[] | undefined {
  const clauses = memberOf(plainJson(text), 'clauses');
  if (!Array.isArray(clauses)) return undefined;
  return clauses.flatMap((clause: unknown) => {
    const findings = memberOf(clause, 'findings');
    const id = memberOf(clause, 'id');
    return (Array.isArray(findings) ? findings : []).flatMap((finding: unknown) => {
      const history = memberOf(memberOf(finding, 'counterexample'), 'history');
      const name = `${path}#${typeof id === 'string' ? id : 'clause'}`;
      return history === undefined ? [] : [{ name, history: validHistory(history, name) }];
    });
  });
}

function unusable(setting: string, found: string, expected: string): ConfigurationError {
  return new ConfigurationError({
    setting,
    found,
    expected,
    remedy: 'A finding about races carries its history in conformance.json, as counterexample.history.',
  });
}
