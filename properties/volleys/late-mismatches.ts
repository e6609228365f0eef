import { standApart } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { OverwriteName } from '../../contract/traits.ts';
import { acceptedOverwrites } from '../../suites/overwrites/accepted.ts';
import type { Exchange } from '../../run/exchange.ts';
import { readByKey } from '../../implementation/keys/keyed-resource.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { changeTo, update } from '../../implementation/updates/changes.ts';
import { anyAction, passable } from '../../implementation/updates/known-actions.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { notEveryTime } from '../../judging/confirm.ts';

/** After all else that a run does, a version far from the actual one is accepted no more than before (4.10). */
export const lateMismatches = holds(
  '4.10/no-success-whatever-the-body',
  'updates with a far version when all else is done, of resources that were overwritten or used before',
  {
    phase: 'late',
    minimum: () => 1,
    check: async (on) => {
      if (!standApart(on.facts))
        return on.discarded('premise-failed', 'a version may have been moved by a write to another resource');
      // Right after a read of another kind each: what such a read leaves in a cache may stand in for the version.
      await Promise.all([
        overwritten(on, 'patch').then((own) => judgeFar(on, own, readItsKey)),
        overwritten(on, 'put').then((own) => judgeFar(on, own, () => on.ask('query'))),
      ]);
      await on.own((own) => judgeFar(on, own, readItsKey));
    },
  },
);

async function overwritten(on: Stage, name: OverwriteName): Promise<OwnResource | undefined> {
  const { readOnly, consent, without } = on.options;
  if (readOnly || !consent.has('overwrite') || without.has(endpoint(name).section)) return undefined;
  return (await unlessInconclusive(acceptedOverwrites(on, name)))?.own;
}

async function readItsKey(on: Stage, own: OwnResource): Promise<unknown> {
  return own.key === undefined ? await readOwn(on, own) : await readByKey(on, own.key);
}

async function judgeFar(
  on: Stage,
  own: OwnResource | undefined,
  read: (on: Stage, own: OwnResource) => Promise<unknown>,
): Promise<void> {
  if (own === undefined) return;
  await read(on, own);
  const seen = own.shown ?? own.issued.at(-1);
  if (seen === undefined) return;
  const stated = farVersion(seen);
  const exchange = await update(on, own, new JsonNumber(stated), [anyAction(on)]);
  if (exchange.kind === 'noise') on.noise(exchange.label);
  else if (!exchange.succeeded) on.held();
  else
    on.violated({
      expected: 'no success (409, or another refusal)',
      got: `${exchange.label} for version ${stated} where ${seen} was the last one seen`,
      deviation: { kind: 'status', stated: 'other', actual: seen },
      exchanges: [exchange],
      counterexample: { seen, stated },
    });
}

/** After all else that a run does, the version that is read then is accepted as before (4.10, "Versioning"). */
export const lateMatches = holds(
  'Versioning/next-version-is-accepted',
  'updates with the version that is read when all else is done, of a resource that was used throughout',
  {
    phase: 'late',
    minimum: () => 0,
    check: (on) =>
      on.own(async (own) => {
        if (on.facts.updates !== 'accepted' || !standApart(on.facts) || own.issued.length < 2) return;
        const actions = passable(on, [changeTo(on.canary()), { action: 'doSomeThing' }]);
        const refused: Exchange[] = [];
        for (const action of actions) {
          const match = await matchingUpdate(on, own, [action], { insist: true, alone: true });
          if (match.kind === 'accepted')
            return refused.length === 0
              ? on.held()
              : notEveryTime(on, 'the version that reads show was answered 409', refused);
          if (match.kind !== 'conflict' || match.settled < 3) return;
          refused.push(...match.exchanges.slice(-1));
        }
        on.violated({
          expected: 'the version that reads show before and after to be accepted, as earlier in the run',
          deviation: { kind: 'status', stated: 'actual' },
          exchanges: refused,
          reproduced: '3/3',
        });
      }),
  },
);
