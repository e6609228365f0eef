import { describe, expect, test } from 'vitest';
import { AcceptedStates, type ReusedVersion } from '../../../implementation/updates/accepted-states.ts';
import { Exchange } from '../../../history/exchange.ts';

let number = 0;

function showing(value: unknown): Exchange {
  number += 1;
  return new Exchange({
    number,
    endpoint: 'readById',
    caller: { label: 'a token', kind: 'supplied', scopes: new Set() },
    request: { method: 'GET', target: '/r/1', headers: [] },
    outcome: {
      kind: 'answer',
      status: 200,
      headers: [],
      body: new TextEncoder().encode(JSON.stringify(value)),
      sentAt: 0,
      answeredAt: 0,
    },
    redirects: 0,
  });
}

const update = showing({});

/** What comes of updates that are each accepted at what a read has just shown. */
function reusedIn(...shown: readonly unknown[]): readonly (ReusedVersion | undefined)[] {
  const states = new AcceptedStates();
  return shown.map((value) => {
    states.show(showing(value), '/someProperty');
    return states.accept(states.last, String((value as { version?: number }).version ?? 1), update);
  });
}

describe('a version is reused', () => {
  test('where updates that state it are accepted on two states that show it', () => {
    const [first, second] = reusedIn({ version: 1, someProperty: 'a' }, { version: 1, someProperty: 'b' });
    expect(first).toBeUndefined();
    expect(second).toMatchObject({ first: { value: 'a' }, second: { value: 'b' } });
  });

  test('in a row where no update with another version was accepted between', () => {
    const [a, b] = ['a', 'b'].map((someProperty) => ({ version: 1, someProperty }));
    expect(reusedIn(a, b)[1]).toMatchObject({ inARow: true });
    expect(reusedIn(a, { version: 2, someProperty: 'c' }, b)[2]).toMatchObject({ inARow: false });
  });

  test('where the first state shows no value yet', () => {
    expect(reusedIn({ version: 1 }, { version: 1, someProperty: 'b' })[1]).toMatchObject({
      first: { value: undefined },
    });
  });

  test.each([
    ['both show one value', { version: 1, someProperty: 'a' }],
    ['the second shows another version', { version: 2, someProperty: 'b' }],
    ['the second shows no version', { someProperty: 'b' }],
    ['the value is no text', { version: 1, someProperty: 7 }],
  ])('but not where %s', (_title, second) => {
    expect(reusedIn({ version: 1, someProperty: 'a' }, second)[1]).toBeUndefined();
  });
});

describe('a state', () => {
  test('is known no more once something was written', () => {
    const states = new AcceptedStates();
    states.show(showing({ version: 1, someProperty: 'a' }), '/someProperty');
    states.blur();
    expect(states.last).toBeUndefined();
  });

  test('is told by an answer only where that is believed, and by none where it is not known what shows', () => {
    const states = new AcceptedStates();
    states.show(showing({ version: 1, someProperty: 'a' }), '/someProperty', (value) => value === 'b');
    expect(states.last).toBeUndefined();
    states.show(showing({ version: 1, someProperty: 'a' }), undefined);
    expect(states.last).toBeUndefined();
  });
});
