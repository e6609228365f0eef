import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { awaited } from '../../run/awaited.ts';
import { breakdownOf, type Breakdown } from '../../world/weather/broken-requests.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { SurveyedRead } from '../../judging/surveys/read-survey.ts';
import type { Attempt } from './attempts-at-risk.ts';

/** This often a breakdown is seen again if an operation knows no other. */
export const fewAttempts = 3;

/** The first read that is answered as before: its target may be gone by now. */
export async function stillAnswered(
  on: Stage,
  witnesses: readonly SurveyedRead[],
): Promise<SurveyedRead | undefined> {
  for (const one of witnesses) {
    const { succeeded, body } = await on.ask(one.endpoint, { ...one.ask, whenSilent: 'go-on' });
    if (succeeded && body.length > 0) return one;
  }
  return undefined;
}

/** The repeated request, its controls, and how it has to fail each time. */
export interface Confirmation {
  readonly attempt: Attempt;
  readonly witness: SurveyedRead;
  readonly how: Breakdown;
  readonly times: number;
  /** The last attempt waits until then: an intermediary may have been changed meanwhile. */
  readonly lastNotBefore?: number;
}

/**
 * Attempts, each between reads that are answered in full: the last one, with the read before it, if all of them fail;
 * undefined otherwise.
 */
export async function everyTimeBroken(
  on: Stage,
  { attempt, witness, how, times, lastNotBefore = -Infinity }: Confirmation,
): Promise<readonly Exchange[] | undefined> {
  const control = (): Promise<Exchange> => on.ask(witness.endpoint, { ...witness.ask, whenSilent: 'go-on' });
  const before = await control();
  if (!before.succeeded) return undefined;
  let shown: readonly Exchange[] = [before];
  for (let count = 1; count <= times; count += 1) {
    const wait = count === times ? lastNotBefore - on.clock.now() : 0;
    if (wait > 0) await on.clock.sleep(wait, awaited.disturbance);
    const broken = await attempt();
    // If nodes take turns and one of them is down, the attempts meet others as well.
    if (count % 2 === 0) await control();
    const after = await control();
    if (broken === undefined || breakdownOf(broken) !== how || !after.succeeded) return undefined;
    shown = [after, broken];
  }
  return shown;
}

/** Reports the operation if it fails every time. */
export async function isAlwaysBroken(
  on: Stage,
  name: EndpointName,
  confirmation: Omit<Confirmation, 'times'> & { readonly times?: number },
): Promise<boolean> {
  const { how, times = fewAttempts } = confirmation;
  const exchanges = await everyTimeBroken(on, { ...confirmation, times });
  if (exchanges === undefined) return false;
  on.violated({
    expected: `${how === 'framing' ? 'a whole answer' : 'an answer'} at ${endpoint(name).section}`,
    deviation: { kind: 'cut-off' },
    exchanges,
    reproduced: `${times}/${times}`,
  });
  return true;
}
