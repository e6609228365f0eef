import type { Profile } from '../../clause/profile.ts';
import type { Report } from '../../clause/report.ts';
import { byWeight } from '../../clause/blocks/weight.ts';
import { withScripts } from '../reproduce/report-scripts.ts';
import { visible } from '../visible.ts';

/** Scripts in a page: readers with only the page can repeat the gravest findings. */
const mostScripts = 2;

/**
 * The scripts beside the report, by the paths in its findings: they are made from the report, so that a page alone
 * has those of the gravest clauses. A script that would not be shown unchanged is left out.
 */
export function findingScripts(report: Report): ReadonlyMap<string, string> {
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail');
  const named = byWeight(failed)
    .flatMap(({ findings }) => findings.flatMap(({ script }) => script ?? []))
    .slice(0, mostScripts);
  const [first] = named;
  if (first === undefined) return new Map();
  const folder = first.slice(0, first.lastIndexOf('/'));
  const profile: Profile = report.target.profile ?? {};
  const { scripts } = withScripts(report, { folder, profile });
  return new Map(
    scripts
      .filter(
        ({ path, text }) =>
          named.includes(path) && text.split('\n').every((line) => visible(line, Infinity) === line),
      )
      .map(({ path, text }) => [path, text]),
  );
}
