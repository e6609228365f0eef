import { escapeOf, hidden, printable } from '../wire/printable.ts';
import { withoutLogCommands } from './ci/log-commands.ts';

/** Longer lines are of no use in a message. */
const mostOfLine = 10_000;

/** Whether a text has no characters that steer a terminal, hide or reorder text. */
export function isVisible(text: string): boolean {
  return text.search(hidden) < 0;
}

/** A text from outside on one line, safe to show to people, terminals and build services; cut with an ellipsis. */
export function visible(text: string, mostCharacters = 400): string {
  return printable(text, mostCharacters, (shown) => withoutLogCommands(shown, escapeOf));
}

/** The same on several lines: for messages that quote texts from outside. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => visible(line, mostOfLine))
    .join('\n');
}

/** The same in serialised JSON, with its own line feeds: escapes that JSON reads back. */
export function visibleJson(json: string): string {
  const shown = json.replace(hidden, (character) =>
    character === '\n' ? character : [...codeUnits(character)].map(unitEscape).join(''),
  );
  return withoutLogCommands(shown, escapeOf);
}

/** A value as indented JSON that is safe to print, with a line feed: the only way to write JSON for others. */
export function jsonText(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line, without a line feed. */
export function jsonLine(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}

function* codeUnits(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) yield text.charCodeAt(at);
}

function unitEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
