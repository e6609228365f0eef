import { relative } from 'node:path';
import { partsInOrder, titleOf } from '../../clause/document-order.ts';
import type { StatedSuite } from '../register/stated-places.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { packageFolder } from '../packaging/package-folder.ts';
import { suiteFile } from './suite-files.ts';

/**
 * A pattern of `-t` for the names that vitest makes from titles: `4.5 HEAD /{projectKey}/resource 4.5/no-body`. The
 * pattern is about the title of the test, because paths also contain words of ids, and `^4.5/` means an id. A pattern
 * with a space, which no id contains, may begin with the title of a part.
 */
export function selectionOf(pattern: RegExp): RegExp {
  return new RegExp(inNames(pattern.source), pattern.flags);
}

/** Vitest 4 puts a space before a title, vitest 5 an angle bracket behind it. */
const start = '^ ?';
const then = ' (?:> )?';
const titles = partsInOrder.map((part) => titleOf(part).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
const behindTitle = `(?<=${start}(?:${titles.join('|')})${then})`;
const fromName = behindTitle.replace(/\)$/, '.*)');

function inNames(source: string): string {
  const mayBeginWithTitle = /\s|\\s/.test(source);
  const orFirst = (place: string): string => (mayBeginWithTitle ? `(?:${start}|${place})` : place);
  const anchored = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\^/g, (found) =>
    found === '^' ? orFirst(behindTitle) : found,
  );
  return `${orFirst(fromName)}(?:${anchored})`;
}

/** Whether a file filter is about suites, even if it matches none. */
export function isOfSuites(filter: string, suites: readonly StatedSuite[]): boolean {
  const { path } = placeIn(filter);
  return path.startsWith('suites/') || suites.some((suite) => path.endsWith(`/${suite.path}`));
}

/**
 * The suites that a file filter of vitest names (`suites/4.10`, a path, `4.10`); `suites/4.5` means the file `4.05`. A
 * line behind the name (`suites/4.10:50`) is kept.
 *
 * @throws ConfigurationError if it names no suite, or a line without a statement
 */
export function suitesNamed(filter: string, suites: readonly StatedSuite[]): readonly string[] {
  const { path: asked, line } = placeIn(filter);
  const named = asked.replace(/(^|\/)4\.(\d)(?!\d)/, '$14.0$2');
  const found = suites.filter(({ path }) => path.includes(named) || named.endsWith(`/${path}`));
  if (found.length === 0)
    throw new ConfigurationError({
      setting: 'the file filter',
      found: `${quoted(filter)}, which no suite has in its path`,
      expected: 'a suite, such as suites/4.10',
      remedy: 'Clauses are selected by their ids: -t 4.10/',
    });
  if (line === undefined) return found.map(suiteFile);
  const stating = found.filter(({ stated }) => stated.some((one) => one.line === line));
  if (stating.length > 0) return stating.map((suite) => `${suiteFile(suite)}:${line}`);
  throw new ConfigurationError({
    setting: 'the file filter',
    found: `${quoted(filter)}, a line that states no clause`,
    expected: 'the line of the id of a clause',
    remedy: 'vitest list --json names the lines of all clauses.',
  });
}

/** The path of a filter, from the package folder on if it leads there, and its line. */
function placeIn(filter: string): { readonly path: string; readonly line: number | undefined } {
  const [, name = filter, line] = /^(.*?)(?::(\d+))?$/.exec(filter) ?? [];
  const path = name.startsWith(packageFolder) ? relative(packageFolder, name) : name;
  return {
    path: path.replaceAll('\\', '/').replace(/^\.\//, ''),
    line: line === undefined ? undefined : Number(line),
  };
}
