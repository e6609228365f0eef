import { describe, expect, test } from 'vitest';
import { overwriteContents, surveyContents, type Content } from '../../../judging/surveys/contents.ts';
import { holdToIntent } from '../../../run/body-intent.ts';
import { JsonNumber, writeJson, type JsonInput } from '../../../wire/json/json.ts';

const arrays = [
  'arrayOfIntExample',
  'arrayOfUniqueIntExample',
  'arrayOfTwonumbersExample',
  'arrayOfFloatExample',
  'arrayOfNumberNoDefaultsExample',
  'arrayOfStringExample',
  'arrayOfObjectType',
];

/** Texts that occur nowhere else. */
function canaries(word: string): () => string {
  let number = 0;
  return () => `${word}${(number += 1)}`;
}

/** Values of an array as they are written. */
const written = (content: Content, name: string): readonly string[] => {
  const list = content[name];
  return Array.isArray(list) ? list.map((value) => writeJson(value as JsonInput)) : [];
};

describe('contents of a survey', () => {
  const contentsOf = () => surveyContents(canaries('x'));
  const all = (name: string): readonly string[] =>
    contentsOf().flatMap(({ content }) => written(content, name));

  test('are well-typed unless they test types', () => {
    for (const { content, illTyped } of [...contentsOf(), ...overwriteContents(canaries('x'))]) {
      const text = writeJson({ objectTypeProperty: content });
      const intent = illTyped === true ? 'ill-typed' : 'well-typed';
      expect(() => {
        holdToIntent('create', intent, () => text);
      }).not.toThrow();
    }
  });

  test('are ill-typed just beyond the edges of 32-bit integers, and contain no well-typed value', () => {
    const beyond = contentsOf()
      .filter(({ illTyped }) => illTyped === true)
      .slice(0, 2);
    expect(beyond.map(({ content }) => Object.keys(content))).toEqual([
      ['arrayOfObjectType'],
      ['arrayOfObjectType'],
    ]);
    expect(beyond.map(({ content }) => written(content, 'arrayOfObjectType'))).toEqual([
      [expect.stringMatching(/^\{"integerExample":\d{7,10},"integerExampleInt32":2147483648\}$/)],
      [expect.stringMatching(/^\{"integerExample":\d{7,10},"integerExampleInt32":-2147483649\}$/)],
    ]);
    expect(new Set(beyond.map(({ content }) => writeJson(content))).size).toBe(2);
    expect(beyond.map(({ plain, parts }) => [plain, parts])).toEqual([
      [false, []],
      [false, []],
    ]);
  });

  test('have elements of another type in one array, alone or beside a valid element, and a word of the run', () => {
    const others = contentsOf()
      .filter(({ illTyped }) => illTyped === true)
      .slice(2);
    const plainly = (text: string): string => text.replaceAll(/\d{7,10}/g, 'n').replaceAll(/"x\d+"/g, '"x"');
    expect(others.map(({ content }) => plainly(writeJson(content)))).toEqual([
      '{"arrayOfStringExample":["x"],"arrayOfIntExample":[n,n.5]}',
      '{"arrayOfStringExample":["x"],"arrayOfUniqueIntExample":[n,n.5]}',
      '{"arrayOfStringExample":["x"],"arrayOfTwonumbersExample":[n,n.5]}',
      '{"arrayOfStringExample":["x"],"arrayOfNumberNoDefaultsExample":[n,n.5]}',
      '{"arrayOfStringExample":["x"],"arrayOfIntExample":[n.5]}',
      '{"arrayOfStringExample":["x"],"arrayOfFloatExample":[n.5,"1.5"]}',
      '{"arrayOfStringExample":["x",7]}',
      '{"arrayOfStringExample":[n]}',
      '{"arrayOfStringExample":["x"],"arrayOfObjectType":[{"integerExample":n,"integerExampleInt32":1},7]}',
      '{"arrayOfStringExample":["x"],"arrayOfObjectType":[{"integerExample":n.5,"integerExampleInt32":1}]}',
    ]);
    for (const { plain, parts } of others) expect([plain, parts]).toEqual([false, []]);
  });

  test('are plain if they hold no edges', () => {
    const edges = /\d{11}|e[1-9]|-0|\\|"(?:42|true|null|)"/;
    expect(
      contentsOf()
        .slice(0, 10)
        .map(({ plain }) => plain),
    ).toEqual([true, true, true, true, false, false, false, false, false, false]);
    for (const { content } of contentsOf().filter(({ plain }) => plain))
      expect(writeJson(content)).not.toMatch(edges);
  });

  test('begin with one element each, and then no element', () => {
    const [one, none] = contentsOf();
    expect(arrays.map((name) => written(one?.content ?? {}, name).length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(arrays.map((name) => written(none?.content ?? {}, name).length)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  });

  test('contain a unique text or number, as do the parts of edge contents', () => {
    const edged = contentsOf().filter(({ plain }) => !plain);
    for (const content of [...contentsOf().map((one) => one.content), ...edged.flatMap(({ parts }) => parts)])
      expect(writeJson(content).replaceAll(/-?(?:9007199254740993|4294967\d+|214748\d+)/g, '')).toMatch(
        /"x\d+"|\d{7}/,
      );
  });

  test('share no text with another survey', () => {
    const others = surveyContents(canaries('y'));
    const texts = [...contentsOf(), ...others].map(({ content }) => writeJson(content));
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('are the contents of their parts, one after the other', () => {
    for (const { content, parts } of contentsOf().filter((one) => one.parts.length > 0)) {
      for (const name of arrays)
        expect(written(content, name)).toEqual(parts.flatMap((part) => written(part, name)));
      expect(Object.keys(content).toSorted()).toEqual(
        [...new Set(parts.flatMap((part) => Object.keys(part)))].toSorted(),
      );
    }
    expect(contentsOf().map(({ parts }) => parts.length)).toEqual([
      0,
      0,
      0,
      4,
      2,
      4,
      2,
      0,
      0,
      2,
      ...Array.from({ length: 10 }, () => 0),
    ]);
  });

  test.each(arrays)('have %s with one element, and with none', (name) => {
    const lists = contentsOf().flatMap(({ content }) =>
      name in content ? [written(content, name).length] : [],
    );
    expect(lists).toContain(1);
    const parts = contentsOf().flatMap((one) => [one.content, ...one.parts]);
    expect(parts.some((part) => name in part && written(part, name).length === 0)).toBe(true);
  });

  test.each([
    ['arrayOfIntExample', ['-1', '0', '9007199254740993', '1.0', '1e2', '-0']],
    ['arrayOfUniqueIntExample', ['-9007199254740993']],
    ['arrayOfTwonumbersExample', ['4294967296']],
    ['arrayOfNumberNoDefaultsExample', ['-7', '-4294967297']],
    ['arrayOfFloatExample', ['1.5', '100', '-2.5', '0', '1', '-0', '1e2', '5e-324', '1.7e308', '0.1']],
    [
      'arrayOfStringExample',
      [
        '',
        '42',
        'true',
        'null',
        '-1.5',
        '1e3',
        'NaN',
        '0',
        '007',
        'no',
        'é',
        '"',
        'a\nb',
        '{}',
        '[1]',
        "it's",
        ' a ',
        'a,b',
        'C:\\dir',
        'a\tb',
        '<b>',
        '2015-07-04T21:09:08.123Z',
        '2015-07-04',
        '21:09',
        'undefined',
        '\u{1F600}',
        'e\u0301\u65e5',
      ].map((text) => JSON.stringify(text)),
    ],
    [
      'arrayOfObjectType',
      [
        '{}',
        '{"integerExample":0,"integerExampleInt32":0}',
        '{"integerExample":-7,"integerExampleInt32":-7}',
        '{"integerExample":9007199254740993,"integerExampleInt32":2147483647}',
        '{"integerExample":-9007199254740993,"integerExampleInt32":-2147483648}',
      ],
    ],
  ] as const)('have edges of %s', (name, edges) => {
    const found = new Set(all(name));
    expect(edges.filter((edge) => !found.has(edge))).toEqual([]);
  });

  test.each(arrays)('have equal values in %s', (name) => {
    const lists = contentsOf().map(({ content }) => written(content, name));
    expect(lists.some((list) => new Set(list).size < list.length)).toBe(true);
  });

  test.each([
    ['arrayOfIntExample', 5],
    ['arrayOfUniqueIntExample', 2],
    ['arrayOfTwonumbersExample', 2],
    ['arrayOfNumberNoDefaultsExample', 1],
    ['arrayOfObjectType', 1],
  ])('have numbers of their own in %s', (name, times) => {
    const numbersIn = (list: readonly string[]) => list.flatMap((text) => text.match(/-?\d{7,10}/g) ?? []);
    const own = numbersIn(all(name)).filter((source) => !/^-?(?:2147483|9007199|4294967)/.test(source));
    expect(own.length).toBeGreaterThanOrEqual(times);
    const others = surveyContents(canaries('y')).flatMap(({ content }) => numbersIn(written(content, name)));
    expect(own.filter((source) => others.includes(source))).toEqual([]);
    expect(own.every((source) => Number(source) >= 1_000_000 && Number(source) < 1_001_000_000)).toBe(true);
  });

  test('have unique small numbers if every value is plain', () => {
    const [first] = contentsOf();
    const small = [
      'arrayOfIntExample',
      'arrayOfUniqueIntExample',
      'arrayOfTwonumbersExample',
      'arrayOfNumberNoDefaultsExample',
    ].flatMap((name) => written(first?.content ?? {}, name));
    expect(small.every((source) => /^\d{1,2}$/.test(source))).toBe(true);
    expect(new Set(small).size).toBeGreaterThan(1);
  });
});

describe('contents of overwrites', () => {
  const contentsOf = () => overwriteContents(canaries('x'));

  test('are one content at the edges of the types, and two contents of other types', () => {
    const [within, beyond, fraction] = contentsOf();
    expect([within?.illTyped, beyond?.illTyped, fraction?.illTyped]).toEqual([undefined, true, true]);
    expect(written(fraction?.content ?? {}, 'arrayOfIntExample')).toEqual(['1', '1.5']);
    expect(Object.keys(within?.content ?? {})).toEqual(arrays);
    expect(written(beyond?.content ?? {}, 'arrayOfObjectType').join()).toContain('2147483648');
  });

  test.each([
    ['arrayOfIntExample', ['-1']],
    ['arrayOfUniqueIntExample', []],
    ['arrayOfTwonumbersExample', ['0', '9007199254740993']],
    ['arrayOfFloatExample', ['100', '-2.5']],
    ['arrayOfNumberNoDefaultsExample', ['0']],
    ['arrayOfObjectType', ['{"integerExample":9007199254740993,"integerExampleInt32":-2147483648}']],
  ])('have an edge of %s', (name, values) => {
    expect(written(contentsOf()[0]?.content ?? {}, name)).toEqual(values);
  });

  test('have a unique text, and texts that look like other types', () => {
    const texts = written(contentsOf()[0]?.content ?? {}, 'arrayOfStringExample');
    expect(texts).toContain('"x1"');
    expect(texts.slice(1)).toEqual(['"42"', '"true"', '"null"', '""']);
  });
});

test('a number of a survey keeps its source', () => {
  const [value] = surveyContents(canaries('x')).flatMap(
    ({ content }) => content['arrayOfFloatExample'] ?? [],
  ) as readonly unknown[];
  expect(value).toBeInstanceOf(JsonNumber);
});
