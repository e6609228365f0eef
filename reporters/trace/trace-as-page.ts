import type { ReportedClause } from '../../clause/report.ts';
import { headline, targetName } from '../headline.ts';
import { asDocument } from '../page/document.ts';
import { html, type Markup, type Part } from '../page/markup.ts';
import { anchorOf, letterOfRun, markOf } from '../page/marks.ts';
import {
  markWords,
  shareOf,
  troubleOn,
  troubleText,
  type TracedContract,
  type TracedLine,
} from './traced-contract.ts';

/** The lines of one table of the contract, or one line outside of tables. */
type Block = readonly TracedLine[];

const letters = { fail: 'f', open: 'u', pass: 'p', away: 'n' } as const;

/** The contract as a page; each line has a mark that opens to its clauses. @param page - of the run, relative to it */
export function traceAsPage({ report }: TracedContract, lines: readonly TracedLine[], page?: string): string {
  const name = report === undefined ? 'The contract' : `${headline(report)}: ${targetName(report)}`;
  const body = html`<header class="mast ${report !== undefined && letterOfRun(report)}">
      <p class="what">The contract line by line</p>
      <h1>${report === undefined ? 'The contract' : report.verdict}</h1>
      ${report !== undefined && html`<p class="target">${targetName(report)}</p>`}
    </header>
    <main class="trace">
      <p>
        <label><input type="checkbox" id="trouble" /> only what is not fully passed</label>
        <label><input type="checkbox" id="open" /> only what is open here</label>
      </p>
      ${inBlocks(lines).map((block) => blockOf(block, page))}
    </main>`;
  return asDocument(`Contract, ${name}`, body, { isLive: false });
}

const isTableLine = ({ text }: TracedLine): boolean => text.startsWith('|');

function inBlocks(lines: readonly TracedLine[]): readonly Block[] {
  const blocks: TracedLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const isNext = last?.at(-1)?.number === line.number - 1;
    if (isTableLine(line) && isNext && last?.every(isTableLine) === true) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function blockOf(block: Block, page: string | undefined): Markup | undefined {
  const [first] = block;
  if (first === undefined || first.text.trim() === '') return undefined;
  if (isTableLine(first)) return tableOf(block, page);
  const [, hashes = '', title = ''] = /^(#+) (.*)$/.exec(first.text) ?? [];
  const text = hashes === '' ? html`<p>${inline(first.text)}</p>` : heading(hashes.length, title);
  return html`<div class="tl ${toneOf(first)}" ${anchor(first)}>
    ${margin(first, page)}${text}${below(first)}
  </div> `;
}

function heading(depth: number, title: string): Markup {
  if (depth === 1) return html`<h2>${inline(title)}</h2>`;
  return depth === 2 ? html`<h3>${inline(title)}</h3>` : html`<h4>${inline(title)}</h4>`;
}

function tableOf(lines: Block, page: string | undefined): Markup {
  const [head, ...others] = lines;
  const rows = others.filter(({ text }) => !/^\|[\s|:-]+\|?$/.test(text));
  const isAllPassed = rows.every((line) => toneOf(line).includes('full'));
  const isOpen = rows.some(({ here }) => here.length > 0);
  return html`<table class="${isAllPassed && 'full'}${isOpen && ' here'}">
    <thead>
      <tr>
        <th scope="col"><span class="num">${head?.number}</span></th>
        ${cellsOf(head?.text ?? '').map((cell) => html`<th scope="col">${inline(cell)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (line) =>
          html`<tr class="${toneOf(line)}" ${anchor(line)}>
            <td>${margin(line, page)}</td>
            ${cellsOf(line.text).map((cell, at, all) => html`<td>${inline(cell)}${at === all.length - 1 && below(line)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function cellsOf(text: string): readonly string[] {
  return text
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Text between backticks is code. */
function inline(text: string): Part {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function anchor({ row }: TracedLine): Markup | false {
  return row !== undefined && html`id="${row}"`;
}

/** The data for filters. */
function toneOf({ mark, warned, here }: TracedLine): string {
  const isFull = !warned && (mark === undefined || mark === 'pass' || mark === 'away');
  return [mark === undefined ? '' : letters[mark], isFull ? 'full' : '', here.length > 0 ? 'here' : '']
    .filter(Boolean)
    .join(' ');
}

/** The mark of a line, which opens to its clauses. */
function margin(line: TracedLine, page: string | undefined): Markup {
  const { number, mark, clauses } = line;
  const share = [mark === undefined ? '' : markWords[mark], shareOf(line)].filter(Boolean).join(' ');
  if (clauses.length === 0) return html`<span class="num">${number}</span>`;
  return html`<details class="mark">
    <summary><span class="num">${number}</span> <b>${share === '' ? 'open' : share}</b></summary>
    <ul>
      ${clauses.map((clause) => html`<li>${linked(clause, page)} <small>${clause.level} ${markOf(clause).word}</small></li>`)}
    </ul>
  </details>`;
}

/** Links to a clause on the page of the run, if that page is beside this page. */
function linked({ id }: ReportedClause, page: string | undefined): Markup {
  return page === undefined
    ? html`<code>explain ${id}</code>`
    : html`<a href="${page}#${anchorOf(id)}">${id}</a>`;
}

function below(line: TracedLine): readonly Markup[] {
  return [
    ...troubleOn(line).map(
      (clause) =>
        html`<p class="trouble ${markOf(clause).letter}">
          <b>${clause.id}</b> ${troubleText(clause, line)}
        </p>`,
    ),
    ...line.here.map(({ id, text }) => html`<p class="here">= here: ${text} <small>${id}</small></p>`),
  ];
}
