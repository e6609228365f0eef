import { isObject, without, type Json, type JsonObject } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Resource } from '../../reference/resource.ts';
import { readJson } from '../../reference/read-json.ts';
import { Refused } from '../../reference/refused.ts';
import { asItIs, choice, imitated, overrideOf, policy, type Behaviour, type Layers } from './layers.ts';

const namesIn = (pointer: string): readonly string[] =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The object with a value at a path of members; other members stay. */
function withValue(object: JsonObject, [name, ...rest]: readonly string[], value: Json): JsonObject {
  if (name === undefined) return object;
  const held = object[name];
  return {
    ...object,
    [name]: rest.length === 0 ? value : withValue(isObject(held) ? held : {}, rest, value),
  };
}

const movedTo =
  (member: string, pointer: string): PolicyOverride =>
  (base) => ({
    represented(snapshot, call) {
      const shown = base.represented(snapshot, call);
      const value = shown[member];
      return value === undefined ? shown : withValue(without(shown, member), namesIn(pointer), value);
    },
  });

function placed(member: string, pointer: string): Layers {
  return pointer === `/${member}` ? asItIs : policy(movedTo(member, pointer));
}

export const idSource: Behaviour = imitated<string>((source) => {
  if (source === 'fixture') return 'the mock begins without resources';
  const [, kind, where = ''] = /^(body|header):(.+)$/.exec(source) ?? [];
  if (kind === 'body') return placed('id', where);
  if (where.toLowerCase() === 'location') return asItIs;
  return policy((base) => ({
    created(call, snapshot) {
      const answer = base.created(call, snapshot);
      return { ...answer, headers: [...answer.headers, [where, snapshot.id] as const] };
    },
  }));
});

export const keySource: Behaviour = imitated<string>((source) => {
  if (source === 'none') return choice('key-not-shown');
  return source === 'fixture' ? 'the mock begins without resources' : placed('key', source.slice(5));
});

export const observable: Behaviour = imitated<string>((pointer) =>
  pointer === 'none' ? choice('property-never-shown') : placed('someProperty', pointer),
);

/** Which resource an overwrite applies to. */
export const target = (operation: '4.7' | '4.8'): Behaviour =>
  imitated<string>((named) => {
    // Both overwrites reach the same resource.
    if (named === 'singleton') return choice('overwrites-reach-a-singleton');
    if (named === 'none') return policy(only(operation, overrideOf('overwrites-have-no-target')));
    const [, kind, where = ''] = /^(body|query):(.+)$/.exec(named) ?? [];
    return policy(
      only(operation, () => ({
        overwriteTarget: ({ project, request, query }): Resource | undefined => {
          const id = kind === 'query' ? query.text(where) : at(request.body, namesIn(where));
          return typeof id === 'string' ? project.resources.get(id) : undefined;
        },
      })),
    );
  });

/** The target in an override, for one of the two overwrites. */
const only =
  (operation: string, override: PolicyOverride): PolicyOverride =>
  (base) => {
    const special = override(base);
    return {
      overwriteTarget: (call) =>
        call.operation === operation && special.overwriteTarget !== undefined
          ? special.overwriteTarget(call)
          : base.overwriteTarget(call),
    };
  };

function at(body: Uint8Array, names: readonly string[]): Json | undefined {
  const value: Json = readJson(new TextDecoder().decode(body));
  return names.reduce<Json | undefined>(
    (held, name) => (isObject(held) && Object.hasOwn(held, name) ? held[name] : undefined),
    value,
  );
}

/** Whether PUT creates a missing resource. */
export const creates: Behaviour = imitated<boolean>((makes) =>
  makes
    ? asItIs
    : policy((base) => ({
        overwriteTarget(call) {
          const found = base.overwriteTarget(call);
          if (found === undefined && call.operation === '4.8') throw new Refused(404, 'nothing is there');
          return found;
        },
      })),
);
