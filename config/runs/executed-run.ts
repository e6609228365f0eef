import type { Seed } from '../../clause/reported/seed.ts';
import { createReference } from '../../reference/create.ts';
import { serve } from '../../reference/serve.ts';
import { createInterruptibleClock } from './interruptible-clock.ts';
import { briefOn, briefRun, identified } from './run-brief.ts';
import { equipRun } from './run-equipment.ts';
import { leadRun, type Judged, type RunParts } from './lead-run.ts';
import type { Settings } from '../settings/settings.ts';

export type ExecutedRun = Awaited<ReturnType<typeof executeRun>>;

/** Executes a plan outside of vitest; cleans up after `onJudged`, or when the process is told to end. */
export async function executeRun(parts: RunParts, judging: Judged, onJudged: () => void = () => undefined) {
  const led = leadRun(parts, judging);
  for (const signal of signals) process.once(signal, led.stop);
  try {
    const judged = [...(await led.judgeAll())];
    const judgements = new Map(judged.map(([id, judgement]) => [id, led.hidden(judgement)]));
    onJudged();
    return { judgements, record: await led.finish(), facts: led.facts };
  } finally {
    for (const signal of signals) process.removeListener(signal, led.stop);
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Prepares the resources for runs with these settings. Throws ConfigurationError as `briefRun` does. */
export async function reachTarget(settings: Settings) {
  const told = briefRun(settings, identified(settings));
  const served = told.embedded ? await serve(createReference()) : undefined;
  const brief = served === undefined ? told : briefOn(told, served.url);
  return {
    brief,
    /** New connections and a new clock for a run with that seed. */
    equip: (seed: Seed): RunParts => {
      const clock = createInterruptibleClock();
      const { maxSeconds } = brief;
      const { equipment } = equipRun({ ...brief, options: { ...brief.options, seed } }, clock);
      return { ...equipment, clock, maxSeconds };
    },
    close: async () => served?.close(),
  };
}
