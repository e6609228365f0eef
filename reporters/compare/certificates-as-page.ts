import { asDocument } from '../page/document.ts';
import { html, type Markup } from '../page/markup.ts';
import { pairsOf } from '../page/tables.ts';
import { spoken } from '../names/untrusted.ts';
import type { CertificatesView } from './certificates-view.ts';
import { clauseTable, sectionTable } from './compared-as-page.ts';

/** Certificates side by side as a page of its own: one file that needs no network and runs no script. */
export function certificatesAsPage(view: CertificatesView): string {
  const { when, columns, leftOut, sections, broken, choices } = view;
  const body = html`<header class="mast">
      <h1>Certificates</h1>
      <p>${when}</p>
    </header>
    <main>
      ${
        columns.length > 0 && [
          columns.map(({ name, claim, facts }) =>
            part(
              `${name}: ${claim}`,
              pairsOf(
                facts.map(([label, text]) => [label, spoken(text)] as const),
                'wide',
              ),
            ),
          ),
          part('MUST clauses that pass, by section', sectionTable(sections, columns)),
        ]
      }
      ${broken.length > 0 && part('Broken', clauseTable(broken, columns))}
      ${choices.length > 0 && part('Chosen differently', clauseTable(choices, columns))}
      ${
        leftOut.length > 0 &&
        part('Not in the tables', pairsOf(leftOut.map(({ name, reason }) => [name, reason] as const)))
      }
    </main>`;
  return asDocument('Certificates', body, { isLive: false });
}

function part(title: string, content: Markup): Markup {
  return html`<section class="part">
    <h2>${title}</h2>
    ${content}
  </section>`;
}
