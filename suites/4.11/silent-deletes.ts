import { says } from '../../wire/status.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { deleteOwn, withDisposable } from '../../implementation/resources/disposable.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { plainDelete } from './plain-deletes.ts';

/** The outcome of a resource whose delete was answered as if it did not exist. */
interface DeleteOutcome {
  /** It existed before and was gone permanently right after, while an untouched control stayed. */
  readonly isGone: boolean;
  readonly exchanges: readonly Exchange[];
}

/** A delete that is answered 404 or 410, and takes effect anyway, does not answer with the resource (4.11). */
export async function judgeSilentDeletes(on: Stage): Promise<void> {
  const first = await unlessInconclusive(plainDelete(on));
  if (first === undefined || !says(first, 'nothing there') || isOneForAll(on.facts)) return;
  const outcomes = await Promise.all(Array.from({ length: confirmations }, () => deleteBesideControl(on)));
  const gone = outcomes.filter(({ isGone }) => isGone);
  const exchanges = gone.at(-1)?.exchanges ?? [];
  if (gone.length === 0) return;
  if (gone.length < confirmations)
    return notEveryTime(on, `a delete was answered ${first.label}, and the resource was gone`, exchanges);
  if (
    exchanges.some((exchange) => says(exchange, 'nothing there') && versionOf(exchange.value) !== undefined)
  ) {
    on.suspect('A delete that took effect is answered as if the resource did not exist.');
    return on.undecided(
      'two-readings',
      `a delete that deletes is answered ${first.label}, with the resource in its body`,
      { exchanges },
    );
  }
  on.violated({
    expected: 'the resource that was deleted',
    got: `${first.label}, and the resource is gone`,
    deviation: { kind: 'status' },
    exchanges,
    reproduced: `${gone.length}/${confirmations}`,
  });
}

function deleteBesideControl(on: Stage): Promise<DeleteOutcome> {
  return withDisposable(on, (control) =>
    withDisposable(on, (disposable) => compare(on, disposable, control)),
  );
}

async function compare(on: Stage, disposable: OwnResource, control: OwnResource): Promise<DeleteOutcome> {
  await Promise.all([afterReplicaLag(on, disposable), afterReplicaLag(on, control)]);
  const before = await readOwn(on, disposable);
  const answer = await deleteOwn(on, disposable);
  const isSeenAgain = await settles(on.clock, { since: on.clock.now(), ms: on.grace.readMs }, async () => {
    const read = await readOwn(on, disposable);
    return read.succeeded || read.is('noise');
  });
  const [after, other] = [await readOwn(on, disposable), await readOwn(on, control)];
  return {
    isGone:
      before.succeeded &&
      says(answer, 'nothing there') &&
      !isSeenAgain &&
      after.is('turned away') &&
      other.succeeded,
    exchanges: [before, after, answer],
  };
}
