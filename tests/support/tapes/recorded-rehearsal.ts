import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { plan as wholePlan } from '../../../config/plan.ts';
import { statedBy } from '../../../config/register/register.ts';
import { judgeTape, type JudgedTape } from '../../../config/runs/tapes/judged-tape.ts';
import { factsOf, type SaidOfRun } from '../../../config/runs/facts/facts-of-run.ts';
import { leadRun } from '../../../config/runs/lead-run.ts';
import { recordRun } from '../../../config/runs/tapes/recorded-run.ts';
import type { PlainOptions, RunBrief } from '../../../config/runs/run-brief.ts';
import { statedTests } from '../../../config/runs/tapes/stated-tests.ts';
import { joinJudgements } from '../../../reporters/gather-run.ts';
import { carried, uncarried } from '../../../reporters/run-facts.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { RenewTokens } from '../../../run/engine.ts';
import type { RunOptions } from '../../../run/options.ts';
import { readTape } from '../../../tape/read-tape.ts';
import type { Tape } from '../../../tape/tape.ts';
import type { Clock } from '../../../wire/clock.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { createGrowingRedaction } from '../../../wire/redaction.ts';

/** What a run that is recorded is made from. */
export interface RecordedParts {
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly renewTokens?: RenewTokens;
  /** Where the tape goes. */
  readonly folder: string;
  /** Everything unless given. */
  readonly plan?: Plan;
  /** What the run says of itself. */
  readonly said?: SaidOfRun;
  /** Gets what stops the run, once everything is opened. */
  readonly meanwhile?: (stop: () => void) => void;
}

/** A run that was recorded, and the same run out of its tape. */
export interface RecordedRehearsal {
  readonly report: Report;
  readonly tape: Tape;
  readonly again: JudgedTape;
  readonly reportAgain: Report;
}

const usual: SaidOfRun = {
  suite: { name: 'suite', version: '0', contract: { title: 'contract', sha256: '' } },
  embedded: false,
  node: 'v0',
  allowIncomplete: false,
  readOnlyGate: false,
};

/** Judges everything, records it, and judges the tape. */
export async function recordAndJudge(parts: RecordedParts): Promise<RecordedRehearsal> {
  const { options, transport, clock, renewTokens, folder, meanwhile } = parts;
  const { plan = wholePlan, said = usual } = parts;
  const startedAt = clock.date();
  const file = join(folder, 'conformance.tape.jsonl.gz');
  const plain: PlainOptions = { ...options, consent: [...options.consent], without: [...options.without] };
  const secrets = options.tokens.map(({ label, token }) => ({ label, secret: token }));
  const { redact, hide } = createGrowingRedaction(secrets);
  const tests = statedTests(plan, options);
  const stated = statedBy(plan, options);
  const facts = factsOf(plain, said, { startedAt: startedAt.toISOString(), redact });
  const selected = new Set(tests.map(({ name }) => name));
  const recorded = recordRun(
    {
      brief: { tapes: folder } as unknown as RunBrief,
      clock: { ...clock, interrupt: () => undefined },
      equipment: { options, transport, redact, hide, ...(renewTokens === undefined ? {} : { renewTokens }) },
      disguise: { options: plain, placeholders: secrets, redact: (text) => text },
    },
    { said, startedAt, opened: tests.map(({ title }) => title), isPart: false },
  );
  const led = leadRun(recorded.parts, { plan, selected });
  const opened = tests.map(({ subject, judge }) => ({ subject, judging: judge(led.run) }));
  meanwhile?.(led.stop);
  const judged = await Promise.all(
    opened.map(async ({ subject, judging }) => ({
      subject,
      judgement: uncarried(carried(led.hidden(await judging))),
      thrown: [],
    })),
  );
  const record = await led.finish();
  recorded.tape?.end({ bytes: record.bytes });
  const { errors, ...joined } = joinJudgements(judged);
  const tape = await readTape(readFileSync(file));
  const input = {
    ...facts,
    run: { ...facts.run, durationMs: tape.lastedMs, shards: 1 },
    ...stated,
    ...joined,
    selected,
    record: uncarried(carried(record)),
    harnessErrors: errors,
  };
  const again = await judgeTape(tape, plan);
  return {
    report: buildReport(input).report,
    tape,
    again,
    reportAgain: buildReport(again.input).report,
  };
}
