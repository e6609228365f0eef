import { describe, expect, test } from 'vitest';
import { cleanUp, removed } from '../../../implementation/resources/clean-up.ts';
import type { CleanUp } from '../../../implementation/resources/cleaning.ts';
import { Ledger } from '../../../implementation/resources/ledger.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import {
  answering,
  cleaning,
  created,
  entryOf,
  ledgerOf,
  mark,
} from '../../support/stages/cleaned-target.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

/** What one delete of one resource comes to. */
async function one(
  answers: Partial<Record<EndpointName, Answer>>,
  more: Partial<CleanUp> = {},
  { round = 0, prepare = undefined as ((ledger: Ledger) => void) | undefined, isOver = false } = {},
) {
  const target = cleaning(answering(answers), more);
  const ledger = new Ledger();
  const entry = entryOf('a');
  prepare?.(ledger);
  ledger.add(entry);
  if (isOver) target.expire();
  const { outcome } = await removed(ledger, entry, target.by, round);
  return { outcome, names: target.names(), sent: target.sent };
}

describe('one resource', () => {
  test('is deleted by the writer, whatever happened in the run', async () => {
    const { outcome, sent } = await one({});
    expect(outcome).toBe('gone');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      name: 'remove',
      how: { exempt: true },
      ask: {
        as: { label: 'W' },
        path: { id: 'a' },
        projectKey: 'demo',
        whenSilent: 'send-anyway',
        mayNotExist: false,
      },
    });
    expect(sent[0]?.ask.query).toBeUndefined();
  });

  test.each([
    ['outlives the run, being a fixture', { profile: { resource: { fixture: { id: 'a' } } } }, {}, 'gone'],
    ['outlives the run, being lent', { profile: { resource: { sandbox: ['a'] } } }, {}, 'gone'],
    ['stays where nobody may delete it', { writer: undefined }, {}, 'stays'],
    ['stays where it was before', {}, { prepare: (ledger: Ledger) => ledger.noteBefore(['a']) }, 'stays'],
  ] satisfies [string, Partial<CleanUp>, object, string][])(
    '%s, and nothing is sent',
    async (_what, more, how, outcome) => {
      const done = await one({}, more, how);
      expect(done).toMatchObject({ outcome, names: [] });
    },
  );

  test('is deleted if it was provided as disposable', async () => {
    const { names } = await one({}, { profile: { resource: { disposable: ['a'], sandbox: ['a'] } } });
    expect(names).toEqual(['remove']);
  });

  test('is deleted with its version if the parameter has a name', async () => {
    const profile = { delete: { versionParam: 'v' } };
    const { names, sent } = await one({ readById: [200, '{"version":7}'] }, { profile });
    expect(names).toEqual(['readById', 'remove']);
    expect(sent[0]?.ask.as.label).toBe('R');
    expect(sent[1]?.ask.query).toEqual([['v', '7']]);
    const none = await one({ readById: [200, '{}'] }, { profile });
    expect(none.sent[1]?.ask.query).toBeUndefined();
    expect((await one({}, { profile: { delete: { versionParam: 'none' } } })).names).toEqual(['remove']);
    expect(await one({ readById: [404] }, { profile })).toMatchObject({
      outcome: 'gone',
      names: ['readById'],
    });
  });

  test.each([
    [[403], {}, 'stays'],
    [[400], {}, 'stays'],
    [[500], {}, 'unknown'],
    [[503], {}, 'unknown'],
    [[500], { isOver: true }, 'stays'],
    [[409], {}, 'unknown'],
    [[423], {}, 'unknown'],
    [[409], { round: 99 }, 'stays'],
    [[503], { round: 99 }, 'unknown'],
    [[302, '', [['location', 'loop']]], {}, 'unknown'],
    [[302, '', [['location', 'loop']]], { round: 99 }, 'stays'],
  ] satisfies [Answer, object, string][])(
    'a resource whose delete is answered %j (%o): %s',
    async (answer, how, outcome) => {
      expect((await one({ remove: answer }, {}, how)).outcome).toBe(outcome);
    },
  );

  test('may change its version meanwhile', async () => {
    const profile = { delete: { versionParam: 'v' } };
    const answers = { readById: [200, '{"version":7}'], remove: [400] } satisfies Record<string, Answer>;
    expect((await one(answers, { profile })).outcome).toBe('unknown');
  });

  test.each([
    [
      'gone, where a delete was accepted before',
      {},
      {},
      (ledger: Ledger) => {
        ledger.add(entryOf('a'));
        ledger.noteDeleted('demo', 'a');
      },
      'gone',
      ['remove'],
    ],
    [
      'one that may be left where ids are not known',
      {},
      { areIdsKnown: false },
      () => {},
      'stays',
      ['remove'],
    ],
    [
      'gone, where reads say so and lists are there',
      { readById: [410] },
      {},
      () => {},
      'gone',
      ['remove', 'readById', 'query'],
    ],
    ['not known where a read shows it', { readById: [200] }, {}, () => {}, 'unknown', ['remove', 'readById']],
    [
      'not known where lists fail too',
      { readById: [404], query: [404] },
      {},
      () => {},
      'unknown',
      ['remove', 'readById', 'query'],
    ],
  ] satisfies [
    string,
    Partial<Record<EndpointName, Answer>>,
    Partial<CleanUp>,
    (ledger: Ledger) => void,
    string,
    string[],
  ][])(
    'a resource that a delete does not find is %s',
    async (_what, answers, more, prepare, outcome, names) => {
      for (const status of [404, 410]) {
        const done = await one({ remove: [status], ...answers }, more, { prepare });
        expect(done).toMatchObject({ outcome, names });
      }
    },
  );

  test('a resource that was deleted or requested before need not exist', async () => {
    const again = await one({}, {}, { round: 1 });
    expect(again.sent[0]?.ask.mayNotExist).toBe(true);
  });
});

describe('of an earlier run', () => {
  const marked = `{"text":"a${mark}"}`;
  test.each([
    ['what shows the mark is deleted', [200, marked], {}, 'gone', true],
    ['what shows it in another case is too', [200, marked.toUpperCase()], {}, 'gone', true],
    ['what shows none stays', [200, '{"text":"a"}'], {}, 'stays', false],
    ['what is missing is gone', [404], {}, 'gone', false],
    [
      'what is missing stays in the book where the target is unknown',
      [404],
      { isTargetUnknown: true },
      'stays',
      false,
    ],
    [
      'what shows no mark stays where the target is unknown',
      [200, '{}'],
      { isTargetUnknown: true },
      'stays',
      false,
    ],
    ['what may not be read stays', [403], {}, 'stays', false],
    ['what cannot be read now is asked for again', [503], {}, 'unknown', false],
    ['what crashes is asked for again', [500], {}, 'unknown', false],
  ] satisfies [string, Answer, Partial<CleanUp>, string, boolean][])(
    '%s',
    async (_what, read, more, outcome, isDeleted) => {
      const done = await one({ readById: read }, { isLate: true, ...more });
      expect(done.outcome).toBe(outcome);
      expect(done.names).toEqual(isDeleted ? ['readById', 'remove'] : ['readById']);
    },
  );
});

describe('clean-up', () => {
  test('sends nothing if no resource was created', async () => {
    const { by, sent } = cleaning(answering({}));
    expect(await cleanUp(new Ledger(), by)).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('strikes resources that no longer exist', async () => {
    const ledger = ledgerOf(entryOf('a'), entryOf('b'));
    const { by, sent } = cleaning(answering({}));
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(new Set(sent.map(({ ask }) => ask.path?.['id']))).toEqual(new Set(['a', 'b']));
    expect(sent).toHaveLength(2);
    expect(ledger.entries).toEqual([]);
    expect(ledger.struck).toBe(2);
  });

  test('names the remaining resources, the oldest first, and then by id', async () => {
    const late = entryOf('a', { created: '2999-01-01T00:00:09.000Z' });
    const ledger = ledgerOf(late, entryOf('c'), entryOf('b'));
    const { by, sent } = cleaning(answering({ remove: [403] }));
    const left = await cleanUp(ledger, by);
    expect(left.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(left.map(({ changed }) => changed)).toEqual([undefined, undefined, undefined]);
    expect(sent).toHaveLength(3);
    expect(ledger.entries).toHaveLength(3);
  });

  test('names an older resource as changed, and no longer tracks it', async () => {
    const ledger = new Ledger();
    ledger.noteBefore(['a']);
    ledger.add(entryOf('a'));
    const { by, sent } = cleaning(answering({}));
    expect(await cleanUp(ledger, by)).toMatchObject([{ id: 'a', changed: true }]);
    expect(sent).toEqual([]);
    expect(ledger.entries).toEqual([]);
  });

  test('repeats requests until a disturbance is over, only for remaining resources', async () => {
    const ledger = ledgerOf(entryOf('a'), entryOf('b'));
    const { by, sent } = cleaning((_, { path }, at) => (path?.['id'] === 'a' && at < 900 ? [503] : [200]));
    expect(await cleanUp(ledger, by)).toEqual([]);
    const ids = sent.map(({ ask }) => ask.path?.['id']);
    expect(ids.filter((id) => id === 'b')).toHaveLength(1);
    expect(ids.filter((id) => id === 'a').length).toBeGreaterThan(2);
    expect(sent.findLast(({ ask }) => ask.path?.['id'] === 'a')?.ask.mayNotExist).toBe(true);
  });

  test('gives up after half a minute without progress, and names the rest', async () => {
    const ledger = ledgerOf(entryOf('a'));
    const { by, clock } = cleaning(answering({ remove: [503] }));
    expect(await cleanUp(ledger, by)).toMatchObject([{ id: 'a', created }]);
    expect(clock.now()).toBeGreaterThanOrEqual(30_000);
    expect(clock.now()).toBeLessThan(31_000);
    expect(ledger.has('demo', 'a')).toBe(true);
  });

  test('defers the rest of a round if no request gets an answer', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `r${at}`);
    const { by, sent } = cleaning((_, _ask, at) => (at < 50 ? [503] : [200]));
    expect(await cleanUp(ledgerOf(...ids.map((id) => entryOf(id))), by)).toEqual([]);
    const first = sent.filter(({ at }) => at < 50);
    expect(first.length).toBeGreaterThanOrEqual(16);
    expect(first.length).toBeLessThan(60);
  });
});
