/**
 * The sign that makes each of these commands, which build services read in the output of a step:
 *
 * - `##` in `##[…]` (GitHub, Azure), `##vso[…]` (Azure) and `##teamcity[…]`: anywhere in a line
 * - `::` in `::name …::` (GitHub, Forgejo): at the beginning of a line, where any word of a wrapped text may come
 *   to be. The `::` of an IPv6 address stays, because its digits are the name of no command
 * - `travis_fold:`, `section_start:` (GitLab) and their ends, which fold away the lines below them
 * - `--- `, `+++ `, `~~~ ` and `^^^ ` (Buildkite), which fold lines away at the beginning of a line
 *
 * Letters before a fold are no protection: an escape of the suite (`\u202e`) ends in a letter.
 *
 * Sequences that also need an escape of a terminal (images and links of Buildkite, notes of Jenkins) have no effect
 * once controls are escaped.
 */
const telling =
  /#(?=#)|:(?=:(?![\da-f:.]{0,45}\]|1(?![\w-])))|(?<=(?:travis_(?:fold|time)|section_(?:start|end))):|([-+~^])(?=\1\1(?:\s|$))/gi;

/** The text with a replacement for each sign that makes a command of a build service, anywhere in a line. */
export function withoutLogCommands(text: string, instead: (sign: string) => string): string {
  return text.replace(telling, instead);
}

/** The same words for a POSIX shell, in single quotes or bare: an empty string follows each such sign. */
export function asInertWords(words: string): string {
  return withoutLogCommands(words, (sign) => `${sign}''`);
}
