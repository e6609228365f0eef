import { endpoints } from '../contract/endpoints.ts';
import type { Reason } from '../clause/sample.ts';
import { sameNumber } from '../wire/numbers.ts';
import { lacks, suffices, type Caller } from './caller.ts';
import { createBodies, type CreateBody } from './create-body.ts';
import type { Exchange } from './exchange.ts';
import type { Facts, IdSource, Liveness, UpdateAction } from './facts.ts';
import { idFrom, idSources } from './id-source.ts';
import { matchingUpdate, OwnResource, readOwn, versionOf } from './own-resource.ts';
import { asName, pointersTo, valueAt } from './pointer.ts';
import { settles } from './settle.ts';
import { mayNotWrite } from './read-only.ts';
import type { Stage } from './stage.ts';

/** Facts while they are being learnt. */
export type Draft = { -readonly [Name in keyof Facts]: Facts[Name] };

/** Why a run cannot go on; `configuration` where the operator's input is at fault. */
export class Aborted extends Error {
  readonly cause_: 'unreachable' | 'configuration';

  constructor(cause: 'unreachable' | 'configuration', message: string) {
    super(message);
    this.name = 'Aborted';
    this.cause_ = cause;
  }
}

/** What discovery hands to the run beside the facts. */
export interface Found {
  /** Resources that are ready for use. */
  readonly resources: readonly OwnResource[];
  readonly createBody: CreateBody | undefined;
}

/** The facts before anything is known. */
export function nothingKnown(nobody: Caller): Draft {
  return {
    liveness: new Map(),
    reader: undefined,
    writer: undefined,
    updater: nobody,
    noResource: { code: 'no-id-source', text: 'no resource was made' },
    createBody: undefined,
    idSource: undefined,
    keyPointer: undefined,
    upserts: false,
    readable: false,
    unversioned: false,
    moves: { doSomeThing: undefined, changeSomeProperty: undefined },
    updates: 'untried',
    acceptedStatuses: new Set(),
    answersShowVersion: false,
    pointer: undefined,
    pointers: undefined,
    siblingsMove: false,
  };
}

/** Learns what the run needs to know, in at most forty requests. Throws `Aborted` where it cannot go on. */
export async function discover(
  on: Stage,
  draft: Draft,
  ledger: (id: string, canary: string) => void,
): Promise<Found> {
  const heard = await meetCallers(on, draft);
  const made = await makeResources(on, draft, ledger);
  if (!heard && !made.heard) refuseToGoOn(on, made.last);
  const lent = (on.profile.resource?.sandbox ?? []).map(
    (id) => new OwnResource(id, on.clock.now() - on.grace.queryMs),
  );
  const resources = [...made.resources, ...lent];
  if (resources.length === 0) return { resources, createBody: made.body };
  draft.noResource = undefined;
  const [first, second] = resources;
  if (first === undefined) return { resources, createBody: made.body };
  await confirmReadable(on, draft, resources);
  if (draft.readable) await calibrate(on, draft, first, second);
  return { resources: resources.filter((own) => !own.abandoned), createBody: made.body };
}

/** Asks 4.1 as every caller; true when some token was let in. */
async function meetCallers(on: Stage, draft: Draft): Promise<boolean> {
  const { projectKey, otherProjectKey } = on.options;
  const { supplied, none, random } = on.callers;
  const ask = (as: Caller, project = projectKey): Promise<Exchange> =>
    on.ask('query', { as, projectKey: project, unknownTarget: project !== projectKey });
  const first = await ask(supplied[0] ?? none);
  if (first.kind === 'noise' && first.failure?.failure === 'unreachable')
    throw new Aborted(
      'unreachable',
      `the target ${on.options.baseUrl} cannot be reached: ${first.failure.detail}`,
    );
  if (first.kind === 'noise' && first.failure?.failure === 'tls')
    throw new Aborted(
      'unreachable',
      `the TLS handshake with ${on.options.baseUrl} fails: ${first.failure.detail}. Expected a certificate that can be ` +
        'verified: name that of a private authority in CONFORMANCE_CA_FILE, or write http:// where the target speaks no TLS',
    );
  const [withNone, withRandom, ...answers] = await Promise.all([
    ask(none),
    ask(random),
    ...supplied.map((caller, at) => {
      if (caller.supplied?.otherProject === true && otherProjectKey !== undefined)
        return ask(caller, otherProjectKey);
      return at === 0 ? Promise.resolve(first) : ask(caller);
    }),
  ]);
  const liveness = new Map<string, Liveness>();
  supplied.forEach((caller, at) => {
    const answer = answers[at];
    const earns = answer?.succeeded === true && !withNone.succeeded;
    const differs =
      answer?.kind === 'refusal' && withRandom.kind === 'refusal' && answer.status !== withRandom.status;
    liveness.set(caller.label, earns || differs ? 'live' : 'unproven');
  });
  draft.liveness = liveness;
  const holders = (scope: string): Caller[] =>
    supplied
      .filter((caller) => caller.scopes.has(`${scope}:${projectKey}`) && caller.supplied?.expired !== true)
      .toSorted((a, b) => a.scopes.size - b.scopes.size);
  const readers = [...holders('manage_test'), ...holders('view_test')];
  draft.reader =
    readers.find((caller) => answers[supplied.indexOf(caller)]?.succeeded === true) ??
    readers[0] ??
    supplied[0];
  draft.writer = holders('manage_test')[0];
  draft.updater = draft.writer ?? draft.reader ?? none;
  return answers.some((answer, at) => answer.succeeded && supplied[at] !== undefined);
}

function refuseToGoOn(on: Stage, last: Exchange | undefined): void {
  if (on.options.readOnly || on.facts.writer === undefined) return;
  const got = last === undefined ? 'nothing' : last.label;
  if (last?.kind === 'noise')
    throw new Aborted('unreachable', `the target ${on.options.baseUrl} gives no usable answer: ${got}`);
  throw new Aborted(
    'configuration',
    `no token of those supplied is let in: neither GET nor POST of /${on.options.projectKey}/resource was answered 2xx ` +
      `(the last answer was ${got}). Expected CONFORMANCE_BASE_URL and CONFORMANCE_PROJECT_KEY to name a project for ` +
      `which CONFORMANCE_TOKEN_MANAGE_TEST or CONFORMANCE_TOKEN_VIEW_TEST is a live token: check the three`,
  );
}

interface Made {
  readonly resources: readonly OwnResource[];
  readonly body: CreateBody | undefined;
  /** Some create was answered 2xx. */
  readonly heard: boolean;
  readonly last: Exchange | undefined;
}

/** Two creates with different content, down the ladder of bodies until one is accepted. */
async function makeResources(
  on: Stage,
  draft: Draft,
  ledger: (id: string, canary: string) => void,
): Promise<Made> {
  const nothing = (reason: Reason, last?: Exchange): Made => {
    draft.noResource = reason;
    return { resources: [], body: undefined, heard: false, last };
  };
  const { writer } = draft;
  if (on.options.readOnly) return nothing(mayNotWrite);
  if (writer === undefined) return nothing(noManageToken);
  const sample = on.profile.samples?.['4.6']?.body;
  const ladder: CreateBody[] = [...(sample === undefined ? [] : [() => sample]), ...createBodies];
  let last: Exchange | undefined;
  for (const body of ladder) {
    const canary = on.canary();
    let exchange = await on.ask('create', { as: writer, json: body(canary) });
    for (let again = 0; exchange.kind === 'noise' && again < 3; again += 1)
      exchange = await on.ask('create', { as: writer, json: body(canary) });
    last = exchange;
    if (!exchange.succeeded) continue;
    const other = on.canary();
    const sibling = await on.ask('create', { as: writer, json: body(other) });
    draft.createBody = exchange.value ?? null;
    const born = [{ exchange, canary }, ...(sibling.succeeded ? [{ exchange: sibling, canary: other }] : [])];
    return { resources: nameResources(on, draft, born, ledger), body, heard: true, last };
  }
  return nothing(
    {
      code: 'blocked-by',
      text: `4.6/accepts-a-typed-body: no create was accepted (${last?.label ?? 'none was sent'})`,
      supply: '"samples": {"4.6": {"body": {"objectTypeProperty": {…}}}}',
    },
    last,
  );
}

/** A manage_test token is wanting. */
export const noManageToken: Reason = {
  code: 'no-token',
  text: 'no token with manage_test was supplied',
  supply: 'CONFORMANCE_TOKEN_MANAGE_TEST=<token>',
};

function nameResources(
  on: Stage,
  draft: Draft,
  born: readonly { readonly exchange: Exchange; readonly canary: string }[],
  ledger: (id: string, canary: string) => void,
): readonly OwnResource[] {
  const sources = idSources(on.profile);
  const source = sources.find((one) => born.every(({ exchange }) => idFrom(exchange, one) !== undefined));
  if (source === undefined) {
    const wanted =
      sources[0]?.declared === true ? `the declared ${sources[0].kind}:${sources[0].at}` : 'an id';
    draft.noResource = {
      code: 'no-id-source',
      text: `the answer to a create does not show ${wanted}`,
      supply:
        '"resource": {"idSource": "body:/…"} or {"idSource": "header:Location"} or {"sandbox": ["<id>"]}',
    };
    return [];
  }
  draft.idSource = source;
  const own = born.map(({ exchange }) => newOwn(on, exchange, source, draft.keyPointer));
  const ids = new Set(own.map(({ id }) => id));
  const mode = on.profile.create?.mode ?? 'alwaysNew';
  draft.upserts = mode !== 'alwaysNew' || (born.length > 1 && ids.size === 1);
  own.forEach(({ id }, at) => ledger(id, born[at]?.canary ?? ''));
  return draft.upserts ? own.slice(-1) : own;
}

/** A created resource, named by the source of ids. */
export function newOwn(
  on: Stage,
  exchange: Exchange,
  source: IdSource,
  keyPointer: string | undefined,
): OwnResource {
  const id = idFrom(exchange, source) ?? '';
  const key = keyPointer === undefined ? undefined : asName(valueAt(exchange.value, keyPointer));
  const own = new OwnResource(id, on.clock.now(), { key, born: exchange });
  own.show(versionOf(exchange.value));
  return own;
}

/** Reads what was made; a guessed source of ids gives way to another one that works, a reader to another reader. */
async function confirmReadable(on: Stage, draft: Draft, resources: readonly OwnResource[]): Promise<void> {
  const [first] = resources;
  if (first === undefined) return;
  const others = on.callers.supplied.filter(
    (caller) => caller !== draft.reader && suffices(caller, endpoints.readById, on.options.projectKey),
  );
  let read: Exchange | undefined;
  draft.readable = await settles(on.clock, { since: first.lastWriteAt, ms: on.grace.readMs }, async () => {
    read = await readOwn(on, first);
    if (read.succeeded) return true;
    for (const other of read.kind === 'refusal' ? others : []) {
      const byOther = await on.ask('readById', { path: { id: first.id }, as: other, unknownTarget: true });
      if (!byOther.succeeded) continue;
      draft.reader = other;
      read = byOther;
      return true;
    }
    return false;
  });
  draft.unversioned = read?.succeeded === true && versionOf(read.value) === undefined;
  const keySource = on.profile.resource?.keySource;
  const pointer =
    keySource?.startsWith('body:') === true
      ? keySource.slice(5)
      : keySource === undefined
        ? '/key'
        : undefined;
  if (pointer !== undefined && asName(valueAt(read?.value ?? first.born?.value, pointer)) !== undefined)
    draft.keyPointer = pointer;
}

/** Learns from solo updates which actions move the version, what shows, and whether a sibling moves along. */
async function calibrate(
  on: Stage,
  draft: Draft,
  own: OwnResource,
  sibling: OwnResource | undefined,
): Promise<void> {
  const statuses = new Set<number>();
  draft.acceptedStatuses = statuses;
  const [siblingBefore] = await Promise.all([
    sibling === undefined ? undefined : readOwn(on, sibling),
    readOwn(on, own),
  ]);
  const before = versionOf(siblingBefore?.value);
  const canaries = [on.canary(), on.canary()] as const;
  const steps: readonly UpdateAction[] = [
    { action: 'doSomeThing' },
    { action: 'changeSomeProperty', someProperty: canaries[0] },
    { action: 'changeSomeProperty', someProperty: canaries[1] },
  ];
  let previous:
    { readonly action: UpdateAction; readonly stated: string; readonly answer: Exchange } | undefined;
  const shownAt: (readonly string[])[] = [];
  let echoes: boolean | undefined;
  const moved = (actual: string): void => {
    if (previous === undefined) return;
    const moves = !sameNumber(previous.stated, actual);
    const known = draft.moves[previous.action.action];
    draft.moves = { ...draft.moves, [previous.action.action]: known === true || moves };
    const answered = versionOf(previous.answer.value);
    echoes = echoes !== false && answered !== undefined && sameNumber(answered, actual);
  };
  for (const step of steps) {
    const match = await asSomeone(on, draft, own, step);
    if (match.kind !== 'accepted') {
      if (draft.updates !== 'accepted') draft.updates = match.kind === 'unreadable' ? 'untried' : match.kind;
      own.shown = undefined;
      continue;
    }
    draft.updates = 'accepted';
    if (match.exchange.status !== 202 && match.exchange.status !== undefined)
      statuses.add(match.exchange.status);
    moved(match.stated);
    previous = { action: step, stated: match.stated, answer: match.exchange };
    own.shown = undefined;
    own.left = match.exchange.status === 202 || draft.moves[step.action] === true ? match.stated : undefined;
    if (step.action === 'changeSomeProperty')
      shownAt.push(await whereShown(on, own, step.someProperty, match.stated));
    // What a read has shown since is stated next, unless it may be of the state before.
    if (own.shown !== undefined && sameNumber(own.shown, match.stated)) own.shown = undefined;
  }
  const [, siblingAfter] = await Promise.all([
    own.shown === undefined ? readOwn(on, own) : undefined,
    sibling === undefined || before === undefined ? undefined : readOwn(on, sibling),
  ]);
  if (own.shown !== undefined) moved(own.shown);
  draft.answersShowVersion = echoes === true;
  const declared = on.profile.update?.observable;
  const [first = [], second] = shownAt;
  const pointers = second?.filter((one) => first.includes(one));
  draft.pointers = pointers;
  draft.pointer =
    declared === 'none' ? undefined : (pointers?.find((one) => one === declared) ?? pointers?.[0]);
  const after = versionOf(siblingAfter?.value);
  draft.siblingsMove = before !== undefined && after !== undefined && !sameNumber(before, after);
}

/** Where the string just written shows; looks again only while the version shown is the one that was left. */
async function whereShown(
  on: Stage,
  own: OwnResource,
  canary: string,
  left: string,
): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    const read = await readOwn(on, own);
    found = pointersTo(read.value, canary);
    const version = versionOf(read.value);
    const fresh = version !== undefined && !sameNumber(version, left);
    return found.length > 0 || fresh || on.facts.moves.changeSomeProperty === false;
  });
  return found;
}

/** A matching update by the first caller who is not refused for who he is. */
async function asSomeone(
  on: Stage,
  draft: Draft,
  own: OwnResource,
  step: UpdateAction,
): ReturnType<typeof matchingUpdate> {
  const first = await matchingUpdate(on, own, [step]);
  if (first.kind !== 'refused' || draft.updates === 'accepted') return first;
  if (![401, 403, 404].includes(first.exchange.status ?? 0)) return first;
  const others = on.callers.supplied.filter(
    (caller) => caller !== draft.updater && !lacks(caller, endpoints.readById, on.options.projectKey),
  );
  for (const as of others) {
    const match = await matchingUpdate(on, own, [step], { as });
    if (match.kind !== 'accepted') continue;
    draft.updater = as;
    return match;
  }
  return first;
}
