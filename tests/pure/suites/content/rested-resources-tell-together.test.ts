import { describe, expect, test } from 'vitest';
import { judgeUntouched } from '../../../../suites/4.10/untouched.ts';
import { awaited } from '../../../../run/awaited.ts';
import { servedStage, type Requested } from '../../../support/stages/suite-stage.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';

/** What is told of four resources that have rested, of which some accept any version until they were written to. */
async function told(accepts: (update: Requested, place: number) => boolean, known: Known = {}) {
  const written: string[] = [];
  const lengths: number[] = [];
  const stage = servedStage((request) => {
    if (request.name !== 'update' || written.includes(request.id ?? '')) return undefined;
    const place = written.push(request.id ?? '') - 1;
    lengths.push(request.actions.length);
    return accepts(request, place) ? [200] : undefined;
  }, known);
  for (let made = 0; made < 4; made += 1) await stage.on.create();
  await stage.on.clock.sleep(6_000, awaited.age);
  await judgeUntouched(stage.on);
  const { told: all } = stage;
  return { outline: stage.outline(), lengths, violated: all.find(({ kind }) => kind === 'violated') };
}

describe('resources that have rested', () => {
  test('are asked with a single action and with lists', async () => {
    const { outline, lengths } = await told(() => false);
    expect(new Set(outline)).toEqual(new Set(['held']));
    expect(lengths.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 16]);
  });

  test('violate if several accept another version, though none does once it was written to', async () => {
    const { violated } = await told(() => true);
    expect(violated?.more).toMatchObject({ reproduced: '4/4' });
  });

  test('violate if only lists are accepted', async () => {
    const { violated } = await told(({ actions }) => actions.length > 1);
    expect(violated?.more).toMatchObject({ reproduced: '3/4' });
  });

  test('leave the clause undecided if only one did', async () => {
    const { outline, violated } = await told((_, place) => place === 1);
    expect(violated).toBeUndefined();
    expect(outline).toContain('undecided: flaky');
  });

  test('leave the clause undecided if writes elsewhere change versions', async () => {
    const { outline, violated } = await told(() => true, { learnt: { siblingsMove: true } });
    expect(violated).toBeUndefined();
    expect(outline).toContain('undecided: flaky');
  });
});
