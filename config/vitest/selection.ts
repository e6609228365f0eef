import { relative } from 'node:path';
import { partsInOrder, titleOf } from '../../clause/document-order.ts';
import { statedPlaces } from '../register/stated-places.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { packageFolder } from '../packaging/package-folder.ts';

/** What was asked to be selected, as it was written. */
interface Asked {
  /** File filters of vitest: `suites/4.10`, a path, `4.10`. */
  readonly filters: readonly string[];
  /** What `-t` says. */
  readonly pattern: RegExp | undefined;
}

/**
 * The pattern of what is selected, for names as vitest makes them of the title of a part and of what a test is called:
 * `4.5 HEAD /{projectKey}/resource 4.5/no-body`. `-t` is about the second: paths hold words that ids hold too, and
 * anyone who writes `^4.5/` means an id. One with a space in it, which no id has, may begin with a title.
 *
 * @returns undefined if everything is
 * @throws ConfigurationError where a filter names no suite
 */
export function selectionOf({ filters, pattern }: Asked): RegExp | undefined {
  const ofNames = pattern === undefined ? '' : inNames(pattern.source);
  // The one test file states all clauses.
  const suites = filters
    .map(asInPackage)
    .filter((filter) => !/^(?:dist\/)?config\/vitest\/entry\b/.test(filter));
  if (suites.length === 0) return pattern === undefined ? undefined : new RegExp(ofNames, pattern.flags);
  const starts = [...new Set(suites.flatMap(partsIn))].map(
    (part) => literally(titleOf(part)) + then + literally(`${part}/`),
  );
  return new RegExp(`${start}(?=${either(starts)})(?=.*${ofNames})`, pattern?.flags);
}

/** Vitest 4 puts a space before a title, 5 an angle bracket behind it. */
const start = '^ ?';
const then = ' (?:> )?';
const behindTitle = `(?<=${start}${either(partsInOrder.map((part) => literally(titleOf(part))))}${then})`;
const fromName = behindTitle.replace(/\)$/, '.*)');

function inNames(source: string): string {
  const mayBeginWithTitle = /\s|\\s/.test(source);
  const orFirst = (place: string): string => (mayBeginWithTitle ? `(?:${start}|${place})` : place);
  const anchored = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\^/g, (found) =>
    found === '^' ? orFirst(behindTitle) : found,
  );
  return `${orFirst(fromName)}(?:${anchored})`;
}

function either(alternatives: readonly string[]): string {
  return `(?:${alternatives.join('|')})`;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function asInPackage(filter: string): string {
  const path = filter.startsWith(packageFolder) ? relative(packageFolder, filter) : filter;
  return path.replaceAll('\\', '/').replace(/^\.\//, '');
}

/** Whether a file filter is about suites, be there one of that name or not. */
export function isOfSuites(filter: string): boolean {
  return asInPackage(filter).startsWith('suites/');
}

/** The parts of the suites whose paths hold the filter; `suites/4.5` is 4.05, as files are named. */
function partsIn(filter: string): readonly string[] {
  const named = filter.replace(/(^|\/)4\.(\d)(?!\d)/, '$14.0$2');
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
