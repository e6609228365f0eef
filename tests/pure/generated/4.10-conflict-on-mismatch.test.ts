import { describe, expect, test } from 'vitest';
import type { MissedConflict } from '../../../implementation/updates/mismatch-batch.ts';
import { missedConflicts } from '../../../properties/mismatches/missed-conflicts.ts';
import { outlineOf } from '../../support/stages/judged-stage.ts';
import { propertyStage, statedIn } from '../../support/stages/property-stage.ts';
import { answered, type Answer } from '../../support/stages/scripted-stage.ts';

/** What an update meets at a resource that was not written for 3 s; as usual if undefined. */
type AtRest = (update: {
  readonly isMismatch: boolean;
  readonly turn: number;
  readonly id: string;
}) => Answer | undefined;

const mismatchesMiss: AtRest = ({ isMismatch }) => (isMismatch ? [404] : undefined);

/** Judges where so many resources were made, and have rested, on a server that answers so after a rest. */
async function judged(
  atRest: AtRest,
  { made = 4, met = [] }: { readonly made?: number; readonly met?: readonly MissedConflict[] } = {},
) {
  const writtenAt = new Map<string, number>();
  let turn = 0;
  const stage = propertyStage({
    answer: (name, id, at, { json }) => {
      if (name !== 'update') return undefined;
      const last = writtenAt.get(id) ?? stage.on.made.find((one) => one.id === id)?.at ?? at;
      const isMismatch = Math.abs(Number(statedIn({ ask: { json } } as never))) > 1_000;
      if (!isMismatch) writtenAt.set(id, at);
      return at - last > 3_000 ? atRest({ isMismatch, turn: (turn += 1), id }) : undefined;
    },
  });
  for (let time = 0; time < made; time += 1) await stage.on.create();
  stage.sent.splice(0);
  stage.missed.push(...met);
  await missedConflicts.check(stage.on);
  return { ...stage, outline: outlineOf(stage.told) };
}

describe('mismatches at resources that have rested', () => {
  test('are answered 409: four resources are tried, and then updated', async () => {
    const { outline, sent } = await judged(() => undefined);
    expect(new Set(outline)).toEqual(new Set(['held']));
    expect(sent.filter(({ name }) => name === 'create')).toEqual([]);
    expect(new Set(sent.map(({ ask }) => ask.path?.id)).size).toBe(4);
  });

  test('fail if their status is not 409 beside accepted matching updates, even if those come first', async () => {
    const { outline, broken } = await judged(mismatchesMiss);
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([
      {
        reproduced: '7/7',
        deviation: { stated: 'other' },
        exchanges: [
          { role: 'control', exchange: { status: 409 } },
          { culprit: true, exchange: { status: 404 } },
        ],
      },
    ]);
  });

  test('deviate from nothing if an earlier matching update gets the same answer', async () => {
    const woken = new Set<string>();
    const { outline } = await judged(({ id }) => (woken.has(id) ? undefined : (woken.add(id), [404])));
    expect(outline).toEqual(['passed']);
  });

  test('are undecided if an earlier matching update gets another refusal', async () => {
    // The looks and the updates after them come before.
    const { outline } = await judged(({ isMismatch, turn }) =>
      isMismatch ? [404] : turn === 9 ? [400] : undefined,
    );
    expect(outline).toEqual(['undecided: flaky']);
  });

  test.each([
    ['one of seven is', 9],
    ['none is', 0],
  ])('are undecided if they do not recur: %s', async (_how, again) => {
    const { outline, told } = await judged(({ isMismatch, turn }) =>
      isMismatch && (turn <= 8 || turn === again) ? [404] : undefined,
    );
    expect(outline).toEqual(['undecided: flaky']);
    expect(told).toMatchObject([{ more: { deviated: true } }]);
  });

  test('are not looked for further if there are too few', async () => {
    const { outline, sent } = await judged(mismatchesMiss, { made: 1 });
    expect(outline).toEqual(['undecided: flaky']);
    expect(sent.filter(({ name }) => name === 'create')).toEqual([]);
  });

  test('are not forgotten if others meet them as late', async () => {
    const { on, told, missed } = propertyStage(
      {},
      {
        stage: {
          until: (phase) => {
            if (phase !== 'end') return Promise.resolve();
            missed.push({
              probe: { label: 'far', version: '7919', far: true },
              exchange: answered([404]),
              aimed: '1',
              actions: [],
              isAlone: true,
            });
            return Promise.resolve();
          },
        },
      },
    );
    await missedConflicts.check(on);
    expect(outlineOf(told)).toEqual(['undecided: flaky']);
  });
});
