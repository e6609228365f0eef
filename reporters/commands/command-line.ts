import { visible } from '../visible.ts';

/**
 * A command of the suite on one line, never wrapped: for a clone, or for a project that has the package. The name has
 * no owner on a public registry: without `--offline`, npx might ask there and run what it gets.
 */
export function commandLine(...words: readonly string[]): string {
  return ['npx --offline', suite, ...words.map(asWord)].join(' ');
}

/** The same with a release's tarball in the current folder, for users who have not installed the package. */
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
