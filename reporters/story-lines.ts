import type { ExchangeEvidence, Finding, Step } from '../clause/sample.ts';
import { fit, pad } from './text-layout.ts';
import { visible } from './visible.ts';

/** Steps that are shown; all of them are in conformance.json. */
const mostSteps = 8;
/** Longer parts of a path are ids, of which the beginning tells one from the other. */
const mostOfSegment = 16;

/**
 * The story of a finding, a line an exchange: `> probe  POST …/resource/r-1 as MANAGE_TEST {"version":7} -> 200`, the one
 * at fault marked, and below it the answer around the place where it deviates. Empty where there is no story.
 *
 * @param width - columns that a line may take
 */
export function storyLines({ story = [], exchanges }: Finding, width: number): readonly string[] {
  const shown = fewest(story);
  const roles = Math.max(0, ...shown.map(({ role }) => role.length));
  const lines = shown.flatMap((step) => {
    const exchange = exchanges[step.exchange];
    if (exchange === undefined) return [];
    const lead = `${step.culprit ? '>' : ' '} ${pad(step.role, roles)} `;
    return [
      lead + stepLine(step, exchange, width - lead.length),
      ...placeLines(step).map((line) => `  ${' '.repeat(roles)} ${fit(line, width - roles - 3)}`),
    ];
  });
  const left = story.length - shown.length;
  return left === 0 ? lines : [...lines, `  and ${left} more, see the report`];
}

/** The last one and the first ones, of which one is at fault. */
function fewest(story: readonly Step[]): readonly Step[] {
  if (story.length <= mostSteps) return story;
  const last = story.slice(-1);
  const first = story.slice(0, mostSteps - 1);
  const isTold = [...first, ...last].some(({ culprit }) => culprit);
  const culprit = isTold ? undefined : story.find((step) => step.culprit);
  return culprit === undefined ? [...first, ...last] : [...first.slice(0, -1), culprit, ...last];
}

function stepLine({ caller }: Step, { request, answer, failure }: ExchangeEvidence, width: number): string {
  const who = visible(caller.replace(/CONFORMANCE_TOKEN_/g, ''), 60);
  const came = visible(answer === undefined ? (failure ?? 'no answer') : `${answer.status}`, 60);
  const head = `${visible(request.method, 20)} ${shortTarget(request.target)} as ${who}`;
  const tail = ` -> ${came}`;
  const room = width - head.length - tail.length - 1;
  const { body = '' } = request;
  const sent = body === '' || room < 8 ? '' : ` ${fit(visible(body), room)}`;
  return fit(head, Math.max(20, width - tail.length)) + sent + tail;
}

/** `/demo/resource/08b9d3f0-7c1e-…` as `…/08b9d3f0-7…`. */
function shortTarget(target: string): string {
  const [path = '', query] = target.split('?', 2);
  const below = path.split('/').slice(2);
  const segments = (below.length > 1 ? below.slice(1) : below).map((segment, at) =>
    at === 0 && segment.length > mostOfSegment && isId(segment) ? `${segment.slice(0, 10)}…` : segment,
  );
  return visible(`…/${segments.join('/')}${query === undefined ? '' : `?${query}`}`, 300);
}

/** The contract's own names are words; ids have digits. */
function isId(segment: string): boolean {
  return /\d/.test(segment) && !segment.includes('=');
}

function placeLines({ pointer, at, cut }: Step): readonly string[] {
  const place =
    at !== undefined
      ? `no JSON from character ${at}`
      : pointer === undefined
        ? undefined
        : `at ${pointer === '' ? 'the whole body' : visible(pointer, 100)}`;
  if (place === undefined) return [];
  return [`${place}${cut === undefined ? '' : `: ${visible(cut, 300)}`}`];
}
