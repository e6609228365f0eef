// Controls (C0, DEL, C1), soft hyphen, zero-width characters, bidirectional marks and overrides, line separators,
// interlinear annotation, byte order mark, fillers, tags, and halves of surrogate pairs.
export const hidden =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

const short: ReadonlyMap<string, string> = new Map(Object.entries({ '\n': '\\n', '\r': '\\r', '\t': '\\t' }));

/**
 * A text that a server chose, made safe for a terminal and one line. Characters that steer, hide or reorder are
 * written as escapes, and the result is cut to `maxChars` characters (UTF-16 code units, an ellipsis included).
 *
 * @param escaped - further characters to write as escapes, before the text is cut
 */
export function printable(
  text: string,
  maxChars: number,
  escaped = (shown: string): string => shown,
): string {
  const ample = text.slice(0, maxChars + 1);
  const whole = escaped(ample.replace(hidden, (character) => short.get(character) ?? escapeOf(character)));
  if (whole.length <= maxChars) return whole;
  const cut = whole.slice(0, Math.max(0, maxChars - 1));
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The escape of one character in the notation of JavaScript. */
export function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
