import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';
import { alsoBroken } from '../support/also-broken.ts';

/** The clause that each fault breaks, which `faults-are-caught` holds it to. */
const named: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../support/faults-and-clauses.json', import.meta.url), 'utf8'),
);

/** Clauses of which nothing that a server does is a violation, and the fault that leaves them undecided. */
const neverViolated: Readonly<Record<string, string>> = {
  '4.1/shows-documented-members': 'collection-shows-only-paging',
  'Versioning/creates-differ': 'creates-tell-one-version',
};

const musts = plan.sections.flatMap(({ clauses }) => clauses).filter(({ level }) => level === 'MUST');
const byNamed = new Set(Object.values(named));

/** How a reference with a fault is judged by one clause and its properties. */
async function judged(clause: string, fault: string): Promise<string | undefined> {
  const properties = plan.evidence.filter((evidence) => evidence.clause === clause).map(({ name }) => name);
  const { judgements } = await rehearse({
    plan,
    faults: [fault],
    profile: referenceProfile,
    selected: new Set([clause, ...properties]),
  });
  return judgements.get(clause)?.verdict;
}

describe('every must', () => {
  test('is broken by a fault', () => {
    const unbroken = musts.filter(
      ({ id }) => !byNamed.has(id) && alsoBroken[id] === undefined && neverViolated[id] === undefined,
    );
    expect(unbroken.map(({ id }) => id)).toEqual([]);
  });

  test('is one that can be violated, but for those that are listed', () => {
    const without = musts.filter(({ violation }) => violation.startsWith('Nothing'));
    expect(without.map(({ id }) => id)).toEqual(Object.keys(neverViolated));
  });
});

describe('what is recorded of faults', () => {
  test('names faults that must fail, and clauses that exist', () => {
    const failing = new Set(faults.filter(({ expect: wanted }) => wanted === 'fail').map(({ name }) => name));
    const ids = new Set<string>(plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
    const entries = [...Object.entries(named), ...Object.entries(alsoBroken).map(([id, name]) => [name, id])];
    const wrong = entries.filter(
      ([name = '', clause = '']) =>
        !failing.has(name) || !(ids.has(clause) || clause.startsWith('declared/')),
    );
    expect(wrong).toEqual([]);
  });

  test('names no fault a second time where one is named already', () => {
    expect(Object.keys(alsoBroken).filter((id) => byNamed.has(id))).toEqual([]);
  });

  test.each(Object.entries(alsoBroken))('%s is broken by %s', async (clause, fault) => {
    expect(await judged(clause, fault)).toBe('fail');
  });

  test.each(Object.entries(neverViolated))('%s is left undecided by %s', async (clause, fault) => {
    expect(await judged(clause, fault)).toBe('inconclusive');
  });
});
