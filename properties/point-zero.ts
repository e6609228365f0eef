import type { Exchange } from '../run/exchange.ts';
import type { UpdateAction } from '../implementation/facts.ts';
import { matchingUpdate } from '../implementation/updates/matching-update.ts';
import { versionOf, type OwnResource } from '../implementation/resources/own-resource.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { JsonNumber } from '../wire/json/json.ts';
import { sameNumber } from '../wire/json/numbers.ts';
import { update } from '../implementation/updates/changes.ts';
import { moves, passable } from '../implementation/updates/known-actions.ts';
import { versionToState } from '../implementation/resources/read-own.ts';
import { notEveryTime, confirmations } from '../judging/confirm.ts';
import { blockedBy, unversioned } from '../implementation/blocked-by.ts';

const integer = /^-?\d+$/;
type Kind = readonly UpdateAction['action'][];

/** What the updates carry, in turn. */
const kinds: readonly [Kind, ...Kind[]] = [
  ['changeSomeProperty'],
  ['doSomeThing'],
  ['changeSomeProperty', 'doSomeThing'],
  ['changeSomeProperty', 'changeSomeProperty'],
];

/** Answers by which the spelling, or the version, is blamed. */
const bad: readonly (number | undefined)[] = [409, 400, 422];

/** The actual version with .0 after it is taken for what it is, whatever digits it ends in (4.10). */
export const pointZero = holds(
  '4.10/equal-numbers-are-one-version',
  'the actual version written with .0 at one state after another, that of a version which ends in zero among them',
  {
    check: (on) =>
      on.own(async (own) => {
        // A spelling with zeros at its end tempts to cut off more than the fraction.
        let hasTempted = false;
        for (let step = 0; step < on.reach + 10; step += 1) {
          const actual = await versionToState(on, own);
          if (actual === undefined) return on.discarded(...blockedBy(unversioned(on)));
          if (!integer.test(actual) || Math.abs(Number(actual)) > Number.MAX_SAFE_INTEGER)
            return on.discarded('not-observable', 'the version is not one that every Float can hold');
          hasTempted ||= actual.endsWith('0') || actual.length > 2;
          const isLast = step >= on.reach - 1 && hasTempted;
          if (!(await takes(on, own, actual, kinds[step % kinds.length] ?? kinds[0])) || isLast) return;
        }
      }),
  },
);

/** False where the version in that spelling was not accepted. */
async function takes(on: Stage, own: OwnResource, actual: string, kind: Kind): Promise<boolean> {
  const actions = (): readonly UpdateAction[] =>
    passable(
      on,
      kind.map((action) => (action === 'doSomeThing' ? { action } : { action, someProperty: on.canary() })),
    );
  const refused: Exchange[] = [];
  let isRefusedInCompany = false;
  for (let attempt = 0; attempt < confirmations; attempt += 1) {
    // Some servers turn writes away while any other is under way.
    const list = actions();
    const exchange = await update(on, own, new JsonNumber(`${actual}.0`), [...list], {
      alone: attempt > 0,
    });
    if (exchange.succeeded) {
      const next = on.facts.answersShowVersion ? versionOf(exchange.value) : undefined;
      // An answer that shows the version which was stated says that this one has not moved it.
      if (next === undefined ? moves(on.facts, list) : !sameNumber(next, actual)) own.leave(actual, next);
      else own.forget();
      // Refused in company and taken alone: a lock may have spoken.
      if (refused.length > (isRefusedInCompany ? 1 : 0))
        notEveryTime(on, `${actual}.0 was refused`, refused.slice(-1));
      else on.passed(refused);
      return true;
    }
    if (attempt === 0) isRefusedInCompany = bad.includes(exchange.status);
    if (exchange.kind === 'noise') on.noise(exchange.label);
    else if (!bad.includes(exchange.status)) {
      on.discarded('refused-by-unknown-validation', `${actual}.0 was answered ${exchange.label}`);
      return false;
    } else refused.push(exchange);
  }
  // Accepted with the same version after them, it shows that the refusals were not due.
  const twin = await matchingUpdate(on, own, actions());
  const last = refused.at(-1);
  if (last === undefined || refused.length < confirmations) return true;
  if (twin.kind !== 'accepted' || twin.stated !== actual || twin.spurious.length > 0) {
    on.discarded('premise-failed', `${actual} was no longer the actual version`);
    return false;
  }
  on.violated({
    expected: `${actual}.0 to be taken for the version it equals`,
    deviation: { kind: 'status', exchange: last, stated: 'actual', actual },
    exchanges: [last, twin.exchange],
    reproduced: `${confirmations}/${confirmations}`,
    counterexample: { actual, stated: `${actual}.0` },
  });
  return false;
}
