import type { Report } from '../../clause/report.ts';
import type { ShardTimeline, Timeline } from '../../clause/timeline.ts';
import { runLines } from '../text/run-lines.ts';
import { counted, duration, grouped } from '../text-layout.ts';
import { titled } from './attention-parts.ts';
import { html, type Markup } from './markup.ts';
import { bars, columns, type Span } from './time-axis.ts';
import { pairsOf, tableOf } from './tables.ts';

/** The run on one time axis: phases, waits and disturbances. Each merged shard begins at its own start by the clock. */
export function runTimeline(report: Report): Markup | undefined {
  const { timeline, shardTimelines = [], requests, races = [] } = report.run;
  const lines = [
    ...runLines(report),
    ...shardTimelines.map((one) => [`shard ${one.shard}`, shardLine(one)] as const),
    ...races.slice(1).map((line) => ['races', line] as const),
  ];
  const rows = timeline === undefined ? shardTimelines.flatMap(shardRows) : runRows(timeline);
  return titled('run', 'The run', [...(rows.length === 0 ? [] : [table(rows, requests)]), pairsOf(lines)]);
}

/** Names of phases for people. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    meeting: 'probing the target',
    quiet: 'quiet, one after the other',
    lanes: 'side by side',
    overwrites: 'writes without a known target',
    late: 'late sweep',
    end: 'clean-up',
  }),
);

interface Row {
  readonly name: string;
  readonly letter: 'phase' | 'wait' | 'weather' | 'requests';
  readonly spans: readonly Span[];
  readonly count: string;
  readonly requests?: Timeline['requests'];
}

function runRows(timeline: Timeline): readonly Row[] {
  return [
    requestRow('requests', timeline, 0),
    ...phasesOf(timeline).map(({ name, ...span }) => ({
      name,
      letter: 'phase' as const,
      spans: [span],
      count: `about ${grouped(sentIn(timeline, span))}`,
    })),
    ...[...new Set(timeline.waits.map((wait) => wait.for))].map((what) => ({
      name: `waited for ${what}`,
      letter: 'wait' as const,
      spans: timeline.waits.filter((wait) => wait.for === what),
      count: '',
    })),
    ...disturbanceRows(timeline, 0),
  ];
}

/** The rows of one shard, with all phases in one row and durations in words. */
function shardRows({ shard, startMs, timeline }: ShardTimeline): readonly Row[] {
  const later = ({ atMs, ms }: Span): Span => ({ atMs: startMs + atMs, ms });
  const waits: Row = { name: 'waits', letter: 'wait', spans: timeline.waits.map(later), count: '' };
  return [
    requestRow(`shard ${shard}`, timeline, startMs),
    { name: 'phases', letter: 'phase', spans: phasesOf(timeline).map(later), count: '' },
    ...(waits.spans.length === 0 ? [] : [waits]),
    ...disturbanceRows(timeline, startMs),
  ];
}

function shardLine({ timeline }: ShardTimeline): string {
  const all: Span = { atMs: 0, ms: timeline.endMs };
  const told = phasesOf(timeline).map(({ name, ms }) => `${name} ${duration(ms)}`);
  return `${counted(sentIn(timeline, all), 'request')}: ${told.join('; ')}`;
}

function requestRow(name: string, { endMs, requests }: Timeline, atMs: number): Row {
  const most = grouped(Math.max(1, ...requests.counts));
  const count = `up to ${most} in ${duration(requests.sliceMs)}`;
  return { name, letter: 'requests', spans: [{ atMs, ms: endMs }], count, requests };
}

function disturbanceRows({ weather = [] }: Timeline, startMs: number): readonly Row[] {
  return [...new Set(weather.map(({ what }) => what))].map((what) => {
    const some = weather.filter((one) => one.what === what);
    const times = some.reduce((sum, { count = 0 }) => sum + count, 0);
    return {
      name: what.replace('CONFORMANCE_TOKEN_', ''),
      letter: 'weather',
      spans: some.map(({ atMs, ms }) => ({ atMs: startMs + atMs, ms })),
      count: times === 0 ? '' : times === 1 ? 'once' : `${grouped(times)} times`,
    };
  });
}

function phasesOf({ phases, endMs }: Timeline): readonly (Span & { readonly name: string })[] {
  return phases.map(({ name, atMs }, at) => ({
    name: names.get(name) ?? name,
    atMs,
    ms: (phases[at + 1]?.atMs ?? endMs) - atMs,
  }));
}

/** As exact as the slices of time. */
function sentIn({ requests }: Timeline, { atMs, ms }: Span): number {
  return requests.counts.reduce((sum, count, at) => {
    const middle = (at + 0.5) * requests.sliceMs;
    return middle >= atMs && middle < atMs + Math.max(ms, atMs === 0 ? requests.sliceMs : 0)
      ? sum + count
      : sum;
  }, 0);
}

function table(rows: readonly Row[], sent: number): Markup {
  const end = Math.max(1, ...rows.flatMap(({ spans }) => spans.map(({ atMs, ms }) => atMs + ms)));
  const most = Math.max(1, ...rows.flatMap(({ requests }) => requests?.counts ?? []));
  return tableOf(
    ['what', { num: 'from' }, { num: 'took' }, { num: 'requests' }, 'time'],
    rows.map((row) => timeRow(row, end, most)),
    { name: 'time', caption: `${counted(sent, 'request')} in ${duration(end)}` },
  );
}

function timeRow({ name, letter, spans, count, requests }: Row, endMs: number, most: number): Markup {
  const took = spans.reduce((total, { ms }) => total + ms, 0);
  const atMs = spans[0]?.atMs ?? 0;
  return html`<tr class="${letter}">
    <th scope="row">${name}</th>
    <td class="num" data-is="from">${duration(atMs)}</td>
    <td class="num" data-is="took">${duration(took)}</td>
    <td class="num" ${count !== '' && letter === 'phase' && html` data-is="requests"`}>${count}</td>
    <td class="axis ${requests !== undefined && 'tall'}">
      ${requests === undefined ? bars(spans, endMs) : columns(requests, { atMs, endMs, most })}
    </td>
  </tr>`;
}
