import { spoken, type Phrase } from './names/untrusted.ts';
import { visible } from './visible.ts';

/** Text from outside as plain text, of which nothing is markup, a link, a mention or the end of a table's cell. */
export function prose(text: Phrase): string {
  return entities(visible(spoken(text), 2_000))
    .replace(/[`*[\]\\|~@#$]|\b_(?!\w)|(?<!\w)_/g, entity)
    .replace(/:(?=\/\/)/g, entity)
    .replace(/(?<=www)\./gi, entity)
    .replace(/^[-+](?=[\s-]|$)|^=(?==*\s*$)|^\d(?=\d*[.)](?:\s|$))/, entity);
}

/** The same text in the letters of code. */
export function code(text: string): string {
  return `<code>${prose(text)}</code>`;
}

/** Lines in a block of their own: they stay unchanged, except that each is escaped. */
export function preformatted(lines: readonly string[]): string {
  return `<pre>${lines.map((line) => entities(visible(line, 4_000))).join('\n')}</pre>`;
}

/** Folded content on one line, which fits a table's cell; the content is already safe Markdown. */
export function details(summary: string, content: string): string {
  return `<details><summary>${prose(summary)}</summary>${content}</details>`;
}

/** A table; head and cells are already Markdown, without line ends. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A list, one item per line. */
export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** A heading with its parts; nothing without parts. */
export function section(title: string, parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts];
}

/** As many parts as fit, one below the other; the end states how many parts were left out. */
export function capped(parts: readonly string[], maxBytes: number): string {
  const size = (text: string): number => Buffer.byteLength(text);
  const whole = `${parts.join('\n\n')}\n`;
  if (size(whole) <= maxBytes) return whole;
  const note = (count: number): string => `${count} parts left out for their size, see the report\n`;
  let left = maxBytes - size(note(parts.length));
  const kept: string[] = [];
  for (const part of parts) {
    const bytes = size(part) + 2;
    if (bytes > left) continue;
    left -= bytes;
    kept.push(`${part}\n\n`);
  }
  const text = kept.join('') + note(parts.length - kept.length);
  return size(text) <= maxBytes ? text : '';
}

function entities(text: string): string {
  return text.replace(/[&<>]/g, entity);
}

function entity(character: string): string {
  const named: ReadonlyMap<string, string> = new Map(
    Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }),
  );
  return named.get(character) ?? `&#${character.codePointAt(0) ?? 0};`;
}
