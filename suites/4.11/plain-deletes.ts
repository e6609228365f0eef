import { unlessInconclusive } from '../../clause/thrown.ts';
import { deleteOwn, withDoomed } from '../../target/resources/doomed.ts';
import type { Exchange } from '../../run/exchange.ts';
import { matchingUpdate } from '../../target/updates/matching-update.ts';
import { siblings } from '../../judging/siblings.ts';
import type { Stage } from '../../target/stage.ts';
import { changeTo } from '../../target/updates/changes.ts';
import { readOwn } from '../../target/resources/read-own.ts';

/** A delete of a resource of our own by manage_test: where it succeeds, it tells several clauses all they ask. */
export function plainDelete(on: Stage): Promise<Exchange> {
  return on.shared('plain delete', () => withDoomed(on, (doomed) => deleteOwn(on, doomed)));
}

/** DELETE on an existing id is an operation of the implementation (4.11). */
export async function judgeRoute(on: Stage): Promise<void> {
  if ((await plainDelete(on)).succeeded) return on.held();
  await withDoomed(on, async (doomed) => {
    const answers: Exchange[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const exchange = await deleteOwn(on, doomed);
      if (exchange.kind === 'noise') on.noise(exchange.label);
      else if (exchange.status === 405 || exchange.status === 501) answers.push(exchange);
      else return on.held();
    }
    if (answers.length === 3)
      on.violated({
        expected: 'DELETE to be supported',
        got: answers.at(-1)?.label ?? '',
        exchanges: answers.slice(-1),
        reproduced: '3/3',
      });
  });
}

/** What can be read before and after is not answered 404 by a delete (4.11). */
export async function judgeBareDelete(on: Stage): Promise<void> {
  if (!(await plainDelete(on)).succeeded) return await judgeMissing(on, false);
  on.held();
  await on.until('races');
  // A resource that was updated is found as well.
  const answer = (await unlessInconclusive(siblings(on)))?.lastDelete;
  if (answer?.status === 404) await judgeMissing(on, true);
}

/** Deletes of three resources of our own, updated before or not, between reads that succeed. */
async function judgeMissing(on: Stage, isUpdated: boolean): Promise<void> {
  const seen: Exchange[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const round = await withDoomed(on, async (doomed) => {
      if (isUpdated) await matchingUpdate(on, doomed, [changeTo(on.canary())]);
      const exchange = await deleteOwn(on, doomed);
      if (exchange.status !== 404) return { exchange, missing: false };
      const rest = doomed.lastWriteAt + on.grace.readMs - on.clock.now();
      if (rest > 0) await on.clock.sleep(rest);
      const before = await readOwn(on, doomed, on.writer);
      const again = await deleteOwn(on, doomed);
      const after = await readOwn(on, doomed, on.writer);
      return { exchange: again, missing: before.succeeded && again.status === 404 && after.succeeded };
    });
    if (round.exchange.succeeded)
      return seen.length > 0
        ? on.undecided('flaky', 'a delete was answered 404, and not every time')
        : on.held();
    if (round.exchange.kind === 'noise') return on.noise(round.exchange.label);
    if (!round.missing)
      return on.undecided('premise-failed', `a bare delete was answered ${round.exchange.label}`, {
        supply: '"delete": {"versionParam": "version"}',
        exchanges: [round.exchange],
      });
    seen.push(round.exchange);
  }
  on.violated({
    expected: 'the resource to be found',
    got: '404',
    exchanges: seen.slice(-1),
    reproduced: '3/3',
  });
}

/** A live token with manage_test is let in (4.11). */
export async function judgeSufficient(on: Stage): Promise<void> {
  if ((await plainDelete(on)).succeeded) return on.held();
  const answers: Exchange[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const exchange = await withDoomed(on, (doomed) => deleteOwn(on, doomed));
    if (exchange.succeeded)
      return answers.length > 0
        ? on.undecided('flaky', 'the token was refused, and not every time')
        : on.held();
    if (exchange.kind === 'noise') return on.noise(exchange.label);
    answers.push(exchange);
    if (exchange.status !== 401 && exchange.status !== 403)
      return on.undecided('premise-failed', `a delete was answered ${exchange.label}`, {
        exchanges: [exchange],
      });
  }
  on.violated({
    expected: 'the token with manage_test to be let in',
    got: answers.at(-1)?.label ?? '',
    exchanges: answers.slice(-1),
    reproduced: '3/3',
  });
}
