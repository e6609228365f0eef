import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';
import { alsoBroken } from '../../faults/also-broken.ts';

/** The clauses that faults break, each of which `faults-of-…-are-caught` sees fail. */
const byNamed: ReadonlySet<string> = new Set(
  faults.flatMap(({ breaks, unseenBecause }) =>
    breaks === undefined || unseenBecause !== undefined ? [] : [breaks],
  ),
);

/** Each clause with a fault that breaks it beside the one that it is named for. */
const alsoPairs = Object.entries(alsoBroken).flatMap(([id, names]) =>
  names.map((name) => [id, name] as const),
);

const musts = plan.sections.flatMap(({ clauses }) => clauses).filter(({ level }) => level === 'MUST');

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
    const unbroken = musts.filter(({ id }) => !byNamed.has(id) && alsoBroken[id] === undefined);
    expect(unbroken.map(({ id }) => id)).toEqual([]);
  });

  test('is a clause that can be violated', () => {
    const without = musts.filter(({ violation }) => violation.startsWith('Nothing'));
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe('the record of faults', () => {
  test('names faults that must fail, and clauses that exist', () => {
    const failing = new Set(faults.filter(({ breaks }) => breaks !== undefined).map(({ name }) => name));
    const ids = new Set<string>(plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
    const entries = [
      ...faults.flatMap(({ name, breaks }) => (breaks === undefined ? [] : [[name, breaks]])),
      ...alsoPairs.map(([id, name]) => [name, id]),
    ];
    const wrong = entries.filter(
      ([name = '', clause = '']) =>
        !failing.has(name) || !(ids.has(clause) || clause.startsWith('declared/')),
    );
    expect(wrong).toEqual([]);
  });

  test('each fault that breaks no clause states its effect and its subject', () => {
    const wrong = faults.filter(
      ({ breaks, expect: wanted, section }) =>
        (breaks === undefined) !== (wanted !== undefined) || (breaks === undefined && section === undefined),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test.each(alsoPairs)('%s is broken by %s', async (clause, fault) => {
    expect(await judged(clause, fault)).toBe('fail');
  });
});
