import { escapeOf, hidden, printable } from '../wire/printable.ts';
import { withoutLogCommands } from './ci/log-commands.ts';

/** A longer line is of no use in a message. */
const mostOfLine = 10_000;

/** Whether no character of a text steers a terminal, hides text or reorders it. */
export function isVisible(text: string): boolean {
  return text.search(hidden) < 0;
}

/** A text from outside on one line, safe for people, terminals and build services; cut with an ellipsis. */
export function visible(text: string, mostCharacters = 400): string {
  return printable(text, mostCharacters, (shown) => withoutLogCommands(shown, escapeOf));
}

/** The same text on several lines: for messages that quote texts from outside. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => visible(line, mostOfLine))
    .join('\n');
}

/** The same for serialised JSON, which keeps its own line feeds: readers of JSON undo the escapes. */
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

/** The same on one line, without a line feed at the end. */
export function jsonLine(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}

function* codeUnits(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) yield text.charCodeAt(at);
}

function unitEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
