import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Lack, Sentence } from '../../judge/sentence.ts';
import { lastAnswer } from '../../world/operations/last-answer.ts';
import type { World } from '../../world/world.ts';
import { confirmationsOf, confirmRepeatedly, type Confirmed, type Words } from '../confirm.ts';

/** An authorised, documented request of an operation; an earlier answer may count as the first attempt. */
export type Documented = (on: Stage, attempt: number) => Promise<Exchange>;

/** Requests that were all refused since the last other answer, so that the refusal is permanent. */
interface ForGood extends Pick<Words, 'expected' | 'deviation'> {
  /** The refused requests, as a claim. */
  readonly kind?: 'absent' | 'crashed';
  readonly refused: (world: World) => readonly Exchange[];
}

/** The clause passes if no request is refused, and is broken if enough successive requests are refused. */
export function refusedForGood(
  at: EndpointName,
  { kind = 'absent', refused, expected, deviation }: ForGood,
): Pick<Sentence<readonly Exchange[]>, 'owes' | 'doubts'> {
  return {
    owes: (one, world) => {
      const least = confirmationsOf(world, one.at(-1));
      // Takes the first exchanges that suffice: their callers are more likely to prove their tokens later.
      const last = one[least - 1];
      if (one.length === 0) return { met: 1 };
      if (last === undefined) return 'outside';
      const shown = { exchanges: [last], reproduced: `${least}/${least}` };
      return { kind, at, expected, got: last.label, deviation: { kind: 'status' }, shown };
    },
    doubts: (world) => {
      const all = refused(world);
      if (all.length === 0 || all.length >= confirmationsOf(world, all.at(-1))) return [];
      const text = `${deviation}, but not every time`;
      return [{ code: 'flaky', text, deviated: true, exchanges: all.slice(-1) }];
    },
  };
}

/** Sends a documented request repeatedly while its answer deviates; a deviation that was `seen` counts. */
export async function confirmAsked(
  on: Stage,
  request: Documented,
  deviates: (answer: Exchange) => boolean,
  seen?: Exchange,
): Promise<Confirmed> {
  const first = seen === undefined ? 0 : 1;
  return await confirmRepeatedly(on, {
    seen,
    probe: (attempt) => insist(() => request(on, attempt + first)),
    deviates,
  });
}

/** Whether an operation has succeeded in this run. */
export function hasSucceeded({ bodies }: Pick<World, 'bodies'>, name: EndpointName): boolean {
  return bodies.successes(name).statuses.size > 0;
}

/** No request of an operation got an answer that counts. */
export function nothingHeard({ history }: World, name: EndpointName): Lack {
  return { code: 'noise', text: lastAnswer(history, name)?.label ?? 'nothing was sent', isDoubt: true };
}

/** A request with an earlier 2xx answer may be refused permanently since: such a request is repeated. */
export async function askStillThere(
  on: Stage,
  name: EndpointName,
  request: Documented,
  deviates: (answer: Exchange) => boolean,
): Promise<void> {
  // Requests that may change any resource are sent only in their own phase.
  const isDangerous = on.phase === 'overwrites';
  await on.until('late');
  const last = on.world.passing.unsupportedSince(name).at(-1);
  if (last === undefined || !deviates(last) || isDangerous) return;
  await confirmAsked(on, request, deviates, last);
}
