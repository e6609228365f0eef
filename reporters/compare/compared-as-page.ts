import type { Cell } from '../glance.ts';
import { asDocument } from '../page/document.ts';
import { html, type Markup, type Part } from '../page/markup.ts';
import { anchorOf, letterOf } from '../page/marks.ts';
import type { ComparedRow, ComparedSection, ComparedView } from './compared-view.ts';
import { pairsOf, rowOf, tableOf } from '../page/tables.ts';

/** A comparison as a page of its own: clauses × implementations, each cell in the colour of its verdict. */
export function comparedAsPage({ columns, changes, notes, rows, sections, alike }: ComparedView): string {
  const title = `Compared: ${columns.map(({ name }) => name).join(', ')}`;
  const told = [...changes, ...notes.map((text) => ['note', text] as const)];
  const body = html`<header class="mast">
      <h1>Compared</h1>
    </header>
    <main>
      <section class="part">
        ${tableOf(
          ['run', 'verdict', 'counts'],
          columns.map(({ name, verdict, about, tally }) =>
            rowOf(html`${name}<br /><small>${about}</small>`, verdict, tally),
          ),
          { name: 'observed' },
        )}
      </section>
      ${
        told.length > 0 &&
        html`<section class="part">
          <h2>Changes</h2>
          ${pairsOf(told)}
        </section>`
      }
      <section class="part">
        <h2>MUST clauses that pass</h2>
        ${sectionTable(sections, columns)}
      </section>
      <section class="part">
        <h2>${rows.length === 0 ? 'No clause differs' : `Clauses that differ: ${rows.length}`}</h2>
        ${clauseTable(rows, columns)}
        ${alike > 0 && html`<p>${alike} clauses are the same in every report.</p>`}
      </section>
    </main>`;
  return asDocument(title, body, { isLive: false });
}

type Columns = readonly Pick<ComparedView['columns'][number], 'name'>[];

/** Sections × implementations; the worst verdict gives a cell its colour. */
export function sectionTable(sections: readonly ComparedSection[], columns: Columns): Markup {
  return sideTable('section', columns, sections.map(sectionRow));
}

/** Clauses × implementations, each cell in the colour of its verdict. */
export function clauseTable(rows: readonly ComparedRow[], columns: Columns): Markup {
  return sideTable('clause', columns, rows.map(clauseRow));
}

interface SideRow {
  readonly anchor?: string;
  readonly head: Part;
  readonly cells: readonly { readonly letter: string; readonly text: string }[];
}

function sideTable(what: string, columns: Columns, rows: readonly SideRow[]): Markup {
  const told = rows.map(
    ({ anchor, head, cells }) => html`<tr${anchor !== undefined && html` id="${anchor}"`}>
    <th scope="row">${head}</th>
    ${cells.map(
      ({ letter, text }, at) =>
        html`<td class="c ${letter}" data-is="${columns[at]?.name}">
          <span class="v">${text}</span>
        </td>`,
    )}
  </tr>`,
  );
  return tableOf([what, ...columns.map(({ name }) => name)], told, { name: 'side' });
}

const letters = { broken: 'f', open: 'u', full: 'p' } as const;

/** If no clause applies, none has passed. */
function letterOfCell({ asked, tone }: Cell): string {
  return asked > 0 ? letters[tone] : 'n';
}

/** A section with differences links to the first clause that differs. */
function sectionRow({ section, cells, first }: ComparedSection): SideRow {
  const name = section === 'all' ? 'All' : section;
  return {
    head: first === undefined ? name : html`<a href="#${anchorOf(first)}">${name}</a>`,
    cells: cells.map((cell) => ({
      letter: letterOfCell(cell),
      text: [cell.share, ...cell.others].join(', '),
    })),
  };
}

function clauseRow({ id, level, cells }: ComparedRow): SideRow {
  return {
    anchor: anchorOf(id),
    head: html`${id} <small>${level}</small>`,
    cells: cells.map(({ verdict, text }) => ({ letter: letterOf(verdict), text })),
  };
}
