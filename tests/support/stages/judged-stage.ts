import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Phase } from '../../../clause/clause.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { Claim, ReasonCode } from '../../../clause/sample.ts';
import { Inconclusive, notTested } from '../../../clause/thrown.ts';
import { learningOf, nothingLearnt, type Learnt } from '../../../implementation/learnt.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { RefusedWrite, Stage } from '../../../implementation/stage.ts';
import { buildRequest, type Ask } from '../../../run/ask.ts';
import type { World } from '../../../world/world.ts';
import { evidenceOf, historyOf, worldOf } from '../histories.ts';
import { createCallers } from '../../../run/callers.ts';
import type { Caller } from '../../../history/caller.ts';
import { asTold, type Shown } from '../../../run/evidence/story.ts';
import { Exchange } from '../../../history/exchange.ts';
import { depths, type RunOptions } from '../../../run/options.ts';
import type { SuppliedToken } from '../../../history/caller.ts';
import { Pace } from '../../../run/run-clock.ts';
import { createRandom } from '../../../run/random.ts';
import { asName, valueAt } from '../../../wire/json/pointer.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import type { Request } from '../../../wire/exchange.ts';
import type { Answer } from './scripted-stage.ts';

/** What a check reports, without the sentences: what it is called, and the exchanges on which it rests. */
export interface Told {
  readonly kind:
    | 'held'
    | 'refused'
    | 'passed'
    | 'violated'
    | 'undecided'
    | 'noise'
    | 'discarded'
    | 'observed'
    | 'suspected';
  readonly code?: ReasonCode;
  readonly supply?: string | undefined;
  /** Statuses of the exchanges, in their order. */
  readonly statuses?: readonly (number | undefined)[];
  readonly callers?: readonly string[];
  readonly roles?: readonly (string | undefined)[];
  readonly more?: unknown;
  readonly value?: unknown;
}

/** A stage whose requests a script answers, what was sent on it, and what checks have told. */
export interface JudgedStage {
  readonly on: Stage;
  readonly learnt: Learnt;
  readonly world: World;
  readonly sent: {
    readonly name: EndpointName;
    readonly at: number;
    readonly ask: Ask;
    readonly as: string;
  }[];
  readonly told: Told[];
  /** Refused writes whose effect is looked for later. */
  readonly refusedWrites: RefusedWrite[];
  /** The phases that a check has waited for. */
  readonly phases: Phase[];
  /** A caller by its label. */
  readonly caller: (label: string) => Caller;
}

/** What is known before, where it is not what is usual. */
export interface Known {
  /** Labels with the scopes that tokens hold: `view_test:demo`. */
  readonly tokens?: readonly (Partial<SuppliedToken> & Pick<SuppliedToken, 'label' | 'scopes'>)[];
  readonly options?: Partial<RunOptions>;
  readonly profile?: Profile;
  readonly learnt?: Partial<Learnt>;
  readonly phase?: Phase;
  readonly stage?: Partial<Stage>;
}

/** How somebody who asks is answered. */
export type Script = (name: EndpointName, as: Caller, ask: Ask, at: number) => Answer;

/** A stage on which lags take a second at most, and every answer a millisecond. */
export function judgedStage(script: Script, known: Known = {}): JudgedStage {
  const virtual = createVirtualClock();
  const tokens = (known.tokens ?? []).map((one) => ({ token: `secret-of-${one.label}`, ...one }));
  const callers = createCallers(tokens, createRandom(7));
  const learnt: Learnt = {
    ...nothingLearnt(callers.none),
    noResource: undefined,
    readable: true,
    ...known.learnt,
  };
  const [first = callers.none] = callers.supplied;
  const options = {
    baseUrl: 'http://host.test/v1',
    projectKey: 'demo',
    tokens,
    profile: known.profile ?? {},
    consent: new Set(),
    without: new Set(),
    depth: depths.ci,
    seed: 7,
    settle: { readMs: 1_000, queryMs: 1_000 },
    readOnly: false,
    evidence: 'full',
    ...known.options,
  } as unknown as RunOptions;
  const history = historyOf([], { projectKey: options.projectKey });
  const world = worldOf(history, evidenceOf, options.profile);
  const sent: JudgedStage['sent'] = [];
  const told: Told[] = [];
  const refusedWrites: RefusedWrite[] = [];
  const phases: Phase[] = [];
  const made: { readonly id: string; readonly canary: string; readonly at: number }[] = [];
  const shared = new Map<unknown, Promise<unknown>>();
  let canaries = 0;
  const clock = {
    now: () => virtual.now(),
    date: () => virtual.date(),
    sleep: (ms: number) => virtual.sleep(ms),
    stopped: false,
    pace: new Pace(),
  };
  const ask = async (name: EndpointName, one: Ask = {}): Promise<Exchange> => {
    const as = one.as ?? learnt.reader ?? first;
    const at = virtual.now();
    sent.push({ name, at, ask: one, as: as.label });
    await virtual.sleep(1);
    const answer = script(name, as, one, at);
    const exchange = exchangeOf(answer, {
      number: sent.length,
      sentAt: at,
      endpoint: one.target === undefined ? name : undefined,
      caller: as,
      request: buildRequest(name, { ...one, as }, { projectKey: options.projectKey, headers: [] }),
    });
    history.append(exchange);
    return exchange;
  };
  const create = async (canary: string, as: Caller) => {
    const exchange = await ask('create', {
      json: { objectTypeProperty: { arrayOfStringExample: [canary] } },
      as,
    });
    const id = exchange.succeeded ? asName(valueAt(exchange.value, '/id')) : undefined;
    if (id !== undefined) made.push({ id, canary, at: virtual.now() });
    const own = id === undefined ? undefined : new OwnResource(id, virtual.now(), { born: exchange });
    return { exchange, own };
  };
  const anew = async (canary: string) => {
    const { own, exchange } = await create(canary, on.writer);
    if (own === undefined) throw notTested({ code: 'premise-failed', text: 'none was made' });
    return { own, exchange };
  };
  const on: Stage = {
    options,
    profile: options.profile,
    facts: learnt,
    learn: learningOf(learnt),
    callers,
    world,
    random: createRandom(7),
    reader: learnt.reader ?? first,
    writer: learnt.writer ?? first,
    clock,
    grace: { readMs: 1_000, queryMs: 1_000 },
    brief: false,
    phase: known.phase ?? 'quiet',
    defer: (work: () => Promise<unknown>) => work(),
    until: (phase: Phase) => {
      phases.push(phase);
      return Promise.resolve();
    },
    ask,
    askOnOneConnection: async (asks: readonly (readonly [EndpointName, Ask])[]) => {
      const came: Exchange[] = [];
      for (const [name, one] of asks) came.push(await ask(name, one));
      return came;
    },
    made,
    isOurs: (id: string) => made.some((one) => one.id === id),
    gone: new Set(),
    grants: [],
    refusedWrites,
    refusedWrite: (write: RefusedWrite) => void refusedWrites.push(write),
    canary: () => `canary${(canaries += 1)}`,
    keep: () => undefined,
    create: (canary: string = on.canary(), as: Caller = on.writer) => create(canary, as),
    another: (canary: string = on.canary()) => anew(canary),
    fresh: async (use: (own: OwnResource) => Promise<unknown>) => await use((await anew(on.canary())).own),
    shared: (key: unknown, work: () => Promise<unknown>) => {
      const found = shared.get(key) ?? work();
      shared.set(key, found);
      return found;
    },
    with: (patience: Partial<Stage>) => ({ ...on, ...patience }),
    ...reporting(told),
    ...known.stage,
  } as unknown as Stage;
  const caller = (label: string): Caller => {
    const found = callers.all.find((one) => one.label === label);
    if (found === undefined) throw new Error(`there is no token ${label}`);
    return found;
  };
  return { on, learnt, world, sent, told, refusedWrites, phases, caller };
}

function reporting(told: Told[]): Partial<Stage> {
  const tell = (one: Told): void => void told.push(one);
  return {
    held: () => tell({ kind: 'held' }),
    refused: (refusal) => tell({ kind: 'refused', ...factsOf([refusal]) }),
    passed: (answers) => tell({ kind: 'passed', ...factsOf(answers) }),
    violated: ({ exchanges, deviation, reproduced }) =>
      tell({ kind: 'violated', ...factsOf(exchanges), more: { deviation: deviation.kind, reproduced } }),
    violatedWith: ({ deviation, evidence, got }) =>
      tell({ kind: 'violated', more: { deviation, number: evidence.number, got } }),
    undecided: (code, _text, { supply, readings, exchanges = [], claims, deviated } = {}) =>
      tell({
        kind: 'undecided',
        code,
        supply,
        ...factsOf(exchanges),
        more: { readings: readings?.length ?? 0, claims: claims?.map(claimOf) ?? [], deviated },
      }),
    noise: () => tell({ kind: 'noise' }),
    discarded: (code, _text, supply) => tell({ kind: 'discarded', code, supply }),
    observe: (value, { suspect = false } = {}) => {
      tell({ kind: 'observed', value });
      if (suspect !== false) tell({ kind: 'suspected', more: { pin: suspect.pin } });
    },
    suspect: () => tell({ kind: 'suspected' }),
    evidence: evidenceOf,
  };
}

/** Statuses, callers and roles of what is shown, in its order. */
function factsOf(shown: readonly Shown[]): Pick<Told, 'statuses' | 'callers' | 'roles'> {
  const told = asTold(shown);
  return {
    statuses: told.map(({ exchange }) => exchange.status),
    callers: told.map(({ exchange }) => exchange.caller.label),
    roles: told.map(({ role, culprit }) => (culprit === true ? `${role} at fault` : role)),
  };
}

/** A claim by its kind, and whose exchanges it is about. */
function claimOf(claim: Claim<Exchange>): readonly string[] {
  const labels = (exchanges: readonly Exchange[]) => exchanges.map(({ caller }) => caller.label);
  if ('exchange' in claim) return [claim.kind, claim.exchange.caller.label];
  if ('exchanges' in claim) return [claim.kind, ...labels(claim.exchanges)];
  return 'deviating' in claim
    ? [claim.kind, ...labels(claim.deviating), ...labels(claim.otherwise)]
    : [claim.kind];
}

/** An exchange that came to this answer; one that leads to `loop` does so in a loop, and any other elsewhere. */
export function exchangeOf(
  [status, json = '{}', headers = []]: Answer,
  {
    sentAt = 0,
    ...asked
  }: {
    readonly number?: number;
    readonly endpoint?: EndpointName | undefined;
    readonly caller: Caller;
    readonly request?: Request;
    readonly sentAt?: number;
  },
): Exchange {
  const location =
    status >= 300 && status < 400 ? headers.find(([name]) => name === 'location')?.[1] : undefined;
  const leads = location === 'loop' ? 'in-a-loop' : 'elsewhere';
  return new Exchange({
    number: 1,
    request: { method: 'GET', target: '/demo/resource', headers: [] },
    ...asked,
    outcome: {
      kind: 'answer',
      status,
      headers,
      body: new TextEncoder().encode(json),
      sentAt,
      answeredAt: sentAt + 1,
    },
    redirects: 0,
    redirect: location === undefined ? undefined : leads,
  });
}

/** Answers of one operation to each caller in turn, the last one again; who is not named is refused, and elsewhere all are. */
export function inTurn(
  answers: Readonly<Record<string, readonly Answer[]>>,
  elsewhere: Script = () => [401],
  operation: EndpointName = 'query',
): Script {
  const asked = new Map<string, number>();
  return (name, as, ask, at) => {
    const own = answers[as.label];
    if (name !== operation) return elsewhere(name, as, ask, at);
    const turn = asked.get(as.label) ?? 0;
    asked.set(as.label, turn + 1);
    return own?.[turn] ?? own?.at(-1) ?? [401];
  };
}

/** What was told by its kind, with the reason where there is one: `undecided: flaky`. */
export function outlineOf(told: readonly Told[]): readonly string[] {
  return told.map(({ kind, code }) => (code === undefined ? kind : `${kind}: ${code}`));
}

/** The code of why it could not be tested; undefined if it could. */
export function codeThrown(work: () => unknown): ReasonCode | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Inconclusive) return error.reason.code;
    throw error;
  }
  return undefined;
}
