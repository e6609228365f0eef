import { describe, expect, test } from 'vitest';
import { noAim, overwriteAsk, type Aim } from '../../../suites/overwrites/aim.ts';
import { ReachedVersion } from '../../../suites/overwrites/version.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { JsonNumber, writeJson } from '../../../wire/json/json.ts';
import type { Profile } from '../../../clause/profile.ts';
import { answered, scriptedStage, type Answer } from '../../support/stages/scripted-stage.ts';

const showing = (version: number, text: string): Answer => [
  200,
  `{"version":${version},"objectTypeProperty":{"arrayOfStringExample":["${text}"]}}`,
];

function parts(read: (at: number) => Answer, isShared = false) {
  const own = new OwnResource('a', -5_000);
  own.show('1');
  const aim: Aim = { own, content: {}, canary: 'made' };
  const landmark: { version: string | undefined; standsStill: boolean } = {
    version: undefined,
    standsStill: false,
  };
  const reached = new ReachedVersion({ isShared, landmark, tried: new Set() });
  const stage = scriptedStage((_name, _ask, at) => read(at), { hasSent: () => true });
  return { ...stage, own, aim, landmark, reached };
}

const accepted = (answer: Answer, stated = '1') => ({ exchange: answered(answer), stated, canary: 'new' });

describe('the first accepted overwrite', () => {
  test('reaches the resource created for it if a read shows its string', async () => {
    const { on, aim, reached } = parts(() => showing(2, 'new'));
    await reached.note(on, aim, accepted(showing(2, 'new')));
    expect([reached.place, reached.moves, reached.version]).toEqual(['own', true, '2']);
  });

  test('the first accepted overwrite reaches it if the version changed, and the original string is gone', async () => {
    const { on, aim, reached } = parts(() => showing(2, 'cleaned'));
    await reached.note(on, aim, accepted([204]));
    expect([reached.place, reached.version]).toEqual(['own', '2']);
  });

  test.each([
    ['another one where its answer shows a version', showing(7, 'new'), 'elsewhere', '7'],
    ['nothing that can be seen where it shows none', [204], 'unseen', undefined],
  ] as const)('reaches %s', async (_what, answer, place, version) => {
    const { on, aim, landmark, reached } = parts(() => showing(2, 'made'));
    await reached.note(on, aim, accepted([...answer]));
    expect([reached.place, reached.moves, reached.version]).toEqual([place, false, version]);
    expect(landmark.version).toBe(version);
  });
});

describe('the next stated version', () => {
  test('comes from the answer, if the first answer showed the same version as reads', async () => {
    let version = 2;
    const { on, aim, reached, sent } = parts(() => showing(version, 'new'));
    await reached.note(on, aim, accepted(showing(2, 'new')));
    version = 3;
    const before = sent.length;
    await reached.note(on, aim, accepted(showing(3, 'new'), '2'));
    expect(reached.toState()).toBe('3');
    expect(sent).toHaveLength(before);
  });

  test('is read again after a refusal, within the lag', async () => {
    const { on, aim, own, reached } = parts((at) => showing(at < 300 ? 1 : 2, 'made'));
    reached.follow('1');
    own.written(0);
    await reached.readAnew(on, aim, answered([409, '{}']));
    expect(reached.toState()).toBe('2');
  });

  test('is the version that a conflict shows, once', async () => {
    const { on, aim, reached } = parts(() => showing(1, 'made'));
    await reached.readAnew(on, aim, answered([409, '{"version":8}']));
    expect(reached.toState()).toBe('8');
    await reached.readAnew(on, aim, answered([409, '{"version":8}']));
    expect(reached.toState()).toBe('1');
  });

  test('is the version that either operation showed last, if both overwrite one resource', () => {
    const { landmark, reached } = parts(() => [404], true);
    expect(reached.toState()).toBe('1');
    landmark.version = '5';
    expect(reached.toState()).toBe('5');
  });

  test('needs no further wait if reads did not change', async () => {
    const { on, aim, own, landmark, reached } = parts(() => showing(1, 'made'));
    reached.follow('1');
    own.written(0);
    await reached.readAnew(on, aim, answered([409]));
    expect(landmark.standsStill).toBe(true);
    const since = on.clock.now();
    own.written(since);
    await reached.readAnew(on, aim, answered([409]));
    expect(on.clock.now() - since).toBeLessThan(500);
  });
});

describe('a request', () => {
  const asked = (profile: Profile, how: { naming?: string; version?: string | undefined } = {}) => {
    const { on } = scriptedStage(() => [200], { profile });
    const reached = { version: '3', ...how };
    const content = { arrayOfStringExample: ['made', 'b'] };
    const aim = { own: new OwnResource('a', 0), content, canary: 'made' };
    const { json, query } = overwriteAsk(on, 'patch', aim, {
      reached,
      stated: '3',
      change: { canary: 'new' },
    });
    return [json === undefined ? '' : writeJson(json), query ?? []];
  };
  const usual = '"version":3,"objectTypeProperty":{"arrayOfStringExample":["new","b"]}';

  test.each([
    ['names nothing, as the contract shows it', {}, {}, `{${usual}}`, []],
    ['names the id in its body', {}, { naming: 'body:/id' }, `{${usual},"id":"a"}`, []],
    [
      'names it where the vendor says',
      { overwrite: { patch: { target: 'body:/a/id' } } },
      {},
      `{${usual},"a":{"id":"a"}}`,
      [],
    ],
    ['or in its query', { overwrite: { patch: { target: 'query:id' } } }, {}, `{${usual}}`, [['id', 'a']]],
    [
      'is the sample that was supplied, with the version where one is known',
      { samples: { '4.7': { body: { version: 1, x: 2 } } } },
      {},
      '{"version":3,"x":2}',
      [],
    ],
    [
      'and is named by no place, since it is whole',
      { samples: { '4.7': { body: { x: 2 } } }, overwrite: { patch: { target: 'body:/a/id' } } },
      {},
      '{"x":2,"version":3}',
      [],
    ],
    [
      'and as it stands where none is',
      { samples: { '4.7': { body: { version: 1, x: 2 } } } },
      { version: undefined },
      '{"version":1,"x":2}',
      [],
    ],
  ] as const)('%s', (_what, profile, how, json, query) => {
    expect(asked(profile as Profile, how)).toEqual([json, query]);
  });

  test('names no resource if none was created', () => {
    const { on } = scriptedStage(() => [200], { profile: {} });
    const how = { reached: { naming: 'body:/id', version: '3' }, stated: '3', change: {} };
    const { json } = overwriteAsk(on, 'put', noAim, how);
    expect(json).toEqual({ version: new JsonNumber('3'), objectTypeProperty: {} });
  });
});
