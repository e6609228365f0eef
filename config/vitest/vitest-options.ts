import { defined } from '../../clause/defined.ts';
import { hearProgress } from '../runs/channels.ts';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { version, type Vitest } from 'vitest/node';
import { MatrixReporter } from '../../reporters/matrix-reporter.ts';
import { visible } from '../../reporters/visible.ts';
import type { Plan } from '../../implementation/plan.ts';
import { byUrl, modulesByUrl, suiteFiles } from './suite-files.ts';
import { conformancePlugin } from './conformance-plugin.ts';
import { settled } from './settled-flags.ts';
import { showVisibly } from './thrown-visibly.ts';
import { offerToClean } from '../runs/interruption.ts';
import { suggestClauses } from '../register/nearest-clauses.ts';
import { judgeIdentity, contractDocument, modulePath, packageFolder } from '../packaging/package-folder.ts';
import { statedBy } from '../register/register.ts';
import { statedSuite, suitePaths } from '../register/stated-places.ts';
import { checkReportFolder } from '../settings/report-folder.ts';
import { monotonicMs } from '../runs/time-limit.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { factsOf, type SaidOfRun } from '../runs/facts/facts-of-run.ts';
import { briefRun, identified, stoppingAfter, type RunBrief, type RunIdentity } from '../runs/run-brief.ts';
import { createScriptTrial } from '../findings/script-trial.ts';
import type { SettingInput } from '../settings/sources.ts';
import { describeSettings } from '../settings/describe.ts';
import { loadSettings, type Settings } from '../settings/settings.ts';

/** The source of the clauses. */
export interface Stating {
  /** The module that exports `plan`, absolute. */
  readonly plan: string;
  /** The sources that state the clauses of the plan, below the package's folder. */
  readonly suites: readonly string[];
}

/** The configuration of vitest for a run, for config file and command line. @throws ConfigurationError */
export function vitestOptions(
  input: SettingInput,
  stating: Stating = { plan: modulePath('config/plan'), suites: suitePaths() },
): ViteUserConfig {
  const began = monotonicMs();
  const settings = loadSettings(input);
  checkReportFolder(settings.reportDir);
  const suites = stating.suites.map(statedSuite);
  const identity = identified(settings);
  const { suite } = identity;
  const brief = briefRun(settings, identity);
  const said = saidBy(settings, brief, identity);
  const inForce = describeSettings(settings);
  const { redact } = redactionOf(brief);
  const facts = factsOf(brief.options, said, { startedAt: new Date().toISOString(), redact });
  const stepSummary = input.env['GITHUB_STEP_SUMMARY'];
  const reporter = new MatrixReporter({
    facts: { ...facts, settings: { ...facts.settings, inForce } },
    elapsedMs: () => monotonicMs() - began,
    stated: (vitest) => statedFrom(vitest, stating.plan, brief.options),
    folder: settings.reportDir,
    reports: settings.reports,
    ...(stepSummary ? { stepSummary } : {}),
    print: input.silent === true ? () => undefined : (text) => void process.stdout.write(text),
    progress: input.silent !== true && process.stdout.isTTY && !input.env['CI'],
    hearProgress: (hear) => hearProgress(identity.id, hear),
    color: process.stdout.isTTY && !input.env['NO_COLOR'],
    // A terminal that nobody looks at may have no columns.
    columns: process.stdout.columns || columnsOf(input.env['COLUMNS']),
    matrix: settings.matrix,
    open: settings.open,
    path: pathForPeople(settings, input.cwd),
    allowIncomplete: settings.allowIncomplete,
    ...defined({
      against: settings.against,
      waivers: settings.waivers,
      tryScript: createScriptTrial({ brief, settings: inForce, ...input }),
    }),
    isRead: (name) => input.env[name] === 'true',
    redact,
    suggest: suggestClauses,
  });
  const offered = brief.ledgers === undefined ? undefined : offerToClean(brief.ledgers);
  const notes = [...settings.notes, ...(offered === undefined ? [] : [offered])];
  for (const note of input.silent === true ? [] : notes)
    process.stderr.write(`note: ${visible(note, 2_000)}
`);
  return {
    root: packageFolder,
    // An installed package may be read-only.
    cacheDir: join(tmpdir(), `${suite.name}-${suite.version}-${process.getuid?.() ?? 'user'}`),
    envDir: false,
    publicDir: false,
    plugins: [
      suiteFiles(suites, stating.plan),
      ...(/[%#?]/.test(packageFolder) ? [modulesByUrl] : []),
      conformancePlugin({
        brief,
        said,
        inForce,
        began,
        reporter,
        reportDir: settings.reportDir,
        input,
        suites,
        stoppingAfter: (failures) => stoppingAfter(brief, settings, failures),
      }),
    ],
    test: {
      include: [...stating.suites],
      includeTaskLocation: true,
      globalSetup: [modulePath('config/vitest/global-setup')],
      server: { deps: { external: [compiled, byUrl] } },
      reporters: [reporter],
      ...settled,
      watch: false,
      cache: false,
      ...moduleCache(),
      passWithNoTests: true,
      onUnhandledError: (error) => showVisibly(error),
    },
  };
}

const compiled = /\/dist\/[^]*\.js$/;

/** Vitest 5 keeps transformed modules below its root folder, which may be read-only in an installed package. */
function moduleCache(): { readonly fsModuleCache?: boolean } {
  const installed = !existsSync(join(packageFolder, 'tests'));
  return installed && !version.startsWith('4.') ? { fsModuleCache: false } : {};
}

function pathForPeople({ reportDir, reports }: Settings, cwd: string): string {
  const ending = reports.includes('html') ? 'html' : reports.includes('markdown') ? 'md' : 'json';
  const path = join(reportDir, `conformance.${ending}`);
  const shorter = relative(cwd, path);
  return shorter.startsWith('..') ? path : shorter;
}

/** Columns without a terminal on standard output: from the environment. */
function columnsOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{1,3}$/.test(text) ? Number(text) : 80;
}

function saidBy(settings: Settings, { embedded }: RunBrief, { suite }: RunIdentity): SaidOfRun {
  return {
    suite: { ...suite, judge: judgeIdentity(), contract: contractDocument() },
    embedded,
    node: process.version,
    allowIncomplete: settings.allowIncomplete,
    readOnlyGate: settings.readOnlyGate,
    ...defined({ profileSha256: settings.profileSha256 }),
  };
}

/** Read from the plan, because the worker that states the plan may have died before. */
async function statedFrom(
  vitest: Vitest,
  planFile: string,
  options: RunBrief['options'],
): Promise<ReturnType<typeof statedBy>> {
  const { plan } = await vitest.import<{ readonly plan: Plan }>(planFile);
  return statedBy(plan, options);
}
