import { greatestSafe } from '../../../wire/json/numbers.ts';
import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../clause/thrown.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { changeTo } from '../../../implementation/updates/changes.ts';
import type {
  MismatchBatch,
  Mismatch,
  MissedConflict,
} from '../../../implementation/updates/mismatch-batch.ts';
import { demandsConflict, missesConflict } from '../../../implementation/updates/missed-conflict.ts';
import { sendMismatch, sendMismatches } from '../../../implementation/updates/send-mismatches.ts';
import {
  applyAndGlance,
  applyAndRead,
  pointerOrReport,
} from '../../../implementation/updates/visible-effect.ts';
import { exchangeOf, judgedStage, outlineOf, type Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const tokens = [{ label: 'M', scopes: ['manage_test:demo'] }];
const actions = [changeTo('x')];
const old = () => new OwnResource('a', -5_000);
const at = (version: number): Answer => [200, `{"version":${version}}`];

const stating = (version: string, more: Partial<Mismatch> = {}): Mismatch => ({
  label: version,
  version,
  far: true,
  ...more,
});

/** A target at version 5, which answers updates that state another version so, and what was noted. */
function met(answer: (version: string, turn: number) => Answer, known: Known = {}) {
  const batches: MismatchBatch[] = [];
  const missed: MissedConflict[] = [];
  let turn = 0;
  const stage = judgedStage(
    (name, _as, ask) => {
      if (name !== 'update') return at(5);
      const version = versionIn(ask.json);
      turn += 1;
      return version === '5' ? at(6) : answer(version, turn);
    },
    {
      tokens,
      ...known,
      stage: {
        noteMismatches: (batch) => void batches.push(batch),
        noteMissedConflict: (one) => void missed.push(one),
        noteSpuriousConflict: () => undefined,
        ...known.stage,
      },
    },
  );
  const stated = () =>
    stage.sent.flatMap(({ name, ask }) => (name === 'update' ? [versionIn(ask.json)] : []));
  return { ...stage, batches, missed, stated };
}

function versionIn(json: unknown): string {
  return typeof json === 'object' && json !== null && 'version' in json ? String(json.version) : '';
}

const conflict = (): Answer => [409];

describe('a batch of mismatches', () => {
  test('states each version, and then the actual version', async () => {
    const stage = met(conflict);
    const batch = await sendMismatches(stage.on, old(), actions, () => [stating('4'), stating('6')]);
    expect(stage.stated()).toEqual(['4', '6', '5']);
    expect(batch).toMatchObject({ aimed: '5', proven: true, match: { kind: 'accepted' } });
    expect(batch.mismatches.map(({ exchange }) => exchange.status)).toEqual([409, 409]);
    expect(stage.batches).toEqual([batch]);
    expect(stage.missed).toEqual([]);
    expect(stage.refusedWrites).toHaveLength(2);
  });

  test('aims at the shown version, and leaves out equal versions', async () => {
    const stage = met(conflict);
    const aimedAt: string[] = [];
    const batch = await sendMismatches(stage.on, old(), actions, (actual) => {
      aimedAt.push(actual);
      return [stating('5'), stating('5.0'), stating('7')];
    });
    expect(aimedAt).toEqual(['5']);
    expect(batch.mismatches.map(({ probe }) => probe.version)).toEqual(['7']);
  });

  test('is not sent if no version can be stated', async () => {
    const stage = judgedStage(() => [200, '{}'], { tokens });
    await expect(sendMismatches(stage.on, old(), actions, () => [stating('7')])).rejects.toThrow(
      Inconclusive,
    );
    expect(stage.sent.every(({ name }) => name === 'readById')).toBe(true);
  });

  test.each([true, false])('is sent while no other request is under way, on request: %s', async (alone) => {
    const stage = met(conflict);
    await sendMismatches(stage.on, old(), actions, () => [stating('7')], { alone });
    expect(stage.sent.find(({ name }) => name === 'update')?.ask.alone).toBe(alone);
  });

  test('proves nothing if the actual version was refused first, or not accepted', async () => {
    const first = [[409], at(6)] satisfies Answer[];
    const spurious = judgedStage(
      (name, _as, ask) =>
        name !== 'update' ? at(5) : versionIn(ask.json) === '7' ? [409] : (first.shift() ?? at(6)),
      {
        tokens,
        stage: {
          noteMismatches: () => undefined,
          noteSpuriousConflict: () => undefined,
          noteMissedConflict: () => undefined,
        },
      },
    );
    expect(await sendMismatches(spurious.on, old(), actions, () => [stating('7')])).toMatchObject({
      proven: false,
      match: { kind: 'accepted', spurious: { length: 1 } },
    });
    const missed: MissedConflict[] = [];
    const refused = judgedStage((name) => (name === 'update' ? [400] : at(5)), {
      tokens,
      stage: { noteMismatches: () => undefined, noteMissedConflict: (one) => void missed.push(one) },
    });
    expect(await sendMismatches(refused.on, old(), actions, () => [stating('7')])).toMatchObject({
      proven: false,
      match: { kind: 'refused' },
    });
    // The actions themselves may have been refused.
    expect(missed).toEqual([]);
  });

  test.each([
    ['alone', ['7'], true],
    ['concurrently', ['7', '8'], false],
  ])('notes refusals with a status other than 409: %s', async (_how, versions, isAlone) => {
    const stage = met((version) => (version === '7' ? [400] : [409]));
    await sendMismatches(stage.on, old(), actions, () => versions.map((version) => stating(version)));
    expect(stage.missed).toMatchObject([{ aimed: '5', isAlone, probe: { version: '7' } }]);
  });

  test('does not count an accepted mismatch among the refused writes', async () => {
    const stage = met((version) => (version === '7' ? at(6) : [409]));
    await sendMismatches(stage.on, old(), actions, () => [stating('7'), stating('8')]);
    expect(stage.refusedWrites.map(({ exchange }) => exchange.status)).toEqual([409]);
  });

  test('repeats requests without an answer, and stops if the repetition fails', async () => {
    const late = met((_, turn) => (turn <= 2 ? [503] : [409]));
    const batch = await sendMismatches(late.on, old(), actions, () => [stating('7'), stating('8')]);
    expect(batch.mismatches.map(({ exchange }) => exchange.status)).toEqual([409, 409]);
    expect(late.stated()).toEqual(['7', '8', '7', '8', '5']);
    const vain = met(() => [503]);
    const lost = await sendMismatches(vain.on, old(), actions, () => [stating('7'), stating('8')]);
    expect(lost.mismatches.map(({ exchange }) => exchange.status)).toEqual([503, 503]);
    expect(vain.stated()).toEqual(['7', '8', '7', '7', '5']);
    expect(vain.refusedWrites).toHaveLength(2);
  });

  test('sends other actions if a probe has its own', async () => {
    const stage = met(conflict);
    const own = stating('7', { actions: [], bodyIs: 'either' });
    await sendMismatches(stage.on, old(), actions, () => [own]);
    expect(stage.sent.find(({ name }) => name === 'update')?.ask.json).toMatchObject({ actions: [] });
  });
});

describe('one mismatch', () => {
  test.each([
    [[[409]], 409, 1],
    [[[503], [409]], 409, 2],
    [[[503], [503], [503], [409]], 503, 3],
    [[[500], [409]], 500, 1],
  ] satisfies [Answer[], number, number][])('answered %j results in %i', async (answers, status, times) => {
    const stage = met((_, turn) => answers[turn - 1] ?? [409]);
    expect((await sendMismatch(stage.on, old(), stating('7'), actions)).status).toBe(status);
    expect(stage.stated()).toHaveLength(times);
    expect(stage.refusedWrites).toHaveLength(1);
  });
});

describe('a conflict is due', () => {
  test.each([
    [{ version: '0' }, true],
    [{ version: '7' }, true],
    [{ version: String(greatestSafe) }, true],
    [{ version: String(greatestSafe + 1) }, false],
    [{ version: '-1' }, false],
    [{ version: '1.5' }, false],
    [{ version: '1e3' }, false],
    [{ version: '"7"' }, false],
    [{ version: '-1', former: true }, true],
  ] as const)('a conflict is due for %o: %s', (probe, due) => {
    expect(demandsConflict(probe)).toBe(due);
  });

  const misses = (
    answer: Answer,
    more: Partial<Mismatch> = {},
    known: Known = {},
    madeAt = -5_000,
  ): boolean => {
    const { on } = judgedStage(() => [200], { tokens, ...known });
    const exchange = exchangeOf(answer, { caller: on.callers.none });
    return missesConflict(on, new OwnResource('a', madeAt), { probe: stating('7', more), exchange });
  };

  test.each([
    [[400], true],
    [[422], true],
    [[412], true],
    [[500], true],
    [[409], false],
    [[200], false],
    [[503], false],
    [[408], false],
    [[423], false],
    [[425], false],
    [[400, '{}', [['Retry-After', '1']]], false],
    [[404], true],
  ] satisfies [Answer, boolean][])('the answer %j counts as a missed conflict: %s', (answer, missed) => {
    expect(misses(answer)).toBe(missed);
  });

  test('an answer that need not be 409 misses no conflict', () => {
    expect(misses([400], { version: '-1' })).toBe(false);
    expect(misses([400], { actions: [] })).toBe(false);
  });

  test.each([
    ['a copy may not have it yet', [404], {}, 0, false],
    ['a copy may not have it yet, being gone', [410], {}, 0, false],
    ['copies were seen to lag', [400], { lags: true }, 0, false],
    ['copies were seen to lag, and it is old', [400], { lags: true }, -5_000, true],
    ['it is exactly as old as a lag', [404], {}, -1_000, false],
    ['it is older by one', [404], {}, -1_001, true],
    ['none was seen to', [400], {}, 0, true],
  ] satisfies [string, Answer, Known['learnt'], number, boolean][])(
    'decides whether a conflict is missed if %s',
    (_where, answer, learnt, madeAt, missed) => {
      expect(misses(answer, {}, { learnt }, madeAt)).toBe(missed);
    },
  );
});

describe('the effect of an update', () => {
  const shown = (version: number, value: string): Answer => [200, `{"version":${version},"p":"${value}"}`];

  /** Reads show the new state from so many milliseconds on. */
  function effect(lagMs: number, after: Answer = shown(2, 'x'), learnt: Known['learnt'] = { pointer: '/p' }) {
    let updatedAt = Infinity;
    return judgedStage(
      (name, _as, _ask, now) => {
        if (name !== 'update') return now - updatedAt >= lagMs ? after : shown(1, 'before');
        updatedAt = now;
        return [200];
      },
      { tokens, learnt },
    );
  }

  test('shows immediately', async () => {
    const { on, learnt, sent } = effect(0);
    expect(await applyAndRead(on, old(), actions, 'x')).toMatchObject({
      stated: '1',
      value: 'x',
      asAwaited: true,
    });
    expect(sent.map(({ name }) => name)).toEqual(['readById', 'update', 'readById']);
    expect(learnt).toMatchObject({ promptReads: 1, lags: false });
  });

  test('shows later, as a lag', async () => {
    const { on, learnt } = effect(300);
    expect(await applyAndRead(on, old(), actions, 'x')).toMatchObject({ value: 'x', asAwaited: true });
    expect(learnt).toMatchObject({ promptReads: 0, lags: true });
  });

  test('an effect that does not show within the lag teaches the run nothing', async () => {
    const { on, learnt } = effect(0, shown(2, 'y'));
    expect(await applyAndRead(on, old(), actions, 'x')).toMatchObject({ value: 'y', asAwaited: false });
    expect(on.clock.now()).toBeGreaterThanOrEqual(1_000);
    expect(learnt).toMatchObject({ promptReads: 0, lags: false });
  });

  test('is no text', async () => {
    const { on } = effect(0, [200, '{"version":2,"p":7}']);
    expect(await applyAndRead(on, old(), actions, '7')).toMatchObject({ value: undefined, asAwaited: false });
  });

  test('is seen with brief waits once another version shows, whatever the value', async () => {
    const { on } = effect(0, shown(2, 'y'));
    expect(await applyAndGlance(on, old(), actions, 'x')).toMatchObject({ value: 'y', asAwaited: false });
    expect(on.clock.now()).toBeLessThan(100);
  });

  test('is not seen with brief waits if no other version shows', async () => {
    expect(await applyAndGlance(effect(0, shown(1, 'x')).on, old(), actions, 'x')).toBeUndefined();
    expect(await applyAndGlance(effect(0, [200, '{"p":"x"}']).on, old(), actions, 'x')).toBeUndefined();
  });

  test('does not exist without a place, or if the update is refused', async () => {
    expect(await applyAndRead(effect(0, shown(2, 'x'), {}).on, old(), actions, 'x')).toBeUndefined();
    const refused = judgedStage((name) => (name === 'update' ? [400] : shown(1, 'x')), {
      tokens,
      learnt: { pointer: '/p' },
    });
    expect(await applyAndRead(refused.on, old(), actions, 'x')).toBeUndefined();
  });

  test('has a place, or a report that there is no place', () => {
    const known = judgedStage(() => [200], { tokens, learnt: { pointer: '/p' } });
    expect(pointerOrReport(known.on)).toBe('/p');
    expect(known.told).toEqual([]);
    const none = judgedStage(() => [200], { tokens });
    expect(pointerOrReport(none.on)).toBeUndefined();
    expect(outlineOf(none.told)).toEqual(['discarded: not-observable']);
  });
});
