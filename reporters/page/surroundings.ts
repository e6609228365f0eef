import { leftAndChanged, type Leftover, type Report } from '../../clause/report.ts';
import { observedInWords } from '../observed.ts';
import { visible } from '../visible.ts';
import { runFacts, wasSelected } from '../headline.ts';
import { titled } from './attention-parts.ts';
import { linkTo } from './links.ts';
import { html, join, type Markup } from './markup.ts';

/** What stands behind the clauses: open points, what was never seen, what was left behind, and the run's own facts. */
export function surroundings(report: Report): readonly (Markup | undefined)[] {
  return [openPoints(report), neverSeen(report), facts(report)];
}

/** The list of open points is for an overview: what is longer stands in full at its clause. */
const mostObserved = 300;

/** Each open point with its value, beside the declarations that were held against what was observed. */
function openPoints({ clauses }: Report): Markup | undefined {
  const open = clauses.filter((clause) => clause.level === 'OPEN' && wasSelected(clause));
  const declared = clauses.filter((clause) => clause.level === 'DECLARED' && wasSelected(clause));
  const declarations = html`<table class="observed">
    <thead>
      <tr>
        <th scope="col">declared</th>
        <th scope="col">result</th>
        <th scope="col">evidence</th>
      </tr>
    </thead>
    <tbody>
      ${declared.map(
        (clause) =>
          html`<tr>
            <th scope="row">${linkTo(clause.id)}</th>
            <td>${{ pass: 'kept', fail: 'broken' }[String(clause.verdict)] ?? clause.verdict}</td>
            <td>${clause.findings[0]?.got ?? clause.reason?.text ?? clause.statement}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
  const observed = html`<table class="observed">
    <thead>
      <tr>
        <th scope="col">open point</th>
        <th scope="col">observed</th>
      </tr>
    </thead>
    <tbody>
      ${open.map(
        (clause) =>
          html`<tr>
            <th scope="row">${linkTo(clause.id)}</th>
            <td>
              ${clause.verdict === 'observed' ? '' : `${clause.verdict}: `}${visible(observedInWords(clause), mostObserved)}
            </td>
          </tr> `,
      )}
    </tbody>
  </table>`;
  return titled('open', 'Open points, as observed and as declared', [
    ...(declared.length > 0 ? [declarations] : []),
    ...(open.length > 0 ? [observed] : []),
  ]);
}

function neverSeen({ scope }: Report): Markup | undefined {
  const { length } = scope.neverSeen;
  if (length === 0) return undefined;
  const names = scope.neverSeen.map((name) => html`<code>${name}</code>`);
  return titled('unseen', `Never seen: ${length}`, [html`<p>${join(names, ', ')}</p>`]);
}

/** What somebody has to tidy up, and what nobody may. */
export function leftovers(report: Report): readonly (Markup | undefined)[] {
  const { left, changed } = leftAndChanged(report);
  return [
    leftoverTable('left', `Left behind: ${left.length}`, left),
    leftoverTable('changed', `Changed, and not ours: ${changed.length}`, changed),
  ];
}

function leftoverTable(id: string, title: string, left: readonly Leftover[]): Markup | undefined {
  if (left.length === 0) return undefined;
  return titled(id, title, [
    html`<table>
      <thead>
        <tr>
          <th scope="col">id</th>
          <th scope="col">created</th>
          <th scope="col">why</th>
        </tr>
      </thead>
      <tbody>
        ${left.map(
          ({ id, created, why }) =>
            html`<tr>
              <th scope="row"><code>${id}</code></th>
              <td>${created}</td>
              <td>${why}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  ]);
}

function facts(report: Report): Markup {
  return html`<footer>
    <ul>
      ${runFacts(report).map((fact) => html`<li>${fact}</li>`)}
    </ul>
    <p class="keys" hidden>
      <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next and previous clause <kbd>Enter</kbd> open
      <kbd>f</kbd> next failure <kbd>u</kbd> next undecided <kbd>Esc</kbd> show all
    </p>
  </footer>`;
}
