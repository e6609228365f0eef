import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { entered, wordOf } from '../../../implementation/resources/entered-creates.ts';
import { Ledger, isClean, type LedgerLine } from '../../../implementation/resources/ledger.ts';
import type { Ask } from '../../../run/ask.ts';
import { createCallers } from '../../../run/callers.ts';
import { Exchange } from '../../../history/exchange.ts';
import { createRandom } from '../../../run/random.ts';
import { exchangeOf } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const caller = createCallers([], createRandom(1)).none;
const mark = 'zmarkz';
const word = `a1${mark}`;
const json = { objectTypeProperty: { arrayOfStringExample: [word] } };
const idAt = { kind: 'body', at: '/id', declared: false } as const;
const date = new Date('2026-01-02T03:04:05Z');

/** What is in a ledger once a request was answered so. */
async function once(
  name: EndpointName,
  answer: Answer | Exchange,
  {
    ask = { json } as Ask,
    ledger = new Ledger(),
    idSource = undefined as typeof idAt | undefined,
    isSent = true,
  } = {},
) {
  const parts = { ledger, facts: { idSource }, profile: {}, projectKey: 'demo', mark, date: () => date };
  let openWhenSent = 0;
  await entered(parts, name, ask, (about) => {
    if (isSent) about();
    openWhenSent = ledger.open.length;
    return Promise.resolve(answer instanceof Exchange ? answer : exchangeOf(answer, { caller }));
  });
  return {
    ledger,
    openWhenSent,
    made: ledger.entries.map(({ id }) => id),
    open: ledger.open.map(({ ids, accepted }) => ({ ids, accepted })),
  };
}

/** An exchange that nothing answered. */
const lost = (wrote: boolean): Exchange =>
  new Exchange({
    number: 1,
    caller,
    request: { method: 'POST', target: '/demo/resource', headers: [] },
    outcome: { kind: 'failure', failure: 'reset', detail: '', wrote, sentAt: 0, answeredAt: 1 },
    redirects: 0,
  });

describe('a create', () => {
  test('is in the ledger before it is sent', async () => {
    expect((await once('create', [201, '{"id":"r1"}'])).openWhenSent).toBe(1);
  });

  test.each([
    ['is entered by the id that it shows', [201, '{"id":"r1"}'], ['r1'], []],
    ['is entered by one that a header shows', [201, '{}', [['Location', '/demo/resource/r2']]], ['r2'], []],
    [
      'is entered by one that both show',
      [201, '{"id":"r1"}', [['Location', '/demo/resource/r1']]],
      ['r1'],
      [],
    ],
    [
      'stays open where they show two',
      [201, '{"id":"r1"}', [['Location', '/demo/resource/r2']]],
      [],
      [{ ids: ['r1', 'r2'], accepted: undefined }],
    ],
    ['stays open where none shows', [201, '{}'], [], [{ ids: [], accepted: undefined }]],
    ['stays open where it may have been carried out', [500], [], [{ ids: [], accepted: undefined }]],
    ['stays open behind a gateway', [502], [], [{ ids: [], accepted: undefined }]],
    ['has made nothing where it was refused', [400], [], []],
    ['has made nothing where a limit turned it away', [429], [], []],
    ['has made nothing where it leads elsewhere', [302, '', [['location', '/x']]], [], []],
  ] satisfies [string, Answer, string[], object[]][])('%s', async (_what, answer, made, open) => {
    expect(await once('create', answer)).toMatchObject({ made, open });
  });

  test('is identified by its word and its time', async () => {
    const { ledger } = await once('create', [201, '{"id":"r1"}']);
    expect(ledger.entries).toMatchObject([
      { id: 'r1', projectKey: 'demo', word, created: date.toISOString() },
    ]);
    const other = await once('create', [201, '{"id":"r1"}'], { ask: { json, projectKey: 'other' } });
    expect(other.ledger.has('other', 'r1')).toBe(true);
    expect(other.ledger.has('demo', 'r1')).toBe(false);
  });

  test('shows its id only if creates are known to show it', async () => {
    const header: Answer = [201, '{}', [['Location', '/demo/resource/r2']]];
    expect((await once('create', header, { idSource: idAt })).open).toHaveLength(1);
    const two: Answer = [201, '{"id":"r1"}', [['Location', '/demo/resource/r2']]];
    expect((await once('create', two, { idSource: idAt })).made).toEqual(['r1']);
  });

  test('stays open without an answer if any part of it was written', async () => {
    expect((await once('create', lost(true))).open).toHaveLength(1);
    expect((await once('create', lost(false))).open).toEqual([]);
  });

  test('a create that was never sent leaves no line', async () => {
    const lines: LedgerLine[] = [];
    const ledger = new Ledger((line) => lines.push(line));
    await once('create', [201, '{"id":"r1"}'], { ledger, isSent: false });
    expect(lines).toEqual([]);
  });
});

describe('an overwrite', () => {
  const known = () => {
    const ledger = new Ledger();
    ledger.noteBefore(['old']);
    ledger.add({ id: 'r1', projectKey: 'demo', created: '' });
    return ledger;
  };

  test.each([
    ['has made what 201 shows', [201, '{"id":"r9"}'], ['r1', 'r9'], []],
    ['has made nothing where it shows what the run has made', [200, '{"id":"r1"}'], ['r1'], []],
    ['has made nothing where it shows what was there', [200, '{"id":"old"}'], ['r1'], []],
    ['may have made what nobody knew', [200, '{"id":"r9"}'], ['r1'], [{ ids: ['r9'], accepted: undefined }]],
    ['may have changed anything where it shows nothing', [200, '{}'], ['r1'], [{ ids: [], accepted: true }]],
    [
      'has made nothing where one of two is known',
      [200, '{"id":"r9"}', [['Location', '/demo/resource/r1']]],
      ['r1'],
      [],
    ],
    ['has made nothing where it is refused', [404], ['r1'], []],
    ['may have made something where it crashed', [500], ['r1'], [{ ids: [], accepted: undefined }]],
  ] satisfies [string, Answer, string[], object[]][])('%s', async (_what, answer, made, open) => {
    const ledger = known();
    expect(await once('put', answer, { ledger })).toMatchObject({ made, open });
  });

  test('is entered without an id in its answer if creates show where the id is', async () => {
    const { made } = await once('put', [201, '{}', [['Location', '/demo/resource/r2']]], { idSource: idAt });
    expect(made).toEqual(['r2']);
  });

  test.each([
    [[201, '{"id":"r9"}'], true],
    [[200, '{"id":"r9"}'], true],
    [[200, '{}'], false],
    [[404], false],
  ] satisfies [Answer, boolean][])('answer %j means that overwrites create: %s', async (answer, creates) => {
    expect((await once('put', answer)).ledger.overwritesCreate).toBe(creates);
  });
});

describe('of other requests', () => {
  test('lists show existing resources before the first create, but not after it', async () => {
    const shown = '[{"id":"old","version":1}]';
    const list: Answer = [200, shown];
    const { ledger } = await once('query', list);
    expect(ledger.wasBefore('old')).toBe(true);
    expect((await once('query', [404, shown])).ledger.wasBefore('old')).toBe(false);
    expect((await once('cart', list)).ledger.wasBefore('old')).toBe(false);
    const later = (await once('create', [400])).ledger;
    await once('query', list, { ledger: later });
    expect(later.wasBefore('old')).toBe(false);
  });

  const path = { id: 'r1' };
  test.each([
    [
      'what was deleted and is read as gone is struck',
      [
        ['remove', [200]],
        ['readById', [404]],
      ],
      false,
    ],
    [
      'so where it is answered 410',
      [
        ['remove', [200]],
        ['readById', [410]],
      ],
      false,
    ],
    [
      'not where it is still read',
      [
        ['remove', [200]],
        ['readById', [200]],
      ],
      true,
    ],
    [
      'not where the delete was refused',
      [
        ['remove', [404]],
        ['readById', [404]],
      ],
      true,
    ],
    ['not where it was never deleted', [['readById', [404]]], true],
  ] satisfies [string, [EndpointName, Answer][], boolean][])('%s', async (_what, requests, isThere) => {
    const ledger = new Ledger();
    ledger.add({ id: 'r1', projectKey: 'demo', created: '' });
    for (const [name, answer] of requests) await once(name, answer, { ledger, ask: { path } });
    expect(ledger.has('demo', 'r1')).toBe(isThere);
  });
});

test.each([
  [{ json }, word],
  [{ json: { a: `${mark}bb` } }, `${mark}bb`],
  [{ json: { a: `xxabcde${mark}` } }, `abcde${mark}`],
  [{ json: { a: 'other' } }, undefined],
  [{}, undefined],
  [{ body: new TextEncoder().encode(`"q${mark}"`), json }, `q${mark}`],
] satisfies [Ask, string | undefined][])('the word of %o is %s', (ask, found) => {
  expect(wordOf(ask, mark)).toBe(found);
});

describe('a ledger', () => {
  const made = (id: string) => ({ id, projectKey: 'demo', created: '' });
  const sent = { projectKey: 'demo', created: '', word };

  test('is clean if no resource was made and no create is open', () => {
    const ledger = new Ledger();
    expect(isClean(ledger)).toBe(true);
    const number = ledger.begin(sent);
    expect(isClean(ledger)).toBe(false);
    ledger.close(number);
    expect(isClean(ledger)).toBe(true);
    ledger.add(made('r1'));
    expect(isClean(ledger)).toBe(false);
    ledger.strike('demo', 'r1');
    expect(isClean(ledger)).toBe(true);
  });

  test('remembers its resources even after they are gone', () => {
    const ledger = new Ledger();
    ledger.add(made('r1'));
    ledger.add(made('r2'));
    ledger.strike('demo', 'r1');
    const ids = ['r1', 'r2', 'r3'];
    expect(ids.map((id) => ledger.has('demo', id))).toEqual([false, true, false]);
    expect(ids.map((id) => ledger.wasMade('demo', id))).toEqual([true, true, false]);
    expect(ledger.wasMade('other', 'r1')).toBe(false);
  });

  test('closes the create that may have made the resource, and gives the resource its word', () => {
    const ledger = new Ledger();
    const one = ledger.begin(sent);
    const two = ledger.begin({ ...sent, word: `other${mark}` });
    ledger.leaveOpen(two, 'was answered 201', ['r2']);
    ledger.add(made('r2'));
    expect(ledger.open.map(({ number }) => number)).toEqual([one]);
    expect(ledger.entry('demo', 'r2')?.word).toBe(`other${mark}`);
    ledger.closeOf('nobody knows it');
    expect(ledger.open).toHaveLength(1);
    ledger.closeOf(word);
    expect(ledger.open).toEqual([]);
  });

  test('distinguishes projects', () => {
    const ledger = new Ledger();
    const number = ledger.begin({ ...sent, projectKey: 'other' });
    ledger.leaveOpen(number, 'was answered 201', ['r1']);
    ledger.add(made('r1'));
    expect(ledger.open).toHaveLength(1);
    expect(ledger.has('other', 'r1')).toBe(false);
  });

  test('counts struck resources, but neither older nor unknown resources', () => {
    const ledger = new Ledger();
    ledger.noteBefore(['old']);
    for (const id of ['old', 'r1']) ledger.add(made(id));
    for (const id of ['old', 'r1', 'r1', 'r2']) ledger.strike('demo', id);
    expect(ledger.struck).toBe(1);
  });

  test('notes deletes only of its own resources', () => {
    const ledger = new Ledger();
    ledger.noteDeleted('demo', 'r1');
    ledger.add(made('r1'));
    expect(ledger.wasDeleted(made('r1'))).toBe(false);
    ledger.noteDeleted('demo', 'r1');
    expect(ledger.wasDeleted(made('r1'))).toBe(true);
  });

  test('notes texts once, and only of its own resources', () => {
    const lines: LedgerLine[] = [];
    const ledger = new Ledger((line) => lines.push(line));
    ledger.noteTexts('demo', 'r1', ['x']);
    expect(lines).toEqual([]);
    ledger.add(made('r1'));
    ledger.noteTexts('demo', 'r1', ['x']);
    ledger.noteTexts('demo', 'r1', ['x', 'y']);
    ledger.noteTexts('demo', 'r1', ['y']);
    expect(ledger.entry('demo', 'r1')?.texts).toEqual(['x', 'y']);
    expect(lines.filter(({ kind }) => kind === 'texts')).toHaveLength(2);
  });

  test('can be read again from its lines, and continues to count', () => {
    const lines: LedgerLine[] = [];
    const ledger = new Ledger((line) => lines.push(line));
    ledger.noteBefore(['old']);
    const first = ledger.begin(sent);
    const second = ledger.begin({ ...sent, overwrites: true });
    ledger.leaveAccepted(second);
    ledger.add({ ...made('r1'), word });
    ledger.add(made('r2'));
    ledger.noteDeleted('demo', 'r1');
    ledger.strike('demo', 'r2');
    ledger.close(first);
    const again = Ledger.from(lines);
    expect(again.entries).toEqual(ledger.entries);
    expect(again.open).toEqual(ledger.open);
    expect(again.open).toMatchObject([{ accepted: true }]);
    expect(again.wasBefore('old')).toBe(true);
    expect(again.wasDeleted(made('r1'))).toBe(true);
    expect(again.struck).toBe(0);
    expect(again.begin(sent)).toBe(3);
    // What was there before is written down once, with the first create.
    expect(lines.filter(({ kind }) => kind === 'before')).toEqual([{ kind: 'before', ids: ['old'] }]);
    expect(lines[0]?.kind).toBe('before');
  });

  test('writes nothing if it closes an entry that is not open', () => {
    const lines: LedgerLine[] = [];
    new Ledger((line) => lines.push(line)).close(7);
    expect(lines).toEqual([]);
  });
});
