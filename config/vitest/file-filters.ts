import { relative } from 'node:path';
import { statedPlaces } from '../register/stated-places.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { packageFolder } from '../packaging/package-folder.ts';

/**
 * What a file filter of vitest (`suites/4.10`, a path, `4.10`) selects: all clauses of the suites whose paths hold it,
 * since one entry states them all. `suites/4.5` is 4.05, as files are named.
 *
 * @param pattern - a pattern of names that is given beside it, and holds as well
 * @throws ConfigurationError where it names no suite
 */
export function patternOfFiles(filters: readonly string[], pattern?: RegExp): RegExp {
  const parts = [...new Set(filters.flatMap(partsIn))].map((part) => part.replaceAll('.', String.raw`\.`));
  const ofParts = String.raw`(?:^|[^\w.])(?:${parts.join('|')})/`;
  return new RegExp(
    pattern === undefined ? ofParts : `^(?=.*${ofParts})(?=.*(?:${pattern.source}))`,
    pattern?.flags,
  );
}

function partsIn(filter: string): readonly string[] {
  const path = filter.startsWith(packageFolder)
    ? relative(packageFolder, filter)
    : filter.replace(/^\.\//, '');
  const named = path.replaceAll('\\', '/').replace(/(^|\/)4\.(\d)(?!\d)/, '$14.0$2');
  const parts = [...statedPlaces()]
    .filter(([, place]) => place.slice(0, place.lastIndexOf(':')).includes(named))
    .map(([id]) => id.slice(0, id.indexOf('/')));
  if (parts.length > 0) return parts;
  throw new ConfigurationError({
    setting: 'the file filter',
    found: `${quoted(filter)}, which no suite has in its path`,
    expected: 'a suite, such as suites/4.10',
    remedy: 'Clauses are selected by their ids: -t 4.10/',
  });
}
