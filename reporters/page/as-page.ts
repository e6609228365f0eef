import type { Report } from '../../clause/report.ts';
import { attention } from '../attention.ts';
import { headline, isBlank, targetName } from '../headline.ts';
import { attentionParts, brokenParts, openParts, operationPart } from './attention-parts.ts';
import { clauseList } from './clause-list.ts';
import { asDocument } from './document.ts';
import { html } from './markup.ts';
import { masthead } from './masthead.ts';
import { matrix } from './matrix.ts';
import { runTimeline } from './run-timeline.ts';
import { leftovers, surroundings } from './surroundings.ts';

/**
 * The report as one page for people, which works without a network and without its script.
 * @param more - a first line, and the page of the contract with this run, relative to this page
 */
export function asPage(
  report: Report,
  { before, contractPage }: { readonly before?: string; readonly contractPage?: string } = {},
): string {
  const found = attention(report);
  const open = openParts(report, found);
  // If no clause is broken, the undecided clauses determine the verdict.
  const [first, later] = report.verdict === 'INCOMPLETE' ? [open, []] : [[], open];
  const title = `${headline(report)}: ${targetName(report)}`;
  return asDocument(
    title,
    html`${before !== undefined && html`<p class="limits">${before}</p>`}${masthead(report, found)}
      <main>
        ${operationPart(report, found)}${first}${brokenParts(report, found)}${leftovers(report)}${
          !isBlank(report) &&
          html`<section class="part" aria-labelledby="matrix">
            <h2 id="matrix">Matrix</h2>
            ${matrix(report)}
          </section>`
        }
        ${attentionParts(report, found, later)}${runTimeline(report)}${clauseList(report, contractPage)}
        ${surroundings(report)}
      </main>`,
    { isLive: true },
  );
}
