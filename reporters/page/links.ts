import { html, join, type Markup } from './markup.ts';
import { anchorOf } from './marks.ts';

/** A link to the clause on the page. */
export function linkTo(id: string): Markup {
  return html`<a href="#${anchorOf(id)}">${id}</a>`;
}

/** Links to several clauses, in one line. */
export function linksTo(clauses: readonly { readonly id: string }[]): Markup {
  return join(
    clauses.map(({ id }) => linkTo(id)),
    ', ',
  );
}
