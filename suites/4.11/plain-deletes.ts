import { says } from '../../wire/status.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { lets } from '../../world/callers/lets.ts';
import { type OwnResource, versionOf } from '../../implementation/resources/own-resource.ts';
import { deleteOwn, withDisposable, withDisposables } from '../../implementation/resources/disposable.ts';
import type { Exchange } from '../../history/exchange.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { isSignificant } from '../../judging/telling.ts';
import { siblings } from '../../judging/siblings.ts';
import type { Stage } from '../../implementation/stage.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { otherwise, confirmRepeatedly, report, notEveryTime, confirmations } from '../../judging/confirm.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { awaited } from '../../run/awaited.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { insist } from '../../implementation/insist.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import { settles } from '../../run/settle.ts';

/** A delete of a resource of the run, whose answer several clauses judge; another delete replaces a lost one. */
export const plainDelete = oncePerRun((on: Stage): Promise<Exchange> =>
  insist(() => withDisposable(on, (disposable) => deleteOwn(on, disposable))),
);

/** Sends DELETE on an existing id until an answer is another than "not supported" (4.11). */
export async function seekRoute(on: Stage): Promise<void> {
  if ((await plainDelete(on)).succeeded) return;
  await withDisposable(on, async (disposable) => {
    await confirmRepeatedly(on, {
      probe: () => insist(() => deleteOwn(on, disposable)),
      deviates: (one) => says(one, 'method not supported'),
    });
  });
}

/** A delete does not answer 404 for a resource that can be read before and after it (4.11). */
export async function judgeBareDelete(on: Stage): Promise<void> {
  await judgeAlone(on);
  await on.until('late');
  // If no delete succeeds, each is judged alone; if all creates reach one resource, no other can be deleted beside it.
  if (on.world.bodies.successes('remove').statuses.size === 0 || isOneForAll(on.facts)) return;
  const isAdmitted = ({ caller }: Exchange): boolean =>
    lets('remove', caller, on.options.projectKey) === 'in';
  if (on.world.passing.vainDeletes.some(isAdmitted)) await judgeInCompany(on);
}

async function judgeAlone(on: Stage): Promise<void> {
  const plain = await plainDelete(on);
  if (!plain.succeeded) return await judgeMissing(on, undefined);
  on.held();
  await on.until('races');
  // An updated resource is found too.
  const answer = (await unlessInconclusive(siblings(on)))?.lastDelete;
  if (says(answer, 'not found')) await judgeMissing(on, answer);
}

/** One more than needed: the first delete may be over before the others begin. */
const atOnce = confirmations + 1;

/** Several rounds find a fault that misses one resource at a time. */
const mostRounds = 3;

/** Concurrent deletes of several resources, between reads that succeed: all must be found. */
async function judgeInCompany(on: Stage): Promise<void> {
  const missing: Exchange[] = [];
  let deletes = 0;
  for (let round = 0; round < mostRounds && missing.length < confirmations; round += 1) {
    missing.push(...(await missedInCompany(on)));
    deletes += atOnce;
    if (missing.length === 0) return;
  }
  const isTold = missing.length >= confirmations && (await isSignificant(on, missing));
  if (!isTold) return notEveryTime(on, 'a delete was answered 404', missing);
  on.violated({
    expected: 'the resource to be found beside deletes of others, as it is alone',
    deviation: { kind: 'status' },
    exchanges: missing.slice(-1),
    reproduced: `${missing.length}/${deletes}`,
  });
}

/** The deletes of one round that found nothing although reads found the resource before and after. */
async function missedInCompany(on: Stage): Promise<readonly Exchange[]> {
  let missing: readonly Exchange[] = [];
  await withDisposables(on, atOnce, async (disposables) => {
    for (const own of disposables) await afterReplicaLag(on, own);
    const before = await readAll(on, disposables);
    const deletes = await Promise.all(disposables.map((own) => deleteOwn(on, own)));
    if (deletes.every((one) => !says(one, 'not found'))) return;
    // A lagging replica may still show a resource that another client has deleted.
    await on.clock.sleep(on.grace.readMs, awaited.reads);
    const after = await readAll(on, disposables);
    missing = deletes.filter(
      ({ status }, at) => says({ status }, 'not found') && before[at]?.succeeded && after[at]?.succeeded,
    );
  });
  return missing;
}

async function readAll(on: Stage, all: readonly OwnResource[]): Promise<readonly Exchange[]> {
  const reads: Exchange[] = [];
  for (const own of all) reads.push(await readOwn(on, own, on.writer));
  return reads;
}

/** Deletes of three resources between reads that succeed; all were updated, if an updated one was missing. */
async function judgeMissing(on: Stage, updated: Exchange | undefined): Promise<void> {
  const missing: Exchange[] = [];
  const isSeen = (): boolean => updated !== undefined || missing.length > 0;
  while (missing.length < confirmations) {
    const round = await withDisposable(on, async (disposable) => {
      if (updated !== undefined) await matchingUpdate(on, disposable, [anyAction(on)]);
      const exchange = await deleteOwn(on, disposable);
      if (!says(exchange, 'not found')) return { exchange, isMissing: false };
      await afterReplicaLag(on, disposable);
      const before = await readOwn(on, disposable, on.writer);
      const again = await deleteOwn(on, disposable);
      const after = await readOwn(on, disposable, on.writer);
      return { exchange: again, isMissing: before.succeeded && says(again, 'not found') && after.succeeded };
    });
    if (round.exchange.succeeded)
      return isSeen() ? notEveryTime(on, 'a delete was answered 404', missing) : on.held();
    if (round.exchange.is('noise') && !isSeen()) return on.noise(round.exchange.label);
    if (!round.isMissing)
      return on.undecided('premise-failed', `a bare delete was answered ${round.exchange.label}`, {
        supply: '"delete": {"versionParam": <name of the parameter, or header:If-Match>}',
        exchanges: [round.exchange],
      });
    missing.push(round.exchange);
  }
  on.violated({
    expected: 'the resource to be found',
    deviation: { kind: 'status' },
    exchanges: missing.slice(-1),
    reproduced: `${confirmations}/${confirmations}`,
  });
}

/** A valid token with manage_test is granted access (4.11). */
export async function judgeSufficientDeletes(on: Stage): Promise<void> {
  if ((await plainDelete(on)).succeeded) return on.held();
  // Each delete concerns a resource that the same caller was allowed to create.
  const confirmed = await confirmRepeatedly(on, {
    probe: () => withDisposable(on, (disposable) => deleteOwn(on, disposable)),
    deviates: (one) => says(one, 'denied'),
  });
  const [other] = otherwise(confirmed);
  if (other?.succeeded === false)
    on.undecided('premise-failed', `a delete was answered ${other.label}`, { exchanges: [other] });
  else
    report(on, confirmed, {
      expected: 'the token with manage_test to be granted access',
      deviation: 'the token with manage_test was refused',
    });
}

/** What became of a resource whose delete was answered as if it did not exist. */
interface DeleteOutcome {
  /** The resource existed before and was permanently gone right after, while an untouched control stayed. */
  readonly isGone: boolean;
  readonly exchanges: readonly Exchange[];
}

/** A delete that takes effect answers with the resource, not with 404 or 410 (4.11). */
export async function judgeSilentDeletes(on: Stage): Promise<void> {
  const first = await unlessInconclusive(plainDelete(on));
  if (first === undefined || !says(first, 'nothing there') || isOneForAll(on.facts)) return;
  const outcomes = await Promise.all(
    Array.from({ length: confirmations }, () =>
      withDisposable(on, (control) => withDisposable(on, (disposable) => compare(on, disposable, control))),
    ),
  );
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
