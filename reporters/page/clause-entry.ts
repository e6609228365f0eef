import type { ReportedClause } from '../../clause/report.ts';
import type { Finding } from '../../clause/sample.ts';
import { preventsConformant } from '../../clause/verdict.ts';
import { minimalCaseLine, replayLine, reproducedLine, scriptLine, wholeCurl } from '../replay.ts';
import { observedInWords, suspectOf } from '../observed.ts';
import { counted } from '../text-layout.ts';
import { copied, copiedAdvice } from './copied.ts';
import { exchangeList } from './exchanges.ts';
import { html, join, type Markup, type Part } from './markup.ts';
import { anchorOf, linkTo, markOf } from './marks.ts';
import { raceBars } from './race-bars.ts';
import { commandLine } from '../commands/command-line.ts';
import { pairsOf } from './tables.ts';

/** The most findings of a clause on a page: further findings are like them, and are in conformance.json. */
const mostFindings = 3;

interface Beside {
  readonly scripts: ReadonlyMap<string, string>;
  readonly contractPage: string | undefined;
}

/** A line for one clause, which opens to what the report states about it. */
export function clauseEntry(clause: ReportedClause, { scripts, contractPage }: Beside): Markup {
  const { id, level, statement } = clause;
  const { letter, word } = markOf(clause);
  return html`<details class="c ${letter}" id="${anchorOf(id)}">
    <summary>
      <span class="v">${word}</span><b>${id}</b><span class="l">${level}</span
      ><span class="st">${statement}</span>
    </summary>
    <div class="in">
      ${facts(clause, contractPage)}${clause.findings.slice(0, mostFindings).map((finding, at) => findingBlock(clause, finding, at, scripts))}
      ${furtherOf(clause)}
    </div>
  </details> `;
}

function facts(clause: ReportedClause, contractPage: string | undefined): Markup {
  const { sends, reason, causes = [], suspect, verdict } = clause;
  const { why, todo } = suspectOf([clause]);
  const told = meta(clause);
  return html`${rows([
    ['sends', sends],
    ['rests on', restsOn(clause, contractPage)],
    ['why', reason?.text],
    ...(reason?.readings ?? []).map((text, at) => [at === 0 ? 'either' : 'or', text] as const),
    ['settled by', reason?.supply !== undefined && supplyOf(clause, reason.supply)],
    ['observed', verdict === 'observed' && observedInWords(clause)],
    ['suspect', suspect && `${why} ${todo}`],
    ['cause?', causes.length > 0 && join(causes, html`<br />`)],
  ])}
  ${told !== '' && html`<p class="meta">${told}</p>`}`;
}

/** The rows of the contract, as links if the page of the contract is beside this page; if not, `explain` shows them. */
function restsOn({ id, rows: named = [], verdict }: ReportedClause, contractPage: string | undefined): Part {
  if (contractPage !== undefined)
    return join(
      named.map((name) => html`<a href="${contractPage}#${name}">${name}</a>`),
      ', ',
    );
  const isDone = verdict === 'pass' || verdict === 'observed';
  return isDone || named.length === 0
    ? undefined
    : html`${named.join(', ')}: ${copied(commandLine('explain', id))}`;
}

/** Obstacles to CONFORMANT are further up, with all clauses that one line settles. */
function supplyOf(clause: ReportedClause, supply: string): Markup | undefined {
  return preventsConformant(clause) ? undefined : copiedAdvice(supply, clause.reason?.asks);
}

/** How much evidence there is; or, for an omitted clause the limit, for a fail the clause's place. */
function meta({ premise, checks, limits, source, verdict }: ReportedClause): string {
  const isAtFault = ['fail', 'warn', 'error'].includes(verdict);
  const evidence = `${counted(checks, 'check')}, ${counted(premise, 'premise')} reached`;
  return [
    ...(checks > 0 || premise > 0 ? [evidence] : []),
    ...(limits.length > 0 && verdict !== 'pass' ? [`left out by ${limits.join(', ')}`] : []),
    ...(source === '' || !isAtFault ? [] : [source]),
  ].join('; ');
}

/** Labels with their texts; empty texts are left out. */
function rows(all: readonly (readonly [label: string, value: Part])[]): Markup | undefined {
  const told = all.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return told.length === 0 ? undefined : pairsOf(told);
}

function findingBlock(
  clause: ReportedClause,
  finding: Finding,
  at: number,
  scripts: ReadonlyMap<string, string>,
): Markup {
  const { expected, got, sameExchangeAs } = finding;
  const { length } = clause.findings;
  const minimal = minimalCaseLine(finding);
  const curl = wholeCurl(finding);
  const script = scriptLine({ findings: [finding] });
  const same = sameExchangeAs !== undefined && linkTo(sameExchangeAs);
  return html`<section class="finding">
    <h4>${length === 1 ? 'Finding' : `Finding ${at + 1} of ${length}`}</h4>
    ${rows([
      ['expected', expected],
      ['got', html`<strong>${got}</strong>`],
      ['minimal case', minimal !== undefined && html`<code>${minimal}</code>`],
      ['reproduced', reproducedLine(finding)],
      ['same as', same && html`${same}, which shows this violation more directly`],
    ])}
    ${rows([
      [
        script?.label ?? '',
        script !== undefined &&
          html`${copied(script.command)} ${script.said}${scriptText(scripts.get(finding.script ?? ''))}`,
      ],
      ['replay', at === 0 && copied(replayLine(clause))],
      ['curl', curl !== undefined && copied(curl)],
    ])}
    ${raceBars(finding)}${exchangeList(finding)}
  </section>`;
}

/** The script itself, for readers who have only the page. */
function scriptText(text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined;
  return html`<details class="script">
    <summary>the script</summary>
    ${copied(text.trimEnd())}
  </details>`;
}

function furtherOf({ findings, furtherFindings = 0 }: ReportedClause): Markup | undefined {
  const kept = Math.max(0, findings.length - mostFindings);
  const lines = [
    kept > 0 && `${counted(kept, 'further finding')} of this clause: see conformance.json.`,
    furtherFindings > 0 &&
      `${counted(furtherFindings, 'further finding')} of this clause ${furtherFindings === 1 ? 'was' : 'were'} counted but not kept.`,
  ].filter((line) => line !== false);
  return lines.length === 0 ? undefined : html`<p class="further">${join(lines, html`<br />`)}</p>`;
}
