import type { Profile } from '../../clause/profile.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import type { Finding } from '../../clause/sample.ts';
import { storyScript, type Reproduced } from './story-script.ts';

/** A script that shows a finding without the suite. */
export interface ReproductionScript {
  /** Relative to the folder of the report. */
  readonly path: string;
  readonly text: string;
}

/**
 * The report with the name of a script at one finding of each violated clause, and those scripts. None for a reference
 * that ends with the run, nor where the report has no exchanges in full.
 *
 * @param folder - name of the folder beside the report
 */
export function withScripts(
  report: Report,
  { folder, profile }: { readonly folder: string; readonly profile?: Profile | undefined },
): { readonly report: Report; readonly scripts: readonly ReproductionScript[] } {
  if (report.target.embedded) return { report, scripts: [] };
  const scripts: ReproductionScript[] = [];
  const clauses = report.clauses.map((clause) => {
    if (clause.verdict !== 'fail') return clause;
    const about = aboutOf(clause, report, profile ?? {});
    const found = firstScript(clause.findings, about);
    if (found === undefined) return clause;
    const path = `${folder}/${clause.id.replace(/[^\w.-]/g, '-')}.sh`;
    scripts.push({ path, text: found.text });
    const findings = clause.findings.map((one) => (one === found.finding ? { ...one, script: path } : one));
    return { ...clause, findings };
  });
  return { report: { ...report, clauses }, scripts };
}

function firstScript(
  findings: readonly Finding[],
  about: Reproduced,
): { readonly finding: Finding; readonly text: string } | undefined {
  for (const finding of findings) {
    // Without exchanges in full there is no command line, and nothing to send again.
    if (finding.exchanges.some(({ curl }) => curl === '')) continue;
    const text = storyScript(finding, about);
    if (text !== undefined) return { finding, text };
  }
  return undefined;
}

function aboutOf({ id }: ReportedClause, { target, scope }: Report, profile: Profile): Reproduced {
  const { resource, samples } = profile;
  const body = samples?.['4.6']?.body;
  return {
    id,
    baseUrl: target.baseUrl,
    projectKey: target.projectKey,
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
