import { mergedObjects, type JsonMembers } from '../input/member-of.ts';
import { defined } from '../../clause/defined.ts';
import { stateVerdict, type JudgedClause } from '../../clause/verdict.ts';
import { choices as allChoices, faults as allFaults, referenceWith } from '../../faults/catalogue.ts';
import type { Reference } from '../../reference/create.ts';
import type { RenewTokens } from '../../run/engine.ts';
import { depths, type Depth, type RunOptions } from '../../run/options.ts';
import type { SuppliedToken } from '../../history/caller.ts';
import type { Profile } from '../../clause/profile.ts';
import type { Plan } from '../../implementation/plan.ts';
import { recordWorld, type WriteEvent } from '../../tape/recorded-world.ts';
import type { Transport } from '../../wire/exchange.ts';
import { createGrowingRedaction } from '../../wire/redaction.ts';
import type { Clock } from '../../wire/clock.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import { embeddedTarget } from './embedded-target.ts';
import { createInProcessTransport } from './in-process-transport.ts';
import { leadRun } from './lead-run.ts';
import { suppliedTokens } from './supplied-tokens.ts';

/** The input of a rehearsal: a reference with faults and choices, and how to judge it. */
export interface Rehearsal {
  readonly plan: Plan;
  readonly faults?: readonly string[];
  readonly choices?: readonly string[];
  readonly seed?: number;
  readonly depth?: Depth;
  /** Declarations, merged with the declarations that choices and faults need. */
  readonly profile?: Profile;
  readonly options?: Partial<RunOptions>;
  /** Ids of clauses to judge; all unless given. */
  readonly selected?: ReadonlySet<string>;
  readonly latencyMs?: number;
  /** The server, which several rehearsals may share; a new server unless given. */
  readonly reference?: Reference;
  /** Virtual time unless given; a transport over sockets needs the real time. */
  readonly clock?: Clock;
  readonly renewTokens?: RenewTokens;
  readonly around?: (transport: Transport) => Transport;
  /** Learns how the run begins, and hands it events from outside: one event per turn, as on a tape. */
  readonly record?: (options: RunOptions, began: Date) => WriteEvent;
}

export type Rehearsed = Awaited<ReturnType<typeof rehearse>>;

/** The tokens of the embedded reference, as an operator would supply them. */
export function embeddedTokens(): readonly SuppliedToken[] {
  return suppliedTokens(embeddedTarget());
}

/** The options of a run against the reference in this process: all consents, the longest lags, and no rate limit. */
export function rehearsalOptions(profile: Profile, seed: number): RunOptions {
  return {
    baseUrl: 'http://reference.invalid',
    projectKey: 'demo',
    otherProjectKey: 'other',
    tokens: embeddedTokens(),
    profile,
    consent: new Set(['overwrite', 'records', 'upload', 'namespace']),
    without: new Set(),
    depth: depths.ci,
    seed,
    settle: { readMs: 5_000, queryMs: 15_000 },
    readOnly: false,
    concurrency: 24,
    timeoutMs: 10_000,
    budgetRequests: 15_000,
    maxBytes: 16 * 1024 * 1024,
    headers: [],
    trace: true,
    runId: '0'.repeat(31) + '1',
    userAgent: 'rehearsal',
    evidence: 'full',
  };
}

/** Runs the plan in-process against the reference in virtual time; the same seed gives the same run. */
export async function rehearse(rehearsal: Rehearsal) {
  const seed = rehearsal.seed ?? 1;
  const clock = rehearsal.clock ?? createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const reference =
    rehearsal.reference ??
    referenceWith({ faults: rehearsal.faults ?? [], choices: rehearsal.choices ?? [], seed });
  const inner = createInProcessTransport(reference, clock, { latencyMs: rehearsal.latencyMs ?? 1 });
  const transport = rehearsal.around?.(inner) ?? inner;
  const declared = [
    ...(rehearsal.choices ?? []).map((name) => allChoices.find((choice) => choice.name === name)),
    ...(rehearsal.faults ?? []).map((name) => allFaults.find((fault) => fault.name === name)),
  ].map((layer) => layer?.profile ?? {});
  const profile = [rehearsal.profile ?? {}, ...declared].reduce<JsonMembers>(
    (all, one) => mergedObjects(all, { ...one }),
    {},
  ) as Profile;
  const options = {
    ...rehearsalOptions(profile, seed),
    ...(rehearsal.depth && { depth: rehearsal.depth }),
    ...rehearsal.options,
  };
  const { redact, hide } = createGrowingRedaction(
    options.tokens.map(({ label, token }) => ({ label, secret: token })),
  );
  const selected = rehearsal.selected;
  const { renewTokens } = rehearsal;
  const began = clock.date();
  const write = rehearsal.record?.(options, began);
  const world =
    write === undefined
      ? { transport, clock, renewTokens }
      : recordWorld({ transport, clock, began, renewTokens }, write);
  const led = leadRun(
    {
      options,
      redact,
      hide,
      transport: world.transport,
      clock: world.clock,
      ...defined({ renewTokens: world.renewTokens }),
    },
    { plan: rehearsal.plan, selected },
  );
  const { run } = led;
  const started = clock.now();
  const judgements = await led.judgeAll();
  const record = await led.finish();
  const judged: JudgedClause[] = [
    ...run.clauses.map(({ id, level, blocks }): Subject => ({ id, level, blocks })),
    ...run.declarations.map(({ id }): Subject => ({ id, level: 'DECLARED', blocks: 'when-seen' })),
  ].flatMap((subject) => {
    const judgement = judgements.get(subject.id);
    if (judgement === undefined) return [];
    const { verdict, reason } = judgement;
    return [{ ...subject, verdict, ...defined({ reason }) }];
  });
  const statement = stateVerdict(judged, {
    selected: { count: judged.length, of: run.clauses.length + run.declarations.length },
    evidence: {
      count: rehearsal.plan.evidence.filter(({ name }) => selected?.has(name) ?? true).length,
      of: rehearsal.plan.evidence.length,
    },
    interrupted: record.interrupted,
    harnessErrors: [],
    ...defined({ aborted: record.aborted }),
    mistakes: record.mistakes ?? [],
    events: record.weather?.events ?? [],
  });
  return { judgements, statement, record, took: clock.now() - started };
}

type Subject = Pick<JudgedClause, 'id' | 'level' | 'blocks'>;
