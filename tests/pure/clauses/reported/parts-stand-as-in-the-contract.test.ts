import { describe, expect, test } from 'vitest';
import { inDocumentOrder, partsInOrder, titleOf } from '../../../../clause/document-order.ts';
import type { Level } from '../../../../clause/judgement.ts';

type Stated = readonly [section: string, level: Level];

function ordered(given: readonly Stated[]): readonly Stated[] {
  return inDocumentOrder(given.map(([section, level]) => ({ section, level }))).map(
    ({ section, level }) => [section, level] as const,
  );
}

const turns = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as const; // prettier-ignore

describe('a stated clause', () => {
  test.each<[first: Stated, middle: Stated, last: Stated]>([
    [
      ['General', 'MUST'],
      ['Resources', 'MUST'],
      ['4.1', 'MUST'],
    ],
    [
      ['Resources', 'MUST'],
      ['4.1', 'MUST'],
      ['4.2', 'MUST'],
    ],
    [
      ['4.9', 'OPEN'],
      ['4.10', 'MUST'],
      ['4.11', 'SHOULD'],
    ],
    [
      ['4.2', 'MUST'],
      ['4.9', 'MUST'],
      ['4.10', 'MUST'],
    ],
    [
      ['4.18', 'SHOULD'],
      ['Authentication', 'MUST'],
      ['Errors', 'MUST'],
    ],
    [
      ['Authentication', 'MUST'],
      ['Errors', 'MUST'],
      ['Versioning', 'MUST'],
    ],
    // A part of no contract comes after all others.
    [
      ['General', 'MUST'],
      ['Versioning', 'MUST'],
      ['elsewhere', 'MUST'],
    ],
    [
      ['Versioning', 'MUST'],
      ['Versioning', 'DECLARED'],
      ['elsewhere', 'MUST'],
    ],
    // Declared choices come last in their section.
    [
      ['4.6', 'MUST'],
      ['4.6', 'DECLARED'],
      ['4.7', 'MUST'],
    ],
    [
      ['4.6', 'OPEN'],
      ['4.6', 'DECLARED'],
      ['4.7', 'DECLARED'],
    ],
    [
      ['4.5', 'DECLARED'],
      ['4.6', 'SHOULD'],
      ['4.6', 'DECLARED'],
    ],
    [
      ['General', 'DECLARED'],
      ['Resources', 'MUST'],
      ['Resources', 'DECLARED'],
    ],
  ])('a clause between %j and another is %j: %j', (first, middle, last) => {
    const given = [first, middle, last] as const;
    for (const turn of turns) expect(ordered(turn.map((at) => given[at]))[1]).toEqual(middle);
  });

  test('begins with parts that hold for all, and keeps its order within a section', () => {
    const names = ['4.6 b', 'General a', '4.6 a', 'Errors a', '4.6 c'];
    const given = names.map((name) => ({ name, section: name.split(' ')[0] ?? '', level: 'MUST' as const }));
    expect(inDocumentOrder(given).map(({ name }) => name)).toEqual(
      ['General a', '4.6 b', '4.6 a', '4.6 c', 'Errors a'],
    ); // prettier-ignore
  });

  test('belongs to parts that each occur once', () => {
    expect(new Set(partsInOrder).size).toBe(partsInOrder.length);
    expect(partsInOrder.filter((part) => part.startsWith('4.'))).toHaveLength(18);
  });
});

describe('a part is titled', () => {
  test.each([
    ['4.10', '4.10 POST /{projectKey}/resource/{id}'],
    ['4.16', '4.16 POST, GET /{projectKey}/resource/namespace-action'],
    ['4.15', '4.15 /{projectKey}/resource/images'],
    ['Versioning', 'Versioning'],
  ])('%s: %s', (part, title) => {
    expect(titleOf(part)).toBe(title);
  });
});
