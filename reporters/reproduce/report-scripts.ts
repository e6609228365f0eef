import { blocksOf } from '../../clause/causes/blocks.ts';
import { runMark } from '../../clause/mark.ts';
import type { Profile } from '../../clause/profile.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import { defined } from '../../clause/defined.ts';
import type { Finding, ScriptShowed } from '../../clause/sample.ts';
import { storyScript, type Reproduced } from './story-script.ts';

/** A script that shows a finding without the suite. */
export interface ReproductionScript {
  /** Relative to the folder of the report. */
  readonly path: string;
  readonly text: string;
}

/** What came of a script. */
export interface TriedScript {
  readonly showed: ScriptShowed;
  /** Ids of the resources that the script could not delete. */
  readonly left: readonly string[];
}

/** Runs a script once, as the reader of the report would; undefined if no time is left. */
export type TryScript = (script: string) => Promise<TriedScript | undefined>;

interface Scripting {
  readonly folder: string;
  readonly profile?: Profile | undefined;
}

interface Candidate {
  readonly finding: Finding;
  readonly text: string;
  readonly scriptShowed?: ScriptShowed;
}

/** The most findings of a clause whose scripts are tried, until one script shows the deviation. */
const mostTried = 3;
/** Scripts that are tried concurrently. */
const atOnce = 4;

/** The report with a script at one finding of each violated clause, and the scripts; no scripts for a reference that ends with the run. */
export function withScripts(
  report: Report,
  scripting: Scripting,
): { readonly report: Report; readonly scripts: readonly ReproductionScript[] } {
  return scripted(report, scripting, (candidates) => candidates[Symbol.iterator]().next().value);
}

/** The same, with scripts at the same findings as in an earlier report of the run, which may have tried its scripts. */
export function withScriptsAsIn(earlier: Report, report: Report, scripting: Scripting): Report {
  const chosen = new Map(
    earlier.clauses.map(({ id, findings }) => [id, findings.findIndex(({ script }) => script !== undefined)]),
  );
  const clauses = report.clauses.map((clause) => ({
    ...clause,
    findings: clause.findings.map((finding, at) =>
      at === chosen.get(clause.id) ? { ...finding, script: '' } : finding,
    ),
  }));
  return withScripts({ ...report, clauses }, scripting).report;
}

/** A report without the results of scripts: what judging alone gives. */
export function withoutTrials(report: Report): Report {
  return {
    ...report,
    leftovers: report.leftovers.filter(({ why }) => why !== leftByScript),
    clauses: report.clauses.map((clause) => ({
      ...clause,
      findings: clause.findings.map(({ scriptShowed: _tried, ...finding }) => finding),
    })),
  };
}

const leftByScript = 'a script of a finding has made it, and its delete was refused';

/** The same report with the result of each script; of several scripts, one that shows the deviation. */
export async function withTriedScripts(
  report: Report,
  scripting: Scripting,
  attempt: TryScript | undefined,
): Promise<ReturnType<typeof withScripts>> {
  if (attempt === undefined) return withScripts(report, scripting);
  const waiting: { readonly id: string; readonly candidates: readonly Candidate[] }[] = [];
  scripted(report, scripting, (candidates, { id }) => {
    waiting.push({ id, candidates: [...candidates].slice(0, mostTried) });
    return undefined;
  });
  // Findings that are shown in full come first, because time may run out.
  const leads = new Set(blocksOf(report, report.clauses.filter(isFailed)).map(({ clause }) => clause.id));
  waiting.sort((one, other) => Number(leads.has(other.id)) - Number(leads.has(one.id)));
  const chosen = new Map<string, Candidate>();
  const left: string[] = [];
  const noted: TryScript = async (script) => {
    const tried = await attempt(script);
    left.push(...(tried?.left ?? []));
    return tried;
  };
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const found = await firstThatShows(next.candidates, noted);
      if (found !== undefined) chosen.set(next.id, found);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const all = scripted(report, scripting, (_, { id }) => chosen.get(id));
  if (left.length === 0) return all;
  const created = new Date().toISOString();
  const leftovers = [...report.leftovers, ...left.map((id) => ({ id, created, why: leftByScript }))];
  return { ...all, report: { ...all.report, leftovers } };
}

const isFailed = ({ verdict }: ReportedClause): boolean => verdict === 'fail';

/** The first script that shows the deviation; without such a script, the first. */
async function firstThatShows(
  candidates: readonly Candidate[],
  attempt: TryScript,
): Promise<Candidate | undefined> {
  const tried: Candidate[] = [];
  for (const candidate of candidates) {
    const { showed } = (await attempt(candidate.text)) ?? {};
    const one = { ...candidate, ...defined({ scriptShowed: showed }) };
    if (showed === 'deviation') return one;
    tried.push(one);
    if (showed === undefined) break;
  }
  return tried[0];
}

function scripted(
  report: Report,
  { folder, profile }: Scripting,
  choose: (candidates: Iterable<Candidate>, clause: ReportedClause) => Candidate | undefined,
): ReturnType<typeof withScripts> {
  if (report.target.embedded) return { report, scripts: [] };
  const scripts: ReproductionScript[] = [];
  const clauses = report.clauses.map((clause) => {
    if (!isFailed(clause)) return clause;
    const found = choose(candidatesOf(clause, aboutOf(clause, report, profile ?? {})), clause);
    if (found === undefined) return clause;
    const { finding, text, scriptShowed } = found;
    const path = `${folder}/${clause.id.replace(/[^\w.-]/g, '-')}.sh`;
    scripts.push({ path, text });
    const findings = clause.findings.map((one) =>
      one === finding ? { ...one, script: path, ...defined({ scriptShowed }) } : one,
    );
    return { ...clause, findings };
  });
  return { report: { ...report, clauses }, scripts };
}

/** If a script was already chosen, the script of its finding. */
function* candidatesOf({ findings }: ReportedClause, about: Reproduced): Iterable<Candidate> {
  const chosen = findings.filter(({ script }) => script !== undefined);
  for (const finding of chosen.length === 0 ? findings : chosen) {
    // Without whole exchanges there is neither a command line nor a request to send again.
    if (finding.exchanges.some(({ curl }) => curl === '')) continue;
    const text = storyScript(finding, about);
    if (text !== undefined) yield { finding, text };
  }
}

function aboutOf({ id }: ReportedClause, { target, scope, run }: Report, profile: Profile): Reproduced {
  const { resource, samples } = profile;
  const body = samples?.['4.6']?.body;
  return {
    id,
    baseUrl: target.baseUrl,
    projectKey: target.projectKey,
    mark: runMark(run.id),
    idPointer: pointerOf(resource?.idSource) ?? '/id',
    keyPointer: pointerOf(resource?.keySource) ?? '/key',
    ...(body === undefined ? {} : { createBody: JSON.stringify(body) }),
    ...(scope.readOnly === undefined ? {} : { readsAlone: true }),
  };
}

/** `body:/id` */
function pointerOf(source: string | undefined): string | undefined {
  return source?.startsWith('body:') === true ? source.slice('body:'.length) : undefined;
}
