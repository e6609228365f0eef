import type { EndpointName } from '../../../contract/endpoints.ts';
import { notTested } from '../../../clause/thrown.ts';
import { asName, valueAt } from '../../../wire/json/pointer.ts';
import { buildRequest, type Ask } from '../../../run/ask.ts';
import { awaited } from '../../../run/awaited.ts';
import { evidenceOf, historyOf, worldOf } from '../histories.ts';
import { createCallers } from '../../../run/callers.ts';
import { Exchange } from '../../../history/exchange.ts';
import { createRandom } from '../../../run/random.ts';
import type { Broken } from '../../../run/reporting.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Patience, Stage } from '../../../implementation/stage.ts';
import { nobody, scriptedStage, type Answer, type ScriptedStage } from './scripted-stage.ts';

/** The same answers to the same requests, whoever asks. */
export type Script = (name: EndpointName, ask: Ask, at: number) => Answer;

/** A stage on a script, and what a check has reported on it, as data and without a sentence. */
export interface ReportingStage extends ScriptedStage {
  /** Each sample: its kind, with the code of its reason where there is one. */
  readonly told: string[];
  readonly broken: Broken[];
  /** What is told of samples without a premise, with what could settle it. */
  readonly said: string[];
  /** The statuses of the exchanges that undecided samples show. */
  readonly shown: (number | undefined)[][];
  /** Of each of these, whether a deviation was seen and not confirmed. */
  readonly deviated: boolean[];
  /** The readings that undecided samples leave open. */
  readonly readings: (readonly string[])[];
  readonly observed: { readonly value: unknown; readonly isSuspect: boolean; readonly why: string }[];
  /** What was taken out of use for others. */
  readonly kept: string[];
  /** What was entered into the book of what has to go again. */
  readonly noted: Exchange[];
}

/** Such a stage, on which creates are sent and whose work is shared as in a run. */
export function reportingStage(
  script: Script,
  known: Partial<Learnt> = {},
  more: Partial<Stage> = {},
): ReportingStage {
  const told: string[] = [];
  const broken: Broken[] = [];
  const said: string[] = [];
  const shown: ReportingStage['shown'] = [];
  const deviated: boolean[] = [];
  const readings: (readonly string[])[] = [];
  const observed: ReportingStage['observed'] = [];
  const kept: string[] = [];
  const noted: Exchange[] = [];
  const shared = new Map<unknown, Promise<unknown>>();
  const history = historyOf([]);
  let canaries = 0;
  const parts: Partial<Stage> = {
    profile: {},
    callers: createCallers([], createRandom(7)),
    random: createRandom(7),
    world: worldOf(history, evidenceOf, more.profile),
    options: {
      projectKey: 'demo',
      without: new Set(),
      readOnly: false,
    } as unknown as Stage['options'],
    phase: 'quiet',
    writer: nobody,
    made: [],
    gone: new Set(),
    hasSent: () => true,
    canary: () => `c${(canaries += 1)}`,
    keep: (own) => void kept.push(own.id),
    noteCreated: (exchange) => void noted.push(exchange),
    shared: <T>(name: unknown, work: () => Promise<T>) => {
      const found = (shared.get(name) as Promise<T> | undefined) ?? work();
      shared.set(name, found);
      return found;
    },
    create: async () => {
      const { on } = stage;
      const json = { objectTypeProperty: { arrayOfStringExample: [on.canary()] } };
      const exchange = await on.ask('create', { json });
      const id = asName(valueAt(exchange.value, '/id'));
      const own = id === undefined ? undefined : new OwnResource(id, on.clock.now(), { born: exchange });
      return { exchange, own };
    },
    another: async () => {
      const { own, exchange } = await stage.on.create();
      if (own === undefined) throw notTested({ code: 'premise-failed', text: 'none was made' });
      return { own, exchange };
    },
    held: (times = 1) => {
      for (let time = 0; time < times; time += 1) told.push('held');
    },
    passed: () => void told.push('passed'),
    suspect: () => void told.push('suspected'),
    noise: () => void told.push('noise'),
    discarded: (code, text, supply) => {
      told.push(`discarded ${code}`);
      said.push([text, supply ?? ''].join('\n'));
    },
    undecided: (code, _text, { exchanges = [], ...given } = {}) => {
      deviated.push(given.deviated === true);
      readings.push(given.readings ?? []);
      told.push(`undecided ${code}`);
      shown.push(exchanges.map(({ status }) => status));
    },
    violated: (one) => {
      told.push('violated');
      broken.push(one);
    },
    observe: (value, { suspect = false } = {}) =>
      void observed.push({
        value,
        isSuspect: suspect !== false,
        why: suspect === false ? '' : suspect.why,
      }),
    ...more,
  };
  const stage = scriptedStage(script, parts);
  const { on, sent, learnt } = stage;
  Object.assign(learnt, { noResource: undefined, readable: true, ...known });
  const ask = async (name: EndpointName, asked: Ask = {}): Promise<Exchange> => {
    const at = on.clock.now();
    sent.push({ name, at, ask: asked });
    const number = sent.length;
    await on.clock.sleep(1, awaited.reads);
    const [status, json = '{}', headers = []] = script(name, asked, at);
    const caller = asked.as ?? nobody;
    const exchange = new Exchange({
      number,
      endpoint: name,
      caller,
      request: buildRequest(name, { ...asked, as: caller }, { projectKey: 'demo', headers: [] }),
      outcome: {
        kind: 'answer',
        status,
        headers,
        body: new TextEncoder().encode(json),
        sentAt: at,
        answeredAt: on.clock.now(),
      },
      redirects: 0,
    });
    if (name === 'create') history.append(exchange);
    return exchange;
  };
  Object.assign(on, { ask, with: (patience: Patience): Stage => ({ ...on, ...patience }) });
  return { ...stage, told, broken, said, shown, deviated, readings, observed, kept, noted };
}

/** The query of a request as one text. */
export function queryOf({ query = [] }: Ask): string {
  return query.map((pair) => pair.join('=')).join('&');
}
