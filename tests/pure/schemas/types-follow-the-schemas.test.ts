import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Cart, ExampleResource, OrderedRecord, UpdateRequest } from '../../../schemas/types.ts';
import { schemaTypes } from '../../support/schema-types.ts';

describe('the types of records', () => {
  test('are the types that the schemas state: vitest -u writes them again', async () => {
    await expect(schemaTypes()).toMatchFileSnapshot('../../../schemas/types.ts');
  });

  test('demand required members, and leave out optional members', () => {
    expectTypeOf<{ version: 1 }>().toExtend<ExampleResource>();
    expectTypeOf<object>().not.toExtend<ExampleResource>();
    expectTypeOf<object>().toExtend<OrderedRecord>();
    expectTypeOf<{ version: string }>().not.toExtend<UpdateRequest>();
    expectTypeOf<Cart['lineItems']>().not.toBeAny();
  });
});
