import type { ExchangeEvidence, Finding, Step } from '../../clause/sample.ts';
import { visible } from '../visible.ts';
import { layOut, type TextPosition } from './json-layout.ts';
import { betweenTags, html, type Markup } from './markup.ts';

/** The most of a body on a page; conformance.json has all of it. */
const mostOfBody = 12_000;

/** The story of a finding as a list of exchanges, with the exchange at fault marked; else the kept exchanges. */
export function exchangeList({ story, exchanges }: Finding): Markup | undefined {
  if (exchanges.length === 0) return undefined;
  const before = story?.findIndex(({ role }) => role !== 'setup') ?? 0;
  const items =
    story === undefined || story.length === 0
      ? exchanges.map((exchange) => item(exchange, undefined, exchanges.length === 1))
      : story.flatMap((step, at) => {
          const exchange = exchanges[step.exchange];
          if (exchange === undefined) return [];
          if (before > 1 && at < before) return [html`<li>${line(exchange, step)}</li>`];
          return [item(exchange, step, step.culprit || step.pointer !== undefined)];
        });
  if (before < 2) return list(items);
  // Earlier writes help to repeat the finding, but seldom to understand it, so their bodies are only in
  // conformance.json.
  return html`<details class="headers before">
      <summary>${before} writes before</summary>
      ${list(items.slice(0, before))}
    </details>
    ${list(items.slice(before))}`;
}

function list(items: readonly Markup[]): Markup {
  return html`<ol class="story">
    ${items}
  </ol>`;
}

/** One line per exchange, which opens to its request and answer. */
function item(exchange: ExchangeEvidence, step: Step | undefined, isOpen: boolean): Markup {
  const place = step ?? exchange.flaw ?? {};
  return html`<li${step?.culprit === true && html` class="culprit"`}>
<details${isOpen && html` open`}><summary class="line">${line(exchange, step)}</summary>
${bodies(exchange, place)}${headers(exchange)}</details></li>`;
}

function bodies({ request, answer }: ExchangeEvidence, place: TextPosition): readonly (Markup | false)[] {
  const sent = request.body ?? '';
  const came = answer?.body ?? '';
  return [sent !== '' && body('sent', sent, {}), came !== '' && body('came', came, place)];
}

function line(exchange: ExchangeEvidence, step: Step | undefined): Markup {
  const { request, answer, failure, caller } = exchange;
  const who = (step?.caller ?? caller ?? '').replace(/CONFORMANCE_TOKEN_/g, '');
  const at = step === undefined ? '' : `+${milliseconds(step.atMs)}, took `;
  const came = answer === undefined ? (failure ?? 'no answer') : String(answer.status);
  return html`<span class="role">${step?.role}</span> <b>${request.method}</b>
    <code>${request.target}</code> ${who !== '' && html`<span class="who">as ${who}</span> `}<span
      class="arrow"
      >→</span
    >
    <b class="status">${came}</b>
    <span class="took">${at}${milliseconds(step?.tookMs ?? exchange.milliseconds)}</span
    >${step?.culprit === true && html` <span class="fault">at fault</span>`}`;
}

function body(label: string, text: string, place: TextPosition): Markup {
  const cut = text.length > mostOfBody;
  const stretches = layOut(cut ? text.slice(0, mostOfBody) : text, place);
  const told = stretches.map(({ text: part, isMarked }) =>
    isMarked ? html`<mark>${betweenTags(part)}</mark>` : betweenTags(part),
  );
  const where = place.at === undefined ? place.pointer : `not JSON from character ${place.at}`;
  return html`<div class="body">
    <span>${label}</span>
    <pre>${told}${cut && '…'}</pre>
    ${where !== undefined && where !== '' && html`<p class="where">at ${where}</p>`}
  </div>`;
}

function headers({ request, answer }: ExchangeEvidence): Markup | undefined {
  const rows = [
    ...request.headers.map((field) => ['>', ...field]),
    ...(answer?.headers ?? []).map((field) => ['<', ...field]),
  ];
  if (rows.length === 0) return undefined;
  const told = rows.map(([way = '', name = '', value = '']) => visible(`${way} ${name}: ${value}`, Infinity));
  return html`<details class="headers">
    <summary>headers</summary>
    <pre>${betweenTags(told.join('\n'))}</pre>
  </details>`;
}

/** `0.2 ms`, `1,204 ms` */
function milliseconds(value: number): string {
  return `${value < 100 ? Math.round(value * 10) / 10 : Math.round(value)} ms`;
}
