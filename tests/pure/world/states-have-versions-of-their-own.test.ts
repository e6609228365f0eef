import { describe, expect, test } from 'vitest';
import { defined } from '../../../clause/defined.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { reusedVersions } from '../../../world/resources/reused-versions.ts';
import { exchangeAt, historyOf } from '../../support/histories.ts';

const methods = { readById: 'GET', update: 'POST', remove: 'DELETE', put: 'PUT' } as const;

/**
 * What is requested, the result of it, and when: each takes a millisecond, one after the other, unless it says
 * otherwise.
 */
interface Step {
  readonly name: keyof typeof methods & EndpointName;
  readonly asked?: unknown;
  readonly status?: number;
  readonly shows?: unknown;
  readonly id?: string;
  readonly during?: readonly [sent: number, answered: number];
}

function reusedIn(steps: readonly Step[], pointer: string | null = '/someProperty') {
  const exchanges = steps.map(({ name, id = '1', during, ...step }, at) =>
    exchangeAt(name, {
      ...step,
      number: at + 1,
      method: methods[name],
      target: name === 'put' ? '/demo/resource' : `/demo/resource/${id}`,
      sentAt: during?.[0] ?? 10 * at,
      ...defined({ answeredAt: during?.[1] }),
    }),
  );
  return reusedVersions(historyOf(exchanges), pointer ?? undefined).map(
    ({ first, second, update, inARow }) => ({
      states: [first.value, second.value],
      version: second.version,
      update: update.number,
      inARow,
    }),
  );
}

const read = (version: unknown, someProperty?: unknown, more: Partial<Step> = {}): Step => ({
  name: 'readById',
  shows: { version, ...(someProperty === undefined ? {} : { someProperty }) },
  ...more,
});
const update = (version: unknown, more: Partial<Step> = {}): Step => ({
  name: 'update',
  asked: { version, actions: [{ action: 'changeSomeProperty', someProperty: 'new' }] },
  ...more,
});

const reused = [read(1, 'a'), update(1), read(1, 'b'), update(1)];

describe('a version is reused', () => {
  test('a version is reused if updates that state it are accepted on two states that show it', () => {
    expect(reusedIn(reused)).toEqual([{ states: ['a', 'b'], version: 1n, update: 4, inARow: true }]);
  });

  test('a version is not reused in a row if an update with another version was accepted between', () => {
    expect(reusedIn([read(1, 'a'), update(1), read(2, 'c'), update(2), read(1, 'b'), update(1)])).toEqual([
      { states: ['a', 'b'], version: 1n, update: 6, inARow: false },
    ]);
  });

  test('a version is reused if the first state shows no value yet', () => {
    expect(reusedIn([read(1), update(1), read(1, 'b'), update(1)])).toMatchObject([
      { states: [undefined, 'b'] },
    ]);
  });

  test('a version is reused if the answer of an update shows the state, since it shows the change', () => {
    const shown = update(1, { shows: { version: 1, someProperty: 'new' } });
    expect(reusedIn([read(1, 'a'), shown, update(1)])).toMatchObject([{ states: ['a', 'new'] }]);
    const earlier = update(1, { shows: { version: 1, someProperty: 'old' } });
    expect(reusedIn([read(1, 'a'), earlier, update(1)])).toEqual([]);
  });

  test('in spite of refused updates and deletes in between', () => {
    const refused: Step = { name: 'remove', status: 403 };
    expect(reusedIn([read(1, 'a'), update(1), read(1, 'b'), refused, update(1)])).toHaveLength(1);
    expect(
      reusedIn([read(1, 'a'), update(1), read(1, 'b'), update(7, { status: 409 }), update(1)]),
    ).toHaveLength(1);
  });

  test.each<readonly [string, readonly Step[]]>([
    ['both show one value', [read(1, 'a'), update(1), read(1, 'a'), update(1)]],
    ['the second shows another version', [read(1, 'a'), update(1), read(2, 'b'), update(2)]],
    ['the second shows no version', [read(1, 'a'), update(1), read(undefined, 'b'), update(1)]],
    ['the value is no text', [read(1, 'a'), update(1), read(1, 7), update(1)]],
    ['another version is stated', [read(1, 'a'), update(1), read(1, 'b'), update(2)]],
    ['the second is not accepted', [read(1, 'a'), update(1), read(1, 'b'), update(1, { status: 409 })]],
    ['nothing was read since the first', [read(1, 'a'), update(1), update(1)]],
    ['it is another resource', [read(1, 'a'), update(1), read(1, 'b', { id: '2' }), update(1, { id: '2' })]],
    ['something was written between the look and the update', [...reused.slice(0, 3), update(3, { status: 400 }), update(1)]],
    ['an overwrite may have been of this one', [...reused.slice(0, 3), { name: 'put' }, update(1)]],
    ['another update was answered while the look was on its way', [read(1, 'a'), update(1), update(3, { status: 400 }), read(1, 'b', { during: [15, 31] }), update(1)]],
  ])('a version is not reused if %s', (_title, steps) => {
    expect(reusedIn(steps)).toEqual([]);
  }); // prettier-ignore

  test('a version is not reused if the place of changes is unknown', () => {
    expect(reusedIn(reused, null)).toEqual([]);
  });
});
