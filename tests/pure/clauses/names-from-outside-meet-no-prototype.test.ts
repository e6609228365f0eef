import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const rooms = ['bin', 'clause', 'config', 'implementation', 'reporters', 'tape', 'wire'];

/**
 * Tables and records in a module that are looked up by whatever name: a file, a flag or a server may ask for
 * `constructor`, which every plain object has. A Map has no such name, and `memberOf` looks for own members alone.
 */
function lookedUpIn(text: string): readonly string[] {
  const tables = [
    ...text.matchAll(/\b(?:const|let) (\w+): (?:Readonly<)?Record<string,[^=]*(?:=>[^=]*)?= \{/g),
  ];
  return tables.flatMap(([, name = '']) =>
    [...text.matchAll(new RegExp(`(?<![\\w.'])${name}\\[(?!['"\\]])[^\\]]*\\]`, 'g'))].map(
      ([found]) => found,
    ),
  );
}

describe('no table is a plain object, which has inherited members', () => {
  test.each(rooms)('%s', (room) => {
    const modules = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' });
    const found = modules
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        lookedUpIn(readFileSync(join(root, room, file), 'utf8')).map((one) => `${file}: ${one}`),
      );
    expect(found).toEqual([]);
  });

  test.each([
    'const unused: Readonly<Record<string, string>> = {\n  a: "b",\n};\nconst one = unused[path];',
    'const made: Record<string, unknown> = { ...one };\nmade[name] = value;',
    'const print: Readonly<Record<string, (view: View) => string>> = { a };\nprint[own[name]](view);',
  ])('an unsafe lookup is found: %j', (text) => {
    expect(lookedUpIn(text)).toHaveLength(1);
  });

  test.each([
    "const own: Record<string, string> = {};\nown['clause'];",
    'const names: ReadonlyMap<string, string> = new Map();\nnames.get(name);',
    'const rows: Readonly<Record<Phase, string>> = { meeting: "a" };\nrows[phase];',
  ])('a safe lookup is not reported: %j', (text) => {
    expect(lookedUpIn(text)).toEqual([]);
  });
});
