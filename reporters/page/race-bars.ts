import type { Finding } from '../../clause/sample.ts';
import { html, type Markup } from './markup.ts';
import { tableOf } from './tables.ts';

/** A request of a race on the axis of time, in milliseconds of one clock. */
interface Bar {
  readonly name: string;
  readonly told: string;
  readonly from: number;
  /** Absent without an answer. */
  readonly to?: number;
  readonly isAtFault: boolean;
}

/** The most operations in a picture: more would show nothing. */
const mostBars = 60;

/** The requests of a race as bars on one time axis; undefined for a finding without a race. */
export function raceBars(finding: Finding): Markup | undefined {
  const bars = barsOf(finding).toSorted((a, b) => a.from - b.from);
  if (bars.length < 2) return undefined;
  const start = Math.min(...bars.map(({ from }) => from));
  const end = Math.max(...bars.map(({ from, to }) => to ?? from));
  const length = Math.max(0.001, end - start);
  const share = (ms: number): string => `${((ms / length) * 100).toFixed(2)}%`;
  const rows = bars.slice(0, mostBars).map(
    ({ name, told, from, to, isAtFault }) => html`<tr${isAtFault && html` class="culprit"`}>
<th scope="row">${name}</th><td>${told}</td><td class="num" data-is="sent, ms">${(from - start).toFixed(1)}</td><td class="num" data-is="took, ms">${to === undefined ? 'none' : (to - from).toFixed(1)}</td>
<td class="axis"><svg aria-hidden="true"><rect x="${share(from - start)}" width="${share((to ?? end) - from)}"/></svg></td></tr>`,
  );
  const head = ['request', 'answered', { num: 'sent, ms' }, { num: 'took, ms' }, 'time'];
  const caption = `Concurrent requests, on ${length.toFixed(1)} ms of one clock`;
  return html`${tableOf(head, rows, { name: 'race', caption })}${bars.length > mostBars && html`<p>and ${bars.length - mostBars} more</p>`}`;
}

function barsOf(finding: Finding): readonly Bar[] {
  const ofHistory = historyBars(finding.counterexample);
  if (ofHistory.length > 0) return ofHistory;
  const { story = [], exchanges } = finding;
  if (story.filter(({ role }) => role === 'racer').length < 2) return [];
  return story.map(({ role, caller, atMs, tookMs, exchange, culprit }) => {
    const { answer, failure = 'no answer' } = exchanges[exchange] ?? {};
    return {
      name: `${role} as ${caller.replace('CONFORMANCE_TOKEN_', '')}`,
      told: answer === undefined ? failure : String(answer.status),
      from: atMs,
      ...(answer === undefined ? {} : { to: atMs + tookMs }),
      isAtFault: culprit,
    };
  });
}

/** The operations of a judged history (properties/history); at fault are its proof and a version accepted too often. */
function historyBars(counterexample: unknown): readonly Bar[] {
  const operations = member(member(counterexample, 'history'), 'operations');
  const certificate = member(counterexample, 'certificate');
  const named = member(certificate, 'operations');
  const proof: readonly unknown[] = Array.isArray(named) ? named : [];
  const ids = new Set(proof.map((one) => member(one, 'id')));
  const isTooOften = member(certificate, 'reason') === 'accepted-too-often';
  const twice = isTooOften ? proof.find((one) => member(one, 'kind') === 'accepted') : undefined;
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: unknown): readonly Bar[] => {
    const names = ['kind', 'id', 'sent', 'answered', 'stated', 'shown'];
    const [kind, id, sent, answered, stated, shown] = names.map((name) => member(operation, name));
    if (typeof sent !== 'number' || typeof id !== 'string') return [];
    const told =
      typeof shown === 'string'
        ? `showed version ${shown}`
        : `${kind === 'unknown' ? 'not known' : String(kind)}, stated version ${String(stated)}`;
    const isAtFault = ids.has(id) || (kind === 'accepted' && stated === member(twice, 'stated'));
    return [
      { name: id, told, from: sent, ...(typeof answered === 'number' ? { to: answered } : {}), isAtFault },
    ];
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
