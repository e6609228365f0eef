import { describe, expect, test } from 'vitest';
import { partsInOrder, titleOf } from '../../../clause/document-order.ts';
import { plan } from '../../../config/plan.ts';
import { statedSuite, suitePaths } from '../../../config/register/stated-places.ts';
import { statedTests } from '../../../config/runs/tapes/stated-tests.ts';
import { placedTests, requestedTests } from '../../../config/vitest/placed-tests.ts';
import type { RequestedFile } from '../../../config/vitest/provided.ts';
import { shardsOf } from '../../../config/vitest/shard.ts';

const suites = suitePaths().map(statedSuite);
const tests = placedTests(statedTests(plan, { profile: { search: { method: 'POST' } } }), suites);
const existence = 'suites/4.05-check-existence.ts';
const noBody = tests.find(({ title }) => title === '4.5/no-body');

/** The titles of what is run of these files, where vitest 4 makes the names. */
function requested(...files: readonly RequestedFile[]): readonly string[] {
  return requestedTests(tests, { times: 1, joint: ' ', files }).map(({ title }) => title);
}

describe('each suite is a test file', () => {
  test('each suite is for one part of the contract, and each part has one', () => {
    const parts = suites.map(({ stated }) => stated.filter(({ name }) => !name.includes('/')));
    expect(parts.map(({ length }) => length)).toEqual(suites.map(() => 1));
    expect(new Set(parts.flat().map(({ name }) => name))).toEqual(new Set(partsInOrder));
  });

  test('each clause has a line of its own, and evidence has the line of its clause', () => {
    const clauses = tests.filter(({ title, subject }) => title === subject.clause);
    const stated = clauses.filter(({ title }) => !title.startsWith('declared/'));
    expect(stated.filter((one) => one.with !== one.title)).toEqual([]);
    expect(new Set(stated.map(({ path, line }) => `${path}:${line}`)).size).toBe(stated.length);
    for (const { subject, part } of tests) expect(part).toBe(subject.section);
    const evidence = tests.filter(({ subject }) => subject.property !== undefined);
    expect(evidence.filter((one) => one.with !== one.subject.clause)).toEqual([]);
  });

  test('a declared choice is with its part', () => {
    const declared = tests.filter(({ title }) => title.startsWith('declared/'));
    expect(declared.map(({ path, with: beside }) => [path, beside])).toEqual([
      ['suites/general.ts', 'General'],
    ]);
  });
});

describe('the run begins with the tests that vitest is going to run', () => {
  test('the run begins with the tests of all files, of some and of none', () => {
    expect(requested(...suites)).toEqual(tests.map(({ title }) => title));
    const titles = requested({ path: existence });
    expect(titles.length).toBeGreaterThan(10);
    expect(titles.filter((title) => !title.startsWith('4.5/'))).toEqual([]);
    expect(requested()).toEqual([]);
  });

  test('a line selects a clause with its evidence, or the whole part', () => {
    expect(requested({ path: existence, lines: [noBody?.line ?? 0] })).toEqual([
      '4.5/no-body',
      expect.stringMatching(/^4\.5\/no-body \/ /),
    ]);
    expect(requested({ path: existence, lines: [noBody?.partLine ?? 0] })).toEqual(
      requested({ path: existence }),
    );
  });

  test('titles and full names select clauses', () => {
    expect(requested({ path: existence, titles: ['4.5/no-body', '4.6/other'] })).toEqual(['4.5/no-body']);
    const pattern = { source: `^ 4.5 HEAD /\\{projectKey\\}/resource 4.5/no-body$`, flags: '' };
    expect(titleOf('4.5')).toBe('4.5 HEAD /{projectKey}/resource');
    expect(requested(...suites.map(({ path }) => ({ path, pattern })))).toEqual(['4.5/no-body']);
  });
});

describe('shards', () => {
  test.each([1, 2, 3, suites.length])('%i have all suites, each in one of them', (count) => {
    const shards = shardsOf(suites, count);
    expect([...shards.keys()].toSorted()).toEqual(suites.map(({ path }) => path));
    expect(new Set(shards.values())).toEqual(new Set(Array.from({ length: count }, (_, at) => at + 1)));
  });

  test.each([2, 3, 4])('%i have equally many clauses, within a tenth', (count) => {
    const shards = shardsOf(suites, count);
    const loads = Array.from({ length: count }, (_, at) => {
      const fallen = suites.filter(({ path }) => shards.get(path) === at + 1);
      return fallen.reduce((sum, { stated }) => sum + stated.length, 0);
    });
    expect(Math.max(...loads)).toBeLessThan(Math.min(...loads) * 1.1);
  });
});
