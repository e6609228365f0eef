/**
 * The words of a text that a person wrote as a command line, or the flaw of the text. Quotes mean the same as in a
 * shell, and nothing else is special, for the sake of patterns and paths. So a backslash is a character, except before
 * `"` or `\` in double quotes, and at the end of a line, where it joins the next line.
 */
export function quotedWords(
  text: string,
): readonly string[] | { readonly reason: string; readonly line: number } {
  const words: string[] = [];
  let isWithin = false;
  for (const { 0: piece, 1: single, 2: double, index } of text.matchAll(pieces)) {
    const reason = flaws.get(piece) ?? (/^\\[^\S\n]$/u.test(piece) ? escapedBlank : undefined);
    if (reason !== undefined) return { reason, line: text.slice(0, index).split('\n').length };
    if (/^(?:\\\r?\n|\s)/u.test(piece)) {
      isWithin = false;
      continue;
    }
    const meant = single ?? double?.replace(/\\(["\\])/g, '$1') ?? piece;
    words.push(isWithin ? `${words.pop() ?? ''}${meant}` : meant);
    isWithin = true;
  }
  return words;
}

/** White space, the content of single and double quotes, empty quotes, and other characters. */
const pieces = /\\\r?\n|\s+|'([^']*)'|"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"|\\["'\s]|["']|[^\s"'\\]+|\\/gu;

const escapedBlank =
  'a blank after a backslash, which some shells read as one word and other shells as two words';
const flaws: ReadonlyMap<string, string> = new Map([
  ["'", "a ' without a closing '"],
  ['"', 'a " without a closing "'],
  ["\\'", "a ' after a backslash outside of quotes"],
  ['\\"', 'a " after a backslash outside of quotes'],
]);
