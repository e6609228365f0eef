import { defined } from '../../clause/defined.ts';
import type { DeclaredRequest, Profile } from '../../clause/profile.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { namesByOperation, operationOf } from '../../contract/operations.ts';
import type { Report } from '../../clause/report.ts';
import { linesAbout, type Verified } from './lines/verified.ts';

/**
 * A certified profile with the reader's own means of testing. A stranger's resource names, places of ids and contents
 * of writes would decide what changes in the reader's project.
 */
export function readersProfile(
  certified: Profile,
  own: Profile,
): { readonly profile: Profile; readonly left: readonly string[] } {
  const { resource = {}, probe, samples = {}, ...declarations } = certified;
  const asked = Object.entries<DeclaredRequest>(samples);
  const kept = asked.filter(([operation, { path }]) => isRead(operation) && path === undefined);
  const left = [
    ...Object.keys(resource).map((key) => `resource.${key}`),
    ...asked.filter((one) => !kept.includes(one)).map(([operation]) => `samples.${operation}`),
    ...(probe === undefined ? [] : ['probe']),
  ];
  const allSamples = { ...Object.fromEntries(kept), ...own.samples };
  const means = {
    resource: own.resource,
    probe: own.probe,
    samples: Object.keys(allSamples).length === 0 ? undefined : allSamples,
  };
  return { profile: { ...declarations, ...defined(means) }, left };
}

/** Whether a key of samples (a section or an operation) names no write. */
function isRead(key: string): boolean {
  const named = namesByOperation.filter(
    (name) => operationOf(name) === key || endpoint(name).section === key,
  );
  return named.length > 0 && named.every((name) => endpoint(name).changes === 'nothing');
}

const mostNamed = 8;

/** Compares the run of another party with the certified run, clause by clause. */
export function comparedRun(certified: Report, again: Report): Verified {
  const line = linesAbout('against');
  const now = new Map(again.clauses.map(({ id, verdict }) => [id, verdict]));
  const pairs = certified.clauses.map(({ id, verdict }) => ({ id, before: verdict, now: now.get(id) }));
  const agreeing = pairs.filter((pair) => pair.before === pair.now).length;
  const broken = pairs.filter((pair) => pair.now === 'fail' && pair.before !== 'fail');
  const mended = pairs.filter((pair) => pair.before === 'fail' && pair.now === 'pass');
  const counted = `${again.target.baseUrl}, seed ${again.run.seed}: ${agreeing} of ${pairs.length} clauses agree`;
  if (broken.length > 0) return line.refuted(`${counted}; ${named(broken)} did not fail then, but fails now`);
  if (again.verdict === certified.verdict) return line.holds(counted);
  const otherwise = mended.length > 0 ? `; ${named(mended)} failed then, but passes now` : '';
  return line.untold(`${counted}; ${again.verdict} now${otherwise}`);
}

function named(pairs: readonly { readonly id: string }[]): string {
  const further = pairs.length - mostNamed;
  const ids = pairs.slice(0, mostNamed).map(({ id }) => id);
  return `${ids.join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
}
