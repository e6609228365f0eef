import { Ajv2020 } from 'ajv/dist/2020.js';
import { knownFormats } from '../../../schemas/vendor-schema.ts';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { loadProfile, parseProfile } from '../../../config/profile/profile.ts';
import { wholeSchema } from '../../../config/profile/schema.ts';
import { sectionOf } from '../../../config/register/register.ts';
import { endpoints, type Endpoint } from '../../../contract/endpoints.ts';
import type { Profile } from '../../../clause/profile.ts';
import { processorMs } from '../../support/processor-time.ts';

function refusal(profile: unknown): ConfigurationError {
  try {
    parseProfile(typeof profile === 'string' ? profile : JSON.stringify(profile), 'vendor.json');
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the profile was accepted');
}

/** Every key once, with an allowed value. */
const everything: Profile = {
  implementation: {
    name: 'Shop',
    version: '1',
    vendor: 'V',
    url: 'https://v.example',
    contact: 'a@v.example',
  },
  resource: {
    idSource: 'header:Location',
    keySource: 'body:/meta/key',
    fixture: { id: 'f1', key: 'k1' },
    sandbox: ['s1', 's2'],
    disposable: ['d1'],
  },
  fields: {
    always: ['Cart.cartId'],
    never: ['Cart.discountCodes', 'Attributes.gender'],
    nullable: ['LineItem.price'],
  },
  samples: {
    '4.1': { query: { objectParameter: '{"a":1}', arrayOfString: ['a', 'b'] } },
    '4.9': {
      path: { uriParameterOne: 'a', uriParameterTwo: 'b' },
      query: { queryParameterOne: '1' },
      headers: { 'X-Kind': 'c' },
      body: { id: 'x', version: '1' },
    },
    '4.12': { query: { 'var.a': 'x', where: ['a', 'b'] } },
    '4.14': { query: { anything: 'x' } },
    '4.16': { body: [1, null] },
    '4.16.GET': { query: { q: 'x' } },
    '4.18': { headers: { 'Service-Locale': 'de-DE' } },
  },
  success: { '4.5': [200], '4.1': [200, 204], '4.6': [201], '4.10': [200, 204], '4.16.POST': [202] },
  auth: {
    '4.9': { required: false },
    '4.10': { required: true, anyOf: ['manage_test'] },
    '4.16.GET': { required: true },
    carrier: { '4.14': 'form' },
  },
  async: { '4.11': true, '4.16.POST': false },
  refusal: { style: 'filter', unauthenticated: [401], insufficientScope: [403, 404], expired: [401] },
  arrays: { arrayOfIntExample: { minItems: 1, maxItems: 3, uniqueItems: true, minimum: 0, maximum: 9 } },
  int32: { signed: false },
  create: { mode: 'alwaysNew', roundTrip: 'normalised' },
  version: { step: 'plusOne', initial: 1 },
  update: {
    response: 'ExampleResource',
    unknownAction: 'reject',
    noopBumps: false,
    bumps: { doSomeThing: false, changeSomeProperty: true },
    observable: '/someProperty',
    emptyActions: 'accept',
    missingVersion: 'reject',
    stringVersion: 'coerce',
    atomic: true,
  },
  delete: { after: '404', versionParam: 'none', repeat: '4xx' },
  overwrite: {
    patch: { target: 'body:/id', versionCheck: true, response: 'empty' },
    put: { target: 'none', creates: true },
  },
  consistency: { readAfterWriteMs: 0, queryLagMs: 60000 },
  query: {
    paging: { total: 'integer', results: 'array' },
    invalidType: 'reject',
    unknownParameter: 'ignore',
  },
  head: { noMatch: { status: 404, query: { stringParameter: 'none such' } }, unionParameter: 'ignore' },
  byKey: { variants: [{ type: 'object' }] },
  'search-api': { schema: { type: 'object' } },
  sorted: { schema: true },
  search: { method: 'POST', schema: { type: 'object' } },
  image: { method: 'PUT', schema: {}, missingContentType: 'accept', otherContentType: 'reject' },
  complexPath: { variants: [['arrayOfIntExample'], []] },
  records: { required: ['id', 'eleventhPropery'], types: { version: 'string' } },
  namespace: { schema: { GET: { type: 'object' }, POST: false } },
  namespaceHeaders: { missing: { Accept: 'accept', 'Service-Locale': 'reject' } },
  cart: { itemSchemas: { payments: { type: 'object' } } },
  errors: { schema: { type: 'object' }, precedence: ['auth', 'exists', 'validation', 'version'] },
  limits: { maxBody: 1048576, rps: 20 },
  request: { wrongContentType: 'reject' },
  response: { contentType: ['application/json', 'application/vnd.shop+json'] },
  probe: { undeclaredMethods: true },
};

describe('a profile', () => {
  test.each([
    ['https://shop.example/api?v=1', true],
    ['urn:example:shop', true],
    ['shop.example', false],
    ['/api', false],
    ['https://shop.example/a b', false],
    ['', false],
  ])('names the implementation by an absolute URI: %j is one: %j', (url, isOne) => {
    const profile = { implementation: { url } };
    if (isOne) expect(parseProfile(JSON.stringify(profile), 'p')).toEqual(profile);
    else expect(refusal(profile).expected).toBe('an absolute URI, as in https://shop.example/api');
  });

  test('may declare every key, or none', () => {
    expect(parseProfile(JSON.stringify(everything), 'vendor.json')).toEqual(everything);
    expect(parseProfile('{}', 'vendor.json')).toEqual({});
  });

  test('has every key of the schema in this test', () => {
    const schema = wholeSchema();
    expect(Object.keys(schema['properties'] ?? {}).sort()).toEqual(
      [...Object.keys(everything), '$schema', '$observed'].sort(),
    );
    expect(new Ajv2020().validateSchema(schema)).toBe(true);
  });

  test('is identified by the hash of its bytes', () => {
    expect(loadProfile('{}', 'p').sha256).toBe(
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    );
    expect(loadProfile('{} ', 'p').sha256).not.toBe(loadProfile('{}', 'p').sha256);
  });

  test('is JSON with a single meaning', () => {
    expect(refusal('{"success": {"4.6": [201]}\n').found).toMatch(/^text that is not JSON/);
    expect(refusal('{"int32":{},\n"int32":{"signed":true}}').found).toMatch(
      /^text that has a member twice \(line 2\): "int32"/,
    );
    expect(refusal('{"version":{"initial":1732175009123456789}}').found).toMatch(
      /^text that has a number too large to be read exactly: 1732175009123456789/,
    );
    expect(refusal('[]').expected).toBe('a JSON object');
    expect(refusal('null').expected).toBe('a JSON object');
  });

  test('takes parameters directly under a section as parts of the request', () => {
    const samples = {
      '4.1': { unionParameter: 'u' },
      '4.9': { uriParameterOne: 'a', queryParameterTwo: 'b', body: {} },
      '4.12': { where: ['a', 'b'], query: { sort: 'c' }, 'var.x': 'd' },
      '4.18': { 'Service-Locale': 'en' },
    };
    expect(parseProfile(JSON.stringify({ samples }), 'p').samples).toEqual({
      '4.1': { query: { unionParameter: 'u' } },
      '4.9': { body: {}, path: { uriParameterOne: 'a' }, query: { queryParameterTwo: 'b' } },
      '4.12': { query: { sort: 'c', where: ['a', 'b'], 'var.x': 'd' } },
      '4.18': { headers: { 'Service-Locale': 'en' } },
    });
    expect(refusal({ samples: { '4.12': { where: 'a', query: { where: 'b' } } } }).found).toBe(
      'both samples.4.12.where and samples.4.12.query.where in "vendor.json"',
    );
  });
});

describe('an unknown key is refused with a suggestion', () => {
  test.each([
    [{ sucess: {} }, 'sucess', 'Did you mean success?'],
    [{ update: { noOpBump: true } }, 'update.noOpBump', 'Did you mean update.noopBumps?'],
    [{ resource: { idsource: 'fixture' } }, 'resource.idsource', 'Did you mean resource.idSource?'],
    [{ idSource: 'fixture' }, 'idSource', 'Did you mean resource.idSource?'],
    [{ 'success.4.6': [201] }, 'success.4.6', 'Write it nested, as {"success": {"4.6": …}}.'],
    [
      { 'head.noMatch.status': 404 },
      'head.noMatch.status',
      'Write it nested, as {"head": {"noMatch": {"status": …}}}.',
    ],
    [{ auth: { '4.16': { required: true } } }, 'auth.4.16', 'Did you mean auth.4.16.GET?'],
    [{ records: { sample: {} } }, 'records.sample', 'Write it as samples.4.9.body.'],
    [{ search: { sample: {} } }, 'search.sample', 'Write it as samples.4.14.body.'],
    [{ namespace: { sample: 1 } }, 'namespace.sample', 'Write it as samples.4.16.body.'],
    [
      { samples: { '4.12': { query: { wehre: 'x' } } } },
      'samples.4.12.query.wehre',
      'Did you mean samples.4.12.query.where?',
    ],
    [{ samples: { '4.1': { fuzzy: 'true' } } }, 'samples.4.1.fuzzy', 'Remove it.'],
    [
      { samples: { '4.10': { actions: [{ action: 'rename' }] } } },
      'samples.4.10',
      'Remove it: the suite sends updates with the two actions that the contract names.',
    ],
    [
      { update: { actions: ['rename'] } },
      'update.actions',
      'Remove it: the suite sends updates with the two actions that the contract names.',
    ],
    [
      { cart: { itemSchemas: { payment: {} } } },
      'cart.itemSchemas.payment',
      'Did you mean cart.itemSchemas.payments?',
    ],
    [
      { overwrite: { patch: { creates: true } } },
      'overwrite.patch.creates',
      'Did you mean overwrite.put.creates?',
    ],
    [{ async: { '4.1': true } }, 'async.4.1', undefined],
    [{ zebra: 1 }, 'zebra', 'Remove it.'],
  ])('%j', (profile, key, remedy) => {
    const error = refusal(profile);
    expect(error.setting).toBe('CONFORMANCE_PROFILE');
    expect(error.found).toBe(`the unknown key ${key} in "vendor.json"`);
    if (remedy !== undefined) expect(error.remedy).toBe(remedy);
    expect(error.message.split('\n')).toHaveLength(2);
  });

  test('unknown keys are refused before errors of values', () => {
    const error = refusal({ create: { mode: 'never' }, zebra: 1 });
    expect(error.found).toBe('the unknown key zebra in "vendor.json"');
    expect(error.further.map(({ found }) => found)).toEqual(['create.mode: "never" in "vendor.json"']);
  });
});

describe('keys that every object has are keys like any other', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s', (key) => {
    const within = [`{"${key}": {}}`, `{"samples": {"4.12": {"query": {}}, "${key}": {}}}`];
    const [outer, inner] = within.map((text) => refusal(text));
    expect(outer?.found).toBe(`the unknown key ${key} in "vendor.json"`);
    expect(inner?.found).toBe(`the unknown key samples.${key} in "vendor.json"`);
  });
});

describe('all mistakes are reported together', () => {
  test('the first few of many, each in a readable line, and how many more there are', () => {
    const keys = Array.from({ length: 32_000 }, (_, at) => `"${'long'.repeat(100)}${at}": 1`);
    const text = `{${keys.join(', ')}, "success": {"4.6": []}}`;
    expect(processorMs(() => refusal(text))).toBeLessThan(8_000);
    const error = refusal(text);
    const found = [error, ...error.further].map((one) => one.found);
    expect(found).toHaveLength(13);
    expect(found.at(-1)).toBe('31989 more problems in "vendor.json"');
    for (const one of found) expect(one.length).toBeLessThan(130);
  });

  test('a key of a million letters is compared with no other', () => {
    const took = processorMs(() => {
      expect(refusal(`{"${'a'.repeat(1_000_000)}": 1}`).found).toMatch(/^the unknown key a+\.\.\. in/);
    });
    expect(took).toBeLessThan(5_000);
  });

  test('more values than any author writes', () => {
    const error = refusal(`{"samples": [${'1,'.repeat(250_000)}1]}`);
    expect(error.found).toBe('text that is too long: more than 250000 values in "vendor.json"');
  });

  test('unknown keys, values, scopes and contradictions, two lines each', () => {
    const error = refusal({
      zebra: 1,
      search: { method: 'post' },
      auth: { '4.1': { required: true }, '4.10': { required: true, anyOf: [] } },
      success: { '4.5': [204], '4.6': [204] },
      fields: { never: ['ExampleResource.version'] },
    });
    expect([error, ...error.further].map(({ found, expected }) => `${found}; ${expected}`)).toEqual([
      'auth.4.1: {"required":true} in "vendor.json"; no scopes for 4.1, since the contract lists them there (manage_test or view_test)',
      'the unknown key zebra in "vendor.json"; a key of the schema',
      'auth.4.10.anyOf: [] in "vendor.json"; a list that is not empty',
      'search.method: "post" in "vendor.json"; an HTTP method in capitals',
      'success.4.5: [204] in "vendor.json"; [200], since 4.5 answers a match with exactly 200',
      'success.4.6: [204] in "vendor.json"; statuses with a body, since 4.6 shows the response',
      'fields.never with ExampleResource.version in "vendor.json"; other fields only, since each resource carries an integer version (Versioning 1)',
    ]);
    expect(error.message.split('\n')).toHaveLength(14);
  });

  test('one problem per place, however many keywords are broken', () => {
    const error = refusal({ success: { '4.6': [201, 201, 99] } });
    expect([error, ...error.further].map(({ found }) => found)).toEqual([
      'success.4.6[2]: 99 in "vendor.json"',
      'success.4.6: [201,201,99] in "vendor.json"',
    ]);
  });
});

describe('a value that is not allowed is refused with the allowed values', () => {
  test.each([
    [{ create: { mode: 'upserts' } }, 'create.mode: "upserts"', '"alwaysNew", "upsert", "mixed"'],
    [{ success: { '4.6': [] } }, 'success.4.6: []', 'a non-empty array of success statuses, 200 to 299'],
    [{ success: { '4.6': 201 } }, 'success.4.6: 201', 'a non-empty array of success statuses, 200 to 299'],
    [{ success: { '4.6': [201, 404] } }, 'success.4.6[1]: 404', 'a success status, 200 to 299'],
    [
      { success: { '4.6': [201, 201] } },
      'success.4.6: [201,201]',
      'a non-empty array of success statuses, 200 to 299',
    ],
    [{ refusal: { unknownId: [500] } }, 'refusal.unknownId[0]: 500', 'a client error status, 400 to 499'],
    [
      { resource: { idSource: 'body:id' } },
      'resource.idSource: "body:id"',
      'body:<JSON Pointer>, header:<name> or fixture',
    ],
    [
      { resource: { keySource: 'header:Key' } },
      'resource.keySource: "header:Key"',
      'body:<JSON Pointer>, fixture or none',
    ],
    [
      { update: { observable: 'someProperty' } },
      'update.observable: "someProperty"',
      'a JSON Pointer to what changeSomeProperty changes, or none',
    ],
    [
      { overwrite: { put: { target: 'id' } } },
      'overwrite.put.target: "id"',
      'singleton, none, body:<JSON Pointer> or query:<name>',
    ],
    [
      { fields: { never: ['Cart.price'] } },
      'fields.never[0]: "Cart.price"',
      'a field as "Type.field" that the contract\'s tables name',
    ],
    [
      { errors: { precedence: ['auth'] } },
      'errors.precedence: ["auth"]',
      'an order of "auth", "exists", "validation" and "version"',
    ],
    [{ auth: { '4.10': { anyOf: ['manage_test'] } } }, 'auth.4.10 without "required"', 'that member'],
    [
      { auth: { '4.10': { required: true, anyOf: ['admin'] } } },
      'auth.4.10.anyOf[0]: "admin"',
      '"manage_test", "view_test", "manage_products", "view_products", "view_published_products"',
    ],
    [
      { consistency: { queryLagMs: 60001 } },
      'consistency.queryLagMs: 60001',
      'the longest lag of queries and HEAD, 0 to 60000 ms',
    ],
    [
      { image: { otherContentType: 'accept' } },
      'image.otherContentType: "accept"',
      '"reject": section 4.15 allows three content types and no other',
    ],
    [{ search: { method: 'post' } }, 'search.method: "post"', 'an HTTP method in capitals'],
    [
      { response: { contentType: ['application/json; charset=utf-8'] } },
      'response.contentType[0]: "application/json; charset=utf-8"',
      'a media type without parameters',
    ],
    [
      { samples: { '4.12': { where: 1 } } },
      'samples.4.12.where: 1',
      'a string, or an array of strings for a parameter passed several times',
    ],
    [{ int32: { signed: 'no' } }, 'int32.signed: "no"', 'a value of type boolean'],
    [
      { head: { noMatch: { status: 100 } } },
      'head.noMatch.status: 100',
      'the status where nothing matches, 200 to 599',
    ],
    [{ limits: { rps: 0 } }, 'limits.rps: 0', 'requests a second, at least 1'],
  ])('%j', (profile, found, expected) => {
    const error = refusal(profile);
    expect(error).toMatchObject({
      setting: 'CONFORMANCE_PROFILE',
      found: `${found} in "vendor.json"`,
      expected,
    });
  });

  test('a misspelt choice gets the nearest choice as a suggestion', () => {
    expect(refusal({ create: { mode: 'upserts' } }).remedy).toBe('Did you mean upsert?');
    expect(refusal({ fields: { never: ['Cart.discountCode'] } }).remedy).toBe(
      'Did you mean Cart.discountCodes?',
    );
  });
});

describe('a declaration that contradicts the contract is refused, and both sides are named', () => {
  test.each([
    [
      { success: { '4.5': [204] } },
      'success.4.5: [204]',
      '[200], since 4.5 answers a match with exactly 200',
    ],
    [
      { success: { '4.5': [200, 204] } },
      'success.4.5: [200,204]',
      '[200], since 4.5 answers a match with exactly 200',
    ],
    [
      { success: { '4.1': [204] } },
      'success.4.1: [204]',
      'a status with a body among them, since 4.1 shows the response',
    ],
    [
      { fields: { never: ['ExampleResource.version'] } },
      'fields.never with ExampleResource.version',
      /each resource carries an integer version/,
    ],
    [
      { fields: { nullable: ['ExampleResource.version'] } },
      'fields.nullable with ExampleResource.version',
      /each resource carries an integer version/,
    ],
    [
      { query: { paging: { arrayOfIntExample: 'object' } } },
      'query.paging.arrayOfIntExample: "object"',
      /^"array", since 4\.1 answers/,
    ],
    [{ update: { observable: '/version' } }, 'update.observable: "/version"', /version is an integer/],
  ])('%j', (profile, found, expected) => {
    const error = refusal(profile);
    expect(error.found).toBe(`${found} in "vendor.json"`);
    if (typeof expected === 'string') expect(error.expected).toBe(expected);
    else expect(error.expected).toMatch(expected);
    expect(error.remedy).toMatch(
      /^A profile can only narrow what the contract leaves open, never waive a rule/,
    );
  });

  test.each(['4.2', '4.6', '4.9', '4.11', '4.13'])('an answer without a body at %s', (section) => {
    for (const statuses of [[204], [200, 204], [205]])
      expect(refusal({ success: { [section]: statuses } }).expected).toBe(
        `statuses with a body, since ${section} shows the response`,
      );
  });

  test.each(['4.3', '4.4', '4.7', '4.8', '4.10', '4.12', '4.14', '4.15', '4.16', '4.17', '4.18'])(
    'an answer without a body may be declared at %s',
    (section) => {
      expect(parseProfile(JSON.stringify({ success: { [section]: [204] } }), 'p').success).toEqual({
        [section]: [204],
      });
    },
  );

  const listed = Object.values<Endpoint>(endpoints).filter(({ scopes }) => scopes !== undefined);
  test.each(listed.map(({ section, scopes = [] }) => [section, scopes.join(' or ')]))(
    'scopes of %s, which lists %s',
    (section, scopes) => {
      const error = refusal({ auth: { [section]: { required: false } } });
      expect(error.found).toBe(`auth.${section}: {"required":false} in "vendor.json"`);
      expect(error.expected).toBe(
        `no scopes for ${section}, since the contract lists them there (${scopes})`,
      );
    },
  );
});

describe('declarations that contradict each other are refused', () => {
  test.each([
    [
      { fields: { never: ['Cart.sum'], always: ['Cart.sum'] } },
      'Cart.sum in fields.always and in fields.never',
    ],
    [
      { fields: { never: ['Cart.sum'], nullable: ['Cart.sum'] } },
      'Cart.sum in fields.nullable and in fields.never',
    ],
    [{ resource: { idSource: 'fixture' } }, 'resource.idSource: "fixture" without resource.fixture.id'],
    [
      { resource: { keySource: 'fixture', fixture: { id: 'a' } } },
      'resource.keySource: "fixture" without resource.fixture.key',
    ],
    [
      { resource: { keySource: 'none', fixture: { key: 'a' } } },
      'resource.keySource: "none" beside resource.fixture.key',
    ],
    [
      { arrays: { arrayOfIntExample: { minItems: 2, maxItems: 1 } } },
      'arrays.arrayOfIntExample: {"minItems":2,"maxItems":1}',
    ],
    [
      { auth: { '4.17': { required: false, anyOf: ['view_test'] } } },
      'auth.4.17: {"required":false,"anyOf":["view_test"]}',
    ],
  ])('%j', (profile, found) => {
    expect(refusal(profile).found).toBe(`${found} in "vendor.json"`);
  });

  test.each([
    [{ sorted: { schema: { type: 'list' } } }, /^sorted\.schema \(/],
    [{ byKey: { variants: [{}, { properties: 1 }] } }, /^byKey\.variants\[1\] \(/],
    [{ errors: { schema: { $ref: '#/nowhere' } } }, /^errors\.schema \(/],
    [
      { cart: { itemSchemas: { payments: { $schema: 'http://json-schema.org/draft-07/schema#' } } } },
      /^cart\.itemSchemas\.payments \(/,
    ],
  ])('%j is no schema', (profile, found) => {
    const error = refusal(profile);
    expect(error.found).toMatch(found);
    expect(error.expected).toBe('a JSON Schema of draft 2020-12');
  });

  test.each([
    [{ sorted: { schema: { type: 'string', format: 'iri' } } }, 'sorted.schema (unknown format "iri" at #)'],
    [
      { namespace: { schema: { GET: { properties: { at: { format: 'datetime' } } } } } },
      'namespace.schema.GET (unknown format "datetime" at #/properties/at)',
    ],
    [
      { cart: { itemSchemas: { payments: { $ref: '#/$defs/a', $defs: { a: { format: 'say "a"' } } } } } },
      'cart.itemSchemas.payments (unknown format "say "a"" at #/$defs/a)',
    ],
  ])('%j names a format that the suite cannot judge', (profile, found) => {
    const error = refusal(profile);
    expect(error.found).toBe(`${found} in "vendor.json"`);
    expect(error.expected).toMatch(/^a format that is known \(binary, byte, clock-time, .*uuid\)$/);
  });

  test('formats of the standard, of OpenAPI and of the contract are known in schemas', () => {
    const payments = {
      properties: {
        format: { const: { format: 'iri' } },
        ...Object.fromEntries(knownFormats().map((format) => [format, { format }])),
      },
    };
    const profile = { cart: { itemSchemas: { payments } } };
    expect(parseProfile(JSON.stringify(profile), 'p')).toEqual(profile);
    expect(knownFormats()).toEqual(expect.arrayContaining(['date-time', 'uri', 'int64', 'utc-milliseconds']));
  });
});

describe('a declared key', () => {
  test.each([
    ['success.4.6', '4.6'],
    ['success.4.16.POST', '4.16'],
    ['async.4.11', '4.11'],
    ['samples.4.9', '4.9'],
    ['auth.4.10', 'Authentication'],
    ['auth.carrier.4.14', 'Authentication'],
    ['refusal.style', 'Authentication'],
    ['fields.never', 'Resources'],
    ['version.step', 'Versioning'],
    ['consistency.queryLagMs', 'Versioning'],
    ['update.observable', 'General'],
    ['namespace.schema.GET', 'General'],
  ])('%s is listed under %s', (name, section) => {
    expect(sectionOf(name)).toBe(section);
  });
});
