import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../../implementation/resources/clean-up.ts';
import type { CleanUp } from '../../../implementation/resources/cleaning.ts';
import { Ledger, type SentCreate } from '../../../implementation/resources/ledger.ts';
import {
  cleaning,
  created,
  entryOf,
  mark,
  type CleaningScript,
} from '../../support/stages/cleaned-target.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const shown = (id: string, word: string): string => `{"id":"${id}","version":1,"text":"${word}"}`;
const list = (...items: readonly string[]): Answer => [200, `{"results":[${items.join(',')}]}`];

/** A ledger with a create that was sent, of which no answer came. */
function openWith(create: Partial<Omit<SentCreate, 'number'>> = {}): {
  readonly ledger: Ledger;
  readonly number: number;
} {
  const ledger = new Ledger();
  const number = ledger.begin({ projectKey: 'demo', created, word: `a1${mark}`, ...create });
  return { ledger, number };
}

describe('a create without an answer', () => {
  const inList =
    (...items: readonly string[]): CleaningScript =>
    (name, _ask) =>
      name === 'query' ? list(...items) : name === 'readById' ? [404] : name === 'remove' ? [200] : list();

  test('is found by its word in a list, and its resource is deleted', async () => {
    const { ledger } = openWith();
    const { by, sent } = cleaning(inList(shown('x', 'other'), shown('r1', `a1${mark}`)));
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(sent.filter(({ name }) => name === 'remove').map(({ ask }) => ask.path?.['id'])).toEqual(['r1']);
    expect(ledger.open).toEqual([]);
  });

  test('is found if it got the id of a resource that is gone', async () => {
    const { ledger } = openWith();
    ledger.add(entryOf('r1', { word: `b1${mark}` }));
    ledger.strike('demo', 'r1');
    const { by, sent } = cleaning(inList(shown('r1', `a1${mark}`)));
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(sent.filter(({ name }) => name === 'remove')).toHaveLength(1);
  });

  test('does not report a resource as changed that is gone but still shows in lists', async () => {
    const { ledger } = openWith();
    ledger.add(entryOf('r2', { word: `b1${mark}` }));
    ledger.strike('demo', 'r2');
    const left = async (...items: readonly string[]) =>
      (await cleanUp(ledger, cleaning(inList(...items)).by)).map(({ id }) => id);
    expect(await left(shown('r2', `b1${mark}`))).toEqual(['unknown']);
    expect(await left(shown('r3', `b1${mark}`))).toEqual(['unknown', 'r3']);
  });

  test('is found by a read of a listed resource whose text the list does not show', async () => {
    const { ledger } = openWith();
    const { by, sent } = cleaning((name, ask) => {
      if (name === 'readById') return ask.path?.['id'] === 'r1' ? [200, shown('r1', `a1${mark}`)] : [404];
      return name === 'remove' ? [200] : list('{"id":"r1","version":1}');
    });
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(sent.filter(({ name }) => name === 'remove')).toHaveLength(1);
    // Nothing is read twice.
    expect(sent.filter(({ name }) => name === 'readById')).toHaveLength(1);
  });

  test('is found by a read of the resource that its answer may have named', async () => {
    const { ledger, number } = openWith();
    ledger.leaveOpen(number, 'was answered 201', ['r1', 'r2']);
    const { by, sent } = cleaning((name, ask) => {
      if (name === 'readById') return ask.path?.['id'] === 'r2' ? [200, shown('r2', `a1${mark}`)] : [404];
      return name === 'remove' ? [200] : list();
    });
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(sent.filter(({ name }) => name === 'remove').map(({ ask }) => ask.path?.['id'])).toEqual(['r2']);
  });

  test('may have left a resource if no answer shows it', async () => {
    const { ledger } = openWith();
    const { by, sent } = cleaning(inList());
    expect(await cleanUp(ledger, by)).toMatchObject([{ id: 'unknown', created }]);
    expect(sent.some(({ name }) => name === 'remove')).toBe(false);
  });

  test('is not searched for without a reader', async () => {
    const { ledger } = openWith();
    const { by, sent } = cleaning(inList(shown('r1', `a1${mark}`)), { reader: undefined });
    expect(await cleanUp(ledger, by)).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test('has made no resource if a complete list does not show it in time', async () => {
    const { ledger } = openWith();
    ledger.add(entryOf('k', { word: `k${mark}` }));
    const { by } = cleaning((name) =>
      name === 'remove' ? [403] : name === 'readById' ? [404] : list(shown('k', `k${mark}`)),
    );
    expect((await cleanUp(ledger, by)).map(({ id }) => id)).toEqual(['k']);
  });

  test('may have made a resource if the list is incomplete', async () => {
    const { ledger } = openWith();
    ledger.add(entryOf('k', { word: `k${mark}` }));
    const { by } = cleaning((name) =>
      name === 'remove' ? [403] : name === 'readById' ? [404] : list(shown('x', 'other')),
    );
    expect((await cleanUp(ledger, by)).map(({ id }) => id).toSorted()).toEqual(['k', 'unknown']);
  });

  test('is waited for as long as lists may lag', async () => {
    const { ledger } = openWith();
    const { by, sent } = cleaning((name, _ask, at) =>
      name === 'remove'
        ? [200]
        : name === 'readById'
          ? [404]
          : list(shown('x', 'other'), ...(at >= 900 ? [shown('r1', `a1${mark}`)] : [])),
    );
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(sent.filter(({ name }) => name === 'remove')).toHaveLength(1);
  });

  test.each([
    ['was lent', { profile: { resource: { sandbox: ['r1'] } } }, () => {}],
    ['may be deleted, but was lent', { profile: { resource: { disposable: ['r1'] } } }, () => {}],
    ['was there before', {}, (ledger: Ledger) => ledger.noteBefore(['r1'])],
  ] satisfies [string, Partial<CleanUp>, (ledger: Ledger) => void][])(
    'is not a value that %s',
    async (_what, more, prepare) => {
      const ledger = new Ledger();
      prepare(ledger);
      ledger.begin({ projectKey: 'demo', created, word: `a1${mark}` });
      const { by, names } = cleaning(inList(shown('r1', `a1${mark}`)), more);
      expect((await cleanUp(ledger, by)).map(({ id }) => id)).toEqual(['unknown']);
      expect(names()).not.toContain('remove');
    },
  );

  test('is the create with the longest fitting word', async () => {
    const ledger = new Ledger();
    ledger.begin({ projectKey: 'demo', created, word: `a1${mark}` });
    ledger.begin({ projectKey: 'demo', created, word: `a1${mark}b` });
    let isThere = true;
    const { by, deletes } = cleaning((name) => {
      if (name === 'remove') isThere = false;
      if (name === 'readById') return [404];
      return name === 'remove' ? [200] : list(...(isThere ? [shown('r1', `a1${mark}b`)] : []));
    });
    expect(await cleanUp(ledger, by)).toHaveLength(1);
    expect(deletes()).toEqual(['r1']);
    expect(ledger.open.map(({ word }) => word)).toEqual([`a1${mark}`]);
  });
});

describe('an overwrite without an answer', () => {
  const listing: CleaningScript = (name) =>
    name === 'readById' ? [404] : name === 'remove' ? [200] : list(shown('r1', `a1${mark}`));

  test('is not searched for if no overwrite was seen to create', async () => {
    const { ledger } = openWith({ overwrites: true });
    const { by, sent } = cleaning(listing);
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('an accepted overwrite without a visible effect has changed the resource with its word: the run names that resource and never deletes it', async () => {
    const { ledger, number } = openWith({ overwrites: true });
    ledger.leaveAccepted(number);
    const { by, deletes } = cleaning(listing);
    expect(await cleanUp(ledger, by)).toMatchObject([{ id: 'r1', changed: true, created }]);
    expect(deletes()).toEqual([]);
    expect(ledger.open).toEqual([]);
  });

  test('an accepted overwrite is settled if no list shows its word', async () => {
    const { ledger, number } = openWith({ overwrites: true });
    ledger.leaveAccepted(number);
    const { by, sent } = cleaning((name) => (name === 'readById' ? [404] : list(shown('x', 'other'))));
    expect(await cleanUp(ledger, by)).toEqual([]);
    expect(ledger.open).toEqual([]);
    // What was overwritten shows at once: one look is enough.
    expect(sent.filter(({ name }) => name === 'query')).toHaveLength(1);
  });

  test('may have created a resource, if another overwrite has', async () => {
    const { ledger } = openWith({ overwrites: true });
    ledger.add(entryOf('p', { overwrites: true, word: `p${mark}` }));
    const { by } = cleaning((name) => (name === 'readById' ? [404] : name === 'remove' ? [200] : list()));
    expect(await cleanUp(ledger, by)).toMatchObject([{ id: 'unknown' }]);
  });
});
