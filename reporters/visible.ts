import { withoutLogCommands } from './ci/log-commands.ts';

// Controls (C0, DEL, C1), soft hyphen, zero-width characters, bidirectional marks and overrides, line separators,
// interlinear annotation, byte order mark, fillers, tags, and halves of surrogate pairs.
const hidden =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Longer lines are of no use in a message. */
const mostOfLine = 10_000;

const short: ReadonlyMap<string, string> = new Map(Object.entries({ '\n': '\\n', '\r': '\\r', '\t': '\\t' }));

/** Whether a text holds nothing that steers a terminal, hides or reorders. */
export function isVisible(text: string): boolean {
  return text.search(hidden) < 0;
}

/**
 * A text from outside on one line, safe to show: whatever steers, hides or reorders is written as an escape, so is what a
 * build service would obey, and what is longer than `mostCharacters` is cut and ends in an ellipsis.
 */
export function visible(text: string, mostCharacters = 400): string {
  const shown = text
    .slice(0, mostCharacters + 1)
    .replace(hidden, (character) => short.get(character) ?? escapeOf(character));
  const escaped = withoutLogCommands(shown, escapeOf);
  if (escaped.length <= mostCharacters) return escaped;
  return `${escaped.slice(0, Math.max(0, mostCharacters - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The same on the lines that it has: of messages of several lines, which quote what came from outside. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => visible(line, mostOfLine))
    .join('\n');
}

/** The same in serialised JSON, whose own line feeds stay: escapes that JSON reads back. */
export function visibleJson(json: string): string {
  const shown = json.replace(hidden, (character) =>
    character === '\n' ? character : [...codeUnits(character)].map(unitEscape).join(''),
  );
  return withoutLogCommands(shown, escapeOf);
}

/** A value as indented JSON that is safe to print, with a line feed at its end: the one way to write JSON for others. */
export function jsonText(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line, without a line feed. */
export function jsonLine(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : unitEscape(code);
}

function* codeUnits(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) yield text.charCodeAt(at);
}

function unitEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
