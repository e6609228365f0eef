import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Ask } from '../../../run/ask.ts';
import { queryOf } from './reporting-stage.ts';
import { judgedStage, type JudgedStage, type Known } from './judged-stage.ts';
import type { Answer } from './scripted-stage.ts';
import { scriptedStore, type Departures, type Kept } from './scripted-store.ts';

/** A judged stage on a small store, and what of one operation was sent on it. */
export interface StoredStage extends JudgedStage {
  readonly kept: Map<string, Kept>;
  readonly asked: (name: EndpointName) => JudgedStage['sent'];
}

/** How an overwrite is answered, who knows what is kept and how many came before. */
export type Overwriting = (kept: Map<string, Kept>, ask: Ask, before: number) => Answer;

/**
 * A stage whose requests are answered by a store, where nothing else is said to nobody without a token; one writes, and
 * ids are in bodies.
 */
export function storedStage(departures: Departures = {}, known: Known = {}): StoredStage {
  const store = scriptedStore({
    ...departures,
    answer: (name, id, at, ask) =>
      departures.answer?.(name, id, at, ask) ?? (ask.as?.kind === 'supplied' ? undefined : [401]),
  });
  const stage = judgedStage((name, as, ask, at) => store.script(name, { ...ask, as }, at), {
    tokens: [{ label: 'M', scopes: ['manage_test:demo'] }],
    ...known,
    learnt: { idSource: { kind: 'body', at: '/id', declared: false }, ...known.learnt },
    stage: { hasSent: () => true, noteCreated: () => undefined, ...known.stage },
  });
  const asked = (name: EndpointName) => stage.sent.filter((one) => one.name === name);
  return { ...stage, kept: store.kept, asked };
}

/** Such a stage on which overwrites are consented to, and answered so. */
export function overwrittenStage(overwriting: Overwriting, known: Known = {}): StoredStage {
  let before = 0;
  const stage: StoredStage = storedStage(
    {
      answer: (name, _id, _at, ask) => {
        if (name !== 'patch' && name !== 'put') return undefined;
        before += 1;
        return overwriting(stage.kept, ask, before - 1);
      },
    },
    { ...known, options: { consent: new Set(['overwrite' as const]), ...known.options } },
  );
  return stage;
}

/** What was made last is overwritten, whatever the body names. */
export const newest: Overwriting = (kept, ask) => overwrite([...kept].at(-1), ask, [404]);

/** What the body names is overwritten, and nothing without a name. */
export const named: Overwriting = (kept, ask) => {
  const { id } = ask.json as { readonly id?: string };
  const one = kept.get(id ?? '');
  return overwrite(id === undefined || one === undefined ? undefined : [id, one], ask, [400]);
};

function overwrite(found: readonly [string, Kept] | undefined, { json }: Ask, otherwise: Answer): Answer {
  if (found === undefined) return otherwise;
  const [id, one] = found;
  const { objectTypeProperty } = json as {
    readonly objectTypeProperty?: { readonly arrayOfStringExample?: readonly string[] };
  };
  one.version += 1;
  one.strings = objectTypeProperty?.arrayOfStringExample ?? [];
  const { version, strings } = one;
  return [200, JSON.stringify({ id, version, objectTypeProperty: { arrayOfStringExample: strings } })];
}

/** How HEAD and GET of the collection are answered: by query, how often HEAD was asked before, and when. */
export interface Checked {
  readonly head?: (query: string, before: number, at: number, by: string) => Answer;
  readonly get?: (query: string) => Answer;
  readonly read?: (at: number) => Answer | undefined;
  readonly known?: Known;
}

/** A stage on which the existence check, the query and reads by id are answered so. */
export function checkedStage({
  head = () => [200, ''],
  get = () => [200, '{}'],
  read,
  known,
}: Checked = {}): StoredStage {
  let before = 0;
  return storedStage(
    {
      answer: (name, _id, at, ask) => {
        if (name === 'query') return get(queryOf(ask));
        if (name === 'readById') return read?.(at);
        if (name !== 'exists') return undefined;
        before += 1;
        return head(queryOf(ask), before - 1, at, ask.as?.label ?? '');
      },
    },
    known,
  );
}
