import { describe, expect, test } from 'vitest';
import { stateShows } from '../../../judging/effects/state.ts';
import type { ModelCommand } from '../../../properties/model/command.ts';
import { takeStep } from '../../../properties/model/commands.ts';
import { finders } from '../../../properties/model/looks.ts';
import { Model } from '../../../properties/model/model.ts';
import type { ModelClause } from '../../../properties/model/verdicts.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';
import type { Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';

const read: ModelCommand = { do: 'read' };
const update: ModelCommand = { do: 'update' };

async function met(departures: Departures = {}, known: Known = {}, how: { readonly sibling?: true } = {}) {
  const stage = propertyStage(departures, known);
  const own = await stage.made();
  const sibling = how.sibling === undefined ? undefined : await stage.made();
  const model = new Model(own, (one, text) => stateShows(stage.on, one, text), { sibling });
  const take = async (...commands: readonly ModelCommand[]) => {
    for (const one of commands) await takeStep(stage.on, model, one);
  };
  const held = (clause: ModelClause) => model.verdicts.held.get(clause) ?? 0;
  const asked = () => stage.sent.map(({ name, as }) => `${name} ${as}`);
  return { ...stage, own, sibling, model, take, held, broken: () => model.verdicts.broken?.clause, asked };
}

/** Reads show the text that this operation, answered so, has carried. */
function shownAfter(operation: string, answer: Answer): Departures {
  let text = '';
  return {
    answer: (name, id, _at, { json }) => {
      if (name === operation) {
        text = /canary\d+/.exec(JSON.stringify(json))?.[0] ?? '';
        return answer;
      }
      const shown = JSON.stringify({ id, version: 1, someProperty: text });
      return name === 'readById' && text !== '' ? [200, shown] : undefined;
    },
  };
}

/** Answers in turn to one operation by a caller who is no A, and then as is plain. */
function toOthers(operation: string, ...answers: readonly (Answer | undefined)[]): Departures {
  const rest = [...answers];
  return {
    answer: (name, _id, _at, { as }) => (name === operation && as?.label !== 'A' ? rest.shift() : undefined),
  };
}

describe('a caller without access', () => {
  test.each([
    ['refused create', 'create', ['no token', 'unknown token', 'V', 'P', 'no token']],
    ['refused delete', 'remove', ['no token', 'unknown token', 'V', 'P', 'no token']],
    ['foreign update', 'update', ['no token', 'unknown token', 'V', 'P', 'no token']],
    ['refused read', 'readById', ['no token', 'unknown token', 'P', 'no token', 'unknown token']],
    ['refused query', 'query', ['no token', 'unknown token', 'P', 'no token', 'unknown token']],
  ] as const)('sends a %s in turn', async (command, operation, callers) => {
    const { take, sent } = await met();
    for (const as of [0, 1, 2, 3, 4]) await take({ do: command, as });
    const asked = sent.flatMap(({ name, as }) => (name === operation && as !== 'A' ? [as] : []));
    expect(asked).toEqual(callers);
  });

  test.each(['refused read', 'refused query'] as const)(
    'proves nothing with a %s in the model, and sends no more',
    async (command) => {
      const { take, sent, model } = await met();
      await take({ do: command, as: 0 });
      expect([sent.length, model.verdicts.held.size, model.verdicts.isOver]).toEqual([1, 0, false]);
    },
  );
});

describe('a refused create', () => {
  const create: ModelCommand = { do: 'refused create', as: 0 };
  const clause = '4.6/refused-create-has-no-effect';

  test('passes, and its effect is checked later', async () => {
    const { take, held, refusedWrites } = await met();
    await take(create, create);
    expect(held(clause)).toBe(2);
    expect(refusedWrites).toMatchObject([{ endpoint: 'create' }, { endpoint: 'create' }]);
    expect(new Set(refusedWrites.map(({ canary }) => canary)).size).toBe(2);
  });

  test('breaks the clause if its text shows in the resource', async () => {
    const { take, broken, kept, own, model, refusedWrites } = await met();
    await take(create);
    const canary = refusedWrites[0]?.canary ?? '';
    const one = kept.get(own.id);
    if (one !== undefined) one.strings = [canary];
    await take(read);
    expect(broken()).toBe(clause);
    expect(model.verdicts.broken?.broken.deviation).toMatchObject({ kind: 'holds', text: canary });
  });

  test.each([
    ['is lost', [503], {}, false],
    ['is accepted', [201, '{"id":"x","version":1}'], {}, false],
    [
      'is accepted where creates land on one resource',
      [201, '{"id":"x","version":1}'],
      { upserts: true },
      true,
    ],
  ] as const)('shows nothing if it %s', async (_what, answer, learnt, isOver) => {
    const { take, held, refusedWrites, model } = await met(toOthers('create', answer), { learnt });
    await take(create);
    expect([held(clause), refusedWrites.length, model.verdicts.isOver]).toEqual([0, 0, isOver]);
  });
});

describe('a refused update', () => {
  test('breaks the clause if its text shows as state', async () => {
    const { take, broken } = await met(shownAfter('update', [409]));
    await take({ do: 'far update', distance: 100 }, read);
    expect(broken()).toBe('4.10/conflict-has-no-effect');
  });

  test('an update by a caller with unknown rights is suspect if its text shows, and breaks nothing', async () => {
    const { take, broken, model, refusedWrites } = await met(shownAfter('update', [403]));
    await take({ do: 'foreign update', as: 0 }, read);
    expect([broken(), model.refused.isSuspect, refusedWrites.length]).toEqual([undefined, true, 0]);
  });

  test('an update by an unknown caller has no effect if no read shows it', async () => {
    const { take, model } = await met();
    await take({ do: 'foreign update', as: 0 }, read);
    expect([model.refused.isSuspect, model.verdicts.isOver]).toEqual([false, false]);
  });
});

describe('an update by a caller with unknown rights', () => {
  const foreign: ModelCommand = { do: 'foreign update', as: 0 };
  const accepted: Answer = [200, '{"version":2}'];

  test('replaces the version that it stated if it is accepted and changes the version', async () => {
    for (const [changeSomeProperty, left] of [[true, '1'], [false, undefined]] as const) {
      const { take, model } = await met(toOthers('update', accepted), { learnt: { moves: { doSomeThing: true, changeSomeProperty } } });
      await take(foreign);
      expect([model.left.last, model.verdicts.isOver]).toEqual([left, false]);
    }
  }); // prettier-ignore

  test('replaces no version if it is refused or lost', async () => {
    for (const answer of [[403], [503]] as const) {
      const { take, model } = await met(toOthers('update', answer));
      await take(foreign);
      expect(model.left.last).toBeUndefined();
    }
  });

  test('makes the next update prove nothing about the state before', async () => {
    const held = async (...commands: readonly ModelCommand[]) => {
      const one = await met(toOthers('update', [503]));
      await one.take(...commands);
      return one.held('Versioning/states-differ-in-version');
    };
    expect(await held(update, update)).toBe(1);
    expect(await held(update, foreign, update)).toBe(0);
  });

  test('is not sent if the version does not show', async () => {
    const { take, sent } = await met({ answer: (name) => (name === 'readById' ? [200, '{}'] : undefined) });
    await take(foreign);
    expect(sent.filter(({ name }) => name === 'update')).toEqual([]);
  });
});

describe('a refused delete', () => {
  const remove: ModelCommand = { do: 'refused delete', as: 0 };
  const clause = '4.11/refused-delete-has-no-effect';

  test('comes after a read that shows the resource, and its effect is checked later', async () => {
    const { take, asked, refusedWrites, own } = await met();
    await take(remove);
    expect(asked()).toEqual(['readById A', 'remove no token']);
    expect(refusedWrites).toMatchObject([{ endpoint: 'remove', target: { id: own.id } }]);
  });

  test('needs no read right after another read or an accepted update', async () => {
    const { take, asked, sent } = await met();
    const after = async (...commands: readonly ModelCommand[]) => {
      await take(...commands);
      sent.splice(0);
      await take(remove);
      return asked();
    };
    expect(await after(read)).toEqual(['remove no token']);
    expect(await after(read, { do: 'refused read', as: 0 }, { do: 'refused query', as: 0 })).toEqual([
      'remove no token',
    ]);
    expect(await after(read, { do: 'check existence', as: 0 })).toEqual(['remove no token']);
    expect(await after(read, { do: 'refused create', as: 0 })).toEqual(['readById A', 'remove no token']);
    expect(await after(update)).toEqual(['remove no token']);
    expect(await after({ do: 'far update', distance: 100 })).toEqual(['readById A', 'remove no token']);
  });

  test('passes with each update that is accepted later', async () => {
    const { take, held } = await met();
    await take(remove, remove, update);
    expect(held(clause)).toBe(2);
    await take(update, read);
    expect(held(clause)).toBe(2);
  });

  test('is not sent if the resource does not show, or must not be deleted', async () => {
    const hidden = await met({ answer: (name) => (name === 'readById' ? [404] : undefined) });
    await hidden.take(remove);
    expect(hidden.asked()).toEqual(['readById A']);
    const stays = await met({}, { profile: { resource: { sandbox: ['r1'] } } });
    await stays.take(remove);
    expect(stays.asked()).toEqual([]);
  });

  test('proves nothing if its answer is lost', async () => {
    const { take, held, refusedWrites, model } = await met(toOthers('remove', [503]));
    await take(remove, read);
    expect([held(clause), refusedWrites.length, model.verdicts.isOver]).toEqual([0, 0, false]);
  });

  /** The delete is accepted, and reads of that resource are answered so from then on. */
  const deleted = (...looks: readonly Answer[]): Departures => {
    let gone = false;
    const rest = [...looks];
    return {
      answer: (name, id) => {
        if (name === 'remove') gone = true;
        if (name === 'remove') return [200];
        return gone && name === 'readById' && id === 'r1' ? (rest.shift() ?? [404]) : undefined;
      },
    };
  };

  test.each([
    ['is gone for good', [[404], [404], [404]], 1, 3],
    ['is gone for good, as they say', [[410], [404], [410]], 1, 3],
    ['is there', [[200, '{"version":1}']], 0, 1],
    ['comes again', [[404], [404], [200, '{"version":1}']], 0, 3],
    ['crashes the server', [[500]], 0, 1],
  ] as readonly (readonly [string, readonly Answer[], number, number])[])('an accepted delete ends the history, and is noted if the resource %s', async (_what, looks, noted, times) => {
    const { take, grants, model, broken, sent } = await met(deleted(...looks));
    await take(remove);
    expect([grants.length, model.verdicts.isOver, broken()]).toEqual([noted, true, undefined]);
    expect(sent.filter(({ name }) => name === 'readById')).toHaveLength(1 + times);
  }); // prettier-ignore

  test('an accepted delete is noted if another resource still exists', async () => {
    const { take, grants, kept } = await met(deleted(), {}, { sibling: true });
    await take(remove);
    expect(grants).toMatchObject([{ exchange: { status: 200 }, look: { status: 404 } }]);
    const vain = await met(deleted(), {}, { sibling: true });
    vain.kept.delete('r2');
    await vain.take(remove);
    expect([vain.grants.length, vain.model.verdicts.isOver, kept.size]).toEqual([0, true, 2]);
  });
});

describe('an existence check', () => {
  const check: ModelCommand = { do: 'check existence', as: 0 };
  const clause = '4.5/200-on-match';

  /** Checks are answered so in turn, the last one again. */
  const checks = (...answers: readonly Answer[]): Departures => {
    const rest = [...answers];
    return { answer: (name) => (name === 'exists' ? (rest.length > 1 ? rest.shift() : rest[0]) : undefined) };
  };

  test('is sent by each caller who may find resources, in turn', async () => {
    const { take, asked, on, held } = await met();
    expect(finders(on).map(({ label }) => label)).toEqual(['A', 'V']);
    for (const as of [0, 1, 2]) await take({ do: 'check existence', as });
    expect(asked()).toEqual(['exists A', 'exists V', 'exists A']);
    expect(held(clause)).toBe(3);
  });

  test('is not sent if there is no caller for it', async () => {
    const { take, asked, on } = await met();
    for (const one of on.callers.all) on.callers.withdraw(one, 'it is dead');
    await take(check);
    expect(asked()).toEqual([]);
  });

  test.each([
    ['once it was found, and is there', [[200], [404]], true],
    ['where it was never found', [[404], [404]], false],
    ['unless it is found again', [[200], [404], [404], [200]], false],
    ['unless the answer is lost', [[200], [503]], false],
    ['unless the server crashes', [[200], [500]], false],
  ] as readonly (readonly [string, readonly Answer[], boolean])[])('breaks the clause %s', async (_when, answers, isBroken) => {
    const { take, broken } = await met(checks(...answers));
    await take(check, check);
    expect(broken()).toBe(isBroken ? clause : undefined);
  }); // prettier-ignore

  test('breaks the clause between two reads, after three checks later than any lag', async () => {
    const { take, sent, model } = await met(checks([200], [404]));
    await take(check);
    sent.splice(0);
    await take(check);
    expect(sent.slice(-5).map(({ name }) => name)).toEqual([
      'readById',
      'exists',
      'exists',
      'exists',
      'readById',
    ]);
    expect(model.verdicts.broken?.broken).toMatchObject({
      reproduced: '3/3',
      exchanges: [{ status: 200 }, { status: 404 }, { status: 200 }],
    });
    expect(sent.at(-5)?.at).toBeGreaterThan(1_000);
  });

  test('breaks no clause if the resource does not show, before or after', async () => {
    for (const shows of [[], [200]] as const) {
      const answers = checks([200], [404]);
      const rest: number[] = [...shows];
      const { take, broken, kept } = await met({
        answer: (name, ...more) =>
          name === 'readById' ? [rest.shift() ?? 404, '{"version":1}'] : answers.answer?.(name, ...more),
      });
      await take(check, check);
      expect([broken(), kept.size]).toEqual([undefined, 1]);
    }
  });

  test('breaks no clause if one of three reads finds the resource', async () => {
    let isLate = false;
    const { take, broken } = await met({
      answer: (name, _id, at) => {
        if (name === 'readById') isLate = true;
        if (name !== 'exists') return undefined;
        return at < 3 || (isLate && at % 2 === 0) ? [200] : [404];
      },
    });
    await take(check, check);
    expect(broken()).toBeUndefined();
  });

  test('breaks the clause if the caller was granted access elsewhere in the run', async () => {
    const { take, broken, on } = await met(checks([200], [404]));
    const [caller] = finders(on);
    if (caller !== undefined) await on.ask('exists', { as: caller });
    await take(check);
    expect(broken()).toBe(clause);
  });

  test('the check of one caller proves nothing about another caller', async () => {
    const { take, broken } = await met(checks([200], [404]));
    await take(check, { do: 'check existence', as: 1 });
    expect(broken()).toBeUndefined();
  });
});
