import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Sentence } from '../../judge/sentence.ts';
import type { World } from '../../world/world.ts';
import { confirmationsOf, confirmRepeatedly, type Words } from '../confirm.ts';

/** An authorised, documented request of an operation; an earlier answered request may serve as the first attempt. */
export type Documented = (on: Stage, attempt: number) => Promise<Exchange>;

/** Requests that are refused repeatedly since the last other answer, so that the refusal is permanent. */
interface ForGood extends Pick<Words, 'expected' | 'deviation'> {
  /** The refused requests, as a claim. */
  readonly kind?: 'absent' | 'crashed';
  readonly refused: (world: World) => readonly Exchange[];
}

/** It is met if nothing is refused, and broken if enough successive requests are refused. */
export function refusedForGood(
  at: EndpointName,
  { kind = 'absent', refused, expected, deviation }: ForGood,
): Pick<Sentence<readonly Exchange[]>, 'owes' | 'doubts'> {
  return {
    owes: (one, world) => {
      const least = confirmationsOf(world, one.at(-1));
      // The first sufficient ones: their callers are more likely to prove later that their tokens are valid.
      const last = one[least - 1];
      if (one.length === 0) return { met: 1 };
      return last !== undefined
        ? {
            kind,
            at,
            expected,
            got: last.label,
            deviation: { kind: 'status' },
            shown: { exchanges: [last], reproduced: `${least}/${least}` },
          }
        : 'outside';
    },
    doubts: (world) => {
      const all = refused(world);
      return all.length === 0 || all.length >= confirmationsOf(world, all.at(-1))
        ? []
        : [
            {
              code: 'flaky',
              text: `${deviation}, but not every time`,
              deviated: true,
              exchanges: all.slice(-1),
            },
          ];
    },
  };
}

/** A request with an earlier 2xx answer may be refused permanently since: if there was one, it is repeated. */
export async function askStillThere(
  on: Stage,
  name: EndpointName,
  request: Documented,
  deviates: (answer: Exchange) => boolean,
): Promise<void> {
  // Requests that may change any resource are only sent in their phase.
  const isDangerous = on.phase === 'overwrites';
  await on.until('late');
  const last = on.world.passing.unsupportedSince(name).at(-1);
  if (last === undefined || !deviates(last) || isDangerous) return;
  await confirmRepeatedly(on, {
    seen: last,
    probe: (attempt) => insist(() => request(on, attempt + 1)),
    deviates,
  });
}
