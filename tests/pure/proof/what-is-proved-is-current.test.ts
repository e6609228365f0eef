import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { readDocument, suiteVersion } from '../../../proof/document.ts';
import { readResults } from '../../../proof/mutation/results.ts';
import { rooms } from '../../../proof/mutation/rooms.ts';
import { readSurvivorWords } from '../../../proof/mutation/score.ts';
import { pagesOf, withScores } from '../../../proof/pages/pages.ts';
import { tables } from '../../../proof/tables/tables.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const document = readDocument();
const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

describe('docs/proof.json', () => {
  test('meets its schema', () => {
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(read('proof/proof.schema.json')) as object);
    validate(document);
    expect(validate.errors).toBeNull();
  });

  test('belongs to this minor release', () => {
    expect(minorOf(document.suite)).toBe(minorOf(suiteVersion()));
  });

  test('has each table, and no other', () => {
    expect(document.tables.map(({ id }) => id)).toEqual(tables.map(({ id }) => id));
  });

  test('has the scores and words of the current code', () => {
    expect(withScores(document)).toEqual(document);
  });

  test('shows texts of a server without controls for a terminal', () => {
    const [table] = document.tables.filter(({ id }) => id === 'mutated-reference');
    const row = { a: 'passed: once; POST /a \u0000\u001b[2J' };
    const shown = pagesOf({
      ...document,
      tables: table === undefined ? [] : [{ ...table, rows: row, missed: ['a'] }],
    });
    expect(shown['docs/proof.md']).toContain('POST /a \\u0000\\u001b[2J');
  });

  test('shows tables that Markdown can parse, with code unchanged', () => {
    const [table] = document.tables.filter(({ id }) => id === 'mutated-reference');
    const shown = pagesOf({
      ...document,
      tables:
        table === undefined ? [] : [{ ...table, rows: { 'a < b': 'missed: 1 < 2' }, missed: ['a < b'] }],
    });
    expect(shown['docs/proof.md']).toContain(
      '| table | row | how it ended |\n| --- | --- | --- |\n| `mutated-reference` | `a < b` | missed: 1 &lt; 2 |\n',
    );
  });

  test.each(Object.entries(pagesOf(document)))('matches the output of %s', (path, text) => {
    expect(read(path) === text, 'npm run prove -- --pages writes it anew').toBe(true);
  });
});

describe('a survivor', () => {
  const modules = rooms.flatMap(({ name }) => Object.entries(readResults(name)));
  const survivors = modules.flatMap(([, { results }]) =>
    Object.values(results).flatMap(({ survivor }) => survivor ?? []),
  );
  const words = readSurvivorWords();

  test('is covered by each explanation, if all mutants of its module were tried', () => {
    const whole = new Set(
      modules.flatMap(([module, { of, results }]) => (Object.keys(results).length === of ? [module] : [])),
    );
    const moduleOf = (name: string): string => name.slice(0, name.indexOf(':'));
    expect(whole.size).toBeGreaterThan(0);
    expect(
      Object.keys(words).filter((name) => whole.has(moduleOf(name)) && !survivors.includes(name)),
    ).toEqual([]);
  });

  test('has an explanation if it is in judging code', () => {
    const decisive = /^(?:clause\/(?:judgement|verdict)|judging\/confirm)\.ts:/;
    expect(survivors.filter((name) => decisive.test(name) && words[name] === undefined)).toEqual([]);
  });

  test('is called equivalent for at most one mutant in twenty', () => {
    expect(document.mutation.length).toBeGreaterThan(0);
    for (const { tried, equivalent } of document.mutation)
      expect(equivalent / tried).toBeLessThanOrEqual(0.05);
  });
});
