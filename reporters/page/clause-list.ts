import { partsInOrder } from '../../clause/document-order.ts';
import { byWeight } from '../../clause/blocks/weight.ts';
import type { Report } from '../../clause/report.ts';
import { levels } from '../glance.ts';
import { wasSelected } from '../headline.ts';
import { withScripts } from '../reproduce/report-scripts.ts';
import { visible } from '../visible.ts';
import { clauseEntry } from './clause-entry.ts';
import { html, type Markup } from './markup.ts';
import { markOf, marks } from './marks.ts';

/** The most scripts in a page: with them, readers who have only the page can repeat the gravest findings. */
const mostScripts = 2;

/** Every clause in document order, below filters that work while the page's script runs. */
export function clauseList(report: Report, contractPage?: string): Markup {
  const clauses = report.clauses.filter(wasSelected);
  const scripts = findingScripts(report);
  const sections = [...new Set([...partsInOrder, ...clauses.map(({ section }) => section)])].filter(
    (section) => clauses.some((clause) => clause.section === section),
  );
  const present = levels.filter((level) => clauses.some((clause) => clause.level === level));
  const standings = marks
    .map((mark) => ({
      ...mark,
      count: clauses.filter((clause) => markOf(clause).standing === mark.standing).length,
    }))
    .filter(({ count }) => count > 0);
  return html`<section class="part" aria-labelledby="clauses">
    <h2 id="clauses">Clauses</h2>
    <form class="filters" hidden role="search">
      <label
        >Text <input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="id or words"
      /></label>
      <label
        >Level
        <select name="l">
          <option value="">all</option>
          ${present.map((level) => html`<option>${level}</option>`)}
        </select></label
      >
      <label
        >Section
        <select name="s">
          <option value="">all</option>
          ${sections.map((section) => html`<option>${section}</option>`)}
        </select></label
      >
      <fieldset>
        <legend>Verdict</legend>
        ${standings.map(
          ({ letter, word, count }) =>
            html`<label class="chip ${letter}"
              ><input type="checkbox" name="v" value="${letter}" /><span>${word} ${count}</span></label
            >`,
        )}
      </fieldset>
      <p role="status"></p>
    </form>
    ${sections.map(
      (section) =>
        html`<section class="sec" data-s="${section}" aria-label="${section}">
          <h3>${section}</h3>
          ${clauses.filter((clause) => clause.section === section).map((clause) => clauseEntry(clause, { scripts, contractPage }))}
        </section> `,
    )}
    <p class="nothing" hidden>No clause matches. <button type="button" class="clear">Show all</button></p>
  </section>`;
}

/** The scripts of the gravest clauses by their paths, made from the report; only scripts that are shown unchanged. */
function findingScripts(report: Report): ReadonlyMap<string, string> {
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail');
  const named = byWeight(failed)
    .flatMap(({ findings }) => findings.flatMap(({ script }) => script ?? []))
    .slice(0, mostScripts);
  const [first] = named;
  if (first === undefined) return new Map();
  const folder = first.slice(0, first.lastIndexOf('/'));
  const { scripts } = withScripts(report, { folder, profile: report.target.profile });
  const isUnchanged = (text: string): boolean =>
    text.split('\n').every((line) => visible(line, Infinity) === line);
  return new Map(
    scripts.flatMap(({ path, text }) => (named.includes(path) && isUnchanged(text) ? [[path, text]] : [])),
  );
}
