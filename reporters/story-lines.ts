import type { ExchangeEvidence, Finding, Step } from '../clause/sample.ts';
import { fit, pad } from './text-layout.ts';
import { visible } from './visible.ts';

/** Steps that are shown; all of them are in conformance.json. */
const mostSteps = 8;
/** Longer parts of a path are ids, of which the beginning tells one from the other. */
const mostOfSegment = 16;

/**
 * The story of a finding, a line an exchange: `> probe  POST …/resource/r-1 as MANAGE_TEST {"version":7} -> 200`, the one
 * at fault marked, and below it the answer around the place where it deviates. What came before in a row is one line.
 * Empty where there is no story.
 *
 * @param width - columns that a line may take
 */
export function storyLines({ story = [], exchanges }: Finding, width: number): readonly string[] {
  const groups = inGroups(story);
  const shown = fewest(groups);
  const roles = Math.max(0, ...shown.map(([step]) => step?.role.length ?? 0));
  const lines = shown.flatMap((steps) => {
    const [step] = steps;
    const exchange = step === undefined ? undefined : exchanges[step.exchange];
    if (step === undefined || exchange === undefined) return [];
    const lead = `${step.culprit ? '>' : ' '} ${pad(step.role, roles)} `;
    const told = steps.flatMap((one) => exchanges[one.exchange] ?? []);
    return [
      lead +
        (steps.length > 1
          ? fit(beforeLine(told), width - lead.length)
          : stepLine(step, exchange, width - lead.length)),
      ...placeLines(step).map((line) => `  ${' '.repeat(roles)} ${fit(line, width - roles - 3)}`),
    ];
  });
  const left = story.length - shown.flat().length;
  return left === 0 ? lines : [...lines, `  and ${left} more, see the report`];
}

/** What came before in a row belongs together, whatever else is told one by one. */
function inGroups(story: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  for (const step of story) {
    const last = groups.at(-1);
    if (step.role === 'setup' && last?.[0]?.role === 'setup') last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** The last one and the first ones, of which one is at fault. */
function fewest(groups: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  if (groups.length <= mostSteps) return groups;
  const isAtFault = (steps: readonly Step[]): boolean => steps.some(({ culprit }) => culprit);
  const last = groups.slice(-1);
  const first = groups.slice(0, mostSteps - 1);
  const culprit = [...first, ...last].some(isAtFault) ? undefined : groups.find(isAtFault);
  return culprit === undefined ? [...first, ...last] : [...first.slice(0, -1), culprit, ...last];
}

/** `4 writes before: POST -> 201, 200, 409, DELETE -> 403`: which resource it was, the steps after it say. */
function beforeLine(told: readonly ExchangeEvidence[]): string {
  const parts = told.map(({ request, answer, failure }, at) => {
    const came = visible(answer === undefined ? (failure ?? 'no answer') : `${answer.status}`, 60);
    const isSame = told[at - 1]?.request.method === request.method;
    return isSame ? came : `${visible(request.method, 20)} -> ${came}`;
  });
  return `${told.length} writes before: ${parts.join(', ')}`;
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
      ? `not JSON from character ${at}`
      : pointer === undefined
        ? undefined
        : `at ${pointer === '' ? 'the whole body' : visible(pointer, 100)}`;
  if (place === undefined) return [];
  return [`${place}${cut === undefined ? '' : `: ${visible(cut, 300)}`}`];
}
