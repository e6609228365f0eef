import { plan } from '../../config/plan.ts';
import { leadRun } from '../../config/runs/lead-run.ts';
import { runOptions } from '../../config/runs/run-equipment.ts';
import { toldBy } from '../../config/runs/tapes/told.ts';
import { redactionOf } from '../../config/secrets/brief-redaction.ts';
import type { Tape } from '../../tape/tape.ts';
import { worldOf } from '../../tape/taped-world.ts';
import { verdictsOf, type Verdicts } from './recorded-row.ts';

/**
 * The verdicts of a row that is played again out of its tape. Throws `Diverged` where it asks for something else than it did
 * when it was recorded.
 */
export async function replayRow(tape: Tape): Promise<Verdicts> {
  const { options, placeholders } = toldBy(tape);
  const world = worldOf({
    began: Date.parse(tape.head.startedAt),
    events: tape.events,
    bytes: tape.end?.bytes ?? { written: 0, read: 0 },
  });
  const renews = [...tape.events].some((event) => 'n' in event && event.asked.op === 'tokens');
  const led = leadRun(
    {
      ...redactionOf({ secrets: placeholders, options }),
      options: runOptions(options),
      transport: world.transport,
      clock: world.clock,
      ...(renews ? { renewTokens: world.renewTokens } : {}),
    },
    { plan },
  );
  let verdicts: Verdicts | undefined;
  void led.judgeAll().then(async (judgements) => {
    await led.finish();
    verdicts = verdictsOf(judgements);
  });
  await world.play(() => undefined);
  if (verdicts === undefined) throw new Error('it waits for something that is not on the tape');
  return verdicts;
}
