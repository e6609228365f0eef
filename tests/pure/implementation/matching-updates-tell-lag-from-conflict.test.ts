import { describe, expect, test } from 'vitest';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { changeTo } from '../../../implementation/updates/changes.ts';
import { matchingUpdate } from '../../../implementation/updates/matching-update.ts';
import { scriptedStage, type Answer } from '../../support/stages/scripted-stage.ts';

const at = (version: number): Answer => [200, `{"version":${version}}`];

/** A stage whose updates are answered so, one after the other, and whose reads show these versions. */
function met(updates: readonly Answer[], reads: (at: number) => Answer = () => at(1)) {
  const rest = [...updates];
  return scriptedStage((name, _ask, now) => (name === 'update' ? (rest.shift() ?? [409]) : reads(now)));
}

const names = ({ sent }: ReturnType<typeof met>) => sent.map(({ name }) => name);
/** Whose last write no lag can hide any more, unless it is told so. */
const old = () => new OwnResource('a', -5_000);
const recent = () => new OwnResource('a', 0);

describe('an update with the actual version', () => {
  test('is sent once if it is accepted', async () => {
    const stage = met([at(2)]);
    const match = await matchingUpdate(stage.on, old(), [changeTo('a')]);
    expect(match).toMatchObject({ kind: 'accepted', stated: '1', spurious: [], unexplained: 0 });
    expect(names(stage)).toEqual(['readById', 'update']);
    expect(stage.learnt.accepted).toBe(1);
  });

  test('is not sent if no version can be read', async () => {
    const stage = met([], () => [200, '{}']);
    expect(await matchingUpdate(stage.on, old(), [])).toEqual({ kind: 'unreadable' });
    expect(names(stage)).toEqual(['readById']);
  });

  test.each([
    ['a refusal', [400], 'refused'],
    ['a server error', [500], 'crash'],
  ] as const)('comes to %s', async (_what, answer, kind) => {
    expect(await matchingUpdate(met([answer, answer, answer, answer]).on, old(), [])).toMatchObject({ kind });
  });

  test('waits until a lock or a server error is over', async () => {
    const stage = met([[423], [500], at(2)]);
    expect(await matchingUpdate(stage.on, old(), [])).toMatchObject({ kind: 'accepted' });
  });
});

describe('after a 409', () => {
  test('no lag explains it if reads show the version before and after', async () => {
    const stage = met([]);
    const match = await matchingUpdate(stage.on, old(), []);
    expect(match).toMatchObject({ kind: 'conflict', stated: '1', settled: 4 });
    expect(stage.learnt.conflicts).toBe(4);
    const alone = stage.sent.flatMap(({ name, ask }) => (name === 'update' ? [ask.alone] : []));
    expect(alone).toEqual([false, true, true, true]);
  });

  test('after a 409 only an answer to a lone request counts as unexplained', async () => {
    const inCompany = await matchingUpdate(met([[409], at(2)]).on, old(), []);
    expect(inCompany).toMatchObject({ kind: 'accepted', unexplained: 0, spurious: [{ status: 409 }] });
    const alone = await matchingUpdate(met([[409], at(2)]).on, old(), [], { alone: true });
    expect(alone).toMatchObject({ kind: 'accepted', unexplained: 1 });
  });

  test('the version of a recently created resource is immediately read and stated again, and the first attempt does not count', async () => {
    const stage = met([]);
    const match = await matchingUpdate(stage.on, recent(), []);
    expect(names(stage).slice(0, 4)).toEqual(['readById', 'update', 'readById', 'update']);
    expect(stage.sent[3]?.at).toBeLessThan(10);
    expect(names(stage).filter((name) => name === 'update')).toHaveLength(5);
    expect(match).toMatchObject({ kind: 'conflict', exchanges: { length: 5 } });
  });

  test('a version that a later read shows is stated, and the run learns the lag', async () => {
    const stage = met([[409], [409], at(3)], (now) => at(now < 300 ? 1 : 2));
    const match = await matchingUpdate(stage.on, recent(), []);
    expect(match).toMatchObject({ kind: 'accepted', stated: '2', spurious: [] });
    expect(stage.learnt.lags).toBe(true);
  });

  test('no further update is sent if the run has learnt that none is accepted, unless one is required', async () => {
    const vain = met([]);
    vain.learnt.conflicts = 6;
    expect(await matchingUpdate(vain.on, old(), [])).toMatchObject({ kind: 'conflict', settled: 0 });
    expect(names(vain)).toEqual(['readById', 'update']);
    const insisted = met([]);
    insisted.learnt.conflicts = 6;
    expect(await matchingUpdate(insisted.on, old(), [], { insist: true })).toMatchObject({ settled: 4 });
  });
});

describe('after a refusal, if reads lag,', () => {
  test('another version that shows later is stated, once', async () => {
    const stage = met([[400], [400], [400]], (now) => at(now < 300 ? 1 : now < 900 ? 2 : 3));
    stage.learnt.lags = true;
    const match = await matchingUpdate(stage.on, recent(), []);
    expect(match).toMatchObject({ kind: 'refused', stated: '2' });
    expect(names(stage).filter((name) => name === 'update')).toHaveLength(2);
  });

  test('the refusal counts if no action was seen to', async () => {
    const stage = met([[400]], (now) => at(now < 300 ? 1 : 2));
    expect(await matchingUpdate(stage.on, recent(), [])).toMatchObject({ kind: 'refused', stated: '1' });
  });

  test('the refusal counts if no other version shows', async () => {
    const stage = met([[400]]);
    stage.learnt.lags = true;
    expect(await matchingUpdate(stage.on, recent(), [])).toMatchObject({ kind: 'refused', stated: '1' });
    expect(names(stage).filter((name) => name === 'update')).toHaveLength(1);
  });
});
