import { overwriteNames } from '../../contract/traits.ts';
import {
  exchangeKey,
  rowsOf,
  type Features,
  type ProbeCase,
  type ProbeRow,
} from '../../clause/causes/probe.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { asObject, JsonNumber, type Json } from '../../wire/json/json.ts';
import { integerValue } from '../../wire/json/numbers.ts';
import { header } from '../../wire/media-type.ts';
import { createsByPath, shownPaths } from './creates-by-path.ts';

/** What was known about a resource at the time of an update. */
interface State {
  /** The version seen last; undefined before any version was seen. */
  readonly seen: bigint | undefined;
  /** Nothing was accepted since. */
  readonly isActual: boolean;
  readonly left: ReadonlySet<bigint>;
  readonly updates: number;
  /** The last version seen before an overwrite, which may have changed it. */
  readonly before?: bigint | undefined;
}

interface Stated {
  readonly form: 'an integer' | 'a fraction' | 'a text';
  readonly source: string;
  readonly integer: bigint | undefined;
}

/** Updates that state a version, by its relation to the actual version and by further common features. */
export function versionRows(history: History): readonly ProbeRow[] {
  const created = createsByPath(history);
  const paths = new Set(history.at('update').map(({ path }) => path));
  const overwrites = overwriteNames.flatMap((name) => history.at(name)).filter(({ succeeded }) => succeeded);
  const inOrder = (path: string): readonly Exchange[] => {
    // No overwrite that was answered before the create has reached the resource.
    const since = created.get(path)?.outcome.sentAt ?? -Infinity;
    const later = overwrites.filter(({ outcome }) => outcome.answeredAt > since);
    return [...history.of(path), ...later].toSorted(
      (one, other) => one.outcome.answeredAt - other.outcome.answeredAt,
    );
  };
  return rowsOf(
    'versions',
    [...paths].flatMap((path) =>
      casesAt(inOrder(path), created.get(path), (overwrite) => shownPaths(overwrite, history).includes(path)),
    ),
  );
}

/**
 * The cases of one resource.
 *
 * @param log - the requests for the resource, and every overwrite, in the order of the answers
 * @param names - whether the answer to an overwrite shows the id of the resource
 */
function casesAt(
  log: readonly Exchange[],
  create: Exchange | undefined,
  names: (overwrite: Exchange) => boolean,
): readonly ProbeCase[] {
  const cases: ProbeCase[] = [];
  let state: State = { seen: versionIn(create?.object), isActual: true, left: new Set(), updates: 0 };
  let last = create;
  let written = create;
  for (const exchange of log) {
    if (exchange.is('noise')) continue;
    const before = last;
    last = exchange;
    const shown = exchange.succeeded ? versionIn(exchange.object) : undefined;
    // Without the id in its answer, an overwrite may still have replaced a version that was seen earlier.
    if (exchange.endpoint === 'patch' || exchange.endpoint === 'put')
      state = names(exchange)
        ? { ...afterUpdate(state, shown), updates: state.updates }
        : { ...state, seen: undefined, before: state.seen ?? state.before };
    if (exchange.endpoint === 'readById') {
      // A replica may lag.
      if (shown !== undefined && !state.left.has(shown)) state = { ...state, seen: shown, isActual: true };
      continue;
    }
    if (exchange.endpoint !== 'update') continue;
    const one = caseOf(exchange, state, log);
    if (one !== undefined)
      cases.push({ ...one, features: { ...one.features, ...restFeatures(exchange, { before, written }) } });
    if (!exchange.succeeded) continue;
    written = exchange;
    state = afterUpdate(state, shown);
  }
  return cases;
}

function afterUpdate({ seen, before, left, updates }: State, shown: bigint | undefined): State {
  const isMoved = shown !== undefined && shown !== seen;
  const replaced = seen ?? (isMoved && shown !== before ? before : undefined);
  return {
    seen: isMoved ? shown : seen,
    isActual: isMoved,
    left: new Set([...left, ...(replaced === undefined ? [] : [replaced])]),
    updates: updates + 1,
  };
}

function caseOf(exchange: Exchange, state: State, log: readonly Exchange[]): ProbeCase | undefined {
  const update = asObject(exchange.sent);
  const stated = statedIn(update?.['version']);
  if (stated === undefined || update === undefined || state.seen === undefined) return undefined;
  const { integer, form } = stated;
  // A racer that lost has stated a version that was replaced meanwhile, whichever racer was answered first.
  const isRaced = integer === state.seen && log.some((other) => isBeside(exchange, other));
  // An accepted update may have changed the version to a version that no answer has shown yet.
  if (integer === state.seen && !state.isActual && !isRaced) return undefined;
  // Whether a special form was the reason for the refusal stays undecided.
  if (form !== 'an integer' && !exchange.succeeded) return undefined;
  const isLeft = isRaced || (integer !== undefined && state.left.has(integer));
  const isDue = state.isActual && integer === state.seen && !isLeft;
  return {
    features: {
      ...(isDue ? {} : besideSeen(stated, state.seen, isLeft)),
      ...listFeatures(update['actions']),
      ...formFeatures(exchange),
      ...atLeast('updates before', state.updates, [1, 2, 3, 5]),
    },
    due: isDue ? 'accepted' : '409',
    came: exchange.succeeded ? 'accepted' : String(exchange.status),
    key: exchangeKey(exchange.number, exchange.outcome.sentAt),
  };
}

/** Whether another update was accepted while this update was under way. */
function isBeside(exchange: Exchange, other: Exchange): boolean {
  return (
    other !== exchange &&
    other.endpoint === 'update' &&
    other.succeeded &&
    !exchange.succeeded &&
    other.outcome.sentAt < exchange.outcome.answeredAt &&
    exchange.outcome.sentAt < other.outcome.answeredAt
  );
}

function besideSeen(
  { source, integer, form }: Stated,
  actual: bigint,
  isLeft: boolean,
): ProbeCase['features'] {
  const [value, seen] = [Number(source), Number(actual)];
  const isAbove = integer === undefined ? value > seen : integer > actual;
  const distance = integer === undefined ? undefined : integer > actual ? integer - actual : actual - integer;
  const [short = '', long = ''] = [source, String(actual)].toSorted(
    (one, other) => one.length - other.length,
  );
  const modulo = (bits: bigint): string =>
    distance !== undefined && distance % 2n ** bits === 0n ? 'equal' : 'other';
  return {
    side: isAbove && !isLeft ? 'above' : 'below',
    past: isLeft ? 'was the actual one before' : 'was never the actual one',
    form,
    sign: value < 0 ? 'negative' : value === 0 ? 'zero' : 'positive',
    distance: (distance ?? Math.abs(value - seen)) <= 1 ? 'at most one' : 'more than one',
    'low 8 bits': modulo(8n),
    'low 16 bits': modulo(16n),
    'low 32 bits': modulo(32n),
    'first digits': long.startsWith(short) ? 'equal' : 'other',
  };
}

function statedIn(version: Json | undefined): Stated | undefined {
  const source = version instanceof JsonNumber ? version.source : version;
  if (typeof source !== 'string' || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(source))
    return undefined;
  const integer = integerValue(source);
  const form = typeof version === 'string' ? 'a text' : integer === undefined ? 'a fraction' : 'an integer';
  return { form, source, integer };
}

/** The version that an object shows or states, if it is an integer. */
export function versionIn(value: Json | undefined): bigint | undefined {
  const version = asObject(value)?.['version'];
  return version instanceof JsonNumber ? integerValue(version.source) : undefined;
}

/** The common features of lists of update actions: number, kinds and texts of the actions. */
function listFeatures(actions: Json | undefined): Features {
  if (!Array.isArray(actions)) return {};
  const parts = actions.map((action) => asObject(action));
  const kinds = new Set(parts.map((action) => action?.['action']));
  const texts = parts.flatMap((action) => {
    const text = action?.['someProperty'];
    return typeof text === 'string' ? [text] : [];
  });
  const longest = Math.max(0, ...texts.map((text) => text.length));
  const [kind] = kinds;
  return {
    actions: actions.length === 0 ? 'none' : actions.length === 1 ? 'one' : 'several',
    ...atLeast('actions', actions.length, [3, 4, 5, 6, 8, 10, 15]),
    kinds:
      kinds.size > 1 ? 'several kinds' : typeof kind === 'string' ? `${kind.slice(0, 40)} alone` : 'none',
    'an empty text': texts.includes('') ? 'is there' : 'is not there',
    ...atLeast('characters of a text', longest, [20, 64, 256]),
    characters: texts.some((text) => /\P{ASCII}/u.test(text)) ? 'beyond ASCII' : 'ASCII',
    digits: texts.some((text) => /^\d+$/.test(text)) ? 'a text of digits' : 'no text of digits',
    'equal texts': new Set(texts).size < texts.length ? 'are there' : 'are not there',
  };
}

/** The label of the body, and the order of its members. */
function formFeatures({ request: { headers }, sent }: Exchange): Features {
  const [first] = Object.keys(asObject(sent) ?? {});
  return {
    'media type': header(headers, 'content-type')?.includes(';') === true ? 'with a parameter' : 'alone',
    'place of the version': first === 'actions' ? 'after the actions' : 'before the actions',
  };
}

/** The time since the last request to the resource, and since the last write that the server accepted. */
function restFeatures(
  { outcome: { sentAt } }: Exchange,
  { before, written }: Readonly<Record<'before' | 'written', Exchange | undefined>>,
): Features {
  const since = (one: Exchange | undefined): number =>
    one === undefined ? 0 : sentAt - one.outcome.answeredAt;
  const bounds = [1000, 2000, 3000];
  return {
    ...atLeast('ms without a request', since(before), bounds),
    ...atLeast('ms without an accepted write', since(written), bounds),
  };
}

/** Whether a number reaches each of these bounds: `{'actions, at least 3': 'yes'}`. */
function atLeast(what: string, count: number, bounds: readonly number[]): Features {
  return Object.fromEntries(
    bounds.map((bound) => [`${what}, at least ${bound}`, count >= bound ? 'yes' : 'no']),
  );
}
