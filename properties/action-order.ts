import { says } from '../wire/status.ts';
import fc from 'fast-check';
import {
  asOrdered,
  valueGiven,
  valueSeen,
  judgeChangesAlone,
  leftByOther,
  showsSingleChange,
} from '../suites/4.10/action-sequences.ts';
import type { UpdateAction } from '../implementation/facts.ts';
import { versionOf, type OwnResource } from '../implementation/resources/own-resource.ts';
import { valueAt } from '../wire/json/pointer.ts';
import { holds } from '../implementation/section.ts';
import { sideBySide } from '../implementation/resources/side-by-side.ts';
import type { Stage } from '../implementation/stage.ts';
import {
  applyAndGlance,
  applyAndRead,
  pointerOrReport,
  type VisibleEffect,
} from '../implementation/updates/visible-effect.ts';
import { unicodeText } from './arbitraries/unicode-text.ts';
import { checkCases, type Cases, type Failing, type Judged } from './checked-cases.ts';
import { drawn } from './drawn-cases.ts';
import { changeTo } from '../implementation/updates/changes.ts';
import { leftBy } from '../implementation/updates/known-actions.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { showsEarlierState } from '../implementation/resources/earlier-state.ts';
import { brieflyWaiting } from '../implementation/brief-waits.ts';

/** Places of a sequence: which of the proven values, or doSomeThing. */
type Places = readonly number[];

const longest = 20;
const mostValues = 3;
const doSomeThing: UpdateAction = { action: 'doSomeThing' };
const mostExecutions = 20;

const place = fc.nat({ max: mostValues });

function sequence(least: number, most: number): fc.Arbitrary<Places> {
  return fc.noBias(fc.array(place, { minLength: least, maxLength: most, size: 'max' }));
}

/** Sequences whose last value does not occur earlier, so that any omitted action shows. */
function endingAnew(least: number, most: number): fc.Arbitrary<Places> {
  return sequence(least, most).map((places) => [
    ...places.slice(0, -1).map((one) => (one === mostValues ? 0 : one)),
    mostValues,
  ]);
}

/** Sequences whose last value comes before the end; later actions do not change it. */
function endingQuietly(): fc.Arbitrary<Places> {
  return fc
    .tuple(sequence(0, 4), fc.integer({ min: 1, max: 3 }))
    .map(([places, quiet]) => [...places, mostValues, ...Array.from({ length: quiet }, () => 0)]);
}

/** A list of any length, with any end, shrinks to every shorter list. */
const shorter: fc.Arbitrary<Places> = fc.array(place, { minLength: 1, maxLength: longest });

const sequenceKinds: readonly fc.Arbitrary<Places>[] = [
  endingAnew(10, longest),
  endingQuietly(),
  sequence(8, longest),
  endingAnew(2, 9),
];

/** Any text, a text beyond ASCII, and a text with characters that JSON has to escape. */
const texts = fc.tuple(
  unicodeText(),
  fc.constantFrom('é', 'ß', '日本', '😀', 'a\u0301'),
  fc.constantFrom('a "b"', 'C:\\dir', 'a\nb', '"\\\n'),
);

/** Sequences of actions of any length leave the last given value (4.10). */
export const actionOrder = holds(
  '4.10/actions-in-order',
  'sequences of up to 20 actions over values that show by themselves, with repetitions and doSomeThing between',
  {
    limits: ['action-effect'],
    check: async (on) => {
      if (pointerOrReport(on) === undefined) return;
      const { left } = await leftByOther(on);
      const values = await on.own((own) => provenValues(on, own), { ahead: true });
      const proven: Proven = { values, quiet: left === 'the last value' };
      if (proven.values.length < 2)
        return on.discarded('premise-failed', 'a single change did not show exactly its value');
      const cases = { kinds: sequenceKinds, seed: on.seed, count: on.reach, smaller: () => shorter };
      await judgeAll(on, cases, proven);
    },
  },
);

async function judgeAll(on: Stage, cases: Cases<Places>, proven: Proven): Promise<void> {
  let isOver = false;
  await sideBySide(on, on.drawnAgain === undefined ? cases.count : 1, async ({ own, lane, isMine }) => {
    let turn = lane;
    await checkCases(on, { ...cases, isMine: (at) => !isOver && isMine(at) }, async ({ value }) => {
      // The values exchange places, so that no case ends with the value that the previous case left.
      turn += 1;
      const judged = await judge(on, own, { proven: turned(proven, turn), places: value });
      isOver ||= judged !== 'goes on';
      return judged;
    });
  });
}

interface Proven {
  /** Values that reads showed exactly after a single update. */
  readonly values: readonly string[];
  /** Only doSomeThing was sent before the value showed. */
  readonly quiet: boolean;
}

async function provenValues(on: Stage, own: OwnResource): Promise<readonly string[]> {
  const candidates = drawn(texts, on.seed, 1)[0]?.value ?? [];
  const values: string[] = [];
  for (const value of new Set(candidates)) {
    const shown = await applyAndRead(on, own, [changeTo(value)], value);
    if (shown?.asAwaited === true) values.push(value);
  }
  return values;
}

function turned({ values, quiet }: Proven, by: number): Proven {
  return { values: values.map((_, at) => values[(at + by) % values.length] ?? ''), quiet };
}

function actionsOf(places: Places, { values, quiet }: Proven): readonly UpdateAction[] {
  const actions = places.map((place): UpdateAction => {
    const value = place === 0 && quiet ? undefined : values[Math.max(0, place - 1) % values.length];
    return value === undefined ? doSomeThing : changeTo(value);
  });
  const changes = actions.some(({ action }) => action === 'changeSomeProperty');
  return changes ? actions : [...actions, changeTo(values[0] ?? '')];
}

interface Sequence {
  readonly proven: Proven;
  readonly places: Places;
}

async function judge(on: Stage, own: OwnResource, sequence: Sequence): Promise<Judged<Places>> {
  const actions = actionsOf(sequence.places, sequence.proven);
  const shown = await leavesAnother(on, own, actions);
  if (shown === 'refused')
    on.discarded(
      'refused-by-unknown-validation',
      'the sequence was not accepted',
      'CONFORMANCE_WITHOUT=action-effect  (states the limit)',
    );
  else if (shown === 'as it should') on.held();
  else if (shown === 'later')
    on.undecided('two-readings', 'an update was accepted for later, and did not show within the lag');
  else return (await leftAnother(on, own, { ...sequence, actions, shown })) ?? 'ends';
  return 'goes on';
}

/** Sends the sequence from a state with another last value; after the lag, reads again. */
async function leavesAnother(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
): Promise<VisibleEffect | 'refused' | 'later' | 'as it should'> {
  const last = leftBy(actions);
  if (last === undefined) return 'refused';
  const shown = await applyAndRead(on, own, actions, last);
  if (shown === undefined) return 'refused';
  if (shown.asAwaited) return 'as it should';
  if (says(shown.update, 'later')) return 'later';
  const again = await readOwn(on, own);
  if (!again.succeeded) return 'refused';
  const value = valueAt(again.value, on.facts.pointer ?? '');
  if (value === last) return 'later';
  return { ...shown, read: again, value: typeof value === 'string' ? value : undefined };
}

/** A new version with an earlier value of the sequence: neither a restored state nor another writer explains it. */
function isLeftByIt(
  own: OwnResource,
  actions: readonly UpdateAction[],
  { read, stated, value }: VisibleEffect,
): boolean {
  const isGiven = actions.some((one) => one.action === 'changeSomeProperty' && one.someProperty === value);
  return isGiven && versionOf(read.value) !== undefined && !showsEarlierState(own, read, stated);
}

/** Checks the deviation again; undefined if nothing is proved. */
async function leftAnother(
  on: Stage,
  own: OwnResource,
  found: Sequence & { readonly actions: readonly UpdateAction[]; readonly shown: VisibleEffect },
): Promise<Failing<Places> | undefined> {
  const { actions, proven } = found;
  let { shown } = found;
  // Decided before any other request, because each later version makes this version an earlier version.
  const isOnceProof = isLeftByIt(own, actions, shown);
  const hurried = brieflyWaiting(on);
  const glance = async (candidate: readonly UpdateAction[]): Promise<boolean | undefined> => {
    const seen = await applyAndGlance(hurried, own, candidate, leftBy(candidate) ?? '');
    if (seen === undefined || says(seen.update, 'later')) return undefined;
    if (!seen.asAwaited) shown = seen;
    return !seen.asAwaited;
  };
  const fails = async (): Promise<boolean> => {
    const atOnce = await glance(actions);
    if (atOnce !== undefined) return atOnce;
    const seen = await leavesAnother(on, own, actions);
    if (typeof seen === 'string') return false;
    shown = seen;
    return true;
  };
  if (!(await showsSingleChange(on, own))) {
    on.undecided('flaky', 'a single change did not show its value any more');
    return undefined;
  }
  let again = 0;
  for (let attempt = 0; attempt < 2; attempt += 1) if (await fails()) again += 1;
  if (again === 0 && !isOnceProof) {
    on.undecided('flaky', 'a sequence left another value than its last one, but not every time', {
      exchanges: [shown.update, shown.read],
      deviated: true,
    });
    return undefined;
  }
  // If all actions are changes, one deviation is proof; the meaning of doSomeThing is not shown, so it needs three.
  if (again < 2 && actions.some(({ action }) => action === 'doSomeThing')) {
    await judgeChangesAlone(on, own);
    return undefined;
  }
  const failsAtOnce = async (places: Places): Promise<boolean> =>
    (await glance(actionsOf(places, proven))) === true;
  return {
    ...(again === 0 ? {} : { fails: failsAtOnce }),
    executions: mostExecutions,
    report: ({ value, seed, path }) => {
      const smallest = actionsOf(value, proven);
      on.violated({
        expected: `${leftBy(smallest) ?? ''} at ${on.facts.pointer ?? ''}`,
        got: valueGiven(shown.value, smallest),
        deviation: valueSeen(on, shown.read),
        exchanges: asOrdered(on, shown.update, shown.read),
        reproduced: `${again + 1}/3`,
        seed,
        path,
        counterexample: smallest,
      });
    },
  };
}
