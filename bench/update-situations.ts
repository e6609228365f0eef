import type { Outcome, Request } from '../wire/exchange.ts';
import { asObject, JsonNumber, readJson, type Json } from '../wire/json/json.ts';

/** A request as it was sent, and its result. */
export interface Sent {
  readonly request: Request;
  readonly outcome: Outcome;
}

/** An update, in each dimension. */
export type Situation = Readonly<Record<Dimension, string>>;
type Dimension = keyof typeof dimensions;

const moments = ['at once', 'within three seconds', 'after three seconds'] as const;

/** The dimensions in which updates differ, each with its values. */
export const dimensions = {
  states: ['the actual version', 'one left before', 'one above', 'one below', 'no integer'],
  list: ['one action', 'two', 'three to eight', 'nine to twenty'],
  kind: ['changeSomeProperty', 'doSomeThing', 'both'],
  age: moments,
  rest: moments,
  before: ['no update', 'one update', 'several updates'],
  beside: ['nothing', 'others elsewhere', 'others there'],
  after: ['the create', 'a read', 'an accepted update', 'a conflict', 'another refusal'],
} as const;

/** Values of two dimensions that no update can have at once. */
const impossible: readonly (readonly [string, string])[] = [
  ['states one left before', 'before no update'],
  ['states one left before', 'after the create'],
  ['list one action', 'kind both'],
  ['age at once', 'rest within three seconds'],
  ['age at once', 'rest after three seconds'],
  ['age within three seconds', 'rest after three seconds'],
  ['before no update', 'after an accepted update'],
  ['before one update', 'after the create'],
  ['before several updates', 'after the create'],
];

/** All pairs of values of two dimensions that an update can have. */
export function possiblePairs(): readonly string[] {
  const names = Object.keys(dimensions) as readonly Dimension[];
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other) =>
      dimensions[one].flatMap((value) =>
        dimensions[other].flatMap((beside) => {
          const [first, second] = [`${one} ${value}`, `${other} ${beside}`];
          const isImpossible = impossible.some(([a, b]) => a === first && b === second);
          return isImpossible ? [] : [`${first}, ${second}`];
        }),
      ),
    ),
  );
}

/** The pairs of values that an update has. */
export function pairsOf(situation: Situation): readonly string[] {
  const values = Object.entries(situation).map(([name, value]) => `${name} ${value}`);
  return values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one}, ${other}`));
}

/** The knowledge about a resource from the requests sent to it. */
interface Track {
  readonly createdAt: number;
  writtenAt: number;
  version: bigint;
  readonly left: Set<bigint>;
  updates: number;
  after: (typeof dimensions.after)[number];
}

/** The situation of each update of a run that was answered, at resources whose create was. */
export function situationsOf(sent: readonly Sent[]): readonly Situation[] {
  const tracks = new Map<string, Track>();
  const inOrder = sent.toSorted((one, other) => one.outcome.answeredAt - other.outcome.answeredAt);
  return inOrder.flatMap((one) => {
    const { request, outcome } = one;
    if (outcome.kind !== 'answer') return [];
    const answer = readJson(outcome.body);
    const shown = answer.kind === 'json' ? asObject(answer.value) : undefined;
    const version = integerIn(shown?.['version']);
    if (request.method === 'POST' && request.target.endsWith('/resource')) {
      const id = shown?.['id'];
      if (typeof id === 'string' && version !== undefined)
        tracks.set(`${request.target}/${encodeURIComponent(id)}`, {
          createdAt: outcome.answeredAt,
          writtenAt: outcome.answeredAt,
          version,
          left: new Set(),
          updates: 0,
          after: 'the create',
        });
      return [];
    }
    const track = tracks.get(request.target);
    if (track === undefined) return [];
    if (request.method === 'GET') track.after = 'a read';
    if (request.method !== 'POST') return [];
    const situation = situationOf(one, track, sent);
    note(track, outcome, version);
    return situation === undefined ? [] : [situation];
  });
}

function note(track: Track, { status, answeredAt }: Outcome & { kind: 'answer' }, version?: bigint): void {
  if (status >= 300) {
    track.after = status === 409 ? 'a conflict' : 'another refusal';
    return;
  }
  if (version !== undefined && version !== track.version) track.left.add(track.version);
  track.version = version ?? track.version;
  track.updates += 1;
  track.writtenAt = answeredAt;
  track.after = 'an accepted update';
}

function situationOf(one: Sent, track: Track, sent: readonly Sent[]): Situation | undefined {
  const { request, outcome } = one;
  const body = request.body === undefined ? undefined : readJson(request.body);
  const update = body?.kind === 'json' ? asObject(body.value) : undefined;
  const actions = update?.['actions'];
  if (!Array.isArray(actions) || actions.length === 0) return undefined;
  const kinds = new Set(actions.map((action: Json) => asObject(action)?.['action']));
  const kind = kinds.size > 1 ? 'both' : [...kinds][0];
  if (typeof kind !== 'string' || !(dimensions.kind as readonly string[]).includes(kind)) return undefined;
  const company = sent.filter(
    (other) =>
      other !== one && other.outcome.sentAt < outcome.answeredAt && outcome.sentAt < other.outcome.answeredAt,
  );
  const isThere = company.some((other) => other.request.target === request.target);
  return {
    states: statedAs(update?.['version'], track),
    list: listOf(actions.length),
    kind,
    age: moment(outcome.sentAt - track.createdAt),
    rest: moment(outcome.sentAt - track.writtenAt),
    before: track.updates === 0 ? 'no update' : track.updates === 1 ? 'one update' : 'several updates',
    beside: isThere ? 'others there' : company.length > 0 ? 'others elsewhere' : 'nothing',
    after: track.after,
  };
}

function listOf(length: number): string {
  const [one, two, several, many] = dimensions.list;
  if (length <= 2) return length === 1 ? one : two;
  return length <= 8 ? several : many;
}

function moment(ms: number): string {
  return ms < 50 ? moments[0] : ms < 3_000 ? moments[1] : moments[2];
}

function statedAs(version: Json | undefined, { version: actual, left }: Track): string {
  const stated = integerIn(version);
  if (stated === undefined) return 'no integer';
  if (stated === actual) return 'the actual version';
  if (left.has(stated)) return 'one left before';
  return stated > actual ? 'one above' : 'one below';
}

function integerIn(value: Json | undefined): bigint | undefined {
  return value instanceof JsonNumber && /^-?\d+$/.test(value.source) ? BigInt(value.source) : undefined;
}
