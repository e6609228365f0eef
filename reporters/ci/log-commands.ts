/**
 * The sign that each of these commands needs; build services read them in the output of a step:
 *
 * - `##`, of `##[…]` (GitHub, Azure), `##vso[…]` (Azure) and `##teamcity[…]`, which are taken anywhere in a line
 * - `::`, of `::name …::` (GitHub, Forgejo): at the beginning of a line, to which any word of a wrapped text may come; it
 *   stays where it is of an IPv6 address, whose digits are the name of no command
 * - `travis_fold:`, `section_start:` (GitLab) and their ends, which fold away the lines below them
 * - `--- `, `+++ `, `~~~ ` and `^^^ ` (Buildkite), which do so at the beginning of a line
 *
 * Letters before a fold are no shelter: an escape of ours (`\u202e`) ends in one.
 *
 * Sequences that need an escape of a terminal as well (images and links of Buildkite, notes of Jenkins) have no
 * effect once controls are escaped.
 */
const telling =
  /#(?=#)|:(?=:(?![\da-f:.]{0,45}\]|1(?![\w-])))|(?<=(?:travis_(?:fold|time)|section_(?:start|end))):|([-+~^])(?=\1\1(?:\s|$))/gi;

/** The text with a replacement for each character sequence that makes it a command of a build service, in any place. */
export function withoutLogCommands(text: string, instead: (sign: string) => string): string {
  return text.replace(telling, instead);
}

/** The same words for a POSIX shell: an empty string after each such sequence, within single quotes or bare. */
export function asInertWords(words: string): string {
  return withoutLogCommands(words, (sign) => `${sign}''`);
}
