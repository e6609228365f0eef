import { isObject } from '../../wire/json/plain-json.ts';
import { isVersionText } from './version-value.ts';

/** Client-observed interval in milliseconds of one clock: the server judged the request inside it. */
interface Observed {
  readonly id: string;
  /** Taken before the last byte of the request was written. */
  readonly sent: number;
  /** Taken when the status line had arrived. */
  readonly answered: number;
}

/** Versions are source texts, compared by exact numeric value. */
type VersionText = string;

/** One client operation on one resource. Answers outside the model (other 4xx) are left out. */
export type Operation =
  /** An update (4.10) that was applied; `resulting` is null unless it is known to be the result of this update. */
  | (Observed & {
      readonly kind: 'accepted';
      readonly stated: VersionText;
      readonly resulting: VersionText | null;
    })
  /** An update answered 409. */
  | (Observed & { readonly kind: 'refused'; readonly stated: VersionText })
  | (Observed & { readonly kind: 'read'; readonly shown: VersionText })
  /** An update with an unknown outcome (no answer, 202, 5xx, …); `answered` is null without an answer. */
  | (Omit<Observed, 'answered'> & {
      readonly kind: 'unknown';
      readonly answered: number | null;
      readonly stated: VersionText;
    });

/** The writes and reads of one resource; plain JSON, saved beside the report. */
export interface History {
  readonly schemaVersion: 1;
  readonly resource: string;
  /** The version settled on before the first operation. */
  readonly initial: VersionText;
  readonly operations: readonly Operation[];
  /** Solo updates of the same kind on this resource, and how many of them changed the version. */
  readonly calibration: { readonly moved: number; readonly of: number };
  /** True if the version did not change while the suite did not write. */
  readonly soleWriter: boolean;
  /** How the requests were sent, for the reader: `h1 last-byte`, `h2`, … */
  readonly transport: string;
}

/** A history file that cannot be judged; the message names the place, and the found and expected values. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** Reads a saved history. Throws a HistoryError that names `file`, the path inside it, found and expected. */
export function parseHistory(text: string, file = 'history'): History {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HistoryError(`${file}: found text that is not JSON (${String(cause)}), expected a history`, {
      cause,
    });
  }
  return validHistory(value, file);
}

const kinds = new Set<unknown>(['accepted', 'refused', 'read', 'unknown']);
const isText = (value: unknown): value is string => typeof value === 'string';
const isVersion = (value: unknown): boolean => isText(value) && isVersionText(value);
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function demand(holds: boolean, at: string, found: unknown, expected: string): asserts holds {
  if (holds) return;
  const shown = found === undefined ? 'nothing' : JSON.stringify(found).slice(0, 80);
  throw new HistoryError(`${at}: found ${shown}, expected ${expected}`);
}

const version = 'a string holding a JSON number, such as "3"';

/** Validates a value read from JSON; see `parseHistory`. */
export function validHistory(value: unknown, file = 'history'): History {
  demand(isObject(value), file, value, 'an object');
  const at = (path: string): string => `${file}: ${path}`;
  demand(value['schemaVersion'] === 1, at('schemaVersion'), value['schemaVersion'], '1');
  for (const name of ['resource', 'transport'])
    demand(isText(value[name]), at(name), value[name], 'a string');
  demand(isVersion(value['initial']), at('initial'), value['initial'], version);
  demand(typeof value['soleWriter'] === 'boolean', at('soleWriter'), value['soleWriter'], 'true or false');
  validCalibration(value['calibration'], at('calibration'));
  const operations = value['operations'];
  demand(Array.isArray(operations), at('operations'), operations, 'an array');
  const seen = new Map<string, number>();
  operations.forEach((operation: unknown, index) => {
    const id = validOperation(operation, at(`operations[${index}]`));
    const first = seen.get(id);
    demand(
      first === undefined,
      at(`operations[${index}].id`),
      id,
      `an id that operations[${first}] does not have`,
    );
    seen.set(id, index);
  });
  return value as unknown as History;
}

function validCalibration(value: unknown, at: string): void {
  demand(isObject(value), at, value, 'an object with moved and of');
  const { moved, of } = value;
  demand(isCount(of), `${at}.of`, of, 'a whole number from 0');
  demand(isCount(moved) && moved <= of, `${at}.moved`, moved, `a whole number from 0 to ${of}`);
}

/** Returns the id of the operation. */
function validOperation(value: unknown, at: string): string {
  demand(isObject(value), at, value, 'an object');
  const { id, kind, sent, answered, stated, resulting, shown } = value;
  demand(isText(id) && id !== '', `${at}.id`, id, 'a non-empty string');
  demand(kinds.has(kind), `${at}.kind`, kind, '"accepted", "refused", "read" or "unknown"');
  demand(isTime(sent), `${at}.sent`, sent, 'a time in milliseconds');
  const isOpen = kind === 'unknown' && answered === null;
  const expected = `a time in milliseconds from ${sent} on${kind === 'unknown' ? ', or null' : ''}`;
  demand(isOpen || (isTime(answered) && answered >= sent), `${at}.answered`, answered, expected);
  if (kind === 'read') demand(isVersion(shown), `${at}.shown`, shown, version);
  else demand(isVersion(stated), `${at}.stated`, stated, version);
  if (kind === 'accepted')
    demand(resulting === null || isVersion(resulting), `${at}.resulting`, resulting, `${version}, or null`);
  return id;
}
