import { describe, expect, test } from 'vitest';
import { layOut } from '../../../reporters/page/json-layout.ts';

const long = 'x'.repeat(100);

function told(text: string, place: Parameters<typeof layOut>[1] = {}): string {
  return layOut(text, place)
    .map(({ text: part, isMarked }) => (isMarked ? `«${part}»` : part))
    .join('');
}

describe('a body on the page', () => {
  test('is on one line if it fits', () => {
    expect(told('{"version":1.0,"a":[1,2]}')).toBe('{ "version": 1.0, "a": [1, 2] }');
  });

  test('is laid out over lines, with plain values of an array side by side', () => {
    expect(told(`{"a":[1,2],"b":{},"c":[{"d":"${long}"},[]]}`)).toBe(
      `{\n  "a": [1, 2],\n  "b": {},\n  "c": [\n    {\n      "d": "${long}"\n    },\n    []\n  ]\n}`,
    );
  });

  test.for(['1.0', '1e2', '-0', '9007199254740993', '"\\u0041"', '"a\\"b"', 'true', 'null'])(
    'keeps %s unchanged',
    (lexeme) => {
      expect(told(`{"${long}":${lexeme}}`)).toContain(`: ${lexeme}\n`);
    },
  );

  test.for([
    ['/a/1', '{"a":[1,2,3]}', '2'],
    ['/b/c', '{"a":{"c":1},"b":{"c":2}}', '2'],
    ['/a', '{"a":[1,2],"b":3}', '[1, 2]'],
    ['/x~1y/~0', '{"x/y":{"~":null}}', 'null'],
    ['/a', '{"\\u0061":"b"}', '"b"'],
    ['/a/0/b', '[{"a":[{"b":1}]}]', undefined],
  ] as const)('marks the value that %s names', ([pointer, text, marked]) => {
    expect(/«(.*?)»/s.exec(told(text, { pointer }))?.[1]).toBe(marked);
  });

  test('is marked at the first character that is not JSON', () => {
    expect(told('{"a":"b"c"}', { at: 8 })).toBe('{"a":"b"«c"}»');
  });

  test.for(['', '<html>', '{"a":', ']]}', '"open', '{"a" "b" c', 'a,b:c', '{,}'])(
    'keeps all of %j, which is not JSON',
    (text) => {
      expect(told(text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    },
  );
});
