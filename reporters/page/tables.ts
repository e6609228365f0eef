import { html, Markup, type Part } from './markup.ts';

/** Columns of numbers are right-aligned. */
interface Column {
  readonly num: Part;
}

/** A table with a head; its rows are already HTML. */
export function tableOf(
  head: readonly (Part | Column)[],
  rows: Part,
  { name, caption }: { readonly name?: string; readonly caption?: Part } = {},
): Markup {
  return html`${opening('table', name)}${
    caption !== undefined &&
    html`<caption>
      ${caption}
    </caption>`
  }
    <thead>
      <tr>
        ${head.map(headCell)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function headCell(cell: Part | Column): Markup {
  return typeof cell === 'object' && 'num' in cell
    ? html`<th scope="col" class="num">${cell.num}</th>`
    : html`<th scope="col">${cell}</th>`;
}

/** A row of plain cells, of which the first is the head. */
export function rowOf(first: Part, ...others: readonly Part[]): Markup {
  return html`<tr>
    <th scope="row">${first}</th>
    ${others.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}

/** Labels, each with a text. */
export function pairsOf(all: readonly (readonly [label: Part, value: Part])[], name?: string): Markup {
  return html`${opening('dl', name)}${all.map(
    ([label, value]) =>
      html`<dt>${label}</dt>
        <dd>${value}</dd>`,
  )}
  </dl>`;
}

function opening(tag: 'table' | 'dl', name: string | undefined): Markup {
  return new Markup(name === undefined ? `<${tag}>` : `<${tag} class="${name}">`);
}
