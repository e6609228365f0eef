import type { ClauseSection } from '../../../clause/clause.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { MismatchBatch } from '../../../implementation/updates/mismatch-batch.ts';
import type { Exchange } from '../../../history/exchange.ts';
import type { Ask } from '../../../run/ask.ts';
import { JsonNumber } from '../../../wire/json/json.ts';
import { judgedStage, outlineOf, type JudgedStage, type Known, type Script } from './judged-stage.ts';
import type { Answer } from './scripted-stage.ts';

/** A judged stage with all that a check of a suite asks for, and what it did beside reporting. */
interface SuiteStage extends JudgedStage {
  /** What has to go again. */
  readonly noted: Exchange[];
  /** Ids of what was taken out of use for others. */
  readonly kept: string[];
  /** What was told, each by its kind and the code of its reason. */
  readonly outline: () => readonly string[];
  /** What was observed last. */
  readonly observed: () => unknown;
}

/** Everything may be sent on it; the resource of its own is made when it is first wanted. */
export function suiteStage(script: Script, known: Known = {}): SuiteStage {
  const noted: Exchange[] = [];
  const kept: string[] = [];
  const batches: MismatchBatch[] = [];
  let lent: OwnResource | undefined;
  const judged = judgedStage(script, {
    ...known,
    options: { consent: new Set(['overwrite', 'records', 'upload', 'namespace']), ...known.options },
    stage: {
      seed: 0,
      batches,
      noteMismatches: (batch) => void batches.push(batch),
      hasSent: () => true,
      noteCreated: (exchange) => void noted.push(exchange),
      noteSpuriousConflict: () => undefined,
      noteMissedConflict: () => undefined,
      keep: (own) => void kept.push(own.id),
      own: async (use) => await use((lent ??= (await judged.on.another()).own)),
      ...known.stage,
    },
  });
  const { told } = judged;
  return {
    ...judged,
    noted,
    kept,
    outline: () => outlineOf(told),
    observed: () => told.findLast(({ kind }) => kind === 'observed')?.value,
  };
}

/** The check of a clause that is stated in a section. */
export function checkOf({ clauses }: ClauseSection<Stage>, id: string): (on: Stage) => Promise<void> {
  const check = clauses.find((clause) => clause.id === id)?.check;
  if (check === undefined) throw new Error(`${id} has no check of its own`);
  return check;
}

/** The answers in turn, the last one again. */
export function oneByOne(...answers: readonly Answer[]): () => Answer {
  let turn = 0;
  return () => answers[Math.min(turn++, answers.length - 1)] ?? [200];
}

/** The query of a request as one text. */
export function queryIn({ query = [] }: Ask): string {
  return query.map((pair) => pair.join('=')).join('&');
}

/** A resource that a small server keeps, with its version as it is written. */
export interface Held {
  version: string;
  value: string;
}

/** An action as it is sent, which may be none that is known. */
interface SentAction {
  readonly action: string;
  readonly someProperty?: string;
}

/** One request to it, with what of it decides. */
export interface Requested {
  readonly name: EndpointName;
  readonly id: string;
  readonly as: string;
  /** The version that is stated, as it is written; undefined if none is. */
  readonly version: string | undefined;
  readonly isText: boolean;
  /** A body that was spelled otherwise than usual; empty for others. */
  readonly text: string;
  readonly actions: readonly SentAction[];
  /** This many requests of that name came before. */
  readonly before: number;
  readonly at: number;
}

/** A stage before a small server, which holds to the contract in all that the rule leaves to it. */
export function servedStage(
  rule: (request: Requested, held: Map<string, Held>) => Answer | undefined,
  known: Known = {},
  { first = '1', next = (version: string) => String(BigInt(version) + 1n) } = {},
): SuiteStage & { readonly requests: readonly Requested[]; readonly held: Map<string, Held> } {
  const held = new Map<string, Held>();
  const requests: Requested[] = [];
  let created = 0;
  const shown = (id: string): Answer => {
    const one = held.get(id);
    if (one === undefined) return [404];
    return [200, `{"id":"${id}","version":${one.version},"someProperty":${JSON.stringify(one.value)}}`];
  };
  const stage = suiteStage((name, as, ask, at) => {
    const json = (ask.json ?? {}) as { readonly version?: unknown; readonly actions?: unknown };
    const { version } = json;
    const request: Requested = {
      name,
      id: ask.path?.['id'] ?? '',
      as: as.label,
      version:
        version instanceof JsonNumber ? version.source : typeof version === 'string' ? version : undefined,
      isText: typeof version === 'string',
      text: new TextDecoder().decode(ask.body),
      actions: Array.isArray(json.actions) ? (json.actions as readonly SentAction[]) : [],
      before: requests.filter((one) => one.name === name).length,
      at,
    };
    requests.push(request);
    const told = rule(request, held);
    if (told !== undefined) return told;
    if (name === 'create') {
      const id = `r${(created += 1)}`;
      held.set(id, { version: first, value: '' });
      return [201, shown(id)[1] ?? '{}'];
    }
    const one = held.get(request.id);
    if (name === 'remove') {
      const last = shown(request.id);
      held.delete(request.id);
      return last;
    }
    if (name !== 'update') return request.id === '' ? [200] : shown(request.id);
    if (one === undefined) return [404];
    if (Number(request.version) !== Number(one.version)) return [409];
    one.version = next(one.version);
    one.value =
      request.actions.findLast(({ someProperty }) => someProperty !== undefined)?.someProperty ?? one.value;
    return [200];
  }, known);
  return { ...stage, requests, held };
}
