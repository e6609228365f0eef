import { dirname, join } from 'node:path';
import { defined } from '../clause/defined.ts';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { buildReport } from '../clause/build-report.ts';
import type { ExitCode } from '../clause/verdict.ts';
import type { Progress } from '../clause/progress.ts';
import type { Report, ReportInput } from '../clause/report.ts';
import { asText, type TextOptions } from './as-text.ts';
import { gatherRun, tapeOf, type Stated } from './gather-run.ts';
import { ProgressLine, ProgressLog } from './text/progress-log.ts';
import { printedText } from './renderings.ts';
import type { RunFacts } from './run-facts.ts';
import { withTriedScripts, type ReproductionScript, type TryScript } from './reproduce/report-scripts.ts';
import { replaceReport, reportNames, scriptFolder } from './files/replace-report.ts';
import { whyUnwritten, type Destination } from './files/write-report.ts';
import { hasJudged, wasSelected } from './headline.ts';
import { visible } from './visible.ts';

/** The options of the reporter in the configuration. */
export interface MatrixOptions
  extends Destination, Omit<TextOptions, 'keptPath'>, Pick<ReportInput, 'against' | 'waivers'> {
  readonly facts: RunFacts;
  /** Milliseconds since the beginning of the run, whatever happens to the time of day. */
  readonly elapsedMs: () => number;
  /** The clauses to judge, if no test could state them. */
  readonly stated: (vitest: Vitest) => Promise<Stated>;
  readonly allowIncomplete: boolean;
  /** Hides tokens in errors that come from outside of the run. */
  readonly redact: (text: string) => string;
  readonly print: (text: string) => void;
  readonly progress: boolean;
  /** Gets the progress of the run; returns a function that stops this. */
  readonly hearProgress?: (hear: (progress: Progress) => void) => () => void;
  /** Whether a variable shows that a service reads the output. */
  readonly isRead: (variable: string) => boolean;
  readonly tryScript?: TryScript;
  /** The path of the report for people, as the user can open it. */
  readonly path: string;
  /** Suggests what a pattern means that selects none of these clauses. */
  readonly suggest: (pattern: string, ids: readonly string[]) => string;
}

/** Vitest's reporter of conformance: makes the report, writes its renderings, and sets the process' exit code. */
export class MatrixReporter implements Reporter {
  /** The pattern of the selection, as the user wrote it. */
  asked: string | undefined;
  /** Whether the user named files to select clauses. */
  isOfFiles = false;
  /** The name of the suite's project, if there are other projects; these are not reported. */
  beside: string | undefined;
  /** The exit code of the process, and the report; both are undefined until the report is made. */
  exitCode: ExitCode | undefined;
  report: Report | undefined;
  readonly #options: MatrixOptions;
  readonly #progress: ProgressLine | undefined;
  #vitest: Vitest | undefined;
  #unhear: (() => void) | undefined;

  constructor(options: MatrixOptions) {
    this.#options = options;
    this.#progress = options.progress ? new ProgressLine(options.print, options.columns) : undefined;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    const teller = this.#progress ?? new ProgressLog(this.#options.print);
    this.#unhear = this.#options.hearProgress?.((progress) => teller.hear(progress));
  }

  async onTestRunEnd(
    all: readonly TestModule[],
    unhandled: readonly { readonly message?: string; readonly stack?: string }[],
  ): Promise<void> {
    const { path, ...options } = this.#options;
    const { against, waivers } = options;
    this.#unhear?.();
    this.#progress?.clear();
    const modules = all.filter(({ project }) => this.beside === undefined || project.name === this.beside);
    // An error between tests has no known owner; vitest exits with 1 for it.
    const ours = this.beside === undefined ? unhandled : [];
    const errors = ours.map((error) => options.redact(error.stack ?? error.message ?? 'unknown error'));
    const input = await gatherRun(modules, {
      facts: options.facts,
      durationMs: options.elapsedMs(),
      allowIncomplete: options.allowIncomplete,
      errors,
      merging: this.#vitest?.config.mergeReports !== undefined,
      stated: () => this.#stated(errors),
      ...defined({ against, waivers }),
    });
    if (this.beside !== undefined && input.selected.size === 0) return;
    const { report: built, exitCode } = buildReport(input);
    const name = this.#nameOf(built, input.harnessErrors.length > 0);
    const isWhole = input.run.shards === 1 && input.record?.interrupted !== true;
    const { report, scripts } = await withTriedScripts(
      this.#withSuggestion(built, input.selected.size),
      { folder: scriptFolder(name), profile: input.profile },
      isWhole ? options.tryScript : undefined,
    );
    const tape = input.run.shards > 1 ? undefined : tapeOf(modules);
    const end = this.#write(report, name, { scripts, tape });
    this.report = report;
    this.exitCode = end.unwritten === undefined || exitCode === 1 ? exitCode : 4;
    // Tests of other projects have failed; vitest reports them.
    const isOneElse = all.some((module) => !modules.includes(module) && !module.ok());
    process.exitCode = this.exitCode === 0 && isOneElse ? 1 : this.exitCode;
    options.print(printedText(report, options.reports, options.isRead));
    // The planned path, with the name of the report that is there now.
    const named = (ending: string): string => path.replace(/conformance\.[a-z]+$/, `${end.name}.${ending}`);
    const place = {
      written: {
        path: named(path.slice(path.lastIndexOf('.') + 1)),
        ...defined({ tapePath: tape === undefined ? undefined : join(dirname(path), tape) }),
      },
      kept: { keptPath: named('json') },
      unwritten: {},
    }[end.state];
    options.print(asText(report, { ...options, ...place }));
    if (end.unwritten !== undefined)
      process.stderr.write(`resource-conformance: ${visible(end.unwritten, 2_000)}\n`);
  }

  /** A run of some clauses keeps the report of all clauses, even if the run is merged from shards. */
  #nameOf(report: Report, isIncomplete: boolean): string {
    const isFiltered = this.isOfFiles || this.#vitest?.getGlobalTestNamePattern() !== undefined;
    const isPart =
      !isIncomplete && hasJudged(report) && ![...report.clauses, ...report.evidence].every(wasSelected);
    return isFiltered || isPart ? reportNames.selected : reportNames.full;
  }

  /** What became of the files, and why they could not be written; the verdict is printed in any case. */
  #write(
    report: Report,
    name: string,
    beside: { readonly scripts: readonly ReproductionScript[]; readonly tape: string | undefined },
  ) {
    try {
      const standing = replaceReport(report, { ...this.#options, name, ...beside });
      return { state: standing.isWritten ? ('written' as const) : ('kept' as const), name: standing.name };
    } catch (error) {
      return { state: 'unwritten' as const, name, unwritten: whyUnwritten(error, this.#options.folder) };
    }
  }

  /** The suggestion, which follows `selected 0 of m clauses`. */
  #withSuggestion(report: Report, selected: number): Report {
    if (this.asked === undefined || selected > 0) return report;
    const [counted = '', ...others] = report.reasons;
    const [ground = { kind: 'selection' }, ...grounds] = report.grounds ?? [];
    const suggestion = this.#options.suggest(
      this.asked,
      report.clauses.map(({ id }) => id),
    );
    return {
      ...report,
      reasons: [counted, this.#options.redact(suggestion), ...others],
      grounds: [ground, { kind: 'suggestion' }, ...grounds],
    };
  }

  async #stated(errors: string[]): Promise<Stated> {
    const none = { register: [], evidence: [] };
    if (this.#vitest === undefined) return none;
    try {
      return await this.#options.stated(this.#vitest);
    } catch (error) {
      errors.push(`the clauses could not be read: ${String(error)}`);
      return none;
    }
  }
}
