import { expect, test } from 'vitest';
import { readingOf, sizeOf } from '../../reading/reading-list.ts';
import { readingOfMusts } from '../../reading/command.ts';
import { plan } from '../../../config/plan.ts';

/** Little above what is true today, so that one line does not fail it; smaller numbers replace these, larger ones never do. */
const bound = { files: 13, lines: 350, above: 124 };

test('a MUST clause takes no more files and lines to read than before', () => {
  const { files, lines, long } = readingOfMusts();
  process.stdout.write(`${[`${long.length} clauses above the bounds:`, ...long].join('\n  ')}\n`);
  expect(files).toBeLessThanOrEqual(bound.files);
  expect(lines).toBeLessThanOrEqual(bound.lines);
  expect(long.length).toBeLessThanOrEqual(bound.above);
});

test('each MUST clause has exchanges to read', () => {
  const musts = plan.sections.flatMap(({ clauses }) => clauses.filter(({ level }) => level === 'MUST'));
  expect(musts.filter(({ id }) => readingOf(id).length === 0).map(({ id }) => id)).toEqual([]);
});

test('a clause is read from its call to the code that judges its answers', () => {
  const passages = readingOf('4.17/answers-with-a-cart');
  expect(passages[0]).toMatchObject({ module: 'suites/4.17-cart.ts' });
  expect(passages[0]?.text).toMatch(/^ {2}must\('4\.17\/answers-with-a-cart'[^]*\n {2}\}\);$/);
  const modules = passages.map(({ module }) => module);
  for (const module of [
    'suites/namespace/surveyed-carts.ts',
    'implementation/namespace-asks.ts',
    'judging/answers/flawed-bodies.ts',
  ])
    // prettier-ignore
    expect(modules).toContain(module);
  expect(modules.filter((module) => /^(?:wire|run|clause|history)\//.test(module))).toEqual([]);
  expect(sizeOf(passages).lines).toBeGreaterThan(100);
});
