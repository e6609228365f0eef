import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Ask } from '../../../run/ask.ts';
import type { JsonInput } from '../../../wire/json/json.ts';
import type { Answer } from './scripted-stage.ts';

/** A resource as the store keeps it. */
export interface Kept {
  version: number;
  /** Its documented content. */
  strings: readonly JsonInput[];
  /** What updates change; shown beside the content. */
  someProperty: string;
  /** What was in the same place until that time. */
  before: { readonly json: string; readonly until: number } | undefined;
}

/** How a store departs from what is plain. */
export interface Departures {
  /** Answers in its place. */
  readonly answer?: (name: EndpointName, id: string, at: number, ask: Ask) => Answer | undefined;
  /** How a create is answered, of which this is the resource as JSON. */
  readonly born?: (id: string, json: string) => Answer;
  /** Follows a write that was carried out; `id` names what was written to. */
  readonly follows?: (name: EndpointName, id: string, kept: Map<string, Kept>, ask: Ask) => void;
  /** Members that each read shows beside the content. */
  readonly shows?: (id: string) => Readonly<Record<string, JsonInput>>;
  /** So long, in milliseconds, reads of a resource that was updated show it as it was. */
  readonly lagMs?: number;
  /** Ids of what is created, in order; `r1`, `r2` … unless given. */
  readonly ids?: readonly string[];
}

interface Update {
  readonly version: unknown;
  readonly actions: readonly { readonly action: string; readonly someProperty?: string }[];
}

/** A collection of resources that answers a script's requests as is plain, except what is said otherwise. */
export function scriptedStore({ answer, born, follows, shows, lagMs = 0, ids }: Departures = {}): {
  readonly kept: Map<string, Kept>;
  readonly script: (name: EndpointName, ask: Ask, at: number) => Answer;
} {
  const kept = new Map<string, Kept>();
  let created = 0;
  const shown = (id: string, { version, strings, someProperty }: Kept): string =>
    JSON.stringify({
      id,
      version,
      objectTypeProperty: { arrayOfStringExample: strings },
      someProperty,
      ...shows?.(id),
    });
  const written = (name: EndpointName, id: string, ask: Ask): Answer => {
    const one = kept.get(id);
    const json = one === undefined ? '{}' : shown(id, one);
    if (name === 'remove') kept.delete(id);
    follows?.(name, id, kept, ask);
    return name === 'create' ? (born?.(id, json) ?? [201, json]) : [200, json];
  };
  const script = (name: EndpointName, ask: Ask, at: number): Answer => {
    if (name === 'create') {
      const id = ids?.[created] ?? `r${created + 1}`;
      const told = answer?.(name, id, at, ask);
      if (told !== undefined) return told;
      created += 1;
      const content = ask.json as { objectTypeProperty?: { arrayOfStringExample?: readonly JsonInput[] } };
      kept.set(id, {
        version: 1,
        strings: content.objectTypeProperty?.arrayOfStringExample ?? [],
        someProperty: '',
        before: undefined,
      });
      return written(name, id, ask);
    }
    const id = ask.path?.['id'] ?? '';
    const told = answer?.(name, id, at, ask);
    if (told !== undefined) return told;
    if (ask.path === undefined) return [200, '{}'];
    const one = kept.get(id);
    if (one === undefined) return [404];
    if (name === 'remove') return written(name, id, ask);
    if (name !== 'update')
      return [200, one.before !== undefined && at < one.before.until ? one.before.json : shown(id, one)];
    const { version, actions } = ask.json as unknown as Update;
    if (String(version) !== String(one.version)) return [409];
    one.before = { json: shown(id, one), until: at + lagMs };
    one.version += 1;
    for (const { someProperty } of actions) one.someProperty = someProperty ?? one.someProperty;
    return written(name, id, ask);
  };
  return { kept, script };
}

/** Writes of one kind change the resource that was made next as well, or the one before where there is none. */
export const reaching = (
  kind: string,
  change: (one: Kept, kept: Map<string, Kept>, id: string) => void,
): Departures => ({
  follows: (name, id, kept) => {
    const at = Number(id.slice(1));
    const reached = [`r${at + 1}`, `r${at - 1}`].find((other) => kept.has(other));
    const one = reached === undefined ? undefined : kept.get(reached);
    if (name === kind && reached !== undefined && one !== undefined) change(one, kept, reached);
  },
});

/** Changes what somebody else looks at. */
export const spoilt = (one: Kept): void => {
  one.strings = [...one.strings, 'spoilt'];
};
