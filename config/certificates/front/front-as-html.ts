import { asDocument } from '../../../reporters/page/document.ts';
import { html, join, Markup } from '../../../reporters/page/markup.ts';
import type { Deed, Fact, FrontPage } from './front-page.ts';

const letters = { CONFORMANT: 'p', 'NON-CONFORMANT': 'f', INCOMPLETE: 'u', REHEARSAL: 'u' } as const;

/** The front page as `index.html`: one file that needs no network and runs no script. */
export function frontAsHtml({
  kind,
  claim,
  heading,
  sentence,
  facts,
  notShown,
  deeds,
  words,
}: FrontPage): string {
  return asDocument(
    `Certificate: ${heading}`,
    html`<header class="${letters[claim]}">
        <p>${kind}</p>
        <h1>${heading}</h1>
        <p class="claim">${sentence}</p>
      </header>
      <main>
        <section aria-label="What was found">
          <dl class="facts">${facts.map(fact)}</dl>
          <p>
            ${notShown} Each requirement, request and answer:
            <a href="page.html">the page of the run</a>.
          </p>
        </section>
        <section aria-label="What you can do">${deeds.map(deed)}</section>
        <section class="words" aria-labelledby="words">
          <h2 id="words">Words</h2>
          <dl>
            ${words.map(
              ([term, meaning]) =>
                html`<div>
                  <dt>${term}</dt>
                  <dd>${meaning}</dd>
                </div>`,
            )}
          </dl>
        </section>
      </main>`,
    { isLive: false, sheet: 'front.css' },
  );
}

function fact({ label, text, items }: Fact): Markup {
  return html`<dt>${label}</dt>
    <dd>
      ${text}${
        items !== undefined &&
        html`<ul>
          ${items.map((item) => html`<li>${item}</li>`)}
        </ul>`
      }
    </dd>`;
}

function deed({ title, text, commands }: Deed): Markup {
  return html`<h2>${title}</h2>
    <p>${text}</p>
    <pre>${join(commands, new Markup('\n'))}</pre>`;
}
