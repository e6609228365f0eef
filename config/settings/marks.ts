/** Invisible characters that tools and editors leave around or within a value. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/[\r\n\u0085\u2028\u2029]/, 'a line break'],
  [/\t/, 'a tab'],
  [/\ufeff/, 'a byte order mark'],
  [/[\u00ad\u180e\u200b-\u200f\u2060]/, 'a zero-width character'],
  [/[\u00a0\u2007\u202f]/, 'a no-break space'],
  [/\s/, 'a space'],
  [/\p{Cc}/u, 'a control character'],
  [/[^\0-\x7f]/, 'a character that is not ASCII'],
];

const around =
  /^[\s\u0085\u00ad\u180e\u200b-\u200f\u2060\ufeff]+|[\s\u0085\u00ad\u180e\u200b-\u200f\u2060\ufeff]+$/g;

/** A value without invisible characters at its ends, and the removed characters in words. */
export interface Unmarked {
  readonly text: string;
  /** Follows the name of a setting: `ends in a line break`. */
  readonly cut?: string;
}

/** Removes white space, line breaks, byte order marks and zero-width characters at both ends. */
export function unmarked(written: string): Unmarked {
  const text = written.replace(around, '');
  if (text === written || text === '') return { text };
  const from = written.indexOf(text);
  const [before, behind] = [written.slice(0, from), written.slice(from + text.length)];
  const told = [
    ...(before === '' ? [] : [`begins with ${markIn(before)}`]),
    ...(behind === '' ? [] : [`ends in ${markIn(behind)}`]),
  ];
  return { text, cut: told.join(' and ') };
}

/** The first invisible character within a text, in words. Messages may show the result, which contains no secret. */
export function markIn(text: string): string | undefined {
  return marks.find(([mark]) => mark.test(text))?.[1];
}

/** Whether a text has the same quotation marks at both ends. */
export function isQuoted(text: string): boolean {
  return /^(?:"[^]*"|'[^]*'|`[^]*`|\u201c[^]*\u201d|\u2018[^]*\u2019)$/.test(text);
}

/** The message about an invisible character that was left out. */
export function cutNote(name: string, cut: string): string {
  return `${name} ${cut}, which was left out.`;
}
