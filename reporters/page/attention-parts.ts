import type { Report, ReportedClause, ReportedEvidence } from '../../clause/report.ts';
import { blocksOf, causesInWords, type CauseBlock } from '../../clause/causes/blocks.ts';
import { consentsIn, type OpenReason } from '../advice/open-reasons.ts';
import { settingsOf, type NextStep } from '../advice/next-steps.ts';
import type { Attention } from '../attention.ts';
import { gotLine, exchangeAtFault, replayLine } from '../replay.ts';
import { reachOf } from '../text/evidence.ts';
import { costlyLine, effectOf, openIn, readingsOf, reasonText, whyOf } from '../text/open-reasons.ts';
import { counted } from '../text-layout.ts';
import { betweenWhat } from '../read-only/read-only-lines.ts';
import { waiverRows } from '../waivers/waiver-lines.ts';
import { absentLines, operationTable } from '../operations/operation-rows.ts';
import { nextStep } from '../closing.ts';
import { isBlank } from '../headline.ts';
import { copied, copiedAdvice } from './copied.ts';
import { linksTo, linkTo } from './marks.ts';
import { html, join, type Markup, type Part } from './markup.ts';
import { pairsOf, rowOf, tableOf } from './tables.ts';

/** The table of operations, and one step; undefined if no required operation is missing. */
export function operationPart(report: Report, found: Attention): Markup | undefined {
  const table = isBlank(report) ? undefined : operationTable(report);
  if (table === undefined) return undefined;
  const next = nextStep(report, found);
  const row = ({ section, request, state }: (typeof table.rows)[number]): Markup =>
    html`<tr>
      <td>${section}</td>
      <td>${request}</td>
      <td>${state}</td>
    </tr>`;
  return titled('operations', table.title, [
    tableOf(['section', 'operation', 'state'], table.rows.map(row)),
    ...(next === undefined ? [] : [html`<p>next: ${next}</p>`]),
  ]);
}

/** The broken clauses; nothing without broken clauses. */
export function brokenParts(report: Report, found: Attention): readonly (Markup | undefined)[] {
  return [
    broken('violated', 'Violated', found.failed, report),
    titled(
      'absent',
      `Violated because an operation is missing: ${counted(found.absent.length, 'clause')}`,
      absentLines(report, found.absent).map((line) => html`<p>${line}</p>`),
    ),
    broken('contradicted', 'Broken declarations', found.contradicted, report),
  ];
}

/** The next step, and the clauses that wait for it. */
export function openParts(report: Report, found: Attention): readonly (Markup | undefined)[] {
  return [
    nextPart(found),
    openPart('undecided', 'Not decided', betweenWhat(report), found.open),
    openPart('beyond', 'Beyond reads', 'between this run and CONFORMANT', found.beyond),
  ];
}

/** All further open matters, the gravest first. @param open - the undecided clauses, unless they are further up */
export function attentionParts(
  report: Report,
  found: Attention,
  open: ReturnType<typeof openParts>,
): readonly (Markup | undefined)[] {
  return [
    waiverPart(report),
    listed(
      'errors',
      'Suite errors',
      found.errors.map((clause) => [linkTo(clause.id), reasonText(clause)]),
    ),
    broken('warned', 'Warnings: recommendations not followed', found.warned),
    ...open,
    listed(
      'suspects',
      'Suspect, not a violation',
      found.suspects.map(({ clauses, why, todo }) => [linksTo(clauses), `${why} ${todo}`]),
    ),
    listed('short', 'Generated evidence, too few cases', found.short.map(shortRow)),
    listed('looks', 'Further looks, not decided', found.looks.map(shortRow)),
  ];
}

function shortRow(one: ReportedEvidence): readonly [Markup, string] {
  return [linkTo(one.clause), reachOf(one)];
}

/** A part of the page with its heading; undefined for an empty part. */
export function titled(id: string, title: string, parts: readonly Part[]): Markup | undefined {
  if (parts.length === 0) return undefined;
  return html`<section class="part" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${parts}
  </section> `;
}

/** @param report - groups the clauses by its causes; warnings have no cause */
function broken(
  id: string,
  title: string,
  clauses: readonly ReportedClause[],
  report?: Report,
): Markup | undefined {
  if (clauses.length === 0) return undefined;
  const all = report ?? { clauses: [] };
  const count = report === undefined ? counted(clauses.length, 'clause') : causesInWords(report, clauses);
  return titled(id, `${title}: ${count}`, [
    tableOf(['clause', 'expected', 'got'], blocksOf(all, clauses).map(brokenRow), { name: 'broken' }),
  ]);
}

function brokenRow({ clause, others, alike, rule, waiting }: CauseBlock): Markup {
  const [finding] = clause.findings;
  const further = clause.findings.length - 1 + (clause.furtherFindings ?? 0);
  return html`<tr>
    <th scope="row">
      ${rule !== undefined && html`${rule.name}<br />`}${linkTo(clause.id)}${rule !== undefined && html`<br /><small>${rule.told}</small>`}
    </th>
    <td data-is="expected">${finding?.expected ?? clause.statement}</td>
    <td data-is="got">
      ${finding === undefined ? 'otherwise' : gotLine(finding, exchangeAtFault(finding))}${further > 0 && html` <small>${counted(further, 'more finding')}</small>`}${
        alike.length > 0 && html`<br /><small>also at ${linksTo(alike)}</small>`
      }${others.length > 0 && html`<br /><small>the same also breaks ${linksTo(others)}</small>`}${waiting.length > 0 && html`<br /><small>not decided because of it: ${linksTo(waiting)}</small>`}
    </td>
  </tr> `;
}

function waiverPart(report: Report): Markup | undefined {
  const rows = waiverRows(report).map(({ clause, state, text }) => rowOf(linkTo(clause), state, text));
  if (rows.length === 0) return undefined;
  return titled('waivers', `Waivers: ${rows.length}`, [
    tableOf(['clause', 'waiver', 'reason (owner, expiry)'], rows, { name: 'observed' }),
  ]);
}

function listed(id: string, title: string, rows: Parameters<typeof pairsOf>[0]): Markup | undefined {
  return rows.length === 0 ? undefined : titled(id, `${title}: ${rows.length}`, [pairsOf(rows, 'wide')]);
}

function openPart(
  id: string,
  title: string,
  between: string,
  open: readonly OpenReason[],
): Markup | undefined {
  if (open.length === 0) return undefined;
  return titled(id, `${title}: ${openIn(open)} ${between}`, [
    tableOf([{ num: 'clauses' }, 'why', 'what settles it'], open.map(openRow)),
  ]);
}

function openRow(open: OpenReason): Markup {
  const { clauses, supply, asks, question } = open;
  const [first] = clauses;
  return html`<tr>
    <td class="num" data-is="clauses">${clauses.length}</td>
    <td>
      ${join([whyOf(open), ...(first === undefined ? [] : readingsOf(first))], html`<br />`)}
      <details>
        <summary>which</summary>
        ${linksTo(clauses)}
      </details>
    </td>
    <td>
      ${question ?? (supply === undefined ? first !== undefined && copied(replayLine(first)) : copiedAdvice(supply, consentsIn(asks).length > 0 ? undefined : asks))}
    </td>
  </tr> `;
}

function nextPart({ next, limits }: Attention): Markup | undefined {
  const steps = next.map((step) => html`<li>${stepOf(step)} <small>${effectOf(step)}</small></li>`);
  const { line, clauses = 0, costly = [] } = limits ?? {};
  const parts = [
    steps.length > 0 &&
      html`<ol>
        ${steps}
      </ol>`,
    line !== undefined &&
      html`<p>State what you cannot supply (settles ${counted(clauses, 'clause')}): ${copied(line)}</p>`,
    costly.length > 0 && html`<p>${costlyLine({ costly })}</p>`,
  ];
  return titled(
    'next',
    'Next',
    parts.filter((part) => part !== false),
  );
}

function stepOf({ line, profile, isQuestion, isUndecidable }: NextStep): Markup {
  if (isQuestion === true || isUndecidable === true) return html`${line}`;
  if (profile === undefined) return html`${join(settingsOf({ line }).map(copied), html`<br />`)}`;
  return html`Add to the profile (the file that <code>CONFORMANCE_PROFILE</code> names):
    ${copied(JSON.stringify(profile, null, 2))}`;
}
