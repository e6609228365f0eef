import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { partsInOrder } from '../../../clause/document-order.ts';
import { documents } from '../../../config/pages/documents.ts';
import { pinClauses } from '../../../config/register/pinned-clauses.ts';
import { plan } from '../../../config/plan.ts';
import { registerOf } from '../../../config/register/register.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const textOf = (path: string): string => readFileSync(`${repository}${path}`, 'utf8');

const clauses = pinClauses(plan.sections);

describe('the register of clauses', () => {
  test.for(documents(plan))('$path contains the statements of the suites', ({ path, text }) => {
    expect(textOf(path), `${path} is not current: run \`npm run docs\` and look at the difference`).toBe(
      text,
    );
  });

  test('knows each id once, and each by its section', () => {
    const ids = clauses.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([]);
    expect(clauses.filter(({ id, section }) => !id.startsWith(`${section}/`))).toEqual([]);
    expect(clauses.filter(({ section }) => !partsInOrder.includes(section))).toEqual([]);
    expect(ids.filter((id) => !/^[\w.]+\/[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  test('pins a clause per line, and no place in the sources', () => {
    const lines = textOf('contract/clauses.json').trim().split('\n').slice(1, -1);
    expect(lines.map((line) => JSON.parse(line.replace(/,$/, '')) as unknown)).toEqual(clauses);
    expect(clauses.filter((clause) => 'source' in clause)).toEqual([]);
  });

  test('gives each clause the line of its id, without duplicates', () => {
    const register = registerOf(plan.sections, {});
    const lineAt = (place = '') => {
      const [file = '', line] = place.split(':');
      return textOf(file).split('\n')[Number(line) - 1] ?? '';
    };
    expect(register.length).toBeGreaterThan(0);
    expect(register.filter(({ id, source }) => !lineAt(source).includes(`'${id}'`))).toEqual([]);
    expect(new Set(register.map(({ source }) => source)).size).toBe(register.length);
  });

  test('has prose for every clause', () => {
    const stated = plan.sections.flatMap((section) => section.clauses);
    const mute = stated.filter(({ statement, violation, rationale }) =>
      [statement, violation, rationale].some((text) => text.trim() === ''),
    );
    expect(mute.map(({ id }) => id)).toEqual([]);
  });
});
