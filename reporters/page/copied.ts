import type { Asked } from '../../clause/supplied-members.ts';
import { betweenTags, html, join, type Markup } from './markup.ts';

/** A text to paste, of one or several lines; the page's script puts a button behind it. */
export function copied(text: string): Markup {
  return html`<code class="copied${text.includes('\n') && ' lines'}">${betweenTags(text)}</code>`;
}

/** A line of advice; each part to paste has its own button, and contains nothing else. */
export function copiedAdvice(line: string, asks: Asked | undefined): Markup {
  const { profile, settings = {} } = asks ?? {};
  const parts = [
    ...(profile === undefined ? [] : [html`in the profile: ${copied(JSON.stringify(profile, null, 2))}`]),
    ...Object.entries(settings).map(([name, value]) => copied(`${name}=${value}`)),
  ];
  return parts.length === 0 ? copied(line) : html`${join(parts, html`<br />`)}`;
}
