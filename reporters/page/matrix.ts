import { endpoints, type Endpoint } from '../../contract/endpoints.ts';
import type { Report, ReportedClause } from '../../clause/report.ts';
import { glance, levels, toneOf, type Cell } from '../glance.ts';
import { wasSelected } from '../headline.ts';
import { html, join, type Markup } from './markup.ts';
import { markOf, marks } from './marks.ts';

/** Sections × levels: one square per clause, the share of passed clauses, and exceptions in words. */
export function matrix(report: Report): Markup {
  const rows = glance(report);
  const shown = levels.filter((level) => report.clauses.some((clause) => clause.level === level));
  const cellOf = (section: string, level: (typeof levels)[number], cell: Cell): Markup => {
    const clauses = report.clauses.filter(
      (clause) => clause.section === section && clause.level === level && wasSelected(clause),
    );
    // The share already shows how many open points lack an observation.
    const others = level === 'OPEN' ? [] : cell.others;
    return html`<td class="${cell.tone}${clauses.length === 0 && section !== 'all' && ' empty'}">
      <div class="cell">
        ${share(cell, section, level)}${squares(clauses)}${others.map((other) => html`<span class="others">${other}</span>`)}
      </div>
    </td>`;
  };
  return html`<table class="matrix">
    <caption>
      Clauses that passed or were observed, by section and level.
      <span class="legend"
        >${marks.filter(({ standing }) => report.clauses.some((clause) => markOf(clause).standing === standing)).map(({ letter, word }) => html`<i class="${letter}"></i>${word} `)}</span
      >
    </caption>
    <thead>
      <tr>
        <th scope="col">Section</th>
        ${shown.map((level) => html`<th scope="col">${level}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row, at) =>
          html`<tr class="${toneOf(row)}${at === rows.length - 1 && ' sum'}">
            <th scope="row">${at === rows.length - 1 ? 'All' : sectionName(row.section)}</th>
            ${shown.map((level) => cellOf(row.section, level, row.cells[level]))}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function share({ share: told }: Cell, section: string, level: string): Markup {
  if (told === '-') return html`<span class="none">–</span>`;
  if (section === 'all') return html`<b data-l="${level}">${told}</b>`;
  return html`<button type="button" class="pick" data-s="${section}" data-l="${level}">${told}</button>`;
}

function squares(clauses: readonly ReportedClause[]): Markup | undefined {
  if (clauses.length === 0) return undefined;
  return html`<span class="sq" aria-hidden="true"
    >${clauses.map((clause) => html`<i class="${markOf(clause).letter}"></i>`)}</span
  >`;
}

/** `4.10` with its method and path; a section without an endpoint by its name. */
function sectionName(section: string): Markup {
  const found = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.section === section);
  const [first] = found;
  if (first === undefined) return html`${section}`;
  const methods = found.flatMap(({ method }) => method ?? []).join(', ');
  const steps = first.path.replace('/{projectKey}', '…').split('/');
  // A path that is too long breaks behind a slash.
  return html`${section} <code>${methods} ${join(steps, html`/<wbr />`)}</code>`;
}
