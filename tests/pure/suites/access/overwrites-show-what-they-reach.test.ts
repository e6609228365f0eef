import { describe, expect, test } from 'vitest';
import type { OverwriteName } from '../../../../contract/traits.ts';
import {
  overwriteResponse,
  overwriteTarget,
  overwriteVersionCheck,
} from '../../../../suites/overwrites/habits.ts';
import {
  acceptedOverwrites,
  hasNoTarget,
  overwriteSomething,
} from '../../../../suites/overwrites/accepted.ts';
import { Inconclusive } from '../../../../clause/thrown.ts';
import { writeJson } from '../../../../wire/json/json.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { named, newest, overwrittenStage, type Overwriting } from '../../../support/stages/stored-stage.ts';

const codeOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof Inconclusive ? [error.reason.code, error.tested] : 'went on';
};

describe('the resource that an overwrite reaches', () => {
  test.each([
    ['patch', 'what was made for it', newest, { place: 'own', status: 200 }],
    ['put', 'what was made for it', newest, { place: 'own', status: 200, creates: false }],
    ['patch', 'what it names', named, { place: 'own', status: 200 }],
    ['put', 'what it names', named, { place: 'own', status: 200 }],
    ['patch', 'nothing', () => [404], { place: 'none', answer: '404' }],
    ['put', 'a resource that it makes', () => [201, '{"id":"n1","version":1}'], { place: 'elsewhere', status: 201, creates: true }],
    ['put', 'one that has another id than ours', () => [200, '{"id":"x","version":4}'], { place: 'elsewhere', status: 200, creates: true, overwritten: 'x' }],
    ['patch', 'one that has another id than ours', () => [200, '{"id":"x","version":4}'], { place: 'elsewhere', status: 200, overwritten: 'x' }],
    ['patch', 'one without an id', () => [200, '{"version":4}'], { place: 'elsewhere', status: 200 }],
    ['patch', 'what nobody sees', () => [204, ''], { place: 'unseen', status: 204 }],
  ] as readonly (readonly [OverwriteName, string, Overwriting, unknown])[])('by %s is observed: %s', async (name, _what, overwriting, value) => {
    const { on, told } = overwrittenStage(overwriting);
    await overwriteTarget(name).check(on);
    expect(told.filter(({ kind }) => kind === 'observed').map((one) => one.value)).toEqual([value]);
  }); // prettier-ignore

  test.each([
    ['what was made for it', newest, []],
    ['nothing', () => [404], []],
    ['what nobody sees', () => [204, ''], [{ pin: undefined }]],
    ['one that has another id', () => [200, '{"id":"x","version":4}'], [{ pin: 'overwrite.patch.target' }]],
    ['one without an id', () => [200, '{"version":4}'], [{ pin: 'overwrite.patch.target' }]],
    ['one of ours', () => [200, '{"id":"r1","version":4}'], []],
    ['one that it makes', () => [201, '{"id":"x","version":1}'], []],
  ] as readonly (readonly [string, Overwriting, unknown])[])('is suspect or not: %s', async (_what, overwriting, suspected) => {
    const { on, told } = overwrittenStage(overwriting);
    await overwriteTarget('patch').check(on);
    expect(told.filter(({ kind }) => kind === 'suspected').map((one) => one.more)).toEqual(suspected);
  }); // prettier-ignore

  const [target] = overwriteTarget('patch').declares ?? [];

  test.each([
    ['none', 'none', true],
    ['none', 'own', false],
    ['none', 'elsewhere', false],
    ['none', 'unseen', false],
    ['singleton', 'none', undefined],
    ['body:/id', 'none', undefined],
    ['body:/id', 'own', true],
    ['body:/id', 'elsewhere', false],
    ['body:/id', 'unseen', undefined],
    ['query:id', 'elsewhere', false],
    ['singleton', 'elsewhere', true],
    ['singleton', 'own', true],
    ['singleton', 'unseen', undefined],
  ])('keeps a declaration or breaks it: %s, and %s is reached', (declared, place, met) => {
    expect(target?.met(declared, { place })).toBe(met);
  });

  test.each([
    ['none', 'none'],
    ['own', undefined],
    ['elsewhere', undefined],
    ['unseen', undefined],
  ])('is drafted only if there is no declaration: %s', (place, draft) => {
    expect(target?.draft?.({ place })).toBe(draft);
  });

  test('is declared for each operation, and for put by its own answers', () => {
    const keys = (name: OverwriteName) => overwriteTarget(name).declares?.map(({ key }) => key);
    expect(keys('patch')).toEqual(['overwrite.patch.target']);
    expect(keys('put')).toEqual(['overwrite.put.target', 'overwrite.put.creates']);
  });
});

describe('an overwrite with a version other than the actual version', () => {
  const checked: (answer: Answer) => Overwriting = (answer) => (kept, ask, before) =>
    writeJson(ask.json ?? null).includes('"version":987654321') ? answer : newest(kept, ask, before);

  test.each([
    [[200, '{}'], [{ status: 200, versionCheck: false }]],
    [[204, ''], [{ status: 204, versionCheck: false }]],
    [[201, '{}'], [{ status: 201 }]],
    [[409], [{ status: 409, versionCheck: true }]],
    [[412], [{ status: 412, versionCheck: true }]],
    [[500], [{ status: 500 }]],
    [[503], []],
  ] as readonly (readonly [Answer, readonly unknown[]])[])('is observed by its answer: %j', async (answer, values) => {
    const { on, told } = overwrittenStage(checked(answer));
    await overwriteVersionCheck('patch').check(on);
    expect(told.map(({ kind, value }) => [kind, value])).toEqual(values.map((value) => ['observed', value]));
  }); // prettier-ignore
});

describe('the answer to an accepted overwrite', () => {
  const response = async (answer: Answer) => {
    const { on, told } = overwrittenStage((kept, ask, before) => {
      newest(kept, ask, before);
      return answer;
    });
    await overwriteResponse('patch').check(on);
    return told.map(({ value }) => value);
  };

  test.each([
    [[200, '{"version":1}'], 'ExampleResource'],
    [[200, '{"version":"1"}'], 'other'],
    [[200, '{}'], 'other'],
    [[200, 'words'], 'other'],
    [[200, ''], 'empty'],
    [[204, ''], 'empty'],
  ] as readonly (readonly [Answer, string])[])('has one of three forms: %j', async (answer, form) => {
    expect(await response(answer)).toEqual([{ status: answer[0], response: form }]);
  }); // prettier-ignore
});

describe('overwrites', () => {
  test('are not sent without consent', async () => {
    const { on, sent } = overwrittenStage(newest, { options: { consent: new Set() } });
    expect(await codeOf(acceptedOverwrites(on, 'patch'))).toEqual(['consent-missing', false]);
    expect(sent).toEqual([]);
  });

  test('are not sent if they are declared to reach nothing, at that operation', async () => {
    const { on, asked } = overwrittenStage(newest, {
      profile: { overwrite: { patch: { target: 'none' } } },
    });
    expect([hasNoTarget(on, 'patch'), hasNoTarget(on, 'put')]).toEqual([true, false]);
    expect(await codeOf(acceptedOverwrites(on, 'patch'))).toEqual(['declared-absent', false]);
    expect(asked('patch')).toEqual([]);
    expect((await acceptedOverwrites(on, 'put')).first?.status).toBe(200);
  });

  test.each([[403], [404], [405], [428]])(
    'overwrites that are all refused are not tested: %i',
    async (status) => {
      const { on } = overwrittenStage(() => [status]);
      expect(await codeOf(acceptedOverwrites(on, 'patch'))).toEqual(['premise-failed', false]);
    },
  );

  test('are tried once per run', async () => {
    const { on, sent } = overwrittenStage(newest);
    const first = await acceptedOverwrites(on, 'patch');
    const requests = sent.length;
    expect(await acceptedOverwrites(on, 'patch')).toBe(first);
    expect(sent).toHaveLength(requests);
    expect(await acceptedOverwrites(on, 'put')).not.toBe(first);
  });

  test.each([
    [200, 0],
    [403, 0],
    [404, 0],
    [405, 1],
    [415, 1],
    [500, 1],
    [503, 1],
  ])(
    'the documented overwrites are the earlier ones, or are sent again if their answers show little: %i',
    async (status, more) => {
      const { on, asked } = overwrittenStage((kept, ask, before) =>
        status === 200 ? newest(kept, ask, before) : [status],
      );
      await acceptedOverwrites(on, 'patch').catch(() => undefined);
      const requests = asked('patch').length;
      expect((await overwriteSomething(on, 'patch')).status).toBe(status);
      expect(asked('patch').length - requests).toBe(more);
    },
  );
});
