import { leftAndChanged, type Leftover, type Report } from '../../clause/report.ts';
import { openPointsOf } from '../observed.ts';
import { visible } from '../visible.ts';
import { runFacts, wasSelected } from '../headline.ts';
import { titled } from './attention-parts.ts';
import { linkTo } from './marks.ts';
import { html, join, type Markup } from './markup.ts';
import { rowOf, tableOf } from './tables.ts';

/** The parts after the clauses: open points, premises never seen, leftovers, and the facts of the run. */
export function surroundings(report: Report): readonly (Markup | undefined)[] {
  return [openPoints(report), neverSeen(report), facts(report)];
}

/** The list of open points is an overview; longer values are complete at their clauses. */
const mostObserved = 300;

/** Each open point with its value, beside the compared declarations. */
function openPoints(report: Report): Markup | undefined {
  const open = openPointsOf(report);
  const declared = report.clauses.filter((clause) => clause.level === 'DECLARED' && wasSelected(clause));
  const declarations = declared.map(({ id, verdict, findings: [finding], reason, statement }) => {
    const result = { pass: 'kept', fail: 'broken' }[String(verdict)] ?? verdict;
    return html`${rowOf(linkTo(id), result, finding?.got ?? reason?.text ?? statement)} `;
  });
  const observed = open.map(
    ({ id, state, value }) => html`${rowOf(linkTo(id), state + visible(value, mostObserved))} `,
  );
  const name = 'observed';
  return titled('open', 'Open points, as observed and as declared', [
    ...(declared.length > 0 ? [tableOf(['declared', 'result', 'evidence'], declarations, { name })] : []),
    ...(open.length > 0 ? [tableOf(['open point', 'observed'], observed, { name })] : []),
  ]);
}

function neverSeen({ scope }: Report): Markup | undefined {
  const { length } = scope.neverSeen;
  if (length === 0) return undefined;
  const names = scope.neverSeen.map((name) => html`<code>${name}</code>`);
  return titled('unseen', `Never seen: ${length}`, [html`<p>${join(names, ', ')}</p>`]);
}

/** Resources to remove, and resources that must stay. */
export function leftovers(report: Report): readonly (Markup | undefined)[] {
  const { left, changed } = leftAndChanged(report);
  return [
    leftoverTable('left', `Left behind: ${left.length}`, left),
    leftoverTable('changed', `Changed, although not of this run: ${changed.length}`, changed),
  ];
}

function leftoverTable(id: string, title: string, left: readonly Leftover[]): Markup | undefined {
  if (left.length === 0) return undefined;
  return titled(id, title, [
    tableOf(
      ['id', 'created', 'why'],
      left.map((one) => rowOf(html`<code>${one.id}</code>`, one.created, one.why)),
    ),
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
