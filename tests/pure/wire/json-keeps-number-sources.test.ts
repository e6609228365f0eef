import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNumber, plain, readJson, sameJson, writeJson } from '../../../wire/json/json.ts';
import type { Json, JsonInput } from '../../../wire/json/json.ts';
import { decimal, integerValue, isIntegerSource, sameNumber } from '../../../wire/json/numbers.ts';

const read = (text: string) => readJson(new TextEncoder().encode(text));

function valueOf(text: string): Json {
  const reading = read(text);
  if (reading.kind !== 'json') throw new Error(`Expected JSON, got ${reading.kind} for ${text}`);
  return reading.value;
}

describe('reading', () => {
  test('numbers keep their spelling and are written back unchanged', () => {
    const text = '{"version":1732175009123456789,"price":1.0,"tiny":-0.0e-7,"list":[1E+2,-0]}';
    expect(writeJson(valueOf(text))).toBe(text);
    expect(valueOf('9007199254740993')).toEqual(new JsonNumber('9007199254740993'));
  });

  test('agrees with JSON.parse on every text that it writes and on its mutilations', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), fc.string({ maxLength: 2 }), (text, where, splice) => {
        const at = where % (text.length + 1);
        for (const each of [text, text.slice(0, at) + splice + text.slice(at + splice.length)]) {
          if (/\p{Surrogate}/u.test(each)) continue;
          let expected: unknown;
          try {
            expected = JSON.parse(each);
          } catch {
            expect(read(each).kind).toBe('not-json');
            continue;
          }
          expect(plain(valueOf(each))).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    '',
    ' ',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "'a'",
    '"\t"',
    '"\\x"',
    '"\\u12"',
  ])('refuses %j', (text) => {
    expect(read(text)).toMatchObject({ kind: 'not-json' });
  });

  test('names the place where a text stops being JSON', () => {
    expect(read('{"a":1 "b":2}')).toEqual({
      kind: 'not-json',
      reason: 'expected "," or "}", got "\\""',
      at: 7,
    });
  });

  test('reports oddities and lets the last of two members win', () => {
    expect(read('\uFEFF{"a":1,"a":2}')).toMatchObject({ oddities: ['bom', 'duplicate-member'] });
    expect(writeJson(valueOf('{"a":1,"a":2}'))).toBe('{"a":2}');
    expect(read('{"a":1,"b":{"a":1}}')).toMatchObject({ oddities: [] });
  });

  test('takes __proto__ for a member like any other', () => {
    const value = valueOf('{"__proto__":{"version":1},"toString":2}');
    expect(writeJson(value)).toBe('{"__proto__":{"version":1},"toString":2}');
    expect(Object.keys(plain(value) ?? {})).toEqual(['__proto__', 'toString']);
    expect(read('{"toString":2}')).toMatchObject({ oddities: [] });
  });

  test('refuses octets that are not UTF-8, and nesting without end', () => {
    expect(readJson(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ kind: 'not-utf8' });
    expect(read('['.repeat(100_000))).toEqual({ kind: 'too-deep' });
    expect(read('['.repeat(2_000) + ']'.repeat(2_000)).kind).toBe('json');
    expect(read('['.repeat(2_001) + ']'.repeat(2_001)).kind).toBe('too-deep');
  });
});

describe('reading a long list of numbers again', () => {
  const again = (
    texts: readonly string[],
  ): { readonly values: readonly unknown[]; readonly learnt: number } => {
    const lists = new Map<string, Json[]>();
    const values = texts.map((text) => {
      const reading = readJson(new TextEncoder().encode(text), lists);
      return reading.kind === 'json' ? reading.value : reading;
    });
    return { values, learnt: lists.size };
  };
  const numbers = Array.from({ length: 1_000 }, (_, at) => `${at}.5`).join(', ');

  test('gives the same list, without a copy of the text around it', () => {
    const { values } = again([`{"a":1,"b":[ ${numbers}] ,"c":[]}`, `[[ ${numbers}],2]`]);
    const [first, second] = values as [Record<string, Json[]>, Json[][]];
    expect(second[0]).toBe(first['b']);
    expect(writeJson(first)).toBe(`{"a":1,"b":[${numbers.replaceAll(' ', '')}],"c":[]}`);
    expect(writeJson(second)).toBe(`[[${numbers.replaceAll(' ', '')}],2]`);
  });

  test.each([
    ['another spelling', `[${numbers},1]`, `[${numbers},1.0]`],
    ['what goes on as no number', `[${numbers}]`, `[${numbers},"1"]`],
    ['what stops being JSON', `[${numbers}]`, `[${numbers},]`],
    ['what does not end', `[${numbers}]`, `[${numbers}`],
  ])('confuses it with no other: %s', (_, before, text) => {
    expect(again([before, text]).values[1]).toEqual(again([text]).values[0]);
    expect(again([before, text]).values[1]).not.toEqual(again([before]).values[0]);
  });

  test('keeps no short list, and none that would keep the text around it in memory', () => {
    expect(again([`[${numbers}]`]).learnt).toBe(1);
    expect(again(['[1,2,3]', `[${numbers},1.00000000000000000001]`, `[${numbers},`]).learnt).toBe(0);
  });
});

describe('writing', () => {
  test('agrees with JSON.stringify on plain values', () => {
    const plainJson = fc.jsonValue() as fc.Arbitrary<JsonInput>;
    fc.assert(
      fc.property(plainJson, (value) => {
        expect(JSON.parse(writeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200, examples: [[{ a: undefined, b: [1, 'x'] } as JsonInput]] },
    );
  });

  test('splices a number that was read among plain values', () => {
    expect(writeJson({ version: new JsonNumber('1e0'), left: undefined, n: 2 })).toBe(
      '{"version":1e0,"n":2}',
    );
    expect(() => writeJson(Number.NaN)).toThrow(TypeError);
  });
});

describe('exact numbers', () => {
  test.each([
    ['1', '1.0', true],
    ['1', '10e-1', true],
    ['100', '1E+2', true],
    ['-0', '0.0e9', true],
    ['0.1', '1e-1', true],
    ['9007199254740993', '9007199254740992', false],
    ['1', '-1', false],
    ['1e400', '10e399', true],
    ['1e400', '1e401', false],
    ['1e99999999999999999999', '10e99999999999999999998', true],
  ])('%s and %s are equal: %s', (a, b, equal) => {
    expect(sameNumber(a, b)).toBe(equal);
    expect(sameJson([new JsonNumber(a)], [new JsonNumber(b)])).toBe(equal);
  });

  test.each([
    ['1.0', true],
    ['1e2', true],
    ['10e-1', true],
    ['-0', true],
    ['1.00000000000000000001', false],
    ['1e-1', false],
    ['1e999999999999', true],
    ['1e-999999999999', false],
    ['120.50e1', true],
    ['120.55e1', false],
  ])('%s is an integer: %s', (source, integer) => {
    expect(isIntegerSource(source)).toBe(integer);
  });

  test.each([
    ['0', 0n],
    ['-0.0', 0n],
    ['-12.50e1', -125n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['1.5', undefined],
    ['1e400', 10n ** 400n],
    ['1e401', undefined],
  ])('%s is the integer %s', (source, value) => {
    expect(integerValue(source)).toBe(value);
  });

  test('the normal form is unique and takes only JSON numbers', () => {
    expect(decimal('-0.01200')).toEqual({ negative: true, digits: '12', exponent: -3n });
    expect(() => decimal('0x10')).toThrow(SyntaxError);
  });
});

describe('sameness', () => {
  test('is computed for the deepest values, and so is their text', () => {
    const text = '[{"a":'.repeat(1_000) + '1' + '}]'.repeat(1_000);
    expect(sameJson(valueOf(text), valueOf(text))).toBe(true);
    expect(writeJson(valueOf(text))).toBe(text);
    expect(JSON.stringify(plain(valueOf(text)))).toBe(text);
  });

  test('ignores only the order of members', () => {
    const same = (a: string, b: string) => sameJson(valueOf(a), valueOf(b));
    expect(same('{"a":1,"b":[null,true]}', '{"b":[null,true],"a":1.0}')).toBe(true);
    expect(same('{"a":1}', '{"a":1,"b":2}')).toBe(false);
    expect(same('{"a":1}', '{"toString":1}')).toBe(false);
    expect(same('[1,2]', '[2,1]')).toBe(false);
    expect(same('[]', '{}')).toBe(false);
    expect(same('"1"', '1')).toBe(false);
    expect(same('null', 'false')).toBe(false);
  });
});
