import { defined } from '../../../clause/defined.ts';
import type { Judgement } from '../../../clause/judgement.ts';
import type { ReportInput, RunRecord } from '../../../clause/report.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { joinJudgements } from '../../../reporters/gather-run.ts';
import { carried, uncarried } from '../../../reporters/run-facts.ts';
import { Diverged, worldOf } from '../../../tape/taped-world.ts';
import type { Tape } from '../../../tape/tape.ts';
import { statedBy } from '../../register/register.ts';
import { redactionOf } from '../../secrets/brief-redaction.ts';
import { factsOf } from '../facts/facts-of-run.ts';
import { leadRun } from '../lead-run.ts';
import { toldBy } from './told.ts';
import { runOptions } from '../run-equipment.ts';
import { statedTests, withholdingFor } from './stated-tests.ts';

export interface JudgedTape {
  readonly input: ReportInput;
  /** The first request that differs from the recorded run. */
  readonly diverged: Diverged | undefined;
  /** The number of judged tests, and of all tests. */
  readonly judged: number;
  readonly opened: number;
}

/** Judges a tape: plays the same run in the recorded world. An error of `spend` ends the judging. */
export async function judgeTape(
  tape: Tape,
  plan: Plan,
  spend?: (events: number) => void,
): Promise<JudgedTape> {
  const { said, options, placeholders, heldAgainst, renews, opened } = toldBy(tape);
  const { bytes } = tape.end ?? { bytes: { written: 0, read: 0 } };
  const world = worldOf({ began: Date.parse(tape.head.startedAt), events: tape.events, bytes, spend });
  const { redact, hide } = redactionOf({ secrets: placeholders, options });
  const { transport, clock, renewTokens } = world;
  const parts = {
    options: runOptions(options),
    transport,
    clock,
    redact,
    hide,
    ...defined({ renewTokens: renews ? renewTokens : undefined }),
  };
  const stated = new Map(statedTests(plan, parts.options).map((one) => [one.title, one] as const));
  const selected = new Set(opened.flatMap((title) => stated.get(title)?.name ?? []));
  const facts = factsOf(options, said, { startedAt: tape.head.startedAt, redact });
  const led = leadRun(parts, { plan, selected });
  const withhold = withholdingFor(options.evidence, plan);
  const judgements = new Map<string, Judgement>();
  const thrown = new Map<string, string>();
  let record: RunRecord | undefined;
  for (const title of opened)
    void stated
      .get(title)
      ?.judge(led.run)
      .then(
        (judgement) => judgements.set(title, uncarried(carried(led.hidden(withhold(judgement))))),
        (error: unknown) => thrown.set(title, error instanceof Error ? error.message : String(error)),
      );
  const diverged = await divergence(
    world.play((what) => {
      if (what.op !== 'finish') return led.carryOut(what);
      void led.finish().then((ended) => {
        record = ended;
      });
    }),
  );
  const tests = opened.flatMap((title) => {
    const subject = stated.get(title)?.subject;
    const error = thrown.get(title);
    return subject === undefined
      ? []
      : [{ subject, judgement: judgements.get(title), thrown: error === undefined ? [] : [error] }];
  });
  const { errors, ...joined } = joinJudgements(tests);
  return {
    diverged,
    judged: judgements.size,
    opened: opened.length,
    input: {
      ...facts,
      run: { ...facts.run, durationMs: tape.lastedMs, shards: said.shard?.count ?? 1 },
      ...statedBy(plan, parts.options),
      ...joined,
      selected,
      record: record === undefined ? undefined : uncarried(carried(record)),
      harnessErrors: errors,
      ...heldAgainst,
    },
  };
}

async function divergence(playing: Promise<void>): Promise<Diverged | undefined> {
  try {
    await playing;
    return undefined;
  } catch (error) {
    if (error instanceof Diverged) return error;
    throw error;
  }
}
