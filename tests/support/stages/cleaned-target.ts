import { Ledger, type LedgerEntry } from '../../../implementation/resources/ledger.ts';
import type { CleanUp } from '../../../implementation/resources/cleaning.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Ask } from '../../../run/ask.ts';
import { createCallers } from '../../../run/callers.ts';
import type { Caller } from '../../../history/caller.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { createRandom } from '../../../run/random.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { exchangeOf } from './judged-stage.ts';
import type { Answer } from './scripted-stage.ts';

/** How a target answers those who clean up. */
export type CleaningScript = (name: EndpointName, ask: Ask, at: number) => Answer;

type Asked = Ask & { readonly as: Caller };

/** As much of a session as cleaning up uses. */
interface Sends {
  readonly options: { readonly projectKey: string };
  readonly clock: { now(): number; date(): Date };
  readonly governor: {
    readonly left: number;
    leaveWithin(ms: number): void;
    sleep(ms: number, what?: unknown): Promise<void>;
  };
  send(name: EndpointName, ask: Asked, chain: unknown, how?: unknown): Promise<Exchange>;
}

const callers = createCallers(
  ['W', 'R'].map((label) => ({ label, token: label, scopes: ['manage_test:demo'] })),
  createRandom(1),
);
const [writer, reader] = callers.supplied;

/** What every text of the run holds. */
export const mark = 'zmarkz';
/** When its resources were made: as the clean-up begins. */
export const created = createVirtualClock().date().toISOString();

/** A clean-up, in virtual time and by W, who deletes, and R, who reads, of a target that answers so; what it has sent. */
export function cleaning(script: CleaningScript, more: Partial<CleanUp> = {}) {
  const clock = createVirtualClock();
  const sent: {
    readonly name: EndpointName;
    readonly ask: Asked;
    readonly at: number;
    readonly how: unknown;
  }[] = [];
  let deadline = 0;
  const leaveWithin = (ms: number): void => void (deadline = clock.now() + ms);
  const session: Sends = {
    options: { projectKey: 'demo' },
    clock: { now: () => clock.now(), date: () => clock.date() },
    governor: {
      get left() {
        return Math.max(0, deadline - clock.now());
      },
      leaveWithin,
      sleep: (ms) => clock.sleep(ms),
    },
    send: async (name, ask, _chain, how) => {
      sent.push({ name, ask, at: clock.now(), how });
      const answer = script(name, ask, clock.now());
      await clock.sleep(1);
      return exchangeOf(answer, { caller: ask.as });
    },
  };
  leaveWithin(1_000);
  const by: CleanUp = {
    session: session as CleanUp['session'],
    chain: { depth: 0 },
    writer,
    reader,
    profile: {},
    mark,
    areIdsKnown: true,
    queryMs: 1_000,
    isLate: false,
    ...more,
  };
  /** Ids of which deletes were sent. */
  const deletes = () => sent.flatMap(({ name, ask }) => (name === 'remove' ? [ask.path?.['id'] ?? ''] : []));
  return {
    by,
    sent,
    deletes,
    names: () => sent.map(({ name }) => name),
    expire: () => leaveWithin(0),
    clock,
  };
}

/** What the ledger says of a resource that was made. */
export function entryOf(id: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return { id, projectKey: 'demo', created, ...more };
}

/** A ledger with such resources. */
export function ledgerOf(...entries: readonly LedgerEntry[]): Ledger {
  const ledger = new Ledger();
  for (const entry of entries) ledger.add(entry);
  return ledger;
}

/** A target that answers each operation in one way, with 200 unless told otherwise. */
export function answering(answers: Partial<Record<EndpointName, Answer>>): CleaningScript {
  return (name) => answers[name] ?? [200];
}
