import type { Certificate, Decision } from './certificate.ts';
import { inWords, listed } from './certificate.ts';
import type { Operation } from './history.ts';
import type { Reading, Refusal, Sight, Update } from './reading.ts';

/** One end of the interval in which the current version can have begun, and the operation that sets it. */
interface Bound {
  readonly at: number;
  readonly by: Operation | null;
}

/** A history whose versions force one order of the updates. */
interface Chain {
  readonly next: ReadonlyMap<string, Update>;
  readonly sightsOf: ReadonlyMap<string, readonly Sight[]>;
  readonly refusalsOf: ReadonlyMap<string, readonly Refusal[]>;
}

const never: Bound = { at: Infinity, by: null };

/**
 * Decides a history in linear time when every result is known and no version comes about twice. The versions
 * then force the order of the updates, and only their instants are free. The feasible instants of each update
 * form one interval, also under 409s (which must lie before or after the period of their version), so one
 * forward pass over intervals is exact. Undefined when the conditions do not hold, or when only an update of
 * unknown outcome could save the order.
 */
export function chainPass(reading: Reading): Decision | undefined {
  const entered = new Set([reading.initial]);
  for (const { to } of reading.updates) {
    if (to === null || entered.has(to)) return undefined;
    entered.add(to);
  }
  const certificate = contradiction(reading, entered);
  if (certificate === undefined) return { verdict: 'linearizable', method: 'chain-pass' };
  return reading.pending.length > 0 ? undefined : { verdict: 'violation', method: 'chain-pass', certificate };
}

function contradiction(reading: Reading, entered: ReadonlySet<string>): Certificate | undefined {
  const next = new Map<string, Update>();
  for (const update of reading.updates) {
    const first = next.get(update.from);
    if (first !== undefined) return twoAccepted(first, update);
    next.set(update.from, update);
  }
  for (const sight of reading.sights) if (!entered.has(sight.version)) return neverCurrent(sight);
  const { sights, refusals } = reading;
  return walk(reading, { next, sightsOf: byVersion(sights), refusalsOf: byVersion(refusals) });
}

/** `low` and `high` bound the instant at which `version` became current. */
function walk(reading: Reading, chain: Chain): Certificate | undefined {
  let version = reading.initial;
  let low: Bound = { at: -Infinity, by: null };
  let high = low;
  let passed = 0;
  for (;;) {
    const cap = firstEnd(chain.refusalsOf.get(version), high.at);
    const update = chain.next.get(version);
    if (update === undefined || update.to === null) {
      if (passed < reading.updates.length) return stranded(reading, chain);
      return cap.by === null ? undefined : refusedThoughCurrent(version, cap.by, high.by);
    }
    const since = high;
    low = later(low, lastStart(chain.sightsOf.get(version), update));
    high = earlier(earlier(cap, firstEnd(chain.sightsOf.get(update.to))), {
      at: update.answered,
      by: update.operation,
    });
    if (low.at > high.at) {
      if (high.by !== null && high.by === cap.by)
        return refusedThoughCurrent(version, high.by, since.by, low.by);
      return againstTime(low.by, high.by);
    }
    version = update.to;
    passed += 1;
  }
}

/** The first update that the chain from the initial version does not reach. */
function stranded({ initial, updates }: Reading, { next }: Chain): Certificate | undefined {
  const reached = new Set<Update>();
  for (let update = next.get(initial); update !== undefined; update = next.get(update.to ?? ''))
    reached.add(update);
  const other = updates.find((update) => !reached.has(update));
  return other && neverCurrent({ ...other, version: other.from });
}

function byVersion<Item extends { readonly version: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.version);
    if (group === undefined) groups.set(item.version, [item]);
    else group.push(item);
  }
  return groups;
}

/** The earliest answer among the items that were sent after `since`. */
function firstEnd(items: readonly (Sight | Refusal)[] = [], since = -Infinity): Bound {
  let bound = never;
  for (const { sent, answered, operation } of items)
    if (sent > since && answered < bound.at) bound = { at: answered, by: operation };
  return bound;
}

/** The latest sending among the sights of a version, and the update that ends the version. */
function lastStart(items: readonly Sight[] = [], update: Update): Bound {
  let bound: Bound = { at: update.sent, by: update.operation };
  for (const { sent, operation } of items) if (sent > bound.at) bound = { at: sent, by: operation };
  return bound;
}

const later = (a: Bound, b: Bound): Bound => (b.at > a.at ? b : a);
const earlier = (a: Bound, b: Bound): Bound => (b.at < a.at ? b : a);

function twoAccepted(first: Update, second: Update): Certificate {
  const operations = [first.operation, second.operation];
  return {
    reason: 'accepted-too-often',
    operations,
    sentence: `2 accepted updates state version ${first.from}, which was current at most once: ${listed(operations)}.`,
  };
}

function neverCurrent({ operation, version }: Sight): Certificate {
  const isRead = operation.kind === 'read';
  return {
    reason: isRead ? 'read-never-current' : 'stated-never-current',
    operations: [operation],
    sentence: `${inWords(operation)} was ${isRead ? 'answered' : 'accepted'}, but no order makes version ${version} current.`,
  };
}

function refusedThoughCurrent(
  version: string,
  refused: Operation,
  ...others: (Operation | null)[]
): Certificate {
  const operations = [...others, refused].filter((operation) => operation !== null);
  return {
    reason: 'refused-though-current',
    operations,
    sentence: `${inWords(refused)} was refused, but version ${version} was current from its sending to its answer.`,
  };
}

function againstTime(mustBeEarlier: Operation | null, wasEarlier: Operation | null): Certificate {
  const operations = [mustBeEarlier, wasEarlier].filter((operation) => operation !== null);
  return {
    reason: 'order-against-time',
    operations,
    sentence: `The versions put ${operations[0] ? inWords(operations[0]) : '?'} before ${operations[1] ? inWords(operations[1]) : '?'}, which was answered before the other was sent.`,
  };
}
