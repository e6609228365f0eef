import { html, join, lineFeed, type Markup } from './markup.ts';

/** A text to paste, of one line or several; the page's script puts a button behind it. */
export function copied(text: string): Markup {
  const lines = text.split('\n');
  return html`<code class="copied${lines.length > 1 && ' lines'}">${join(lines, lineFeed)}</code>`;
}
