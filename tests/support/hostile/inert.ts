import { isVisible } from '../../../reporters/visible.ts';
import { commandsTakenFrom } from './log-commands.ts';

/** What a text for people must not hold, whatever a server has sent; each with where it was found. */
export function unsafeIn(name: string, text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !isVisible(line.replaceAll('\t', ' ')));
  const found = [
    ...commandsTakenFrom(text, 'annotations'),
    ...(/\.(?:html|xml)$/.test(name) ? matches(withoutValues(text), tags) : []),
    ...(name.endsWith('.md') ? inMarkdown(text) : []),
  ];
  return [...lines, ...found].map((one) => `${name}: ${JSON.stringify(one.slice(0, 200))}`);
}

/** Tags and sections that only a server has written. */
const tags = [
  /<script>alert/i,
  /<img[^>]*onerror/i,
  /<[^>]*\sonmouseover=/i,
  /<!DOCTYPE a/,
  /<!ENTITY/,
  /<\?php/,
  /<a>&b;/,
  /href="(?:javascript|http:\/\/evil)/i,
];

/** What is between the quotes of an attribute is no markup. */
function withoutValues(text: string): string {
  return text.replace(/<[a-z][^<>"]*(?:"[^"<]*"[^<>"]*)+>/gi, (tag) =>
    tag.replace(/(?<!href=)"[^"]*"/g, '""'),
  );
}

/** Headings, links and pictures that only a server has written. */
const marks = [/^# title/m, /<\/details>\n!\[/, /[^\\]!\[x\]\(/, /[^\\]\[click\]\(/];

function inMarkdown(text: string): readonly string[] {
  const live = outsideOfCode(text);
  // Within a block of this tag Markdown is not read, but HTML is.
  return [...matches(live, [/<script/i, /<img/i]), ...matches(live.replace(/<pre>[^]*?<\/pre>/g, ''), marks)];
}

/** What a reader of Markdown does not take as it stands: blocks between fences, and spans of code. */
function outsideOfCode(text: string): string {
  return text
    .replace(/^(`{3,}|~{3,})[^\n]*\n[^]*?^\1`*$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '');
}

function matches(text: string, patterns: readonly RegExp[]): readonly string[] {
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}
