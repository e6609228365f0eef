import { says } from '../wire/status.ts';
import fc from 'fast-check';
import type { Exchange } from '../history/exchange.ts';
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
import { checkCases, proved, type Failing, type Judged } from './checked-cases.ts';

/** The most executions that make a refused list small; each reads the version and sends two updates. */
const mostExecutions = 8;

const integer = /^-?\d+$/;
type Kind = readonly UpdateAction['action'][];

const action = fc.constantFrom<UpdateAction['action']>('changeSomeProperty', 'doSomeThing');

/** The kinds of actions in the updates: each list in turn, and up to three further actions. */
const kinds: readonly fc.Arbitrary<Kind>[] = (
  [
    ['changeSomeProperty'],
    ['doSomeThing'],
    ['changeSomeProperty', 'doSomeThing'],
    ['changeSomeProperty', 'changeSomeProperty'],
  ] as const
).map((first) => fc.array(action, { maxLength: 3 }).map((more): Kind => [...first, ...more]));

/** The actual version with .0 at its end counts as the actual version, whatever its last digit (4.10). */
export const pointZero = holds(
  '4.10/equal-numbers-are-one-version',
  'the actual version written with .0 at one state after another, that of a version which ends in zero among them',
  {
    check: (on) =>
      on.own(async (own) => {
        // If a version ends in zeros, a server may cut off more than the fraction.
        let hasTempted = false;
        const cases = { kinds, seed: on.seed, count: on.reach + 10 };
        await checkCases(on, cases, async ({ value, path }) => {
          const actual = await versionToState(on, own);
          if (actual === undefined) on.discarded(...blockedBy(unversioned(on)));
          else if (!integer.test(actual) || Math.abs(Number(actual)) > Number.MAX_SAFE_INTEGER)
            on.discarded('not-observable', 'not every Float can represent the version');
          else {
            hasTempted ||= actual.endsWith('0') || actual.length > 2;
            const came = await takes(on, own, actual, value);
            return came === 'goes on' && hasTempted && Number(path) >= on.reach - 1 ? 'ends' : came;
          }
          return 'ends';
        });
      }),
  },
);

/** Actions of the given kinds; each change has its own text. */
function actionsOf(on: Stage, kind: Kind): readonly UpdateAction[] {
  return passable(
    on,
    kind.map((one) => (one === 'doSomeThing' ? { action: one } : { action: one, someProperty: on.canary() })),
  );
}

/** A refusal of that spelling, and the next update, accepted with the plain spelling of the same version. */
interface Refused {
  readonly actual: string;
  readonly exchange: Exchange;
  readonly control: Exchange;
}

async function takes(on: Stage, own: OwnResource, actual: string, kind: Kind): Promise<Judged<Kind>> {
  const refused: Exchange[] = [];
  let isRefusedInCompany = false;
  for (let attempt = 0; attempt < confirmations; attempt += 1) {
    // Some servers refuse writes while another write is under way.
    const list = actionsOf(on, kind);
    const exchange = await update(on, own, new JsonNumber(`${actual}.0`), [...list], {
      alone: attempt > 0,
    });
    if (exchange.succeeded) {
      const next = on.facts.answersShowVersion ? versionOf(exchange.value) : undefined;
      // An answer that shows the stated version means that this update has not changed it.
      if (next === undefined ? moves(on.facts, list) : !sameNumber(next, actual)) own.leave(actual, next);
      else own.forget();
      // It was refused beside others and accepted alone: a lock may have answered.
      if (refused.length > (isRefusedInCompany ? 1 : 0))
        notEveryTime(on, `${actual}.0 was refused`, refused.slice(-1));
      else on.passed(refused);
      return 'goes on';
    }
    if (attempt === 0) isRefusedInCompany = says(exchange, 'conflict', 'invalid');
    if (exchange.is('noise')) on.noise(exchange.label);
    else if (!says(exchange, 'conflict', 'invalid')) {
      on.discarded('refused-by-unknown-validation', `${actual}.0 was answered ${exchange.label}`);
      return 'ends';
    } else refused.push(exchange);
  }
  const control = await acceptedControl(on, own, actual, kind);
  const last = refused.at(-1);
  if (last === undefined || refused.length < confirmations) return 'goes on';
  if (control !== undefined) return refusedSpelling(on, own, { actual, exchange: last, control });
  on.discarded('premise-failed', `${actual} was no longer the actual version`);
  return 'ends';
}

/** An update with the same version after the refusals; if accepted, it shows that they were not due. */
async function acceptedControl(
  on: Stage,
  own: OwnResource,
  actual: string,
  kind: Kind,
): Promise<Exchange | undefined> {
  const control = await matchingUpdate(on, own, actionsOf(on, kind));
  const isControl = control.kind === 'accepted' && control.stated === actual && control.spurious.length === 0;
  return isControl ? control.exchange : undefined;
}

function refusedSpelling(on: Stage, own: OwnResource, seen: Refused): Failing<Kind> {
  return proved(seen, {
    executions: mostExecutions,
    again: async (kind) => {
      const actual = await versionToState(on, own);
      if (actual === undefined) return undefined;
      const exchange = await update(on, own, new JsonNumber(`${actual}.0`), [...actionsOf(on, kind)]);
      if (exchange.succeeded) own.forget();
      if (!says(exchange, 'conflict', 'invalid')) return undefined;
      const control = await acceptedControl(on, own, actual, kind);
      return control === undefined ? undefined : { actual, exchange, control };
    },
    report: ({ actual, exchange, control }, { value, seed, path }) =>
      on.violated({
        expected: `${actual}.0 to be taken for the version it equals`,
        deviation: { kind: 'status', exchange, stated: 'actual', actual },
        exchanges: [exchange, control],
        reproduced: `${confirmations}/${confirmations}`,
        counterexample: { actual, stated: `${actual}.0`, actions: value },
        seed,
        path,
      }),
  });
}
