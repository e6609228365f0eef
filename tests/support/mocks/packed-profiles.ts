import type { Profile } from '../../../clause/profile.ts';

const writeOperations = ['4.6', '4.7', '4.8', '4.9', '4.10', '4.11', '4.13', '4.15', '4.16', '4.16.POST'];

/** Declared, and seen by no run: the mock makes no case of it. */
export const unseen: readonly string[] = ['overwrite.put.creates', 'records.required'];

/** Profiles that leave a run too little to decide, so that it stays INCOMPLETE. */
export const leaving: readonly string[] = ['changes that nobody sees'];

/** Profiles in which each value of each key that the mock imitates occurs. */
export const packed: Readonly<Record<string, Profile>> = {
  'as the reference is': {
    resource: { idSource: 'body:/id', keySource: 'body:/key' },
    refusal: { style: 'status', unauthenticated: [401], insufficientScope: [403], unknownId: [404] },
    create: { mode: 'alwaysNew', roundTrip: 'exact' },
    version: { step: 'plusOne', initial: 1 },
    int32: { signed: true },
    async: Object.fromEntries(writeOperations.map((name) => [name, false])),
    update: {
      response: 'ExampleResource',
      unknownAction: 'reject',
      noopBumps: true,
      bumps: { doSomeThing: true, changeSomeProperty: true },
      emptyActions: 'accept',
      missingVersion: 'reject',
      stringVersion: 'reject',
      atomic: true,
    },
    delete: { after: '404', versionParam: 'none', repeat: '4xx' },
    query: { invalidType: 'reject', unknownParameter: 'ignore' },
    head: {
      unionParameter: 'ignore',
      noMatch: { status: 404, query: { stringParameter: 'listed-by-nobody' } },
    },
    image: { missingContentType: 'reject', otherContentType: 'reject' },
    namespaceHeaders: { missing: { Accept: 'reject', 'Service-Locale': 'reject' } },
    request: { wrongContentType: 'reject' },
    fields: { always: ['Cart.sum', 'Variant.sku'] },
    byKey: { variants: [] },
  },
  'other statuses': {
    success: {
      '4.1': [203],
      '4.2': [203],
      '4.3': [203],
      '4.4': [203],
      '4.5': [200],
      '4.6': [202],
      '4.7': [204],
      '4.8': [202],
      '4.9': [201],
      '4.10': [201],
      '4.11': [202],
      '4.12': [203],
      '4.13': [201],
      '4.14': [203],
      '4.15': [201],
      '4.16.GET': [203],
      '4.16.POST': [202],
      '4.17': [203],
      '4.18': [203],
    },
    refusal: { unauthenticated: [403], insufficientScope: [404], expired: [400], unknownId: [410] },
    head: { noMatch: { status: 204, query: { stringParameter: 'listed-by-nobody' } } },
    version: { step: 'increasing', initial: 41 },
    response: { contentType: ['application/vnd.example+json'] },
  },
  'other access': {
    auth: {
      '4.9': { required: true, anyOf: ['manage_test'] },
      '4.10': { required: true, anyOf: ['manage_test', 'view_test'] },
      '4.13': { required: false },
      '4.16.GET': { required: false },
      '4.16.POST': { required: true },
      '4.17': { required: true, anyOf: ['view_products'] },
      '4.18': { required: true },
      carrier: { '4.14': 'bearer', '4.15': 'bearer' },
    },
    refusal: { validation: [422] },
  },
  'refusals in an envelope': { refusal: { style: 'envelope' } },
  'refusals by filters': { refusal: { style: 'filter' } },
  'refusals by the end of the connection': { refusal: { style: 'close' } },
  'refusals by a page to log in': { refusal: { style: 'page' } },
  'other places': {
    resource: { idSource: 'body:/meta/identity', keySource: 'body:/meta/name' },
    update: { observable: '/custom/some' },
    query: { paging: { limit: 'integer', count: 'integer', more: 'boolean' } },
  },
  'ids in a header': {
    resource: { idSource: 'header:X-Resource-Id', keySource: 'none' },
    create: { roundTrip: 'none' },
    consistency: { readAfterWriteMs: 400, queryLagMs: 900 },
  },
  'other updates': {
    update: {
      response: 'empty',
      unknownAction: 'ignore',
      noopBumps: false,
      emptyActions: 'reject',
      missingVersion: 'unconditional',
      stringVersion: 'coerce',
    },
    errors: { precedence: ['auth', 'exists', 'validation', 'version'] },
    delete: { after: '410', versionParam: 'version', repeat: '4xx' },
  },
  'updates with other answers': {
    update: { response: 'other', atomic: false, bumps: { doSomeThing: false } },
    create: { mode: 'mixed' },
    delete: { after: 'softDeleted' },
  },
  'changes that nobody sees': { update: { observable: 'none' } },
  'versions from contents': { version: { step: 'arbitrary' } },
  'writes later': { async: { '4.6': true, '4.10': true }, delete: { repeat: '2xx' } },
  upserts: { create: { mode: 'upsert' } },
  'overwrites of one': {
    overwrite: {
      patch: { target: 'singleton', versionCheck: true, response: 'ExampleResource' },
      put: { target: 'singleton', versionCheck: true, response: 'ExampleResource', creates: true },
    },
  },
  'overwrites by id': {
    overwrite: {
      patch: { target: 'body:/id', versionCheck: false, response: 'empty' },
      put: { target: 'query:id', versionCheck: false, response: 'other', creates: false },
    },
  },
  'overwrites with other answers': {
    overwrite: {
      patch: { target: 'query:id', versionCheck: false, response: 'other' },
      put: { target: 'body:/id', versionCheck: false, response: 'empty' },
    },
  },
  'overwrites of nothing': { overwrite: { patch: { target: 'none' }, put: { target: 'none' } } },
  'other content': {
    arrays: {
      arrayOfIntExample: { maxItems: 5, minimum: 0, maximum: 1000 },
      arrayOfUniqueIntExample: { uniqueItems: true },
    },
    fields: {
      refused: ['arrayOfFloatExample'],
      never: ['Cart.discountCodes', 'DateExamples.timeOnlyExample'],
      nullable: ['Variant.price'],
      computed: ['ObjectTypeProperty.arrayOfNumberNoDefaultsExample'],
    },
    int32: { signed: false },
    complexPath: { variants: [['arrayOfIntExample'], ['arrayOfStringExample', 'arrayOfFloatExample']] },
  },
  'other requests': {
    query: { unknownParameter: 'reject' },
    head: { unionParameter: 'reject' },
    search: { method: 'GET' },
    image: { method: 'PUT', missingContentType: 'accept' },
    namespaceHeaders: { missing: { Accept: 'accept', 'Service-Locale': 'accept' } },
    request: { wrongContentType: 'accept' },
    limits: { maxBody: 500_000 },
  },
  'parameters that are not looked at': { query: { invalidType: 'ignore' } },
  'other records': { records: { required: ['id'], omits: ['custom'] } },
  'records of other types': { records: { types: { eigthProperty: 'integer' } } },
  'pages of resources': { query: { shape: 'paged' } },
};
