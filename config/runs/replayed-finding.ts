import { isSeed } from '../../clause/reported/seed.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Judgement } from '../../clause/judgement.ts';
import type { Report } from '../../clause/report.ts';
import type { Finding } from '../../clause/sample.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { operationAt } from '../../contract/operation-at.ts';
import { section } from '../../implementation/section.ts';
import type { Plan } from '../../implementation/plan.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { executeRun } from './executed-run.ts';
import type { RunParts } from './lead-run.ts';
import { absolute } from '../settings/sources.ts';
import { readJsonText, UnreadableFile } from '../input/text-file.ts';
import type { Settings } from '../settings/settings.ts';
import { watchedTransport, type Passed } from './watched-transport.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

export type SavedFinding = ReturnType<typeof savedFinding>;

/**
 * The clause that `clause` or `path#clause` names; without a path, in the last report.
 *
 * @throws ConfigurationError for a report that cannot be read, and for a clause that it does not have
 */
export function savedFinding(named: string, cwd: string, reportDir: string) {
  const at = named.lastIndexOf('#');
  const clause = named.slice(at + 1);
  const file = at < 0 ? lastReport(reportDir) : absolute(cwd, named.slice(0, at));
  const report = readReport(file);
  const ids = report.clauses.map(({ id }) => id);
  if (ids.includes(clause)) return { file, clause, report };
  throw new ConfigurationError({
    setting: 'replay',
    found: `the clause ${quoted(clause)}, which is not in ${file}`,
    expected: 'the id of a clause of that report',
    remedy: didYouMean(clause, ids, `See ${commandLine('explain', '--list')}`),
  });
}

/** The newer report: of all clauses, or of selected clauses. */
function lastReport(folder: string): string {
  const [full, selected] = [join(folder, 'conformance.json'), join(folder, 'conformance.selected.json')];
  return writtenAt(selected) > writtenAt(full) ? selected : full;
}

function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function readReport(file: string): Report {
  let found: string;
  try {
    const report = JSON.parse(readJsonText(file)) as Partial<Report> | null;
    // Checks only the parts that a replay uses, since the suite wrote the report.
    if (Array.isArray(report?.clauses) && isSeed(report.run?.seed)) return report as Report;
    found = 'a file that is not a report';
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof UnreadableFile)) throw error;
    found = error instanceof SyntaxError ? 'a file that is not JSON' : `a report that ${error.message}`;
  }
  throw new ConfigurationError({
    setting: file,
    found,
    expected: 'the conformance.json of a run',
    remedy: `Run the suite first, or name the report: ${commandLine('replay', 'path#clause')}`,
  });
}

/**
 * The settings of a replay: seed and depth of the report unless given again, and only reads if the run only read.
 *
 * @throws ConfigurationError if the settings do not name the target of the report
 */
export function replaySettings(settings: Settings, { report, file }: SavedFinding): Settings {
  const { target, run } = report;
  if (settings.baseUrl === undefined && !target.embedded)
    throw new ConfigurationError({
      setting: 'CONFORMANCE_BASE_URL',
      found: `no target, but ${file} is about ${target.baseUrl}`,
      expected: 'the target of the report, with its tokens',
      remedy: `Set CONFORMANCE_BASE_URL=${target.baseUrl} and the tokens as in that run.`,
    });
  // Reports of earlier versions do not say it.
  const { scope }: Partial<Report> = report;
  const readsAlone = scope?.readOnly !== undefined && settings.sources.READ_ONLY === 'default';
  const depth = (['ci', 'release', 'certify'] as const).find((name) => name === run.depth);
  return {
    ...settings,
    ...(readsAlone ? { readOnly: true, consent: new Set() } : {}),
    seed: settings.seed ?? run.seed,
    depth: settings.sources.DEPTH === 'default' ? (depth ?? settings.depth) : settings.depth,
  };
}

/** The differences between a replay and the reported run that may matter. */
export function differencesOf(
  { report: { target } }: SavedFinding,
  now: { readonly baseUrl: string; readonly projectKey: string; readonly profileSha256: string | undefined },
): readonly string[] {
  const { baseUrl, projectKey, embedded, profileSha256 } = target;
  const isOther = !embedded && baseUrl !== now.baseUrl;
  return [
    ...(isOther ? [`the report is about ${baseUrl}`] : []),
    ...(projectKey === undefined || projectKey === now.projectKey
      ? []
      : [`the report is about the project ${projectKey}`]),
    ...(profileSha256 === now.profileSha256
      ? []
      : [
          profileSha256 === undefined
            ? 'the report was made without a profile'
            : now.profileSha256 === undefined
              ? 'the report was made with a profile, but this replay has none'
              : 'the report was made with another profile',
        ]),
  ];
}

export type SmallestCase = NonNullable<ReturnType<typeof smallestCase>>;

/**
 * The smallest case of a clause's first finding; undefined for a finding that is not generated, or whose property this
 * version lacks.
 */
export function smallestCase(plan: Plan, { clause, report }: SavedFinding) {
  const [finding] = report.clauses.find(({ id }) => id === clause)?.findings ?? [];
  const { property, seed, path } = finding ?? {};
  const isStated = plan.evidence.some((one) => one.clause === clause && one.name === property);
  if (!isStated || property === undefined || seed === undefined || path === undefined) return undefined;
  return { property, drawn: { seed, path } };
}

/** Plays the smallest case of a finding alone, as its property judges it. */
export async function replayCase(
  plan: Plan,
  clause: string,
  parts: RunParts,
  { property, drawn }: SmallestCase,
): Promise<Replay> {
  // A single case is enough evidence.
  const evidence = plan.evidence
    .filter((one) => one.clause === clause && one.name === property)
    .map((one): Plan['evidence'][number] => ({ ...one, minimum: () => 1 }));
  return await replayOnly(
    { sections: plan.sections.map((stated) => leftToEvidence(stated, clause)), evidence },
    { clause, selected: [clause, property] },
    { ...parts, options: { ...parts.options, drawnAgain: drawn } },
  );
}

/** The clause without its own check, so that evidence alone decides it. */
function leftToEvidence(stated: Plan['sections'][number], id: string): Plan['sections'][number] {
  const clauses = stated.clauses.map(({ check, ...clause }) =>
    check === undefined || clause.id === id ? clause : { ...clause, check },
  );
  return { ...stated, clauses };
}

type ReplayPart = 'discovery' | 'check' | 'clean-up';

export interface Replay {
  readonly judgement: Judgement | undefined;
  readonly aborted: string | undefined;
  readonly exchanges: readonly (Passed & { readonly part: ReplayPart })[];
}

/**
 * Runs one clause with its evidence, or the clauses that observe a declared choice; keeps the exchanges.
 * If the clause judges requests of other sections, the sections of `finding` run as well.
 */
export async function replay(
  plan: Plan,
  clause: string,
  parts: RunParts,
  finding?: Finding,
): Promise<Replay> {
  const provoking = provokedIn(clause, finding).flatMap((part) =>
    plan.sections.flatMap(({ clauses }) => clauses.filter(({ id }) => id.startsWith(`${part}/`))),
  );
  const selected = [clause, ...provoking.map(({ id }) => id)].flatMap((id) => selection(plan, id));
  return await replayOnly(plan, { clause, selected }, parts);
}

/** The sections of a finding whose clause covers all sections: any of them may have led to the finding. */
function provokedIn(clause: string, { exchanges = [] }: Partial<Finding> = {}): readonly string[] {
  const isOfOne = /^(?:4\.\d|declared\/)/.test(clause);
  if (isOfOne) return [];
  const names = exchanges.flatMap(({ request }) => operationAt(request.method, request.target) ?? []);
  return [...new Set(names.map((name) => endpoint(name).section))];
}

async function replayOnly(
  plan: Plan,
  { clause, selected }: { readonly clause: string; readonly selected: readonly string[] },
  parts: RunParts,
): Promise<Replay> {
  const exchanges: (Passed & { readonly part: ReplayPart })[] = [];
  let part: ReplayPart = 'discovery';
  const marked: Plan = { ...plan, sections: [begins(() => (part = 'check')), ...plan.sections] };
  const transport = watchedTransport(parts.transport, (passed) => exchanges.push({ ...passed, part }));
  const { judgements, record } = await executeRun(
    { ...parts, transport },
    { plan: marked, selected: new Set([marker, ...selected]) },
    () => (part = 'clean-up'),
  );
  return { judgement: judgements.get(clause), aborted: record.aborted?.text, exchanges };
}

/** Whether races decide or support the clause, so that one replay proves little. */
export function isRaced(plan: Plan, clause: string): boolean {
  const stated = plan.sections.flatMap(({ clauses }) => clauses).find(({ id }) => id === clause);
  const evidence = plan.evidence.filter((one) => one.clause === clause);
  return stated?.placing.phase === 'races' || evidence.some(({ phase }) => phase === 'races');
}

function selection(plan: Plan, clause: string): readonly string[] {
  const clauses = plan.sections.flatMap((stated) => stated.clauses);
  const key = clause.startsWith('declared/') ? clause.slice('declared/'.length) : undefined;
  const observers = clauses.filter(({ declares }) => declares.some((one) => one.key === key));
  const evidence = plan.evidence.filter((one) => one.clause === clause);
  return [clause, ...observers.map(({ id }) => id), ...evidence.map(({ name }) => name)];
}

const marker = 'General/replay-begins';

/** A clause that only reports when discovery is over. The clause belongs to this run only. */
function begins(tell: () => void): Plan['sections'][number] {
  return section('General', 'Replay', ({ open }) => {
    open(marker, [], {
      statement: 'Discovery is over.',
      rationale: 'It judges no implementation.',
      phase: 'quiet',
      check: (on) => {
        tell();
        on.observe(true);
        return Promise.resolve();
      },
    });
  });
}
