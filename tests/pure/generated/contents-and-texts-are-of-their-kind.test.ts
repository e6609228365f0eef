import { describe, expect, test } from 'vitest';
import {
  beyond32Bits,
  contentThemes,
  cutShort,
} from '../../../properties/arbitraries/object-type-property.ts';
import { asciiText, textKinds, unicodeText } from '../../../properties/arbitraries/unicode-text.ts';
import { drawn } from '../../../properties/drawn-cases.ts';
import { recordSchema } from '../../../schemas/records.ts';
import type { Content } from '../../../judging/surveys/contents.ts';
import { JsonNumber, type JsonInput } from '../../../wire/json/json.ts';

const seeds = [1, 2, 3];
const members = Object.keys(recordSchema('ObjectTypeProperty').properties).toSorted();
const integerArrays = members.filter((name) => /Int|Number|numbers/.test(name));

function drawnOf(theme: string, count = 20): readonly Content[] {
  const found = contentThemes.find(({ name }) => name === theme);
  if (found === undefined) throw new Error(`there is no theme ${theme}`);
  return seeds.flatMap((seed) => drawn(found.content, seed, count)).map(({ value }) => value);
}

const listOf = (content: Content, name: string): readonly JsonInput[] => {
  const list = content[name];
  return Array.isArray(list) ? (list as readonly JsonInput[]) : [];
};

/** The sources of all numbers at any depth, those of one member where it is named. */
function numbersOf(value: JsonInput | undefined, name?: string): readonly string[] {
  if (value instanceof JsonNumber) return name === undefined ? [value.source] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    numbersOf(one as JsonInput, name === undefined || key === name ? undefined : name),
  );
}

describe('content', () => {
  test('has four arrays of integers', () => {
    expect(integerArrays).toHaveLength(4);
  });

  test('content of special strings has one string of each kind', () => {
    for (const content of drawnOf('telling strings')) {
      expect(Object.keys(content)).toEqual(['arrayOfStringExample']);
      const texts = listOf(content, 'arrayOfStringExample').map(String);
      expect(texts).toHaveLength(5);
      for (const kind of [/^[1-9]\d{0,4}$/, /^(?:true|false)$/, /^$/, /["\n\\]|^null$/])
        expect(texts.some((text) => kind.test(text))).toBe(true);
    }
  });

  test('content of special strings has them in any order', () => {
    const places = drawnOf('telling strings').map((content) =>
      listOf(content, 'arrayOfStringExample').indexOf(''),
    );
    expect(new Set(places).size).toBeGreaterThan(3);
  });

  test('content without members stays empty', () => {
    for (const content of drawnOf('no members at all', 3)) expect(content).toEqual({});
  });

  test('content of long arrays has every member, each as long', () => {
    for (const content of drawnOf('long arrays', 2)) {
      expect(Object.keys(content).toSorted()).toEqual(members);
      for (const name of members) expect(listOf(content, name)).toHaveLength(40);
    }
  });

  test('content of arrays of any length has every member, and arrays of none to five elements', () => {
    const all = drawnOf('arrays of any length');
    for (const content of all) expect(Object.keys(content).toSorted()).toEqual(members);
    const lengths = all.flatMap((content) => members.map((name) => listOf(content, name).length));
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([0, 5]);
  });

  test('has elements of the type of their array', () => {
    for (const content of [...drawnOf('arrays of any length', 10), ...drawnOf('long arrays', 1)]) {
      for (const name of integerArrays)
        for (const source of numbersOf(content[name])) expect(source).toMatch(/^-?\d{1,4}$/);
      for (const text of listOf(content, 'arrayOfStringExample')) expect(typeof text).toBe('string');
      for (const float of listOf(content, 'arrayOfFloatExample')) expect(float).toBeInstanceOf(JsonNumber);
    }
  });

  test('content beyond 2^53 has no number that a double distinguishes from its neighbours, with both signs', () => {
    const all = drawnOf('integers beyond 2^53').map((content) => numbersOf(content).map(BigInt));
    for (const numbers of all) {
      expect(numbers.length).toBeGreaterThan(1);
      for (const one of numbers) expect((one < 0n ? -one : one) > 2n ** 53n).toBe(true);
    }
    expect(all.flat().some((one) => one > 0n)).toBe(true);
    expect(all.flat().some((one) => one < 0n)).toBe(true);
  });

  test('content beyond 2^53 has such numbers as members and inside items', () => {
    for (const content of drawnOf('integers beyond 2^53')) {
      expect(numbersOf(content['arrayOfIntExample']).length).toBeGreaterThan(0);
      expect(numbersOf(content['arrayOfObjectType'], 'integerExample').length).toBeGreaterThan(0);
      expect(numbersOf(content['arrayOfObjectType'], 'integerExampleInt32')).toEqual([]);
    }
  });

  test('content beyond 32 bits has no number that fits into 32 bits', () => {
    for (const content of drawnOf(beyond32Bits)) {
      const numbers = numbersOf(content['arrayOfObjectType'], 'integerExampleInt32').map(Number);
      expect(numbers.length).toBeGreaterThan(0);
      for (const one of numbers) expect(one > 2 ** 31 - 1 || one < -(2 ** 31)).toBe(true);
    }
  });

  test('content at the edges of 32 bits stays within them, and reaches both', () => {
    const all = drawnOf('edges of 32 bits, and floats', 60).flatMap((content) =>
      numbersOf(content['arrayOfObjectType'], 'integerExampleInt32').map(Number),
    );
    expect([Math.min(...all), Math.max(...all)]).toEqual([-(2 ** 31), 2 ** 31 - 1]);
  });

  test('content at the edges of 32 bits has integers next to the edges of 32, 53 and 64 bits', () => {
    const edges = [31n, 32n, 53n, 63n, 64n].map((bits) => 2n ** bits);
    const all = drawnOf('edges of 32 bits, and floats', 60).flatMap((content) =>
      numbersOf(content['arrayOfObjectType'], 'integerExample').map((source) => BigInt(source)),
    );
    const offs = all.map((one) => {
      const size = one < 0n ? -one : one;
      return edges.map((edge) => size - edge).find((off) => off >= -1n && off <= 1n);
    });
    expect(new Set(offs)).toEqual(new Set([-1n, 0n, 1n]));
    for (const edge of edges) expect(all.some((one) => one === edge || one === -edge)).toBe(true);
    expect(all.some((one) => one < 0n)).toBe(true);
  });

  test('content at the edges of 32 bits has floats, and items without one of their members', () => {
    const all = drawnOf('edges of 32 bits, and floats');
    for (const content of all) {
      expect(listOf(content, 'arrayOfFloatExample').length).toBeGreaterThan(0);
      expect(listOf(content, 'arrayOfObjectType').length).toBeGreaterThan(0);
    }
    const items = all.flatMap((content) => listOf(content, 'arrayOfObjectType'));
    expect(new Set(items.map((one) => Object.keys(one ?? {}).length)).size).toBeGreaterThan(1);
  });

  test('content beyond ASCII has a string beyond ASCII each time', () => {
    const all = drawnOf('strings beyond ASCII').map((content) => listOf(content, 'arrayOfStringExample'));
    for (const texts of all) expect(JSON.stringify(texts)).toMatch(/[^\0-\x7f]/);
    expect(new Set(all.map((texts) => texts.length)).size).toBeGreaterThan(2);
  });
});

describe('content that is cut to its beginnings', () => {
  const content = { a: [1, 2, 3, 4], b: [5], c: 'text', d: [] };

  test.each([
    [1, undefined, { a: [1], b: [5], c: 'text', d: [] }],
    [1, 1, { a: [2], b: [], c: 'text', d: [] }],
    [2, 1, { a: [2, 3], b: [], c: 'text', d: [] }],
    [4, 0, content],
    [0, 0, { a: [], b: [], c: 'text', d: [] }],
    [9, 3, { a: [4], b: [], c: 'text', d: [] }],
  ])('has at most %i elements, from %s on', (longest, from, left) => {
    expect(cutShort(content, longest, from)).toEqual(left);
  });
});

describe('texts', () => {
  const texts = (kind: ReturnType<typeof unicodeText>, count = 300) =>
    seeds.flatMap((seed) => drawn(kind, seed, count)).map(({ value }) => value);

  test('texts of any kind survive JSON in UTF-8, and hold no NUL', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const changed = texts(unicodeText()).filter(
      (text) =>
        text.includes('\0') ||
        JSON.parse(decoder.decode(new TextEncoder().encode(JSON.stringify(text)))) !== text,
    );
    expect(changed).toEqual([]);
  });

  test('texts of any kind reach beyond ASCII and beyond 16 bits, and are sometimes empty', () => {
    const all = texts(unicodeText());
    expect(all.some((text) => text === '')).toBe(true);
    expect(all.some((text) => /^[\x20-\x7e]+$/.test(text))).toBe(true);
    expect(all.some((text) => /[\u0080-\ud7ff]/.test(text))).toBe(true);
    expect(all.some((text) => /[\u{10000}-\u{10ffff}]/u.test(text))).toBe(true);
  });

  test('texts of ASCII are printable, except line feeds', () => {
    const all = texts(asciiText());
    expect(all.filter((text) => /[^\n\x20-\x7e]/.test(text))).toEqual([]);
    expect(all.some((text) => text.includes('\n'))).toBe(true);
    expect(all.some((text) => /^[a-zA-Z0-9]+$/.test(text))).toBe(true);
  });

  test('texts of ASCII stay within their length', () => {
    for (const longest of [12, 40]) {
      const lengths = texts(asciiText(longest)).map((text) => text.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(longest);
    }
  });

  test.each<readonly [number, (text: string) => boolean]>([
    [0, (text) => text === ''],
    [1, (text) => /^\d+$/.test(text)],
    [2, (text) => /^(?:true|false|null|NaN|undefined|-?\d+(?:\.\d+)?(?:e\d+)?)$/.test(text)],
    [3, (text) => text.length >= 300 && text.length <= 320 && /^[\x20-\x7e]*$/.test(text)],
    [4, (text) => /[^\0-\x7f]/.test(text) && /^[\0-\uffff]+$/u.test(text)],
    [5, (text) => /[\u{10000}-\u{10ffff}]/u.test(text)],
    [6, (text) => /^[\x20-\x7e\t\r\n]+$/.test(text) && !/^[a-zA-Z0-9]*$/.test(text)],
  ])('texts of kind %i contain only characters of that kind', (at, isOfIt) => {
    const kind = textKinds[at];
    expect(kind).toBeDefined();
    if (kind !== undefined) expect(texts(kind, 30).filter((text) => !isOfIt(text))).toEqual([]);
  });

  test('texts of the last kind may be anything', () => {
    expect(textKinds).toHaveLength(8);
    const [last] = textKinds.slice(-1);
    expect(new Set(last === undefined ? [] : texts(last, 50)).size).toBeGreaterThan(50);
  });
});
