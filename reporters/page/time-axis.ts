import { html, type Markup } from './markup.ts';

/** A piece of time, in milliseconds from the beginning of an axis. */
export interface Span {
  readonly atMs: number;
  readonly ms: number;
}

/** The units of an axis, whatever its length in time. */
const units = 1_000;
/** The least width of a bar in units, for shorter spans. */
const narrowest = 2;
const gap = 2;

/** Spans as bars on an axis of that length, in a single path; a gap separates one span from the next. */
export function bars(spans: readonly Span[], endMs: number): Markup {
  const path = spans.map(({ atMs, ms }) => {
    const isFollowed = spans.some((other) => Math.abs(other.atMs - atMs - ms) < endMs / units);
    const width = Math.max(narrowest, place(ms, endMs) - (isFollowed ? gap : 0));
    return `M${place(atMs, endMs)} 0h${short(width)}v1h-${short(width)}z`;
  });
  return drawn(1, path.join(''));
}

/** One column per slice of time, from `atMs` on; its height is relative to the greatest value. */
export function columns(
  { sliceMs, counts }: { readonly sliceMs: number; readonly counts: readonly number[] },
  { atMs, endMs, most }: { readonly atMs: number; readonly endMs: number; readonly most: number },
): Markup {
  const steps: string[] = [];
  for (let at = 0; at < counts.length;) {
    const same = counts.slice(at).findIndex((count) => count !== counts[at]);
    const next = same < 0 ? counts.length : at + same;
    const height = 100 - ((counts[at] ?? 0) / most) * 100;
    steps.push(`V${short(height)}H${place(atMs + next * sliceMs, endMs)}`);
    at = next;
  }
  return drawn(100, `M${place(atMs, endMs)} 100${steps.join('')}V100z`);
}

function drawn(height: number, path: string): Markup {
  return html`<svg aria-hidden="true" viewBox="0 0 ${units} ${height}" preserveAspectRatio="none">
    <path d="${path}" />
  </svg>`;
}

function place(ms: number, endMs: number): number {
  return Math.round((ms / endMs) * units * 10) / 10;
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}
