import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { blockOf } from '../../clause/causes/blocks.ts';
import { buildReport } from '../../clause/build-report.ts';
import type { Report } from '../../clause/report.ts';
import { endpoint, operation } from '../../contract/endpoints.ts';
import { operationAt } from '../../contract/operation-at.ts';
import { ConfigurationError, quoted } from '../../config/input/configuration-error.ts';
import { readReportFile, noTape, readTapeFile } from '../../config/input/report-file.ts';
import { judgeIdentity, unreleased } from '../../config/packaging/package-folder.ts';
import type { JudgedHistory } from '../../config/runs/tapes/judged-history.ts';
import type { JudgedTape } from '../../config/runs/tapes/judged-tape.ts';
import type { CommandLine } from '../../config/settings/arguments.ts';
import { chosenRenderings, checkReportFolder } from '../../config/settings/report-folder.ts';
import { absolute } from '../../config/settings/sources.ts';
import { asText } from '../../reporters/as-text.ts';
import { scriptFolder, tapeBeside } from '../../reporters/files/replace-report.ts';
import { withoutTrials, withScripts, withScriptsAsIn } from '../../reporters/reproduce/report-scripts.ts';
import { writeReport } from '../../reporters/files/write-report.ts';
import { printedText } from '../../reporters/renderings.ts';
import { createPaint } from '../../reporters/text/paint.ts';
import { textFinding } from '../../reporters/text-findings.ts';
import { jsonLine, jsonText, visible } from '../../reporters/visible.ts';
import { differingMembers } from '../../tape/differing-members.ts';
import { tapeBudget, TapeTooCostly } from '../../tape/tape-budget.ts';
import type { Diverged } from '../../tape/taped-world.ts';
import type { Tape } from '../../tape/tape.ts';
import { flagsOf, type Command } from '../help.ts';
import { oneOperand } from '../start/plain-arguments.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

const flags = flagsOf({
  '-h, --help': 'Print this and end',
  '--clause <id>': 'Print the judgement of one clause instead of the matrix',
  '--json': 'Print the report as JSON instead of the matrix',
  '--format <names>': 'Write renderings of the report too, comma-separated; with --report-dir',
  '--report-dir <folder>': 'Where to write them',
});

/** Members that only the process of the run knows, and that no tape contains. */
const notTaped = ['/run/durationMs', '/settings'];
const mostShown = 10;

/** Judges a recorded run again. */
export const judgeCommand: Command = {
  name: 'judge',
  operands: '<conformance.tape.jsonl.gz>',
  about: 'Judge a recorded run again from its tape; nothing is sent',
  flags,
  settings: false,
  exitCodes:
    'Exit codes: 0 judged again, and the report beside the tape agrees; 1 the report disagrees, or the tape was changed; 2 usage, or no tape; 3 not decided as a whole: the tape ends early, takes too long, or was made by another judge.',
  run: async (line, { cwd }) => {
    const { own } = line;
    const file = oneOperand('judge', line, 'reports/conformance.tape.jsonl.gz');
    const path = absolute(cwd, file);
    const tape = await readTapeFile(path, file);
    const { plan } = await import('../../config/plan.ts');
    const { judgeTape } = await import('../../config/runs/tapes/judged-tape.ts');
    const judged = await unlessTooCostly(file, () => judgeTape(tape, plan, tapeBudget(tape.events)));
    if (typeof judged === 'string') return end({ lines: [judged], exitCode: 3 });
    if (judged.diverged !== undefined) {
      const { judgeHistory } = await import('../../config/runs/tapes/judged-history.ts');
      const history = await unlessTooCostly(file, () => judgeHistory(tape, plan, tapeBudget(tape.events)));
      if (typeof history === 'string') return end({ lines: [history], exitCode: 3 });
      return end(diverged({ path, tape, judged, history, own }));
    }
    const { report, scripts } = withScripts(
      buildReport(judged.input).report,
      scriptingOf(path, judged.input),
    );
    writeRenderings({ report, scripts, name: reportName(path) }, own, cwd);
    process.stdout.write(shown(report, own));
    end(compared(path, tape, judged, report));
  },
};

/** The result of judging a tape; a text if it takes too much. */
async function unlessTooCostly<T>(file: string, judging: () => Promise<T>): Promise<T | string> {
  try {
    return await judging();
  } catch (error) {
    if (error instanceof TapeTooCostly) return `not judged to its end: ${error.message}`;
    throw noTape(file, `it is no tape of a run (${error instanceof Error ? error.message : String(error)})`);
  }
}

function scriptingOf(path: string, { profile }: JudgedTape['input']): Parameters<typeof withScripts>[1] {
  return { folder: scriptFolder(reportName(path)), profile };
}

interface Ending {
  readonly lines: readonly string[];
  readonly exitCode: 0 | 1 | 3;
}

function end({ lines, exitCode }: Ending): void {
  process.stderr.write(`${lines.map((line) => visible(line, 2_000)).join('\n')}\n`);
  process.exitCode = exitCode;
}

type Own = CommandLine['own'];

function writeRenderings(
  { report, scripts, name }: ReturnType<typeof withScripts> & { readonly name: string },
  own: Own,
  cwd: string,
): void {
  const { format, 'report-dir': folder } = own;
  if (format === undefined && folder === undefined) return;
  const reports = chosenRenderings('--format', format ?? 'json');
  const into = absolute(cwd, folder ?? '.');
  checkReportFolder(into, '--report-dir');
  process.stdout.write(printedText(report, reports, () => true));
  writeReport(report, { folder: into, name, reports, scripts });
}

function shown(report: Report, own: Own): string {
  if (own['json'] !== undefined) return jsonText(report);
  const columns = process.stdout.columns || 80;
  if (own['clause'] === undefined)
    return asText(report, { columns, color: false, matrix: false, open: false });
  const clause = report.clauses.find(({ id }) => id === own['clause']);
  if (clause === undefined)
    throw new ConfigurationError({
      setting: '--clause',
      found: quoted(own['clause']),
      expected: 'the id of a clause that was judged',
      remedy: `${commandLine('explain', '--list')} prints them all.`,
    });
  const told =
    clause.verdict === 'fail' ? textFinding(blockOf(clause), { columns, paint: createPaint(false) }) : [];
  const reason = clause.reason === undefined ? '' : `: ${clause.reason.text}`;
  return [`${clause.id}: ${clause.verdict}${visible(reason, 2_000)}`, ...told, ''].join('\n');
}

function compared(path: string, tape: Tape, { judged, opened, input }: JudgedTape, report: Report): Ending {
  const counted = `judged again: ${judged} of ${opened} tests, from ${tape.events.length} events`;
  if (tape.isChanged)
    return { lines: [`${counted}; the tape was changed after it was written`], exitCode: 1 };
  if (tape.cut !== undefined) return { lines: [`${counted}; the tape ends early: ${tape.cut}`], exitCode: 3 };
  const beside = reportBeside(path);
  if (beside?.run.id !== report.run.id)
    return { lines: [`${counted}; no report of this run lies beside the tape`], exitCode: 0 };
  const again = withScriptsAsIn(beside, buildReport(input).report, scriptingOf(path, input));
  const differing = differingMembers(asRead(withoutTrials(beside)), asRead(again)).filter(
    (pointer) => !notTaped.includes(pointer),
  );
  if (differing.length === 0) return { lines: [`${counted}; the report beside it agrees`], exitCode: 0 };
  const further = differing.length - mostShown;
  return {
    lines: [
      `${counted}; the report beside it disagrees:`,
      ...differing.slice(0, mostShown).map((pointer) => `  ${pointer}`),
      ...(further > 0 ? [`  and ${further} more`] : []),
    ],
    exitCode: 1,
  };
}

/** Another judge judges the clauses that need no request. The judge that wrote a tape never differs from the tape. */
function diverged({
  path,
  tape,
  judged: { diverged: at, input },
  history: { judgements, notJudgedAgain },
  own,
}: {
  readonly path: string;
  readonly tape: Tape;
  readonly judged: JudgedTape;
  readonly history: JudgedHistory;
  readonly own: Own;
}): Ending {
  const [then, now] = [input.suite.judge ?? unreleased, judgeIdentity()];
  // If the tape hides more than the run hid, the tape has other words than the run.
  const isShort = tape.hidden.length > 0;
  const isSame = tape.isChanged || (then === now && now !== unreleased && !isShort);
  const beside = reportBeside(path);
  const reported = new Map(beside?.clauses.map(({ id, verdict }) => [id, verdict]));
  const failing = [...judgements].filter(([, { verdict }]) => verdict === 'fail');
  const alarms = failing.filter(([id]) => reported.has(id) && reported.get(id) !== 'fail');
  process.stdout.write(shownOfHistory({ judgements, notJudgedAgain }, own));
  return {
    lines: [
      `diverged at operation ${at?.n ?? 0} of ${tape.events.length} events: ` +
        partingIn({ isSame, isShort }),
      `  then  ${requestIn(at?.taped)}`,
      `  now   ${requestIn(at?.asked)}`,
      ...nearest(at),
      `  judge ${then} then, ${now} now`,
      `judged from the exchanges alone: ${judgements.size} clauses, of which ${failing.length} fail; ` +
        `${notJudgedAgain.length} not judged again`,
      ...alarms.map(([id]) => `  ${id}: fail; the report says ${reported.get(id)}`),
    ],
    exitCode: isSame || alarms.length > 0 ? 1 : 3,
  };
}

function requestIn(asked: Diverged['asked']): string {
  return asked === undefined ? 'nothing' : jsonLine(asked);
}

function partingIn({ isSame, isShort }: { readonly isSame: boolean; readonly isShort: boolean }): string {
  if (isSame) return 'the tape was changed';
  return isShort
    ? 'the tape hides texts that the run saw (a secret that the server sent back, or a short secret)'
    : 'this judge sends other requests than the judge of the run';
}

function nearest(at: Diverged | undefined): readonly string[] {
  const asked = [at?.asked, at?.taped].find((one) => one !== undefined && 'q' in one);
  const request = asked !== undefined && 'q' in asked ? [asked.q].flat()[0] : undefined;
  const name = request === undefined ? undefined : operationAt(request.m, request.t);
  return name === undefined ? [] : [`  near  ${endpoint(name).section}, ${operation(name)}`];
}

function shownOfHistory({ judgements, notJudgedAgain }: JudgedHistory, own: Own): string {
  if (own['json'] !== undefined)
    return jsonText({ judgements: Object.fromEntries(judgements), notJudgedAgain });
  const { clause } = own;
  const told = clause === undefined ? [...judgements].filter(([, { verdict }]) => verdict === 'fail') : [];
  if (clause !== undefined) {
    const judged = judgements.get(clause);
    if (judged === undefined) return `${visible(clause, 200)}: not judged again\n`;
    told.push([clause, judged]);
  }
  return told
    .flatMap(([id, { verdict, got }]) => [
      `${id}: ${verdict}`,
      ...got.map((one) => `  ${visible(one, 2_000)}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function reportBeside(path: string): Report | undefined {
  const file = join(dirname(path), `${reportName(path)}.json`);
  return existsSync(file) ? readReportFile(file) : undefined;
}

/** A value as a file has it: undefined members are missing. */
function asRead(report: Report): unknown {
  return JSON.parse(jsonText(report));
}

function reportName(path: string): string {
  return basename(path).replace(tapeBeside(''), '');
}
