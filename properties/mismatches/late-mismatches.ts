import { standApart } from '../../implementation/learnt.ts';
import { overwrittenResource } from '../../suites/overwrites/accepted.ts';
import type { Exchange } from '../../history/exchange.ts';
import { readByKey } from '../../implementation/keys/keyed-resource.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { SentMismatch } from '../../implementation/updates/mismatch-batch.ts';
import { missesConflict, noteUnlessConflict } from '../../implementation/updates/missed-conflict.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { aimed, farVersion, type StatedVersion } from '../arbitraries/stated-version.ts';
import { checkCases, proved, type Failing } from '../checked-cases.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { changeTo, update } from '../../implementation/updates/changes.ts';
import { anyAction, passable } from '../../implementation/updates/known-actions.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { notEveryTime } from '../../judging/confirm.ts';

export const lateMismatches = holds(
  '4.10/no-success-whatever-the-body',
  'updates with a far version when all else is done, of resources that were overwritten or used before',
  {
    phase: 'late',
    minimum: () => 1,
    check: async (on) => {
      if (!standApart(on.facts))
        return on.discarded('premise-failed', 'a version may have been moved by a write to another resource');
      const { seed, reach } = on;
      const [few, more] = [reach / 4, reach / 2];
      // Each update follows a read of another kind, whose cache may replace the version.
      await Promise.all([
        overwrittenResource(on, 'patch').then((own) =>
          judgeFar(on, own, { read: readItsKey, seed, count: few }),
        ),
        overwrittenResource(on, 'put').then((own) =>
          judgeFar(on, own, { read: () => on.ask('query'), seed: seed + 1, count: few }),
        ),
      ]);
      await on.own((own) => judgeFar(on, own, { read: readItsKey, seed: seed + 2, count: more }));
    },
  },
);

async function readItsKey(on: Stage, own: OwnResource): Promise<unknown> {
  return own.key === undefined ? await readOwn(on, own) : await readByKey(on, own.key);
}

async function judgeFar(
  on: Stage,
  own: OwnResource | undefined,
  how: {
    readonly read: (on: Stage, own: OwnResource) => Promise<unknown>;
    readonly seed: number;
    readonly count: number;
  },
): Promise<void> {
  if (own === undefined) return;
  const { read, ...drawn } = how;
  await read(on, own);
  await checkCases(on, { kinds: [farVersion], ...drawn }, async ({ value }) => {
    const far = await stateFar(on, own, value);
    if (far === undefined) return 'goes on';
    if (far.exchange.succeeded) return accepted(on, own, far);
    if (far.exchange.is('noise')) on.noise(far.exchange.label);
    else on.held();
    if (missesConflict(on, own, far.sent)) await noteUnlessConflict(on, own, far.sent, far.actions);
    return 'goes on';
  });
}

/** An update with a version far from the last seen version. */
interface Far {
  readonly seen: string;
  readonly stated: string;
  readonly exchange: Exchange;
  readonly sent: SentMismatch;
  readonly actions: readonly UpdateAction[];
}

async function stateFar(on: Stage, own: OwnResource, version: StatedVersion): Promise<Far | undefined> {
  const seen = own.shown ?? own.issued.at(-1);
  const probe = seen === undefined ? undefined : aimed(version, seen, []);
  if (seen === undefined || probe?.far !== true) return undefined;
  const stated = probe.version;
  const actions = [anyAction(on)];
  const exchange = await update(on, own, new JsonNumber(stated), actions);
  return { seen, stated, exchange, sent: { probe, exchange }, actions };
}

/** The most executions that simplify an accepted version; each reads the version and sends one update. */
const mostExecutions = 8;

function accepted(on: Stage, own: OwnResource, first: Far): Failing<StatedVersion> {
  return proved(first, {
    executions: mostExecutions,
    again: async (version) => {
      await readOwn(on, own);
      const far = await stateFar(on, own, version);
      return far?.exchange.succeeded === true ? far : undefined;
    },
    report: ({ seen, stated, exchange }, { seed, path }) =>
      on.violated({
        expected: 'no success (409, or another refusal)',
        got: `${exchange.label} for version ${stated} where ${seen} was the last one seen`,
        deviation: { kind: 'status', stated: 'other', actual: seen },
        exchanges: [exchange],
        counterexample: { seen, stated },
        seed,
        path,
      }),
  });
}

/**
 * After all other work of the run, the version that is then read is accepted as before (4.10, "Versioning").
 * It draws nothing: one update proves as much as eight, on the resource with drawn updates in the whole run.
 */
export const lateMatches = holds(
  'Versioning/next-version-is-accepted',
  'updates with the version that is read when all else is done, of a resource that was used throughout',
  {
    draws: false,
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
