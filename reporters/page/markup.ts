import { Untrusted } from '../names/untrusted.ts';
import { visible } from '../visible.ts';

/** A piece of HTML; all text from outside is escaped. Only the functions below make such pieces. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a piece of HTML: texts are escaped; undefined and false are omitted. */
export type Part = string | number | Markup | Untrusted | readonly Part[] | undefined | false;

/** Longer texts are cut; conformance.json has the whole text. */
const mostCharacters = 20_000;

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
);

/** A tagged template of HTML, whose attributes must be quoted. No value can begin or end an element or attribute. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return new Markup(tightened(strings).reduce((text, next, at) => text + inHtml(values[at - 1]) + next));
}

/** Line feeds at the ends of a block are invisible. */
const besideBlock =
  /\n?<\/?(?:body|caption|d[dlt]|details|div|footer|h[1-6]|head|header|html|li|link|main|meta|ol|p|section|summary|t(?:able|body|d|h|head|r)|ul)\b[^>]*>\n?/g;

/** End tags that HTML allows to omit before the next element of their kind, or before the end of the parent. */
const endedByWhatFollows = /<\/(?:d[dt]|li|t[dhr])>/g;

const tight = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The template without the indents of the sources, which would occur hundreds of times on one page. */
function tightened(strings: TemplateStringsArray): readonly string[] {
  const known = tight.get(strings);
  if (known !== undefined) return known;
  const made = strings.map((text) =>
    text
      .replace(/\s*\n\s*(>?)/g, (_, end: string) => end || '\n')
      .replace(besideBlock, (found) => found.replaceAll('\n', ''))
      .replace(endedByWhatFollows, ''),
  );
  tight.set(strings, made);
  return made;
}

/** Pieces in a row. */
export function join(parts: readonly Part[], between: Part): Markup {
  return new Markup(parts.map(inHtml).join(inHtml(between)));
}

/** Text of many lines between tags: unlike in an attribute, the many quotes of JSON need no escape there. */
export function betweenTags(text: string): Markup {
  const lines = text.split('\n').map((line) => visible(line, mostCharacters));
  return new Markup(lines.join('\n').replace(/[&<>]/g, (sign) => entities.get(sign) ?? ''));
}

function inHtml(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (part instanceof Untrusted) return inHtml(part.quoted());
  if (typeof part === 'object') return part.map(inHtml).join('');
  return visible(String(part), mostCharacters).replace(/[&<>"']/g, (sign) => entities.get(sign) ?? '');
}
