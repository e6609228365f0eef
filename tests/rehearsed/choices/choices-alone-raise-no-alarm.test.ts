import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { choices } from '../../../faults/catalogue.ts';
import { varied } from '../../../faults/choices/varied.ts';
import { misjudgedChoice } from '../../support/choice-expectations.ts';

const clauses = plan.sections.flatMap((section) => section.clauses);
const openClauses = clauses.filter(({ level }) => level === 'OPEN').map(({ id }) => id);

describe('the table of open clauses that choices vary', () => {
  test('names each choice, and open clauses or parts that exist', () => {
    expect(Object.keys(varied).toSorted()).toEqual(choices.map(({ name }) => name).toSorted());
    const known = new Set<string>([...openClauses, ...plan.sections.map(({ part }) => part)]);
    const unknown = Object.values(varied).flatMap((named) => named.filter((one) => !known.has(one)));
    expect(unknown).toEqual([]);
  });

  test.each(openClauses)('has two choices that vary %s', (clause) => {
    const witnesses = Object.values(varied).filter((named) => named.includes(clause));
    expect(witnesses.length).toBeGreaterThanOrEqual(2);
  });
});

describe('a choice raises no alarm on the parts that it varies, and shows on its open clauses', () => {
  test.each(choices.map((choice) => [choice.name, choice] as const))('%s', async (_name, choice) => {
    expect(await misjudgedChoice(choice)).toEqual([]);
  });
});
