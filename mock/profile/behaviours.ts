import {
  decided,
  longestBody,
  moves,
  opened,
  overwriteResponse,
  refused,
  success,
  unknownId,
  validation,
  versionParameter,
  versionStep,
  withoutHeader,
} from './answers.ts';
import {
  alwaysShown,
  bounded,
  omittedOfRecords,
  pagingMembers,
  refusedMembers,
  requiredOfRecords,
  shownAs,
  typesOfRecords,
  variants,
} from './content.ts';
import {
  asItIs,
  cannot,
  choice,
  imitated,
  onlyAboutTests,
  oneOfThese,
  policy,
  type Behaviour,
  wrap,
} from './layers.ts';
import { isSampled, namesByOperation, openScopesOperations, operationOf } from '../../contract/operations.ts';
import { records } from '../../schemas/records.ts';
import { growing } from '../../faults/choices/own-motion.ts';
import { keepingFor, keepingNewest } from '../../faults/choices/quotas.ts';
import { filtering } from '../../faults/choices/transport.ts';
import { creates, idSource, keySource, observable, target } from './placed.ts';

const freeForm = cannot('a schema says what an answer may be, and not what it is');
const reader = onlyAboutTests('is for the reader');
const sample = onlyAboutTests('says what a run sends');
const atOnce = oneOfThese({ false: asItIs }, 'takes effect at once');
const lent = cannot('the mock begins without resources');

/** A row for each key of a group. */
const each = <T extends string>(group: string, keys: readonly T[], by: (key: T) => Behaviour) =>
  Object.fromEntries(keys.map((key) => [`${group}.${key}`, by(key)]));

/** Causes of version changes, each as a choice. */
const moving: Readonly<Record<string, string>> = {
  time: 'versions-move-with-time',
  reads: 'reads-count-in-the-version',
  others: 'queries-count-in-the-version',
};

/** What the mock does about each key of a profile. A key without a row fails a test. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  $schema: reader,
  $observed: reader,
  implementation: reader,
  'resource.idSource': idSource,
  'resource.keySource': keySource,
  'resource.fixture': lent,
  'resource.sandbox': lent,
  'resource.disposable': lent,
  'resource.keeps.newest': imitated<number>((count) => wrap(keepingNewest(count))),
  'resource.keeps.forMs': imitated<number>((ms) => wrap(keepingFor(ms))),
  'fields.always': alwaysShown,
  'fields.never': shownAs(undefined),
  'fields.nullable': shownAs(null),
  'fields.computed': imitated<readonly string[]>((members) =>
    policy(growing(members.map((name) => name.replace('ObjectTypeProperty.', '')))),
  ),
  'fields.refused': refusedMembers,
  'samples.4.16': sample,
  ...each('samples', namesByOperation.filter(isSampled).map(operationOf), () => sample),
  'success.4.16': success('4.16.GET', '4.16.POST'),
  ...each('success', namesByOperation.map(operationOf), success),
  'success.4.5': imitated(() => asItIs),
  ...each('auth', openScopesOperations, opened),
  'auth.carrier.4.14': oneOfThese({ bearer: asItIs }, 'tokens are read in Authorization alone'),
  'auth.carrier.4.15': oneOfThese({ bearer: asItIs }, 'tokens are read in Authorization alone'),
  'async.4.6': oneOfThese({ false: asItIs, true: choice('creates-take-effect-later') }),
  'async.4.7': atOnce,
  'async.4.8': atOnce,
  'async.4.9': atOnce,
  'async.4.10': oneOfThese({ false: asItIs, true: choice('updates-take-effect-later') }),
  'async.4.11': atOnce,
  'async.4.13': atOnce,
  'async.4.15': atOnce,
  'async.4.16': atOnce,
  'async.4.16.POST': atOnce,
  'refusal.style': oneOfThese({
    status: asItIs,
    filter: choice('lists-filtered-instead-of-refused'),
    envelope: choice('refusals-in-an-envelope'),
    close: choice('refusals-by-the-end-of-the-connection'),
    page: choice('refusals-as-a-page'),
  }),
  'refusal.page.status': imitated<number>((status) => wrap(filtering({ status, type: 'text/html' }))),
  'refusal.page.type': oneOfThese({ 'text/html': asItIs }, 'the filter of the mock has a page of HTML'),
  'refusal.unauthenticated': refused('unauthenticated'),
  'refusal.insufficientScope': refused('insufficient'),
  'refusal.unknownId': unknownId,
  'refusal.validation': validation,
  'refusal.expired': refused('expired'),
  ...each('arrays', Object.keys(records.ObjectTypeProperty.properties), bounded),
  'int32.signed': oneOfThese({ true: asItIs, false: choice('int32-shown-unsigned') }),
  'create.mode': oneOfThese({
    alwaysNew: asItIs,
    upsert: choice('create-lands-on-one-resource'),
    mixed: choice('create-lands-on-equal-content'),
  }),
  'create.roundTrip': oneOfThese(
    { exact: asItIs, none: choice('posted-content-not-shown') },
    'content is stored as it came',
  ),
  'version.step': versionStep,
  'version.movesBy': imitated<readonly string[]>((movers) => ({
    choices: movers.map((mover) => moving[mover] ?? ''),
  })),
  'version.initial': decided<number>((first) => ({ firstVersion: () => BigInt(first) })),
  'update.response': oneOfThese({
    ExampleResource: asItIs,
    empty: choice('updates-answer-204'),
    other: choice('updates-answer-their-actions'),
  }),
  'update.unknownAction': oneOfThese({ reject: asItIs, ignore: choice('unknown-actions-ignored') }),
  'update.noopBumps': oneOfThese({ true: asItIs, false: choice('no-ops-keep-the-version') }),
  'update.bumps.doSomeThing': moves('doSomeThing'),
  'update.bumps.changeSomeProperty': oneOfThese({ true: asItIs }, 'each change moves the version'),
  'update.observable': observable,
  'update.emptyActions': oneOfThese({ accept: asItIs, reject: choice('updates-without-actions-refused') }),
  'update.missingVersion': oneOfThese({
    reject: asItIs,
    unconditional: choice('missing-version-updates-unconditionally'),
  }),
  'update.stringVersion': oneOfThese({ reject: asItIs, coerce: choice('versions-as-text-understood') }),
  'update.atomic': oneOfThese({ true: asItIs, false: choice('middle-failures-keep-earlier-actions') }),
  'delete.after': oneOfThese({
    '404': asItIs,
    '410': choice('deleted-resources-answered-410'),
    softDeleted: choice('deleted-resources-still-shown'),
  }),
  'delete.versionParam': versionParameter,
  'delete.repeat': oneOfThese({ '4xx': asItIs, '2xx': choice('second-delete-succeeds') }),
  'overwrite.patch.target': target('4.7'),
  'overwrite.patch.versionCheck': oneOfThese({
    true: asItIs,
    false: choice('overwrites-ignore-the-version'),
  }),
  'overwrite.patch.response': overwriteResponse('4.7'),
  'overwrite.put.target': target('4.8'),
  'overwrite.put.versionCheck': oneOfThese({ true: asItIs, false: choice('overwrites-ignore-the-version') }),
  'overwrite.put.response': overwriteResponse('4.8'),
  'overwrite.put.creates': creates,
  'consistency.readAfterWriteMs': decided<number>((readLagMs) => ({ readLagMs })),
  'consistency.queryLagMs': decided<number>((queryLagMs) => ({ queryLagMs })),
  'query.shape': oneOfThese({ paged: choice('collection-is-a-page-of-resources') }),
  'query.paging': pagingMembers,
  'query.invalidType': oneOfThese({ reject: asItIs, ignore: choice('ill-typed-parameters-ignored') }),
  'query.unknownParameter': oneOfThese({ ignore: asItIs, reject: choice('unknown-parameters-refused') }),
  'head.noMatch.status': decided<number>((headNoMatchStatus) => ({ headNoMatchStatus })),
  'head.noMatch.query': sample,
  'head.unionParameter': oneOfThese({ ignore: asItIs, reject: choice('union-parameter-refused') }),
  'byKey.variants': imitated<readonly unknown[]>((all) =>
    all.length === 0 ? asItIs : 'resources alone are shown',
  ),
  'search-api.schema': freeForm,
  'sorted.schema': freeForm,
  'search.method': oneOfThese(
    { POST: asItIs, GET: choice('product-search-by-get') },
    'only GET and POST are known',
  ),
  'search.schema': freeForm,
  'image.method': oneOfThese({ POST: asItIs, PUT: choice('images-by-put') }, 'only POST and PUT are known'),
  'image.schema': freeForm,
  'image.missingContentType': oneOfThese({
    reject: asItIs,
    accept: choice('images-without-label-looked-at'),
  }),
  'image.otherContentType': oneOfThese({ reject: asItIs }),
  'complexPath.variants': variants,
  'records.required': requiredOfRecords,
  'records.omits': omittedOfRecords,
  'records.types': typesOfRecords,
  'namespace.schema.GET': freeForm,
  'namespace.schema.POST': freeForm,
  'namespaceHeaders.missing.Accept': withoutHeader('Accept', '*/*'),
  'namespaceHeaders.missing.Service-Locale': withoutHeader('Service-Locale', 'en'),
  'cart.itemSchemas.discountTexts': freeForm,
  'cart.itemSchemas.discounts': freeForm,
  'cart.itemSchemas.payments': freeForm,
  'cart.itemSchemas.discountCodes': freeForm,
  'cart.itemSchemas.shippingAddress': freeForm,
  'cart.itemSchemas.billingAddress': freeForm,
  'errors.schema': freeForm,
  'errors.precedence': imitated<readonly string[]>((order) => {
    if (order.join() === 'auth,exists,validation,version') return asItIs;
    return 'callers are looked at first, then ids, then bodies';
  }),
  'limits.maxBody': longestBody,
  'limits.rps': onlyAboutTests('says how fast a run may be'),
  'request.wrongContentType': oneOfThese({ reject: asItIs, accept: choice('labels-of-bodies-ignored') }),
  'response.contentType': decided<readonly [string]>(([contentType]) => ({ contentType })),
  'probe.undeclaredMethods': onlyAboutTests('says what a run may send'),
};
