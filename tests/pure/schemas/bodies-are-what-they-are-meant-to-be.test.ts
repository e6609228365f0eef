import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { buildRequest, type Ask } from '../../../run/ask.ts';
import { MistakenBody } from '../../../run/body-intent.ts';
import { createCallers } from '../../../run/callers.ts';
import { createRandom } from '../../../run/random.ts';
import { JsonNumber, type JsonInput } from '../../../wire/json/json.ts';

const { none } = createCallers([], createRandom(1));
const run = { projectKey: 'demo', headers: [] };
const path = { id: 'a', uriParameterOne: 'a', uriParameterTwo: 'b' };

const building = (name: EndpointName, ask: Ask) => () =>
  buildRequest(name, { as: none, path, method: 'POST', ...ask }, run);

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a body that is meant to be well-typed, as each is by default,', () => {
  test.each<readonly [EndpointName, JsonInput]>([
    ['create', { objectTypeProperty: {} }],
    ['update', { version: new JsonNumber('1.5'), actions: [{ action: 'anything' }] }],
    ['put', { version: 1, objectTypeProperty: {}, id: 'a' }],
    ['urnLinks', { createdAt: '2015-07-04T21:09:08.123Z' }],
  ])('is sent by %s', (name, json) => {
    expect(building(name, { json })).not.toThrow();
  });

  test.each<readonly [EndpointName, JsonInput, flaw: string]>([
    ['create', {}, "CreateRequest must have required property 'objectTypeProperty'"],
    ['update', { version: '1' }, 'UpdateRequest/version must be number'],
    ['patch', { version: 1.5 }, 'ExampleResource/version must be integer'],
    ['complexPath', { version: 1 }, 'OrderedRecord/version must be string'],
    ['urnLinks', { createdAt: 'today' }, 'OrderedRecord/createdAt must match format "utc-milliseconds"'],
  ])('is the mistake of the suite if the schema refuses it: %s', (name, json, flaw) => {
    expect(building(name, { json })).toThrow(MistakenBody);
    expect(building(name, { json })).toThrow(flaw);
  });

  test('is checked as the octets that are sent, under any label', () => {
    const body = octets('{"objectTypeProperty":{}');
    expect(building('create', { body, contentType: 'text/plain' })).toThrow('it is not JSON');
    expect(building('create', { body: octets('{"objectTypeProperty":{}}  ') })).not.toThrow();
  });

  test.each(['1e999', '-1e999', '9007199254740993'])('may state the version %s', (source) => {
    expect(building('update', { json: { version: new JsonNumber(source) } })).not.toThrow();
  });
});

describe('a body that is meant to be ill-typed', () => {
  const bodyIs = 'ill-typed';

  test('is sent if the schema refuses it, and if it is not JSON', () => {
    expect(building('update', { json: { version: '1' }, bodyIs })).not.toThrow();
    expect(building('create', { body: octets('{'), bodyIs })).not.toThrow();
  });

  test('is the mistake of the suite if the schema accepts it', () => {
    const json = { objectTypeProperty: {}, undocumentedMember: 'a' };
    expect(building('create', { json, bodyIs })).toThrow('to be ill-typed, but its schema accepts it');
  });
});

test('a body of unknown form is sent unchanged', () => {
  for (const version of [1, '1', null])
    expect(building('update', { json: { version }, bodyIs: 'either' })).not.toThrow();
});

test.each<EndpointName>(['images', 'namespaceWrite', 'projectionSearch'])(
  'a body of %s is not checked, since the contract shows no body',
  (name) => {
    expect(building(name, { body: octets('a') })).not.toThrow();
  },
);
