import type { Report, Timeline } from '../../clause/report.ts';
import { runLines } from '../text/run-lines.ts';
import { counted, duration, grouped } from '../text-layout.ts';
import { titled } from './attention-parts.ts';
import { html, type Markup } from './markup.ts';

/** The run on one axis of time: its phases with their requests, what it waited for, and in words its weather. */
export function runTimeline(report: Report): Markup | undefined {
  const { timeline } = report.run;
  const lines = runLines(report).map(
    ([label, text]) =>
      html`<dt>${label}</dt>
        <dd>${text}</dd>`,
  );
  return titled('run', 'The run', [
    ...(timeline === undefined ? [] : [table(timeline, report.run.requests)]),
    html`<dl>
      ${lines}${(report.run.races ?? []).slice(1).map(
        (line) =>
          html`<dt>races</dt>
            <dd>${line}</dd>`,
      )}
    </dl>`,
  ]);
}

/** Phases as people call them. */
const names: Readonly<Record<string, string>> = {
  meeting: 'meeting the target',
  quiet: 'quiet, one after the other',
  lanes: 'side by side',
  overwrites: 'writes without a known target',
  late: 'late sweep',
  end: 'clean-up',
};

function table({ endMs, phases, requests, waits }: Timeline, sent: number): Markup {
  const end = Math.max(endMs, 1);
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const spans = phases.map(({ name, atMs }, at) => ({
    name,
    atMs,
    ms: (phases[at + 1]?.atMs ?? end) - atMs,
  }));
  const inSpan = (atMs: number, ms: number): number =>
    sum(
      requests.counts.filter((_, at) => {
        const middle = (at + 0.5) * requests.sliceMs;
        return middle >= atMs && middle < atMs + ms;
      }),
    );
  const rows = [
    ...spans.map(({ name, atMs, ms }) => ({
      name: names[name] ?? name,
      letter: 'phase',
      spans: [{ atMs, ms }],
      count: `about ${grouped(inSpan(atMs, ms))}`,
    })),
    ...[...new Set(waits.map((wait) => wait.for))].map((what) => ({
      name: `waited for ${what}`,
      letter: 'wait',
      spans: waits.filter((wait) => wait.for === what),
      count: '',
    })),
  ];
  return html`<table class="time">
    <caption>
      ${counted(sent, 'request')} in ${duration(end)}
    </caption>
    <thead>
      <tr>
        <th scope="col">what</th>
        <th scope="col" class="num">from</th>
        <th scope="col" class="num">took</th>
        <th scope="col" class="num">requests</th>
        <th scope="col">time</th>
      </tr>
    </thead>
    <tbody>
      ${requestRow(requests, end)}${rows.map((row) => timeRow(row, end))}
    </tbody>
  </table>`;
}

/** One column a slice of time, as high as its share of the busiest. */
function requestRow({ sliceMs, counts }: Timeline['requests'], end: number): Markup {
  const most = Math.max(1, ...counts);
  const columns = counts.map((count, at) => {
    const height = (count / most) * 100;
    return (
      count > 0 &&
      html`<rect
        x="${share(at * sliceMs, end)}"
        width="${share(sliceMs, end)}"
        y="${(100 - height).toFixed(1)}%"
        height="${height.toFixed(1)}%"
      />`
    );
  });
  return html`<tr>
    <th scope="row">requests</th>
    <td class="num" data-is="from">0 ms</td>
    <td class="num" data-is="took">${duration(end)}</td>
    <td class="num">up to ${grouped(most)} in ${duration(sliceMs)}</td>
    <td class="axis tall"><svg aria-hidden="true">${columns}</svg></td>
  </tr>`;
}

interface TimeRow {
  readonly name: string;
  readonly letter: string;
  readonly spans: readonly { readonly atMs: number; readonly ms: number }[];
  readonly count: string;
}

function timeRow({ name, letter, spans, count }: TimeRow, end: number): Markup {
  const took = spans.reduce((total, { ms }) => total + ms, 0);
  const bars = spans.map(({ atMs, ms }) => html`<rect x="${share(atMs, end)}" width="${share(ms, end)}" />`);
  return html`<tr class="${letter}">
    <th scope="row">${name}</th>
    <td class="num" data-is="from">${duration(spans[0]?.atMs ?? 0)}</td>
    <td class="num" data-is="took">${duration(took)}</td>
    <td class="num" ${count !== '' && html` data-is="requests"`}>${count}</td>
    <td class="axis"><svg aria-hidden="true">${bars}</svg></td>
  </tr>`;
}

function share(ms: number, end: number): string {
  return `${((ms / end) * 100).toFixed(2)}%`;
}
