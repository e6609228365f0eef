import { describe, expect, test } from 'vitest';
import { keptRefusalFaults } from '../../../faults/access/kept-refusals.ts';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { importGraph } from '../../support/import-graph.ts';
import { disturbances } from '../../support/disturbances/disturbances.ts';
import { generatedCases } from '../../try/generated-cases.ts';
import { closestFirst, reachOf, suiteOf } from '../../try/reach.ts';
import { statedTrials } from '../../try/stated-trials.ts';
import { allParts, trialsOf } from '../../try/trials.ts';

const graph = importGraph(packageFolder);

describe('the tests that a change reaches', () => {
  test('includes its importers, the closest first', () => {
    const small = new Map([
      ['a.ts', []],
      ['b.ts', ['a.ts']],
      ['c.ts', ['b.ts', 'a.ts']],
      ['d.ts', ['c.ts']],
      ['e.ts', []],
    ]);
    expect([...reachOf(small, ['a.ts'])]).toEqual([
      ['a.ts', 0],
      ['b.ts', 1],
      ['c.ts', 1],
      ['d.ts', 2],
    ]);
  });

  test('is tried by the closest test first, and among these by the smallest', () => {
    const small = new Map([
      ['a.ts', []],
      ['b.ts', ['a.ts']],
      ['far.test.ts', ['b.ts']],
      ['large.test.ts', ['a.ts', 'b.ts']],
      ['near.test.ts', ['a.ts']],
    ]);
    const files = ['far.test.ts', 'large.test.ts', 'near.test.ts'];
    expect(closestFirst(files, reachOf(small, ['a.ts']), small)).toEqual(files.toReversed());
  });

  test('is the pure test of a check that treats refusals as answers', () => {
    const reach = reachOf(graph, ['suites/4.05/existence.ts']);
    expect(reach.get('tests/pure/suites/access/checks-find-what-is-there.test.ts')).toBe(1);
  });

  test('includes parts whose clauses use the generated cases', async () => {
    const generated = await generatedCases(graph);
    const reach = reachOf(graph, ['properties/races/run-races.ts']);
    expect(generated.get('4.10')?.some((module) => reach.has(module))).toBe(true);
    expect(generated.get('4.13')).toEqual(['properties/ordered-records.ts']);
    const modules = graph.get('config/plan.ts')?.filter((module) => module.startsWith('properties/'));
    expect(new Set([...generated.values()].flat())).toEqual(new Set(modules));
  });

  test('includes the faults that a changed module lists, also through an imported module', async () => {
    const listed = await statedTrials(reachOf(graph, ['faults/access/kept-refusals.ts']));
    expect(listed).toEqual(keptRefusalFaults.map(({ name }) => name));
    expect(await statedTrials(reachOf(graph, ['faults/siblings.ts']))).toContain('delete-does-nothing');
  });

  test('has a suite for each part', () => {
    expect(allParts.filter((part) => suiteOf(part, graph) === undefined)).toEqual([]);
  });
});

test('each disturbance that is tried exists', () => {
  const replays = trialsOf(['4.17']).flatMap(({ replay }) => /--row '(.+)'$/.exec(replay)?.[1] ?? []);
  expect(replays).toHaveLength(10);
  expect(disturbances.map(({ name }) => name)).toEqual(expect.arrayContaining(replays));
});
