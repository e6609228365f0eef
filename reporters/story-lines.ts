import { isSuccess } from '../wire/status.ts';
import type { ExchangeEvidence, Finding, Step } from '../clause/sample.ts';
import { fit, pad } from './text-layout.ts';
import { visible } from './visible.ts';

/** The most steps that are shown; conformance.json has all steps. */
const mostSteps = 8;
/** Longer parts of a path are ids, which differ at their beginnings. */
const mostOfSegment = 16;

/**
 * The story of a finding, one line per exchange: `> probe POST …/resource/r-1 as MANAGE_TEST {"version":7} -> 200`. The
 * exchange at fault has a mark, above the answer around the deviation. Successive earlier writes share a line.
 */
export function storyLines({ story = [], exchanges }: Finding, width: number): readonly string[] {
  const groups = inGroups(story);
  const one = story.filter(({ role }) => role !== 'setup');
  const statesVersion = story.some(
    ({ culprit, exchange }) => culprit && /"version"\s*:/.test(exchanges[exchange]?.request.body ?? ''),
  );
  const seen = distinguished(one.flatMap(({ exchange }) => exchanges[exchange] ?? []));
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
          ? fit(beforeLine(told, statesVersion), width - lead.length)
          : stepLine(step, exchange, seen, width - lead.length)),
      ...placeLines(step).map((line) => `  ${' '.repeat(roles)} ${fit(line, width - roles - 3)}`),
    ];
  });
  const left = story.length - shown.flat().length;
  return left === 0 ? lines : [...lines, `  and ${left} more, see the report`];
}

/** Groups successive earlier writes, and lists all other exchanges one by one. */
function inGroups(story: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  for (const step of story) {
    const last = groups.at(-1);
    if (step.role === 'setup' && last?.[0]?.role === 'setup') last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** The first and the last exchanges, and in any case the exchange at fault. */
function fewest(groups: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  if (groups.length <= mostSteps) return groups;
  const isAtFault = (steps: readonly Step[]): boolean => steps.some(({ culprit }) => culprit);
  const last = groups.slice(-1);
  const first = groups.slice(0, mostSteps - 1);
  const culprit = [...first, ...last].some(isAtFault) ? undefined : groups.find(isAtFault);
  return culprit === undefined ? [...first, ...last] : [...first.slice(0, -1), culprit, ...last];
}

/** `5 writes before: POST -> 201, 200 (version 2), 409 3 times`; with versions if the exchange at fault states one. */
function beforeLine(told: readonly ExchangeEvidence[], statesVersion: boolean): string {
  const parts: { readonly method: string; readonly came: string; times: number }[] = [];
  const shower = statesVersion ? told.findLast(({ answer }) => versionIn(answer) !== undefined) : undefined;
  for (const one of told) {
    const { request, answer, failure } = one;
    const status = visible(answer === undefined ? (failure ?? 'no answer') : `${answer.status}`, 60);
    const came = one === shower ? `${status} (version ${versionIn(answer) ?? ''})` : status;
    const last = parts.at(-1);
    if (last?.method === request.method && last.came === came) last.times += 1;
    else parts.push({ method: request.method, came, times: 1 });
  }
  const listed = parts.map(({ method, came, times }, at) => {
    const text = times === 1 ? came : `${came} ${times} times`;
    return parts[at - 1]?.method === method ? text : `${visible(method, 20)} -> ${text}`;
  });
  return `${told.length} writes before: ${listed.join(', ')}`;
}

/** The version that the answer to a write shows. */
function versionIn(answer: ExchangeEvidence['answer']): string | undefined {
  if (!isSuccess(answer?.status)) return undefined;
  const version = /"version"\s*:\s*(\d+)/.exec(answer?.body ?? '')?.[1];
  return version === undefined ? undefined : visible(version, 20);
}

/** How the exchanges of a story differ; these differences stay in their lines. */
interface Distinguished {
  readonly projects: boolean;
  /** How many characters distinguish each long id from all others. */
  readonly idLength: number;
  readonly all: readonly ExchangeEvidence[];
}

function distinguished(all: readonly ExchangeEvidence[]): Distinguished {
  const segments = all.map(({ request }) => (request.target.split('?', 1)[0] ?? '').split('/'));
  const ids = [...new Set(segments.flatMap((path) => path.slice(3, 4)))];
  return {
    projects: new Set(segments.map(([, project]) => project)).size > 1,
    idLength:
      [10, 20, 40].find((length) => new Set(ids.map((id) => id.slice(0, length))).size === ids.length) ?? 80,
    all,
  };
}

function stepLine(
  { caller }: Step,
  exchange: ExchangeEvidence,
  layout: Distinguished,
  width: number,
): string {
  const { request, answer, failure } = exchange;
  const who = visible(caller.replace(/CONFORMANCE_TOKEN_/g, ''), 60);
  const came = visible(answer === undefined ? (failure ?? 'no answer') : `${answer.status}`, 60);
  const [lead, tail] = [`${visible(request.method, 20)} `, ` as ${who}`];
  const end = ` -> ${came}`;
  const alike = layout.all.find((one) => one !== exchange && isOfTheSameKind(one, exchange));
  const room = Math.max(20, width - lead.length - tail.length - end.length);
  const target = shortTarget(request.target, layout);
  const head = `${lead}${around(target, alike && shortTarget(alike.request.target, layout), room)}${tail}`;
  const left = width - head.length - end.length - 1;
  const { body = '' } = request;
  const sent =
    body === '' || left < 8
      ? ''
      : ` ${around(visible(body), alike && visible(alike.request.body ?? ''), left)}`;
  return fit(head, Math.max(20, width - end.length)) + sent + end;
}

/** For two requests with the same method and path, the details in which they differ. */
function isOfTheSameKind({ request: one }: ExchangeEvidence, { request: other }: ExchangeEvidence): boolean {
  return one.method === other.method && one.target.split('?', 1)[0] === other.target.split('?', 1)[0];
}

/** As much of a text as fits: its beginning, or a later part if two texts differ only there. */
function around(text: string, beside: string | undefined, room: number): string {
  if (text.length <= room) return text;
  let same = 0;
  while (beside !== undefined && same < text.length && text[same] === beside[same]) same += 1;
  const isBeyond = same < text.length && same > room - 8;
  return isBeyond && beside !== undefined ? fit(`…${text.slice(same - 6)}`, room) : fit(text, room);
}

/** `/demo/resource/08b9d3f0-7c1e-…` as `…/08b9d3f0-7…`; with the project if there are several projects. */
function shortTarget(target: string, { projects, idLength }: Distinguished): string {
  const [path = '', query] = target.split('?', 2);
  const below = path.split('/').slice(2);
  const from = projects || below.length <= 1 ? 0 : 1;
  const segments = below.map((segment, at) =>
    at === 1 && segment.length > Math.max(mostOfSegment, idLength) && isId(segment)
      ? `${segment.slice(0, idLength)}…`
      : segment,
  );
  const lead = projects ? `/${path.split('/')[1] ?? ''}` : '…';
  return visible(`${lead}/${segments.slice(from).join('/')}${query === undefined ? '' : `?${query}`}`, 300);
}

/** Names in the contract are words; ids contain digits. */
function isId(segment: string): boolean {
  return /\d/.test(segment) && !segment.includes('=');
}

function placeLines({ pointer, at, cut }: Step): readonly string[] {
  if (at === undefined && pointer === undefined) return [];
  const where = pointer === '' ? 'the whole body' : visible(pointer ?? '', 100);
  const place = at === undefined ? `at ${where}` : `not JSON from character ${at}`;
  return [`${place}${cut === undefined ? '' : `: ${visible(cut, 300)}`}`];
}
