import { describe, expect, test } from 'vitest';
import { createAsk, sampleBodies } from '../../../implementation/create-body.ts';

describe('a declared create', () => {
  const sample = {
    sku: 'test-{unique}',
    count: 3,
    tags: [{ name: '{unique}' }, null, true],
    objectTypeProperty: { arrayOfStringExample: ['a'] },
  };

  test('has a different word for {unique} each time, and is unchanged otherwise', () => {
    let words = 0;
    const [marked, asDeclared] = sampleBodies(sample, () => `w${(words += 1)}`);
    const filled = (word: string) => ({ ...sample, sku: `test-${word}`, tags: [{ name: word }, null, true] });
    expect([asDeclared?.('abc'), asDeclared?.('abc')]).toEqual([filled('w1'), filled('w2')]);
    expect(marked?.('abc')).toEqual({
      ...filled('w3'),
      objectTypeProperty: { arrayOfStringExample: ['a', 'abc'] },
    });
  });

  test('may have undocumented content', () => {
    const [body] = sampleBodies(sample, () => 'w');
    if (body === undefined) throw new Error('no body');
    expect(createAsk(body, 'abc').bodyIs).toBe('either');
  });
});
