import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { addContractFormats, contractSchemas } from '../../../schemas/published.ts';

const address = (name: string): string => `https://resource-api.invalid/schemas/${name}.json`;

describe.each([
  ['alone', new Ajv2020({ strict: true })],
  ['after ajv-formats', ajvFormats.default(new Ajv2020({ strict: true }))],
])('the formats of the contract, added %s', (_title, plain) => {
  const ajv = addContractFormats(plain);
  ajv.addSchema([...contractSchemas]);

  test.each(contractSchemas.map(({ title, $id }) => [title, $id]))('compile %s', (_name, $id) => {
    expect(ajv.getSchema($id)).toBeTypeOf('function');
  });

  test.each([
    ['cart', { lineItems: [{ _url: '/p/1', variant: { images: ['photo 1.png'] } }] }, true],
    ['cart', { lineItems: [{ _url: 'https://shop.example/p/1' }] }, false],
    ['variant', { images: ['not a url at all'] }, false],
    ['date-examples', { dateOnlyExample: '2016-02-29', timeOnlyExample: '24:00:00' }, true],
    ['date-examples', { dateOnlyExample: '2015-02-29' }, false],
    ['update-request', { version: 0.5, actions: [{ action: 'doSomeThing' }] }, true],
    ['update-request', { version: '1' }, false],
    ['create-request', {}, false],
  ])('judge a %s: %j', (name, body, verdict) => {
    expect(ajv.validate(address(name), body)).toBe(verdict);
  });
});

test('without them a strict validator refuses to compile, and names the format', () => {
  const ajv = new Ajv2020({ strict: true });
  ajv.addSchema([...contractSchemas]);
  expect(() => ajv.getSchema(address('variant'))).toThrow('unknown format "resolvable-url"');
});
