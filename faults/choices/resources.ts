import { isObject, JsonNumber, member, without, type JsonObject } from '../../reference/json.ts';
import { objectBody } from '../../reference/call.ts';
import { write } from '../../reference/state.ts';
import { headerOf, type Request } from '../../reference/message.ts';
import type { PolicyOverride, Call } from '../../reference/policy.ts';
import type { Choice, DeclaredProfile } from '../fault.ts';
import { refusing } from '../rewrite.ts';
import type { Resource } from '../../reference/resource.ts';

/** Shows resources in an unusual form. */
const representing =
  (change: (shown: JsonObject) => JsonObject): PolicyOverride =>
  (base) => ({
    represented: (snapshot, call) => change(base.represented(snapshot, call)),
  });

const idSource = (source: string): DeclaredProfile => ({ resource: { idSource: source } });

const identities = [
  'id-only-in-location',
  'id-only-in-content-location',
  'id-is-an-integer',
  'id-inside-meta',
  'ids-told-to-nobody',
];

const others = (name: string): string[] => identities.filter((other) => other !== name);

const providedIds = Array.from({ length: 30 }, (_, at) => `lent-${at}`);

/** Age of the provided resources, in milliseconds: no lag hides a state that old. */
const longAgoMs = 3_600_000;

/** Resources that exist before anybody creates one. */
function provide({ state, project, now }: Call): void {
  const then = now - longAgoMs;
  for (const id of providedIds) {
    const resource: Resource = { id, key: `key-${id}`, history: [] };
    project.resources.set(id, resource);
    const version = state.policy.firstVersion(state, then);
    const times = { createdAt: then, modifiedAt: then };
    write(
      resource,
      { id, key: resource.key, version, objectTypeProperty: {}, deleted: false, ...times },
      then,
    );
  }
}

/** Whether the Idempotency-Key of a request is missing, or came before with a different body. */
function isWithoutOwnKey(): (request: Request) => boolean {
  const bodies = new Map<string, string>();
  return (request) => {
    const key = headerOf(request, 'idempotency-key');
    const body = new TextDecoder().decode(request.body);
    const isOther = key !== undefined && (bodies.get(key) ?? body) !== body;
    if (key !== undefined) bodies.set(key, body);
    return key === undefined || isOther;
  };
}

/** Ways to identify and to show resources ("Resources", 4.2, 4.3). */
export const resourceChoices: readonly Choice[] = [
  {
    name: 'id-only-in-location',
    summary: 'A create shows the id only in Location, and no key is shown.',
    override: () => ({ showsKeyAndId: false }),
    profile: { resource: { idSource: 'header:Location', keySource: 'none' } },
    excludes: [...others('id-only-in-location'), 'key-not-shown'],
  },
  {
    name: 'id-only-in-content-location',
    summary: 'A create shows the id only in Content-Location, and no key is shown.',
    override: (base) => ({
      showsKeyAndId: false,
      created(call, snapshot) {
        const answer = base.created(call, snapshot);
        const headers = answer.headers.map(
          ([name, value]) => [name === 'Location' ? 'Content-Location' : name, value] as const,
        );
        return { ...answer, headers };
      },
    }),
    profile: { resource: { idSource: 'header:Content-Location', keySource: 'none' } },
    excludes: [...others('id-only-in-content-location'), 'key-not-shown'],
  },
  {
    name: 'id-is-an-integer',
    summary: 'The id is shown as a number.',
    override: (base) => ({
      newId: (state) => String(1_000 + Math.floor(state.random() * 9_000_000_000)),
      represented: (snapshot, call) => ({
        ...base.represented(snapshot, call),
        id: new JsonNumber(snapshot.id),
      }),
    }),
    profile: idSource('body:/id'),
    excludes: others('id-is-an-integer'),
  },
  {
    name: 'id-inside-meta',
    summary: 'The id is shown as meta/id.',
    override: representing(({ id, ...rest }) => ({ ...rest, ...(id === undefined ? {} : { meta: { id } }) })),
    profile: idSource('body:/meta/id'),
    excludes: others('id-inside-meta'),
  },
  {
    name: 'ids-told-to-nobody',
    summary:
      'No answer shows an id; the vendor names a fixture, and resources that may be changed and deleted.',
    override: (base) => ({
      showsKeyAndId: false,
      createTarget(call, content) {
        if (call.project.resources.size === 0) provide(call);
        return base.createTarget(call, content);
      },
      created(call, snapshot) {
        const answer = base.created(call, snapshot);
        return { ...answer, headers: answer.headers.filter(([name]) => name.toLowerCase() !== 'location') };
      },
    }),
    profile: {
      resource: {
        idSource: 'fixture',
        keySource: 'none',
        fixture: { id: providedIds[0] },
        disposable: providedIds.slice(1),
      },
    },
    // The first create also makes the provided resources, whose target these choices decide.
    excludes: [
      ...others('ids-told-to-nobody'),
      'key-not-shown',
      'create-lands-on-one-resource',
      'create-lands-on-equal-content',
      'some-creates-land-on-others',
      // Or the entry may be missing on request, or there may be no room for it.
      'creates-take-effect-later',
      'at-most-10-resources-409',
      'at-most-25-resources-403',
      'at-most-30-resources-429',
    ],
  },
  {
    name: 'only-standing-resources-have-keys',
    summary: 'Earlier resources have keys, and created resources show none.',
    override: (base) => ({
      createTarget(call, content) {
        if (call.project.resources.size === 0) provide(call);
        return base.createTarget(call, content);
      },
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        return providedIds.includes(snapshot.id) ? shown : without(shown, 'key');
      },
    }),
    profile: {
      resource: {
        keySource: 'body:/key',
        fixture: { id: providedIds[0], key: `key-${providedIds[0]}` },
      },
    },
    excludes: [
      ...identities,
      'key-not-shown',
      'keys-are-the-ids',
      'read-by-key-shows-less',
      'create-lands-on-one-resource',
      'create-lands-on-equal-content',
      'some-creates-land-on-others',
      'creates-take-effect-later',
      'at-most-10-resources-409',
      'at-most-25-resources-403',
      'at-most-30-resources-429',
    ],
  },
  {
    name: 'creates-need-an-idempotency-key',
    summary: 'A create without an Idempotency-Key, or with the key of a different create, is answered 400.',
    wrap: (next) => refusing(['4.6'], 400, isWithoutOwnKey())(next),
    profile: { samples: { '4.6': { headers: { 'Idempotency-Key': '{unique}' } } } },
  },
  {
    name: 'clients-choose-keys',
    summary: 'A resource has the key that its create states, or none.',
    override: (base) => {
      const keyed = new Set<string>();
      let stated: string | undefined;
      return {
        createTarget(call, content) {
          const key = member(objectBody(call), 'key');
          stated = typeof key === 'string' ? key : undefined;
          return base.createTarget(call, content);
        },
        keyOf(id) {
          if (stated !== undefined) keyed.add(id);
          return stated ?? base.keyOf(id);
        },
        represented(snapshot, call) {
          const shown = base.represented(snapshot, call);
          return keyed.has(snapshot.id) ? shown : without(shown, 'key');
        },
      };
    },
    excludes: ['key-not-shown', 'keys-are-the-ids', 'only-standing-resources-have-keys'],
  },
  {
    name: 'key-not-shown',
    summary: 'No key is shown.',
    override: representing((shown) => without(shown, 'key')),
    profile: { resource: { keySource: 'none' } },
  },
  {
    name: 'keys-are-the-ids',
    summary: 'The key of a resource is its id, and no other is shown.',
    override: (base) => ({
      keyOf: (id) => id,
      represented: (snapshot, call) => without(base.represented(snapshot, call), 'key'),
    }),
    excludes: [...identities, 'key-not-shown'],
  },
  {
    name: 'more-members-than-documented',
    summary: 'Resources have links, custom members and nulls beside the documented ones.',
    override: representing((shown) => ({
      ...shown,
      _links: { self: {} },
      custom: null,
      tags: [],
      internalNumber: new JsonNumber('1.5'),
    })),
  },
  {
    name: 'members-in-another-order',
    summary: 'Members come in reverse order.',
    override: representing((shown) => Object.fromEntries(Object.entries(shown).toReversed())),
  },
  {
    name: 'object-type-property-absent-when-empty',
    summary: 'An empty objectTypeProperty is left out.',
    override: representing((shown) => {
      const given = shown['objectTypeProperty'];
      return isObject(given) && Object.keys(given).length === 0
        ? without(shown, 'objectTypeProperty')
        : shown;
    }),
  },
  {
    name: 'posted-content-not-shown',
    summary: 'objectTypeProperty is stored and never shown with resources.',
    override: representing((shown) => without(shown, 'objectTypeProperty')),
  },
  {
    name: 'reads-show-when-they-happened',
    summary: 'Resources show the time of their last access.',
    override: (base) => ({
      represented: (snapshot, call) => ({
        ...base.represented(snapshot, call),
        lastAccessedAt: new Date(call.now).toISOString(),
      }),
    }),
  },
  {
    name: 'read-by-key-shows-less',
    summary: 'A read by key shows a short form without version.',
    override: (base) => ({
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        return call.operation === '4.3' ? { id: snapshot.id, key: snapshot.key, summary: 'short' } : shown;
      },
    }),
    excludes: ['id-only-in-location', 'ids-told-to-nobody', 'key-not-shown'],
  },
];
