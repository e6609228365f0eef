import { visible } from '../visible.ts';

/**
 * A command of the suite as people type it in a clone, or in a project that has the package; one line, never wrapped.
 * Nobody owns the name on a public registry: without `--offline`, npx would ask there if the package is not
 * installed, and run the answer.
 *
 * @param words - the command, and each of its arguments; `<clause>` is for the reader to fill in
 */
export function commandLine(...words: readonly string[]): string {
  return ['npx --offline', suite, ...words.map(asWord)].join(' ');
}

/**
 * The same for users who have not installed the package: with the tarball of a release in the current folder, after a
 * comparison of its digest.
 */
export function tarballCommandLine(version: string, ...words: readonly string[]): string {
  const tarball = asWord(`--package=./${tarballName(version)}`);
  return ['npx --yes', tarball, '--', suite, ...words.map(asWord)].join(' ');
}

/** The name of a release's tarball. */
export function tarballName(version: string): string {
  return `${suite}-${version}.tgz`;
}

const suite = 'resource-conformance';

/** In single quotes if a shell would change it. */
function asWord(word: string): string {
  const isPlain = /^(?:[\w./:=,@%+-][\w./#:=,@%+-]*|<[\w-]+>)$/.test(word);
  return isPlain ? word : `'${visible(word).replaceAll("'", "'\\''")}'`;
}
