import type { Report } from '../../clause/report.ts';
import { linesAbout, type Verified } from './lines/verified.ts';

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
