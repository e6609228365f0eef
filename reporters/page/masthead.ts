import type { Report } from '../../clause/report.ts';
import type { Attention } from '../attention.ts';
import {
  aboutReference,
  circumstances,
  isBlank,
  limitsOf,
  mustCounts,
  neverSeenInShort,
  tally,
  targetName,
} from '../headline.ts';
import { waiversInShort } from '../waivers/waiver-lines.ts';
import { dayOf, sinceLines } from '../since.ts';
import { duration, grouped } from '../text-layout.ts';
import { html, type Markup } from './markup.ts';
import { letterOfRun } from './marks.ts';
import { pairsOf } from './tables.ts';

/** The verdict with its limits and target, and the few numbers that readers look for. */
export function masthead(report: Report, found: Attention): Markup {
  const { verdict, run, counts, scope, suite, causes = [] } = report;
  const limits = [...aboutReference(report), ...limitsOf(report)].join('; ');
  const musts = mustCounts(report);
  const { readOnly } = scope;
  const passed =
    readOnly === undefined ? `${musts.pass}/${musts.of}` : `${readOnly.pass}/${readOnly.decidable}`;
  const undecided = [...found.open, ...found.beyond].reduce((sum, open) => sum + open.clauses.length, 0);
  const figures = [
    [causes.length, causes.length === 1 ? 'cause' : 'causes'],
    [counts.must.fail, 'MUST fail'],
    [counts.declared.fail, 'declarations broken'],
    [counts.should.warn, 'SHOULD warn'],
    [verdict === 'INCOMPLETE' ? 0 : undecided, 'not decided'],
    [scope.suspects, 'suspect'],
    [counts.open.observed, 'open points seen'],
    [run.requests, 'requests'],
  ] as const;
  return html`<header class="mast ${letterOfRun(report)}">
    <p class="what">${suite.contract.title}</p>
    <h1>${verdict}</h1>
    ${verdict === 'INCOMPLETE' && undecided > 0 && html`<p class="lead"><b>${grouped(undecided)}</b> not decided</p>`}
    ${limits !== '' && html`<p class="limits">${limits}</p>`}
    <p class="target">${targetName(report)}</p>
    ${
      !isBlank(report) &&
      html`<ul class="figures">
        <li>
          <b>${passed}</b>
          ${readOnly === undefined ? `MUST pass${neverSeenInShort(musts)}` : 'of what reads can decide'}
        </li>
        ${figures.filter(([count]) => count > 0).map(([count, what]) => html`<li><b>${grouped(count)}</b> ${what}</li>`)}
        <li><b>${duration(run.durationMs)}</b> in all</li>
      </ul>`
    }
    <p class="tally">${tally(report)}</p>
    ${terms(report)}
    ${circumstances(report).map((reason) => html`<p class="because">${reason}</p>`)}${since(report)}
  </header>`;
}

/** What the verdict rests on: date, depth, suite and terms. */
function terms(report: Report): Markup {
  const { run, suite, scope, target } = report;
  const short = (digest: string): string => digest.slice(0, 12);
  const { judge } = suite;
  const waived = waiversInShort(report);
  const rows = [
    ['run', `${dayOf(run)} UTC, depth ${run.depth}, seed ${run.seed}`],
    [
      'suite',
      `${suite.name} ${suite.version}${judge === undefined ? '' : `, judge ${short(judge.replace('sha256:', ''))}`}, contract ${short(suite.contract.sha256)}`,
    ],
    [
      'consents',
      scope.consent === undefined || scope.consent.length === 0 ? 'none' : scope.consent.join(', '),
    ],
    ['profile', target.profileSha256 === undefined ? 'none' : short(target.profileSha256)],
    ...(waived === undefined ? [] : [['waivers', waived] as const]),
  ] as const;
  return pairsOf(rows, 'terms');
}

function since({ against }: Report): Markup | undefined {
  if (against === undefined) return undefined;
  return html`<section class="since">
    <h2>Since ${dayOf(against)}</h2>
    ${pairsOf(sinceLines(against))}
  </section>`;
}
