import type { OwnResource } from '../implementation/resources/own-resource.ts';
import type { Stage } from '../implementation/stage.ts';

/** The result of two creates with the same content. */
export interface EqualCreates {
  readonly first: OwnResource | undefined;
  readonly second: OwnResource | undefined;
}

/** Creates twice with the same content: the contract does not show whether that makes one resource or two. */
export async function createTwice(on: Stage): Promise<EqualCreates> {
  const canary = on.canary();
  const [first, second] = [await on.create(canary), await on.create(canary)];
  return { first: first.own, second: second.own };
}
