import { describe, expect, test } from 'vitest';
import { spelledPath } from '../../../properties/paths.ts';

describe('a path with one letter percent-encoded', () => {
  test.each([
    ['id', 0, '/demo/resource/%61-1'],
    ['id', 1, '/demo/resource/a-%31'],
    ['id', 7, '/demo/resource/a-%31'],
    ['resource', 0, '/demo/%72esource/a-1'],
    ['resource', 7, '/demo/resourc%65/a-1'],
  ] as const)('has letter %2$i of its %1$s as an octet', (part, letter, path) => {
    expect(spelledPath('demo', 'a-1', { part, letter })).toBe(path);
    expect(decodeURIComponent(path)).toBe('/demo/resource/a-1');
  });

  test('encodes the rest of an id as usual', () => {
    expect(spelledPath('demo', 'ä/b c', { part: 'id', letter: 0 })).toBe('/demo/resource/%C3%A4%2F%62%20c');
  });

  test('is the usual path if an id has no letter', () => {
    expect(spelledPath('demo', '--', { part: 'id', letter: 3 })).toBe('/demo/resource/--');
  });
});
