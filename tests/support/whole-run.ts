import { defined } from '../../clause/defined.ts';
import { buildReport } from '../../clause/build-report.ts';
import type { Judgement } from '../../clause/judgement.ts';
import type { Report } from '../../clause/report.ts';
import { plan as wholePlan } from '../../config/plan.ts';
import { statedBy } from '../../config/register/register.ts';
import { leadRun, type LedRun } from '../../config/runs/lead-run.ts';
import { embeddedTokens } from '../../config/runs/rehearsal.ts';
import { asMarkdown } from '../../reporters/as-markdown.ts';
import { asText } from '../../reporters/as-text.ts';
import type { RenewTokens } from '../../run/engine.ts';
import { depths, type RunOptions } from '../../run/options.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Transport } from '../../wire/exchange.ts';
import { createGrowingRedaction } from '../../wire/redaction.ts';
import type { TargetRun } from '../../implementation/host/start-run.ts';

/** The options of a test's run: the tokens of the embedded reference, short lags. */
export function optionsOf(baseUrl: string, more: Partial<RunOptions> = {}): RunOptions {
  return {
    baseUrl,
    projectKey: 'demo',
    otherProjectKey: 'other',
    tokens: embeddedTokens(),
    profile: { search: { method: 'POST' }, image: { method: 'POST' } },
    consent: new Set(['overwrite', 'records', 'upload', 'namespace']),
    without: new Set(),
    depth: depths.ci,
    seed: 1,
    settle: { readMs: 300, queryMs: 600 },
    readOnly: false,
    concurrency: 24,
    timeoutMs: 500,
    budgetRequests: 15_000,
    maxBytes: 16 * 1024 * 1024,
    headers: [],
    trace: true,
    runId: '0'.repeat(31) + '1',
    userAgent: 'whole-run-of-a-test/1 (run 1)',
    evidence: 'full',
    ...more,
  };
}

/** The result of a whole run, as an operator gets to see it. */
export interface WholeRun {
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly report: Report;
  readonly exitCode: number;
  /** The matrix for a terminal, and as Markdown. */
  readonly text: string;
  readonly markdown: string;
  /** Milliseconds on the run's clock. */
  readonly took: number;
}

/** Parts of a run that a test hands in. `meanwhile` gets the run before anything is judged. */
export interface RunParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly options: RunOptions;
  readonly plan?: Plan;
  /** Ids of clauses and names of evidence; everything unless given. */
  readonly selected?: ReadonlySet<string>;
  readonly meanwhile?: (run: TargetRun) => void;
  readonly renewTokens?: RenewTokens;
}

/** Judges all clauses over a transport and makes the report of it, redacted as the real one is. */
export async function judgeWhole(parts: RunParts): Promise<WholeRun> {
  const { transport, clock, options, plan = wholePlan, renewTokens, selected } = parts;
  const { redact, hide } = createGrowingRedaction(
    options.tokens.map(({ label, token }) => ({ label, secret: token })),
  );
  const led = leadRun(
    { options, transport, clock, redact, hide, ...defined({ renewTokens }) },
    { plan, selected },
  );
  const started = clock.now();
  parts.meanwhile?.(led.run);
  const judged = [...(await led.judgeAll())];
  const judgements = new Map(judged.map(([id, judgement]) => [id, led.hidden(judgement)]));
  const gathered = await gatheredAll(led, plan, selected);
  const record = await led.finish();
  const took = clock.now() - started;
  const { register, evidence } = statedBy(plan, options);
  const { report, exitCode } = buildReport({
    suite: { name: 'suite', version: '0.0.0', contract: { title: 'contract', sha256: '0'.repeat(64) } },
    target: { baseUrl: options.baseUrl, projectKey: options.projectKey, embedded: false },
    settings: {
      depth: options.depth.name,
      seed: options.seed,
      concurrency: options.concurrency,
      without: [...options.without],
      allowIncomplete: false,
    },
    run: {
      id: options.runId,
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: took,
      node: 'v0',
      shards: 1,
    },
    register,
    judgements,
    evidence,
    gathered,
    selected: selected ?? new Set([...register.map(({ id }) => id), ...evidence.map(({ name }) => name)]),
    record,
    harnessErrors: [],
  });
  const text = asText(report, { columns: 80, color: false });
  return { judgements, report, exitCode, text, markdown: asMarkdown(report, { maxBytes: 1_000_000 }), took };
}

/** What was gathered already, by the names of the evidence. */
async function gatheredAll(
  led: LedRun,
  plan: Plan,
  selected?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Judgement>> {
  const wanted = plan.evidence.filter(({ name }) => selected?.has(name) ?? true);
  const pieces = wanted.map(async (one) => [one.name, led.hidden(await led.run.gather(one))] as const);
  return new Map(await Promise.all(pieces));
}

/** Ids of the clauses that ended so. */
export function clausesThat(verdict: Judgement['verdict'], { judgements }: WholeRun): readonly string[] {
  return [...judgements].flatMap(([id, judgement]) => (judgement.verdict === verdict ? [id] : []));
}
