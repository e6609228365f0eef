// Controls (C0, DEL, C1), soft hyphen, zero-width characters, bidirectional marks and overrides, line separators,
// interlinear annotation, byte order mark, tags, and halves of surrogate pairs.
const unsafe =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

const short: ReadonlyMap<string, string> = new Map(Object.entries({ '\n': '\\n', '\r': '\\r', '\t': '\\t' }));

/**
 * A text that a server chose, made safe for a terminal and one line: whatever steers, hides or reorders is written as an
 * escape, and the result is cut to `maxChars` characters (UTF-16 code units, an ellipsis included).
 */
export function printable(text: string, maxChars: number): string {
  const ample = text.slice(0, maxChars + 1);
  const escaped = ample.replace(unsafe, (character) => short.get(character) ?? escapeOf(character));
  if (escaped.length <= maxChars) return escaped;
  const cut = escaped.slice(0, Math.max(0, maxChars - 1));
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
