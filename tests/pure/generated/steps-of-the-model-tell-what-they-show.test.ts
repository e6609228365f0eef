import { describe, expect, test } from 'vitest';
import { stateShows } from '../../../judging/effects/state.ts';
import type { ModelCommand } from '../../../properties/model/command.ts';
import { takeStep } from '../../../properties/model/commands.ts';
import { Model } from '../../../properties/model/model.ts';
import type { ModelClause } from '../../../properties/model/verdicts.ts';
import { propertyStage, statedIn } from '../../support/stages/property-stage.ts';
import type { Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';

const update: ModelCommand = { do: 'update' };
const read: ModelCommand = { do: 'read' };
const stale: ModelCommand = { do: 'stale update', back: 0 };

/** A model of a resource on a store, with another resource beside it if that is requested. */
async function met(
  departures: Departures = {},
  known: Known = {},
  how: { readonly sibling?: true; readonly isAgain?: true } = {},
) {
  const stage = propertyStage(departures, known);
  const own = await stage.made();
  const sibling = how.sibling === undefined ? undefined : await stage.made();
  const model = new Model(own, (one, text) => stateShows(stage.on, one, text), {
    sibling,
    isAgain: how.isAgain === true,
  });
  const take = async (...commands: readonly ModelCommand[]) => {
    for (const one of commands) await takeStep(stage.on, model, one);
  };
  const held = (clause: ModelClause) => model.verdicts.held.get(clause) ?? 0;
  const broken = () => model.verdicts.broken?.clause;
  const names = () => stage.sent.map(({ name }) => name);
  const stated = () => stage.sent.flatMap((one) => (one.name === 'update' ? [statedIn(one)] : []));
  return { ...stage, own, sibling, model, take, held, broken, names, stated };
}

/** Answers in turn to one operation, from the first on, and then as is plain. */
function first(operation: string, ...answers: readonly (Answer | undefined)[]): Departures {
  const rest = [...answers];
  return { answer: (name) => (name === operation ? rest.shift() : undefined) };
}

const nextVersion = 'Versioning/next-version-is-accepted';
const staleConflicts = '4.10/stale-version-conflicts';
const mismatches = '4.10/conflict-on-mismatch';
const noEffect = '4.10/conflict-has-no-effect';
const staysThere = '4.11/refused-delete-has-no-effect';

describe('an update with the actual version', () => {
  test('passes from the second update on', async () => {
    const { take, held, model } = await met();
    await take(update);
    expect([held(nextVersion), model.left.last, model.states.update?.status]).toEqual([0, '1', 200]);
    await take(update, update);
    expect([held(nextVersion), model.left.last, held('Versioning/states-differ-in-version')]).toEqual([
      2,
      '3',
      2,
    ]);
    expect(model.verdicts.isOver).toBe(false);
  });

  test('replaces no version if updates were not seen to change it', async () => {
    const { take, model } = await met(
      {},
      { learnt: { moves: { doSomeThing: true, changeSomeProperty: false } } },
    );
    await take(update);
    expect(model.left.last).toBeUndefined();
  });

  test('shows that conflicts before it had no effect', async () => {
    const { take, held, model } = await met();
    await take(update, update, stale, update);
    expect([held(staleConflicts), held(noEffect), model.refused.conflicts]).toEqual([1, 1, 0]);
  });

  test('an update that was first answered 409 proves nothing about the next version or about conflicts', async () => {
    const { take, held, model } = await met(first('update', undefined, [409], [409]));
    await take(update, stale, update);
    expect([held(nextVersion), held(noEffect), model.refused.conflicts, model.left.last]).toEqual([
      0,
      0,
      0,
      '2',
    ]);
  });

  test('breaks the clause if it is answered 409 every time after an accepted update', async () => {
    const { take, broken, model } = await met(
      first('update', undefined, ...Array.from({ length: 20 }, (): Answer => [409])),
    );
    await take(update, update);
    expect([broken(), model.verdicts.isOver]).toEqual([nextVersion, true]);
    expect(model.verdicts.broken?.broken.exchanges).toMatchObject([{ status: 200 }, { status: 409 }]);
  });

  test('breaks no clause if no update was accepted before', async () => {
    const { take, broken, model } = await met(
      first('update', ...Array.from({ length: 20 }, (): Answer => [409])),
    );
    await take(update);
    expect([broken(), model.verdicts.isOver]).toEqual([undefined, false]);
  });

  test.each([
    ['is refused', [400], true],
    ['crashes the server', [500], false],
    ['is lost', [503], false],
  ] as const)('ends the history, or does not, if it %s', async (_what, answer, isOver) => {
    const { take, broken, model } = await met(first('update', undefined, answer, answer, answer, answer));
    await take(update, update);
    expect([broken(), model.verdicts.isOver]).toEqual([undefined, isOver]);
  });

  test('ends the history if the version does not show', async () => {
    const { take, model, names } = await met({
      answer: (name) => (name === 'readById' ? [200, '{}'] : undefined),
    });
    await take(update);
    expect([model.verdicts.isOver, names().includes('update')]).toEqual([true, false]);
  });

  test('a deferred update has its version replaced by the next update', async () => {
    const { take, model } = await met(first('update', [202]));
    await take(update);
    expect([model.left.last, model.left.isOneToBeLeft]).toEqual([undefined, true]);
  });

  test('shows in the answer, or in a read if answers show no version', async () => {
    const counted = async (answersShowVersion: boolean) => {
      const { take, names } = await met({}, { learnt: { answersShowVersion } });
      await take(update);
      return names();
    };
    expect(await counted(true)).toEqual(['readById', 'update']);
    expect(await counted(false)).toEqual(['readById', 'update', 'readById']);
  });
});

describe('an update with a replaced version', () => {
  test('is not sent if no version was replaced', async () => {
    const { take, stated } = await met();
    await take(stale);
    expect(stated()).toEqual([]);
  });

  test.each([
    [0, '2'],
    [1, '1'],
    [2, '2'],
  ])('states the version %i before the last', async (back, version) => {
    const { take, stated, held, refusedWrites } = await met();
    await take(update, update, { do: 'stale update', back });
    expect(stated().at(-1)).toBe(version);
    expect(held(staleConflicts)).toBe(1);
    expect(refusedWrites.map(({ endpoint }) => endpoint)).toEqual(['update']);
  });

  test('is not sent if it is the actual version again', async () => {
    const { take, stated, own, kept } = await met();
    await take(update);
    const one = kept.get(own.id);
    if (one !== undefined) one.version = 1;
    own.forget();
    await take(stale);
    expect(stated()).toEqual(['1']);
  });

  test.each([
    [
      'accepted',
      [200, '{"version":3}'],
      { over: true, broken: staleConflicts, held: 0, missed: 0, written: 0 },
    ],
    ['refused otherwise', [400], { over: false, broken: undefined, held: 0, missed: 1, written: 1 }],
    ['crashing the server', [500], { over: false, broken: undefined, held: 0, missed: 1, written: 1 }],
    ['answered that it is locked', [423], { over: false, broken: undefined, held: 0, missed: 0, written: 1 }],
    ['lost', [503], { over: false, broken: undefined, held: 0, missed: 0, written: 0 }],
    ['answered 409', [409], { over: false, broken: undefined, held: 1, missed: 0, written: 1 }],
  ] as const)('is evidence if it is %s', async (_what, answer, { over, held: times, ...told }) => {
    const { take, held, broken, model, refusedWrites } = await met(first('update', undefined, answer));
    await take(update, stale);
    expect({ broken: broken(), missed: model.missed.length, written: refusedWrites.length }).toEqual(told);
    expect([model.verdicts.isOver, held(staleConflicts)]).toEqual([over, times]);
  });

  test('a replaced version that did not get 409 is noted once an update is accepted', async () => {
    const { take, missed, model } = await met(first('update', undefined, [400]));
    await take(update, stale);
    expect(missed).toEqual([]);
    await take(update);
    expect(missed).toMatchObject([
      { isAlone: true, probe: { former: true, version: '1' }, exchange: { status: 400 } },
    ]);
    expect(model.missed).toEqual([]);
    await take(update);
    expect(missed).toHaveLength(1);
  });

  test('is in doubt if the resource is set back for the first time', async () => {
    const back: Answer = [200, '{"version":1}'];
    const { take, broken, model } = await met(
      first('update', undefined, undefined, back, undefined, undefined, back),
    );
    await take(update, update, stale);
    expect([broken(), model.doubt?.accepted.status, model.left.last, model.states.update]).toEqual([
      undefined,
      200,
      undefined,
      undefined,
    ]);
    await take(update, update, stale);
    expect(broken()).toBe(staleConflicts);
  });

  test('is in no doubt if the history is replayed', async () => {
    const back: Answer = [200, '{"version":1}'];
    const { take, broken, model } = await met(
      first('update', undefined, undefined, back),
      {},
      { isAgain: true },
    );
    await take(update, update, stale);
    expect([broken(), model.doubt]).toEqual([staleConflicts, undefined]);
  });
});

describe('an update with a distant version', () => {
  test.each([
    [1, 100, '101'],
    [-5, 100, '105'],
    [2 ** 20 - 1, 100, String(2 ** 20 + 99)],
    [2 ** 20, 100, '7919'],
    [-(2 ** 20), 100, '7919'],
  ])(
    'an update of a resource at %i states a version that is %i above, or is distant',
    async (version, distance, far) => {
      const { take, stated, held, kept, own } = await met();
      const one = kept.get(own.id);
      if (one !== undefined) one.version = version;
      await take({ do: 'far update', distance });
      expect([stated(), held(mismatches), held(staleConflicts)]).toEqual([[far], 1, 0]);
    },
  );

  test('breaks the clause on former versions if the resource has shown it before', async () => {
    const { take, stated, broken, own, kept } = await met(first('update', [200, '{"version":3}']));
    const one = kept.get(own.id);
    for (const version of [101, 1]) {
      if (one !== undefined) one.version = version;
      own.forget();
      await take({ do: 'read' });
    }
    await take({ do: 'far update', distance: 100 });
    expect(stated()).toEqual(['101']);
    expect(broken()).toBe(staleConflicts);
  });

  test('breaks the clause on mismatches if it has not', async () => {
    const { take, broken } = await met(first('update', [200, '{"version":3}']));
    await take({ do: 'far update', distance: 100 });
    expect(broken()).toBe(mismatches);
  });

  test('is not sent if the version does not show', async () => {
    const { take, stated } = await met({ answer: (name) => (name === 'readById' ? [200, '{}'] : undefined) });
    await take({ do: 'far update', distance: 100 });
    expect(stated()).toEqual([]);
  });

  test('a distant version that did not get 409 states no former version', async () => {
    const { take, model } = await met(first('update', [400]));
    await take({ do: 'far update', distance: 100 });
    expect(model.missed).toHaveLength(1);
    expect(model.missed[0]?.probe).not.toHaveProperty('former');
  });
});

describe('an update with the version that is likely to follow', () => {
  test('is sent before an update with the actual version, at the distance between the actual and the previous version', async () => {
    const { take, stated, held } = await met();
    await take(update, { do: 'update ahead' });
    expect(stated()).toEqual(['1', '3', '2']);
    expect([held(mismatches), held(nextVersion), held(noEffect), held(staleConflicts)]).toEqual([1, 1, 1, 0]);
  });

  test.each([
    ['no version was left', []],
    ['an update was accepted for later', [[202]]],
  ] as const)('is not sent if %s', async (_what, answers) => {
    const { take, stated } = await met(first('update', ...answers));
    if (answers.length > 0) await take(update);
    const before = stated().length;
    await take({ do: 'update ahead' });
    expect(stated()).toHaveLength(before);
  });

  test('ends the history if it is accepted three times', async () => {
    const accepted = [200, '{"version":3}'] as const;
    const { take, stated, broken } = await met(first('update', undefined, accepted, accepted, accepted));
    await take(update, { do: 'update ahead' });
    expect([broken(), stated()]).toEqual([mismatches, ['1', '3', '3', '3']]);
  });

  test('ends the history if it is accepted once: another client may have made it the actual version', async () => {
    const { take, stated, broken, model } = await met(first('update', undefined, [200, '{"version":3}']));
    await take(update, { do: 'update ahead' });
    expect([broken(), stated(), model.doubt]).toEqual([undefined, ['1', '3', '3'], undefined]);
    expect(model.verdicts.isOver).toBe(true);
  });
});

describe('an update of another resource', () => {
  const another: ModelCommand = { do: 'update another' };
  const clause = '4.10/changes-the-named-resource';

  test('is not sent if there is no other resource', async () => {
    const { take, names } = await met();
    await take(another);
    expect(names()).toEqual([]);
  });

  test('shows only there', async () => {
    const { take, held, sent, own, sibling } = await met({}, {}, { sibling: true });
    await take(another);
    expect(held(clause)).toBe(1);
    expect(sent.map(({ name, ask }) => [name, ask.path?.['id']])).toEqual([
      ['readById', sibling?.id],
      ['update', sibling?.id],
      ['readById', own.id],
    ]);
  });

  test('breaks the clause if it shows in a resource that it did not name', async () => {
    const { take, broken } = await met(
      {
        follows: (name, id, kept) => {
          const [one, other] = [kept.get('r1'), kept.get(id)];
          if (name === 'update' && one !== undefined && other !== undefined)
            one.someProperty = other.someProperty;
        },
      },
      {},
      { sibling: true },
    );
    await take(another);
    expect(broken()).toBe(clause);
  });

  test.each([
    ['the update is refused', first('update', [400])],
    [
      'the other one cannot be read',
      {
        answer: (name: string, id: string): Answer | undefined =>
          name === 'readById' && id === 'r1' ? [500] : undefined,
      },
    ],
  ] as const)('shows nothing if %s', async (_what, departures) => {
    const { take, held, broken } = await met(departures, {}, { sibling: true });
    await take(another);
    expect([held(clause), broken()]).toEqual([0, undefined]);
  });
});

describe('a look', () => {
  const refusedDelete: ModelCommand = { do: 'refused delete', as: 0 };

  test('shows that conflicts and refused deletes had no effect', async () => {
    const { take, held } = await met();
    await take(update, stale, refusedDelete, read);
    expect([held(noEffect), held(staysThere)]).toEqual([1, 1]);
    await take(read);
    expect([held(noEffect), held(staysThere)]).toEqual([1, 1]);
  });

  test('is one read with any answer if nothing was refused', async () => {
    const { take, names, broken, model } = await met({
      answer: (name) => (name === 'readById' ? [404] : undefined),
    });
    await take(read);
    expect([names(), broken(), model.verdicts.isOver]).toEqual([['readById'], undefined, false]);
  });

  test('a read after a refused delete waits for the longest lag, and then breaks the clause', async () => {
    const { take, broken, sent, model } = await met(
      first('readById', undefined, ...Array.from({ length: 40 }, (): Answer => [404])),
    );
    await take(refusedDelete, read);
    expect(broken()).toBe(staysThere);
    expect(model.verdicts.broken?.broken.exchanges).toMatchObject([
      { status: 200 },
      { status: 403 },
      { status: 404 },
    ]);
    const looks = sent.flatMap(({ name, at }) => (name === 'readById' ? [at] : []));
    expect((looks.at(-1) ?? 0) - (looks[1] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  test('a read after a refused delete passes if the resource shows within the lag', async () => {
    const { take, broken, held } = await met(first('readById', undefined, [404], [404]));
    await take(refusedDelete, read);
    expect([broken(), held(staysThere)]).toEqual([undefined, 1]);
  });

  test('a read after a refused delete proves nothing if the server crashes', async () => {
    const { take, broken, held } = await met(
      first('readById', undefined, ...Array.from({ length: 40 }, (): Answer => [500])),
    );
    await take(refusedDelete, read);
    expect([broken(), held(staysThere)]).toEqual([undefined, 0]);
  });
});
