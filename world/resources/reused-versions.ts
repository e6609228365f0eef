import { isRead } from '../../contract/reads.ts';
import { overwriteNames } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { defined } from '../../clause/defined.ts';
import { asObject, type Json } from '../../wire/json/json.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { says } from '../../wire/status.ts';
import { versionIn } from '../probes/versions.ts';

/** What an answer showed of a resource: its version, and the value that updates change. */
interface ShownState {
  readonly version: bigint;
  /** Undefined if no value was shown yet. */
  readonly value: string | undefined;
  readonly exchange: Exchange;
}

/** Two states with one version; on each of them, an update that stated the version was accepted. */
export interface ReusedVersion {
  readonly first: ShownState;
  readonly second: ShownState;
  /** The update that was accepted on the second state. */
  readonly update: Exchange;
  /** No update with another version was accepted in between, so no restored database explains it. */
  readonly inARow: boolean;
}

/** Versions that two states share, on both of which updates were accepted; `pointer` is the value that they change. */
export function reusedVersions(history: History, pointer: string | undefined): readonly ReusedVersion[] {
  if (pointer === undefined) return [];
  const paths = new Set(history.at('update').map(({ path }) => path));
  const overwrites = overwriteNames.flatMap((name) => history.at(name));
  return [...paths].flatMap((path) => reusedAt(history.of(path), overwrites, pointer));
}

function reusedAt(
  log: readonly Exchange[],
  overwrites: readonly Exchange[],
  pointer: string,
): readonly ReusedVersion[] {
  const writes = [...log.filter(mayWrite), ...overwrites];
  const accepted = new Map<bigint, ShownState>();
  const reused: ReusedVersion[] = [];
  let [last, previous]: (ShownState | undefined)[] = [];
  for (const exchange of log) {
    if (exchange.endpoint !== 'update' || !exchange.succeeded) {
      if (exchange.endpoint === 'readById') last = stateShown(exchange, pointer) ?? last;
      continue;
    }
    const before = last && isAlone(exchange, last, writes) ? last : undefined;
    const { stated, changed } = askedIn(exchange);
    // The contract does not show the answer to an update: it shows the state if it shows the change.
    const shown = stateShown(exchange, pointer);
    last = changed !== undefined && shown?.value === changed ? shown : undefined;
    const [earlier, first] = [previous, before && accepted.get(before.version)];
    previous = before !== undefined && before.version === stated ? before : undefined;
    if (previous === undefined) continue;
    accepted.set(previous.version, first ?? previous);
    const inARow = earlier?.version === previous.version && earlier.value !== previous.value;
    const other = inARow ? earlier : first;
    if (other !== undefined && other.value !== previous.value)
      reused.push({ first: other, second: previous, update: exchange, inARow });
  }
  return reused;
}

/** A delete makes no new state; of other writes, only a conflict shows that the write was not done. */
function mayWrite(exchange: Exchange): boolean {
  return !isRead(exchange.request) && exchange.endpoint !== 'remove' && !says(exchange, 'conflict');
}

/** Whether no other write came between the read and the answer to the update. */
function isAlone(update: Exchange, { exchange: look }: ShownState, writes: readonly Exchange[]): boolean {
  const [from, to] = [look.outcome.sentAt, update.outcome.answeredAt];
  return writes.every(
    (one) =>
      [update.number, look.number].includes(one.number) ||
      one.outcome.answeredAt <= from ||
      one.outcome.sentAt >= to,
  );
}

function stateShown(exchange: Exchange, pointer: string): ShownState | undefined {
  const version = exchange.succeeded ? versionIn(exchange.value) : undefined;
  const value = valueAt(exchange.value, pointer);
  const isTold = value === undefined || typeof value === 'string';
  return version === undefined || !isTold ? undefined : { version, value, exchange };
}

/** The version that an update states, and the final value of the property. */
function askedIn({ sent }: Exchange): { readonly stated?: bigint; readonly changed?: Json } {
  const asked = asObject(sent);
  const actions = Array.isArray(asked?.['actions']) ? asked['actions'] : [];
  const changes = actions.flatMap((action) => asObject(action)?.['someProperty'] ?? []);
  return defined({ stated: versionIn(asked), changed: changes.at(-1) });
}
