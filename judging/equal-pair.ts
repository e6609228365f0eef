import { oncePerRun } from '../implementation/once-per-run.ts';
import type { OwnResource } from '../implementation/resources/own-resource.ts';
import type { Stage } from '../implementation/stage.ts';

/** Two resources of our own that were made with the same content; undefined where the second create made none. */
export interface EqualPair {
  readonly first: OwnResource;
  readonly second: OwnResource;
}

/** What came of two creates with the same content: once a run, for whoever asks whether equal content makes a difference. */
export const equalCreates = oncePerRun(async (on: Stage) => {
  const canary = on.canary();
  const [first, second] = [await on.create(canary), await on.create(canary)];
  for (const { own } of [first, second]) if (own !== undefined) on.keep(own);
  return { first: first.own, second: second.own };
});

/** The same, where these are two resources. */
export async function equalPair(on: Stage): Promise<EqualPair | undefined> {
  const { first, second } = await equalCreates(on);
  return first === undefined || second === undefined || first.id === second.id
    ? undefined
    : { first, second };
}
