import { header, mediaType } from '../../wire/media-type.ts';
import type { Exchange } from '../../history/exchange.ts';

/** The content of an answer, without times and without parts of the request itself. */
export interface Said {
  readonly status: number | undefined;
  readonly mediaType: string;
  /** Location, challenge and body. */
  readonly text: string;
}

const times = [
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g,
  /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g,
  /\d{9,}/g,
];
/** The first part of a long body suffices. */
const mostOfBody = 20_000;

export function saidIn(exchange: Exchange): Said {
  const { outcome, status, request, body } = exchange;
  if (outcome.kind === 'failure') return { status, mediaType: '', text: '' };
  const fields = ['location', 'www-authenticate'].map((name) => header(outcome.headers, name) ?? '');
  const shown = new TextDecoder().decode(body.subarray(0, mostOfBody));
  const path = request.target.split('?', 1)[0] ?? '';
  const echoed = [request.target, path, ...path.split('/')]
    .flatMap((one) => [one, encodeURIComponent(one), encodeURI(one)])
    .filter((one) => one.length > 1)
    .toSorted((a, b) => b.length - a.length);
  const without = echoed.reduce((text, one) => text.replaceAll(one, ''), [...fields, shown].join('\n'));
  return {
    status,
    mediaType: mediaType(outcome.headers)?.essence ?? '',
    text: times.reduce((text, time) => text.replace(time, ''), without),
  };
}

/** Whether an answer equals two others, except for parts that differ between those two. */
export function isAlike(one: Said, first: Said, second: Said): boolean {
  if (one.status !== first.status && one.status !== second.status) return false;
  if (one.mediaType !== first.mediaType && one.mediaType !== second.mediaType) return false;
  if (one.text === first.text || one.text === second.text) return true;
  const [own, a, b] = [one, first, second].map(({ text }) => text.split(/[^\p{L}\p{N}]+/u));
  if (own === undefined || a === undefined || b === undefined) return false;
  if (own.length === a.length && a.length === b.length)
    return own.every((word, at) => word === a[at] || a[at] !== b[at]);
  if (a.length === b.length) return false;
  const isStart = startsAlike(own, a, b);
  return isStart && startsAlike(own.toReversed(), a.toReversed(), b.toReversed());
}

/** Whether a text begins as two other texts do, as far as these two agree. */
function startsAlike(own: readonly string[], a: readonly string[], b: readonly string[]): boolean {
  const until = a.findIndex((word, at) => word !== b[at]);
  return a.slice(0, until < 0 ? a.length : until).every((word, at) => word === own[at]);
}
