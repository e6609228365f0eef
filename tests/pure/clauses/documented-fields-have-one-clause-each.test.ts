import { describe, expect, test } from 'vitest';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { documentedFields } from '../../../schemas/fields.ts';
import { resources } from '../../../suites/resources.ts';

const plan: Plan = { sections: [resources], evidence: [] };
const musts = resources.clauses.filter(({ level }) => level === 'MUST');

async function verdictOf(id: string, played: { faults?: readonly string[]; choices?: readonly string[] }) {
  const { judgements } = await rehearse({ plan, ...played, selected: new Set([id]) });
  return judgements.get(id)?.verdict;
}

describe('a field of an answer', () => {
  const requests = ['ExampleResourceUpdateAction', 'OrderedRecord'];
  const names = documentedFields.filter(({ type }) => !requests.includes(type)).map(({ name }) => name);

  test.each(names.filter((name) => name !== 'ExampleResource.version'))('%s has one type clause', (name) => {
    expect(musts.filter(({ statement }) => statement.includes(`, ${name} is of`))).toHaveLength(1);
  });

  test('blocks only if it was seen, except the version', () => {
    const always = musts.filter(({ blocks }) => blocks === 'always').map(({ id }) => id);
    expect(always).toEqual(['Resources/version-is-present', 'Resources/version-is-integer']);
  });
});

describe('a type clause as the only selected clause', () => {
  const integers = 'Resources/array-of-int-example-holds-integers';
  const prices = 'Resources/variant-price-is-money';

  test.each([
    'Resources/version-is-integer',
    'Resources/integer-example-int32-is-32-bit-integer',
    'Resources/date-only-example-is-date',
    'Resources/line-item-count-is-integer',
    'Resources/attribute-gender-is-object',
    'Resources/cent-amount-is-integer',
  ])('sends requests of its own: %s', async (id) => {
    expect(await verdictOf(id, {})).toBe('pass');
  });

  test('fails for null if a create gave a value that is shown elsewhere', async () => {
    expect(await verdictOf(integers, { faults: ['empty-arrays-null'] })).toBe('fail');
  });

  test('leaves another null undecided', async () => {
    expect(await verdictOf(prices, { faults: ['variant-price-null'] })).toBe('inconclusive');
  });

  test('accepts a null that is declared to mean absence', async () => {
    expect(await verdictOf(prices, { choices: ['nulls-declared'] })).toBe('not-tested');
  });

  test('is not applicable to a field that is declared never to occur', async () => {
    const id = 'Resources/discount-codes-is-array';
    expect(await verdictOf(id, { choices: ['discount-codes-never-shown'] })).toBe('not-applicable');
  });

  test('sees a fault in every tenth cart', async () => {
    const id = 'Resources/cart-version-is-string';
    expect(await verdictOf(id, { faults: ['every-tenth-cart-ill-typed'] })).toBe('fail');
  });
});
