import type { EndpointName } from '../../../contract/endpoints.ts';
import type { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Stage, StrayGrant } from '../../../implementation/stage.ts';
import type { MissedConflict, SpuriousConflict } from '../../../implementation/updates/mismatch-batch.ts';
import type { Caller } from '../../../history/caller.ts';
import type { Broken } from '../../../run/reporting.ts';
import type { JsonNumber } from '../../../wire/json/json.ts';
import { judgedStage, type JudgedStage, type Known } from './judged-stage.ts';
import { scriptedStore, type Departures, type Kept } from './scripted-store.ts';

const tokens = [
  { label: 'A', scopes: ['manage_test:demo'] },
  { label: 'V', scopes: ['view_test:demo'] },
  { label: 'P', scopes: ['view_products:demo'] },
] as const;

const writes: readonly EndpointName[] = ['create', 'update', 'remove', 'patch', 'put'];

/** A stage on a store that lets in whom the contract lets in, and what properties have noted on it. */
export interface PropertyStage extends JudgedStage {
  readonly kept: Map<string, Kept>;
  readonly broken: Broken[];
  readonly grants: StrayGrant[];
  readonly missed: MissedConflict[];
  readonly spurious: SpuriousConflict[];
  /** A resource just made, when all that was sent for it is forgotten. */
  readonly made: () => Promise<OwnResource>;
}

/** Such a stage, on which changes show at `/someProperty` and in the answers; A writes, and A and V read. */
export function propertyStage(departures: Departures = {}, known: Known = {}): PropertyStage {
  const broken: Broken[] = [];
  const grants: StrayGrant[] = [];
  const missed: MissedConflict[] = [];
  const spurious: SpuriousConflict[] = [];
  const owns: OwnResource[] = [];
  const mayNot = (name: EndpointName, { label }: Caller): boolean =>
    label !== 'A' && (label !== 'V' || writes.includes(name));
  const { kept, script } = scriptedStore({
    ...departures,
    answer: (name, id, at, ask) => {
      const answer = departures.answer?.(name, id, at, ask);
      if (answer !== undefined) return answer;
      return ask.as !== undefined && mayNot(name, ask.as) ? [403] : undefined;
    },
  });
  const stage = judgedStage((name, as, ask, at) => script(name, { ...ask, as }, at), {
    tokens,
    ...known,
    learnt: {
      moves: { doSomeThing: true, changeSomeProperty: true },
      updates: 'accepted',
      answersShowVersion: true,
      pointer: '/someProperty',
      pointers: ['/someProperty'],
      idSource: { kind: 'body', at: '/id', declared: true },
      ...known.learnt,
    },
    stage: {
      seed: 7,
      reach: 4,
      drawnAgain: undefined,
      batches: [],
      missedConflicts: missed,
      spuriousConflicts: spurious,
      noteMismatches: () => undefined,
      noteMissedConflict: (one) => void missed.push(one),
      noteSpuriousConflict: (one) => void spurious.push(one),
      noteGrant: (one) => void grants.push(one),
      noteCreated: () => undefined,
      ...known.stage,
    },
  });
  const { on, learnt, told, sent, caller } = stage;
  learnt.updater = caller('A');
  const report = on.violated.bind(on);
  Object.assign(on, {
    violated: (one: Broken) => {
      broken.push(one);
      report(one);
    },
    own: async <T>(use: (own: OwnResource) => Promise<T>): Promise<T> => {
      const own = owns.pop() ?? (await on.another()).own;
      const done = await use(own);
      owns.push(own);
      return done;
    },
    held: (times = 1) => {
      for (let time = 0; time < times; time += 1) told.push({ kind: 'held' });
    },
  } satisfies Partial<Stage>);
  const made = async (): Promise<OwnResource> => {
    const { own } = await on.another();
    sent.splice(0);
    return own;
  };
  return { ...stage, kept, broken, grants, missed, spurious, made };
}

/** The version that an update stated. */
export function statedIn({ ask }: PropertyStage['sent'][number]): string {
  const { version } = ask.json as { readonly version?: JsonNumber };
  return version?.source ?? '';
}
