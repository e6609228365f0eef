import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import { createCallers } from '../../../run/callers.ts';
import type { Caller } from '../../../history/caller.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { Given } from '../../../history/history.ts';
import { createRandom } from '../../../run/random.ts';
import type { FailureKind, Header } from '../../../wire/exchange.ts';
import { flickers } from '../../../world/resources/flickers.ts';
import { misdirectedReads } from '../../../world/resources/misdirected-reads.ts';
import { goneUnasked } from '../../../world/resources/presence.ts';
import { writes } from '../../../world/resources/writes.ts';
import { historyOf } from '../../support/histories.ts';

const callers = createCallers(
  [
    { label: 'M', token: 'm', scopes: ['manage_test:demo'] },
    { label: 'V', token: 'v', scopes: ['view_test:demo'] },
    { label: 'P', token: 'p', scopes: ['view_products:demo'] },
  ],
  createRandom(1),
);
const who = (label: string): Caller => callers.all.find((one) => one.label === label) ?? callers.none;

interface More {
  readonly as?: string;
  /** When it was sent, and answered five milliseconds later; ten after the one before, unless told. */
  readonly at?: number;
  readonly redirects?: number;
  readonly mayNotExist?: boolean;
  readonly headers?: readonly Header[];
  readonly json?: string;
  readonly sent?: string;
  readonly method?: string;
}
/** The operation, what is behind the collection in its path, and how it was answered. */
type Met = readonly [EndpointName, string, number | FailureKind, More?];

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

function exchanges(met: readonly Met[]): readonly Exchange[] {
  return met.map(([name, rest, came, more = {}], index) => {
    const { as = 'M', at = index * 10, redirects = 0, mayNotExist, headers = [], json = '{}', sent, method } = more; // prettier-ignore
    const times = { sentAt: at, answeredAt: at + 5 };
    return new Exchange({
      number: index + 1,
      endpoint: name,
      caller: who(as),
      request: {
        method: method ?? endpoint(name).method ?? 'POST',
        target: rest.startsWith('//') ? rest.slice(1) : `/demo/resource${rest}`,
        headers: [],
        ...(sent === undefined ? {} : { body: octets(sent) }),
      },
      outcome:
        typeof came === 'number'
          ? { kind: 'answer', status: came, headers, body: octets(json), ...times }
          : { kind: 'failure', failure: came, detail: '', wrote: true, ...times },
      redirects,
      mayNotExist,
    });
  });
}

const [read, remove] = ['readById', 'remove'] as const;

describe('resources that are gone', () => {
  const made = ['a', 'b', 'c d'].map((id) => ({ kind: 'made', id }) as const);
  const gone = (...met: readonly Met[]) => goneUnasked(historyOf([...made, ...exchanges(met)]));
  const none = undefined;
  const once = { count: 1, first: 5, neverFound: 1 };

  test.each<readonly [string, readonly Met[], ReturnType<typeof gone>]>([
    ['nothing', [], none],
    ['a read that finds nothing', [[read, '/a', 404]], once],
    ['one that finds nothing any more', [[read, '/a', 410]], once],
    ['one with a parameter', [[read, '/a?b=1', 404]], once],
    ['one of an id that is encoded', [[read, '/c%20d', 404]], once],
    ['one by a token that may read', [[read, '/a', 404, { as: 'V' }]], once],
    ['one by a token that may not', [[read, '/a', 404, { as: 'P' }]], none],
    ['one without a token', [[read, '/a', 404, { as: 'nobody' }]], none],
    ['one that led on', [[read, '/a', 404, { redirects: 1 }]], once],
    ['one that is refused', [[read, '/a', 403]], none],
    ['one that fails', [[read, '/a', 500]], none],
    ['one that is lost', [[read, '/a', 'reset']], none],
    ['one of what nobody has made', [[read, '/z', 404]], none],
    ['one in another project', [[read, '//other/resource/a', 404]], none],
    ['a read by key', [['readByKey', '/a', 404]], none],
    ['an update', [['update', '/a', 404]], none],
    ['two reads of one', [[read, '/a', 404], [read, '/a', 404]], once],
    ['reads of two', [[read, '/a', 404], [read, '/b', 404]], { ...once, count: 2, neverFound: 2 }],
    ['one that was found before', [[read, '/a', 200], [read, '/a', 404]], { count: 1, first: 15, neverFound: 0 }],
    ['one that is found again', [[read, '/a', 404], [read, '/a', 200]], none],
    ['one that is found in between', [[read, '/a', 404], [read, '/a', 200], [read, '/a', 404]], { count: 1, first: 25, neverFound: 0 }],
    ['one that the run has deleted', [[remove, '/a', 200], [read, '/a', 404]], none],
    ['one that the run may have deleted', [[remove, '/a', 'reset'], [read, '/a', 404]], none],
    ['one that was gone before the run deleted it', [[read, '/a', 404], [remove, '/a', 404]], once],
    ['a delete of one, where no delete succeeds', [[remove, '/a', 404]], none],
    ['a delete of one, where another one succeeds', [[remove, '/a', 404], [remove, '/b', 200]], once],
    ['a delete of one by a token that may not', [[remove, '/a', 404, { as: 'V' }], [remove, '/b', 200]], none],
    ['a delete of one that led on', [[remove, '/a', 404, { redirects: 1 }], [remove, '/b', 200]], none],
    ['a second delete of one', [[remove, '/a', 403], [remove, '/a', 404], [remove, '/b', 200]], none],
  ])('are reported by %s', (_what, met, expected) => {
    expect(gone(...met)).toEqual(expected);
  }); // prettier-ignore
});

describe('a resource that comes and goes', () => {
  const after = (...met: readonly Met[]) => flickers(historyOf(exchanges(met)));
  /** Of each flicker of `a` the numbers of the read that missed it and of the one that found it again, and its rest. */
  const flickered = (...met: readonly Met[]) =>
    after(...met).all.flatMap((one) => one.flickers.map(({ missed, found, restedMs }) => [missed.number, found?.number, restedMs])); // prettier-ignore
  const found: Met = [read, '/a', 200];
  const missed: Met = [read, '/a', 404];

  test.each<readonly [string, readonly Met[], readonly unknown[]]>([
    ['is missed and found again', [found, missed, found], [[2, 3, 5]]],
    ['is missed and not found again', [found, missed], [[2, undefined, 5]]],
    ['is missed by 410', [found, [read, '/a', 410]], [[2, undefined, 5]]],
    ['is refused', [found, [read, '/a', 403], found], []],
    ['is lost', [found, [read, '/a', 'reset'], found], []],
    ['fails', [found, [read, '/a', 500], found], []],
    ['is missed before it is found', [missed, found], []],
    ['is missed by another caller', [found, [read, '/a', 404, { as: 'V' }], found], []],
    ['is missed with a parameter', [found, [read, '/a?b', 404], found], []],
    ['is missed elsewhere', [found, [read, '//other/resource/a', 404], found], []],
    ['is missed behind a redirect', [found, [read, '/a', 404, { redirects: 1 }], found], []],
    ['is missed by a read that was sent before it was found', [found, [read, '/a', 404, { at: 4 }]], []],
    ['is missed by a read that was sent when it was found', [found, [read, '/a', 404, { at: 5 }]], [[2, undefined, 0]]],
    ['is found again by a read that was sent before it was missed', [found, missed, [read, '/a', 200, { at: 14 }]], [[2, undefined, 5]]],
    ['is found again by a read that was sent then', [found, missed, [read, '/a', 200, { at: 15 }]], [[2, 3, 5]]],
    ['is missed twice', [found, missed, found, missed, found], [[2, 3, 5], [4, 5, 25]]],
    ['is updated before', [found, ['update', '/a', 200], missed, found], [[3, 4, 5]]],
    ['is updated before, in vain', [found, ['update', '/a', 409], missed, found], [[3, 4, 5]]],
    ['is updated after it was missed', [found, missed, ['update', '/a', 200], found], [[2, 4, 5]]],
    ['is updated while it was missed', [found, missed, ['update', '/a', 200, { at: 15 }], found], []],
    ['is updated after all', [found, missed, found, ['update', '/a', 200]], [[2, 3, 5]]],
    ['was updated all the while', [found, missed, found, ['update', '/a', 200, { at: 6 }]], []],
    ['is overwritten, perhaps, before', [found, ['put', '', 200], missed, found], [[3, 4, 5]]],
    ['is overwritten, perhaps, while it was missed', [found, missed, ['put', '', 200, { at: 12 }], found], []],
    ['is deleted before', [found, [remove, '/a', 200], missed], []],
    ['is deleted before, in vain', [found, [remove, '/a', 403], missed], []],
    ['is deleted after all', [found, missed, found, [remove, '/a', 200]], [[2, 3, 5]]],
  ])('flickers if it %s, or does not', (_what, met, expected) => {
    expect(flickered(...met)).toEqual(expected);
  }); // prettier-ignore

  test.each<readonly [string, readonly Met[], number | undefined]>([
    ['it was first read', [found, found], 5],
    ['the last write to it', [found, ['update', '/a', 200], ['update', '/a', 409]], 25],
    ['the last write to whatever there is', [found, ['patch', '', 200], found], 15],
    ['no write to another one', [found, ['update', '/b', 200]], 5],
    ['no time where it was never found', [missed], undefined],
    ['no time where it is to be deleted', [found, [remove, '/a', 403]], undefined],
  ])('rests since %s', (_since, met, ms) => {
    expect(after(...met).restsSince('a')).toBe(ms);
  });

  test('is named by its id', () => {
    expect(after([read, '/c%20d', 200], [read, '/c%20d', 404]).all.map(({ id }) => id)).toEqual(['c d']);
    expect(after([read, '/c%20d', 404]).unfound.map(({ id }) => id)).toEqual(['c d']);
    expect(after([read, '/c%20d', 200]).restsSince('c d')).toBe(5);
  });
});

describe('an earlier write', () => {
  const written = (met: readonly Met[], given: Partial<Given> = {}) => {
    const told = writes(historyOf(exchanges(met), given));
    return {
      before: (number: number, ...about: readonly number[]) => told.before(number, about).map((one) => one.number), // prettier-ignore
      readBefore: (number: number) => told.readBefore(number)?.number,
      readAfter: (number: number) => told.readAfter(number)?.number,
    };
  };
  const create = (json: string, headers: readonly Header[] = []): Met => ['create', '', 201, { json, headers }]; // prettier-ignore
  const last: Met = [read, '/a', 200];

  test.for<readonly [string, readonly Met[], readonly number[], Partial<Given>?]>([
    ['its create, by the id in its answer', [create('{"id":"a"}'), last], [1]],
    ['its create, by the key in its answer', [create('{"key":"a"}'), ['readByKey', '/key=a', 200]], [1]],
    ['its create, by its Location', [create('{}', [['Location', '/demo/resource/a?b#c']]), last], [1]],
    ['its create, by a member that is declared', [create('{"name":"a"}'), last], [1], { namedAt: ['/name'] }],
    ['its create, by both of its names', [create('{"id":"a","key":"k"}'), ['update', '/a', 200], ['readByKey', '/key=k', 200]], [1, 2]],
    ['not a create that was refused', [['create', '', 400, { json: '{"id":"a"}' }], last], []],
    ['not a create of another one', [create('{"id":"b"}'), last], []],
    ['not a create that names nothing', [create('{"id":""}'), last], []],
    ['an overwrite that shows it', [['put', '', 200, { json: '{"id":"a"}' }], last], [1]],
    ['updates of it, whatever came', [['update', '/a', 200], ['update', '/a', 409], ['update', '/b', 200], last], [1, 2]],
    ['deletes of it', [[remove, '/a', 200], last], [1]],
    ['not what was lost', [['update', '/a', 'reset'], ['update', '/a', 503], last], []],
    ['not what led on', [['update', '/a', 200, { redirects: 1 }], last], []],
    ['not what was read', [[read, '/a', 200], last], []],
    ['not what names none', [['complexPath', '/artificially-complex/path/uri-parameter-one=a/a', 200], last], []],
    ['by an id that is encoded', [['update', '/%61', 200], last], [1]],
  ])('an earlier write to a resource before a read: %s', ([_what, met, numbers, given]) => {
    expect(written(met, given).before(met.length, met.length)).toEqual(numbers);
  }); // prettier-ignore

  test('is reported without later writes, and without writes that the story already has', () => {
    const update: Met = ['update', '/a', 200];
    const { before } = written([update, update, update, ['update', '/b', 200]]);
    expect([before(3, 3), before(3, 1, 3), before(2, 3), before(5, 3, 4)]).toEqual([
      [1, 2],
      [2],
      [1],
      [1, 2],
    ]);
    expect(before(5)).toEqual([]);
  });

  test('is reported at any length', () => {
    const updates = Array.from({ length: 25 }, (): Met => ['update', '/a', 200]);
    expect(written([...updates.slice(1), last]).before(25, 25)).toHaveLength(24);
    expect(written([...updates, last]).before(26, 26)).toEqual(updates.map((_, at) => at + 1));
  });

  test.each<readonly [string, readonly Met[], before: number | undefined, after: number | undefined]>([
    ['the reads around it', [last, ['update', '/a', 200], last], 1, 3],
    ['the last read before it', [last, last, ['update', '/a', 200]], 2, undefined],
    ['the first read after it', [['update', '/a', 200], last, last], undefined, 2],
    ['no read that a write has outdated', [last, ['update', '/a', 200], ['update', '/a', 200]], undefined, undefined],
    ['a read before a write that was refused', [last, ['update', '/a', 409], ['update', '/a', 200]], 1, undefined],
    ['no read that was refused', [[read, '/a', 404], ['update', '/a', 200], [read, '/a', 404]], undefined, undefined],
    ['no read of another one', [[read, '/b', 200], ['update', '/a', 200], [read, '/b', 200]], undefined, undefined],
  ])('shows %s', (_what, met, before, after) => {
    const number = met.findLastIndex(([name]) => name === 'update') + 1;
    const { readBefore, readAfter } = written(met);
    expect([readBefore(number), readAfter(number)]).toEqual([before, after]);
  }); // prettier-ignore

  test('shows no read after it if another write came first', () => {
    const { readAfter } = written([['update', '/a', 200], ['update', '/a', 409], last]);
    expect([readAfter(1), readAfter(2)]).toEqual([undefined, 3]);
  });
});

describe('a read that shows another resource', () => {
  const content = (text: string): string => `{"version":1,"objectTypeProperty":{"a":["${text}"]}}`;
  const misdirected = (route: 'readById' | 'readByKey', ...met: readonly Met[]) => {
    const made: readonly Met[] = ['one mark', 'two mark', 'three'].map((text) => ['create', '', 201, { sent: content(text) }]); // prettier-ignore
    return misdirectedReads(historyOf(exchanges([...made, ...met]), { mark: 'mark' }))
      .by(route)
      .map(({ number }) => number - made.length);
  };
  const shows = (path: string, text: string, more: More = {}, status = 200): Met =>
    [path.includes('=') ? 'readByKey' : 'readById', path, status, { json: content(text), ...more }]; // prettier-ignore
  const [own, other] = [shows('/a', 'one mark'), shows('/b', 'one mark')];

  test.each<readonly [string, readonly Met[], readonly number[]]>([
    ['is one by another id', [own, other], [2]],
    ['is none by the same id', [own, own], []],
    ['is none that shows what is its own', [own, shows('/b', 'two mark')], []],
    ['is none that shows a text without the mark', [shows('/a', 'three'), shows('/b', 'three')], []],
    ['is none that shows what nobody has made', [shows('/a', 'four mark'), shows('/b', 'four mark')], []],
    ['is none that fails', [own, shows('/b', 'one mark', {}, 404)], []],
    ['is none with a parameter', [own, shows('/b?c', 'one mark')], []],
    ['is none behind a redirect', [own, shows('/b', 'one mark', { redirects: 1 })], []],
    ['is one of what need not be there', [own, shows('/b', 'one mark', { mayNotExist: true })], [2]],
    ['is none without a version', [own, shows('/b', '', { json: '{"objectTypeProperty":{"a":"one mark"}}' })], []],
    ['is none that shows it elsewhere', [own, shows('/b', '', { json: '{"version":1,"a":"one mark"}' })], []],
    ['is none once a second create has carried the text', [['create', '', 201, { sent: content('one mark') }], own, other], []],
    ['is none once an overwrite has carried it', [['put', '', 200, { sent: content('one mark') }], own, other], []],
  ])('%s', (_what, met, numbers) => {
    expect(misdirected('readById', ...met)).toEqual(numbers);
  }); // prettier-ignore

  test.each<readonly [string, readonly Met[], readonly number[]]>([
    ['is one by a second key', [own, shows('/key=k', 'one mark'), shows('/key=l', 'one mark')], [3]],
    ['is one that shows a second resource by one key', [own, shows('/b', 'two mark'), shows('/key=k', 'one mark'), shows('/key=k', 'two mark')], [4]],
    ['is none by the same key', [own, shows('/key=k', 'one mark'), shows('/key=k', 'one mark')], []],
    ['is none by two keys of two', [own, shows('/b', 'two mark'), shows('/key=k', 'one mark'), shows('/key=l', 'two mark')], []],
    ['is none of what need not be there', [own, shows('/key=k', 'one mark'), shows('/key=l', 'one mark', { mayNotExist: true })], []],
    ['is none before a read by id', [shows('/key=k', 'one mark'), shows('/key=l', 'one mark')], []],
  ])('by key %s', (_what, met, numbers) => {
    expect(misdirected('readByKey', ...met)).toEqual(numbers);
  }); // prettier-ignore
});
