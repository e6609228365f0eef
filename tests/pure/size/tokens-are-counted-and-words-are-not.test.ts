import { describe, expect, test } from 'vitest';
import { sizeOf, tokensOf } from '../../../bench/size/tokens.ts';

const sources = (text: string): readonly string[] => tokensOf(text).map(({ source }) => source);
const kinds = (text: string): readonly string[] => tokensOf(text).map(({ kind }) => kind);

describe('tokens are told apart', () => {
  test.each([
    ['a name, a number, a sign', 'let π2 = 1_000n;', ['let', 'π2', '=', '1_000n', ';']],
    ['numbers of all forms', '0x1F .5e-3 1.5 2. 07', ['0x1F', '.5e-3', '1.5', '2.', '07']],
    [
      'the longest sign',
      'a ?? b?.c ? .5 : d >>>= e',
      ['a', '??', 'b', '?.', 'c', '?', '.5', ':', 'd', '>>>=', 'e'],
    ],
    ['private names and decorators', 'this.#at @kept', ['this', '.', '#at', '@kept']],
    ['a string with all that is none', `'// "\\' /*' + "'"`, [`'// "\\' /*'`, '+', `"'"`]],
    ['comments', 'a // b "c\n/* d ` \n */ e /** ${f} */', ['a', 'e']],
    ['a first line for the shell', '#!/usr/bin/env node\na', ['a']],
    ['a template in a template', '`a ${b + `c${d}` } e` f', ['a ${', 'b', '+', 'c${', 'd', '`', ' e`', 'f']],
    ['braces within a template', '`${{ a: {} }}$` b', ['${', '{', 'a', ':', '{', '}', '}', '$`', 'b']],
    ['an escaped end of a template', '`a\\`\\${b` c', ['a\\`\\${b`', 'c']],
  ])('%s', (_what, text, expected) => {
    expect(sources(text)).toEqual(expected);
  });

  test.each([
    ['behind a sign', 'a = /b\\/[/"]c/gu;', 'pattern'],
    ['behind a word that leads', 'return /b/;', 'pattern'],
    ['behind a condition', 'if (a) /b/.test(c);', 'pattern'],
    ['first in what is filled in', '`${/b/.source}`', 'pattern'],
    ['first of all', '/b/g', 'pattern'],
  ])('a regular expression %s', (_what, text, kind) => {
    expect(kinds(text)).toContain(kind);
  });

  test.each(['a / b / c', '(a + b) / c / d', 'list[0] / 2 / 3', 'a++ / b / c', '1 / 2 / 3', '`a` / b / c'])(
    'a division: %s',
    (text) => {
      expect(kinds(text)).not.toContain('pattern');
    },
  );

  test.each([
    ['a = 1;\nb = "c', 'line 2: no text begins with "c'],
    ['a = `b ${c', 'line 1: something is open at the end'],
    ['a = `b', 'line 1: no template begins with `b'],
    ['f(a));', 'line 1: ) closes nothing'],
    ['a = \\', 'line 1: no sign begins with \\'],
  ])('what is no source is not counted: %j', (text, message) => {
    expect(() => tokensOf(text)).toThrow(message);
  });
});

describe('what is counted', () => {
  test('is the same however it is laid out and explained', () => {
    const bare = 'export const a = (b: number) => [b, `c${b}`];';
    const wide = '/** A. */\nexport const a = (\n  // B.\n  b: number,\n) =>\n\n  [b, `c${b}`];';
    expect(sizeOf(wide)).toBe(sizeOf(bare));
    expect(sizeOf(bare)).toBe(18);
  });

  test('are no imports, but for those that are made at run time', () => {
    const imports = `import type { A } from './a.ts';\nimport './b.ts';\nimport c, { d } from 'd' with { type: 'json' };`;
    expect(sizeOf(imports)).toBe(0);
    expect(sizeOf(`${imports} e();`)).toBe(4);
    expect(sizeOf(`await import('./a.ts');`)).toBe(6);
    expect(sizeOf('import.meta.url;')).toBe(6);
  });

  test('is a long text as a short one', () => {
    expect(sizeOf(`a('${'b'.repeat(1_000)}');`)).toBe(sizeOf(`a('b');`));
  });
});
