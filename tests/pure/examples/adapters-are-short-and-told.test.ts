import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { foundPage, withFound } from '../../real/found-page.ts';
import { servers } from '../../real/servers.ts';
import { whyNotHere } from '../../real/installed-examples.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const programs = readdirSync(join(repository, 'examples')).filter((name) => name.endsWith('.mjs'));

/** The ranges of lines in the table below the heading of a program. */
function told(program: string): readonly (readonly [first: number, last: number])[] {
  const [, section = ''] = read('examples/README.md').split(`\n## ${program}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^\| (\d+)(?:-(\d+))? +\|/gm)].map(([, first, last]) => [
    Number(first),
    Number(last ?? first),
  ]);
}

describe('the examples', () => {
  test.for(programs)('%s has at most 140 lines, and the README describes each', (program) => {
    const { length } = read(`examples/${program}`).trimEnd().split('\n');
    expect(length).toBeLessThanOrEqual(140);
    const ranges = told(program);
    expect(ranges.map(([first]) => first)).toEqual([1, ...ranges.slice(0, -1).map(([, last]) => last + 1)]);
    expect(ranges.at(-1)?.[1]).toBe(length);
  });

  test.for(servers)('$product $as is in the README with its Node', ({ command, node }) => {
    const row = read('examples/README.md')
      .split('\n')
      .find((line) => line.includes(`\`node examples/${command.join(' ')}\``));
    expect(row).toContain(`| ${node} |`);
  });

  test('the README states their findings as the table has them', () => {
    expect(withFound(read(foundPage)), 'npm run found writes the page').toBe(read(foundPage));
  });

  test.for(servers.flatMap(({ failed }) => failed))('$clause is a clause of the register', ({ clause }) => {
    expect(read('contract/clauses.json')).toContain(`{"id":"${clause}",`);
  });

  test('are reported with the versions that are installed', () => {
    const { dependencies } = JSON.parse(read('examples/package.json')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const name of ['@labdigital/commercetools-mock', 'express-pouchdb'])
      expect(read('docs/found.md')).toContain(`${name} ${dependencies[name]}`);
  });

  test('are skipped only below the Node version that they name', () => {
    expect(whyNotHere('22.13.0', '22.12.9')).toBe('it names Node 22.13.0, and this is 22.12.9');
    expect(whyNotHere('22.13.0', '20.20.2')).toBeDefined();
    expect(whyNotHere('22.13.0', '22.13.0')).toBeUndefined();
    expect(whyNotHere('22.13.0', '24.0.0')).toBeUndefined();
  });
});
