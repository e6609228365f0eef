import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Sentence } from '../../judge/sentence.ts';
import type { World } from '../../world/world.ts';
import { confirmationsOf, confirmRepeatedly, type Words } from '../confirm.ts';

/** An authorised, documented request of an operation; for the first attempt an earlier one that was answered may do. */
export type Documented = (on: Stage, attempt: number) => Promise<Exchange>;

/** What is refused time and again, since it was last answered otherwise, so that it is refused permanently. */
interface ForGood extends Pick<Words, 'expected' | 'deviation'> {
  /** What they are, as a claim. */
  readonly kind?: 'absent' | 'crashed';
  readonly refused: (world: World) => readonly Exchange[];
}

/** It is met where nothing is refused, and broken where enough of what was asked for is, one after the other. */
export function refusedForGood(
  at: EndpointName,
  { kind = 'absent', refused, expected, deviation }: ForGood,
): Pick<Sentence<readonly Exchange[]>, 'owes' | 'doubts'> {
  return {
    owes: (one, world) => {
      const least = confirmationsOf(world, one.at(-1));
      // The first that suffice: their callers are more likely to show later on that they live.
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

/**
 * What was answered 2xx before may be refused permanently since: the documented request is asked again, where one was.
 */
export async function askStillThere(
  on: Stage,
  name: EndpointName,
  request: Documented,
  deviates: (answer: Exchange) => boolean,
): Promise<void> {
  // What may change any resource is requested in its phase alone.
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
