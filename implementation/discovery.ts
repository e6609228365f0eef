import { says } from '../wire/status.ts';
import { inScope } from '../run/options.ts';
import type { Reason } from '../clause/sample.ts';
import { listNames } from '../contract/traits.ts';
import { Aborted } from '../run/aborted.ts';
import { awaited } from '../run/awaited.ts';
import { learnWhatUpdatesDo } from './calibration.ts';
import type { Caller } from '../history/caller.ts';
import { lets } from '../world/callers/lets.ts';
import { createAsk, createBodies, sampleBodies, withKey, type CreateBody } from './create-body.ts';
import type { Learnt } from './learnt.ts';
import type { Exchange } from '../history/exchange.ts';
import type { IdSource } from './facts.ts';
import { idFrom, idSources, newOwn } from './id-source.ts';
import { areKeysLeftOut, declaredPointer, keyedCreate, usualPointer } from './keys/keyed-resource.ts';
import { probeTokens } from './callers/probe-tokens.ts';
import { refuseToGoOn } from './callers/no-access.ts';
import { refuseSwappedWriter } from './callers/swapped-writer.ts';
import { requireDeclaredAddresses, requireDeclaredEffect } from './declared-addresses.ts';
import { OwnResource, versionOf } from './resources/own-resource.ts';
import { asName, valueAt } from '../wire/json/pointer.ts';
import { mayNotWrite } from './read-only.ts';
import { soughtIdSource, type Born } from './sought-id-source.ts';
import type { Stage } from './stage.ts';
import { providedIds } from './resources/provided.ts';
import { readOwn } from './resources/read-own.ts';
import { noManageToken, wantOfCreate } from './reasons.ts';
import { blockedReason } from './blocked-by.ts';
import { lookWithinLag } from './resources/lag.ts';

/** Waits before a create replaces one whose answer was lost, in milliseconds. */
const afterNoise = [100, 400, 1_600];
/** Waits, as after lost answers, if the server has no room: a just deleted resource may keep its place for a while. */
const forRoom = [1_000, 3_000];

/**
 * Learns the facts that the run needs, in at most forty requests, and makes resources that are ready for use. Throws
 * `Aborted` if it cannot go on.
 */
export async function discover(
  on: Stage,
  draft: Learnt,
  ledger: (id: string, canary: string) => void,
): Promise<{ readonly resources: readonly OwnResource[]; readonly createBody: CreateBody | undefined }> {
  const heard = await probeTokens(on, draft);
  const made = await makeResources(on, draft, ledger);
  if (!heard && !made.heard) refuseToGoOn(on, made.last);
  const provided = providedIds(on.profile).map(
    (id) => new OwnResource(id, on.clock.now() - on.grace.queryMs),
  );
  let resources = [...made.resources, ...provided];
  if (resources.length === 0) {
    await requireDeclaredAddresses(on, draft.reader);
    if (on.profile.resource?.fixture?.id !== undefined) draft.keyPointer = declaredPointer(on);
    return { resources, createBody: made.body };
  }
  draft.noResource = undefined;
  await confirmReadable(on, draft, resources);
  for (const other of draft.readable || provided.length > 0 ? [] : otherSources(on, draft, made.born)) {
    const named = nameBy(on, draft, other, { born: made.born, ledger });
    await confirmReadable(on, draft, named);
    if (!draft.readable) continue;
    resources = [...named];
    break;
  }
  const [first, second] = resources;
  if (first === undefined) return { resources, createBody: made.body };
  // If resources of the run cannot be read either, the address is not wrong.
  if (draft.readable || made.resources.length === 0) await requireDeclaredAddresses(on, draft.reader);
  if (draft.readable && !on.options.readOnly) await learnWhatUpdatesDo(on, draft, first, second);
  requireDeclaredEffect(on, draft);
  return { resources: resources.filter((own) => !own.isAbandoned), createBody: made.body };
}

interface Made {
  readonly resources: readonly OwnResource[];
  readonly born: readonly Born[];
  readonly body: CreateBody | undefined;
  /** Some create was answered 2xx. */
  readonly heard: boolean;
  readonly last: Exchange | undefined;
}

/** Two creates with different content, down the ladder of bodies until one is accepted. */
async function makeResources(
  on: Stage,
  draft: Learnt,
  ledger: (id: string, canary: string) => void,
): Promise<Made> {
  const nothing = (reason: Reason, last?: Exchange): Made => {
    draft.noResource = reason;
    return { resources: [], born: [], body: undefined, heard: false, last };
  };
  const { writer } = draft;
  if (on.options.readOnly) return nothing(mayNotWrite);
  if (writer === undefined) return nothing(noManageToken);
  // A check without a match may be cached wrongly (4.5): it is judged once resources exist.
  if (draft.reader !== undefined && inScope(on.options, ['exists']).length > 0)
    await on.ask('exists', { as: draft.reader });
  // Creates may update a resource of another client: resources in lists before the first create are not deleted.
  if ((on.profile.create?.mode ?? 'alwaysNew') !== 'alwaysNew') {
    const others = inScope(on.options, listNames).filter((name) => name !== 'query');
    await Promise.all(others.map((name) => on.ask(name, { as: writer })));
  }
  const sample = on.profile.samples?.['4.6']?.body;
  const words = (): string => on.canary();
  const keyed = createBodies.slice(0, 1).map((body) => withKey(body, words));
  const ladder: CreateBody[] = [
    ...(sample === undefined ? [] : sampleBodies(sample, words)),
    ...createBodies.slice(0, -1),
    ...keyed,
    ...createBodies.slice(-1),
  ];
  let last: Exchange | undefined;
  for (const body of ladder) {
    // A server may demand a key of each create.
    if (keyed.includes(body) && !says(last, 'invalid')) continue;
    let plain = await createdBy(on, writer, body);
    // A lost create may have been carried out: another create replaces it; after a few losses, the run gives up.
    for (const wait of last?.is('noise') === true ? [] : afterNoise) {
      const { exchange: lost } = plain;
      if (!lost.is('noise') || lost.redirect !== undefined || lost.skipped) break;
      // Time limits cost time: only one more create is tried, immediately.
      const isLate = lost.failure?.failure === 'timeout';
      if (isLate && wait !== afterNoise[0]) break;
      if (!isLate) await on.clock.sleep(wait, awaited.disturbance);
      plain = await createdBy(on, writer, body);
    }
    for (const wait of says(last, 'no room') ? [] : forRoom) {
      if (!says(plain.exchange, 'no room')) break;
      await on.clock.sleep(wait, awaited.room);
      plain = await createdBy(on, writer, body);
    }
    const { exchange } = plain;
    last = exchange;
    // Nothing was ever answered: a plainer body will not change that.
    if (exchange.is('noise') && on.world.answers.sites.length === 0) break;
    if (!exchange.succeeded) continue;
    const further = await keyedCreate(on, writer, { body, exchange });
    const others = [further ?? (await createdBy(on, writer, body))].filter((one) => one.exchange.succeeded);
    // A resource with a key shows more, and is used first.
    const born = further?.body === undefined ? [plain, ...others] : [further, plain];
    draft.createBody = born[0]?.exchange.value ?? null;
    const resources = await nameResources(on, draft, born, ledger);
    return { resources, born, body: further?.body ?? body, heard: true, last };
  }
  if (last !== undefined && says(last, 'denied', 'not found')) {
    await refuseSwappedWriter(on, draft, ladder.at(-1) ?? (() => ({})), ledger);
    return nothing(denied(writer, last), last);
  }
  const { text, ...supplied } = wantOfCreate(last);
  return nothing({ ...blockedReason('4.6/accepts-a-typed-body', text), ...supplied }, last);
}

async function createdBy(on: Stage, as: Caller, body: CreateBody): Promise<Born> {
  const canary = on.canary();
  return { exchange: await on.ask('create', { as, ...createAsk(body, canary) }), canary };
}

function denied({ label }: Caller, { label: got }: Exchange): Reason {
  return {
    code: 'liveness-unproven',
    text: `${label} was answered ${got} at every create, so no resource was created`,
    supply: `${label}=<a valid token that holds manage_test>`,
  };
}

async function nameResources(
  on: Stage,
  draft: Learnt,
  born: readonly Born[],
  ledger: (id: string, canary: string) => void,
): Promise<readonly OwnResource[]> {
  const sources = idSources(on.profile);
  const idsBy = (one: IdSource): readonly (string | undefined)[] =>
    born.map(({ exchange }) => idFrom(exchange, one));
  const shown = sources.filter((one) => !idsBy(one).includes(undefined));
  // An equal value in both answers may be the id of another thing: a place with different values wins.
  const source =
    shown.find((one) => new Set(idsBy(one)).size === born.length) ??
    shown.find((one) => one.declared || one.at !== 'Content-Location') ??
    (on.profile.resource?.idSource === undefined ? await soughtIdSource(on, born) : undefined);
  if (source === undefined) {
    refuseWrongIdSource(on, born, ledger);
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
  return nameBy(on, draft, source, { born, ledger });
}

/** Throws Aborted if the declared source of ids shows none, though the usual places do. */
function refuseWrongIdSource(
  on: Stage,
  born: readonly Born[],
  ledger: (id: string, canary: string) => void,
): void {
  const declared = on.profile.resource?.idSource;
  if (declared === undefined || declared === 'fixture') return;
  // If an answer is no resource, the declaration cannot be seen to be wrong.
  if (born.some(({ exchange }) => versionOf(exchange.value) === undefined)) return;
  const seen = idSources({}).find((one) => born.every(({ exchange }) => idFrom(exchange, one) !== undefined));
  if (seen === undefined) return;
  for (const { exchange, canary } of born) ledger(idFrom(exchange, seen) ?? '', canary);
  const right = `${seen.kind}:${seen.at}`;
  throw new Aborted(
    'configuration',
    `the profile's resource.idSource is ${JSON.stringify(declared)}, but creates show their id only at ${right}. ` +
      `Expected that place: write "resource": {"idSource": "${right}"}`,
  );
}

/** Other places with an id in the answers to creates, if the guessed id names no resource. */
function otherSources(on: Stage, draft: Learnt, born: readonly Born[]): readonly IdSource[] {
  const { idSource } = draft;
  if (idSource === undefined || idSource.declared || draft.upserts) return [];
  return idSources(on.profile).filter(
    (one) =>
      (one.kind !== idSource.kind || one.at !== idSource.at) &&
      born.every(({ exchange }) => {
        const id = idFrom(exchange, one);
        return id !== undefined && id !== idFrom(exchange, idSource);
      }),
  );
}

function nameBy(
  on: Stage,
  draft: Learnt,
  source: IdSource,
  { born, ledger }: { readonly born: readonly Born[]; readonly ledger: (id: string, canary: string) => void },
): readonly OwnResource[] {
  draft.idSource = source;
  const own = born.map(({ exchange }) => newOwn(on, exchange, source, draft.keyPointer));
  const ids = new Set(own.map(({ id }) => id));
  const mode = on.profile.create?.mode ?? 'alwaysNew';
  draft.upserts = mode !== 'alwaysNew' || (born.length > 1 && ids.size === 1);
  own.forEach(({ id }, at) => ledger(id, born[at]?.canary ?? ''));
  const sent = born.map(({ exchange }) => exchange.number);
  // If creates update one resource, the last create shows its state.
  return draft.upserts ? own.filter((_, at) => sent[at] === Math.max(...sent)) : own;
}

/** Reads the created resources; a working source of ids replaces a guessed source, and another reader may replace the reader. */
async function confirmReadable(on: Stage, draft: Learnt, resources: readonly OwnResource[]): Promise<void> {
  const [first] = resources;
  if (first === undefined) return;
  const others = on.callers.supplied.filter(
    (caller) => caller !== draft.reader && lets('readById', caller, on.options.projectKey) === 'in',
  );
  let read: Exchange | undefined;
  draft.readable = await lookWithinLag(on, first, async () => {
    read = await readOwn(on, first);
    if (read.succeeded) return true;
    for (const other of read.is('turned away') ? others : []) {
      const byOther = await on.ask('readById', { path: { id: first.id }, as: other, mayNotExist: true });
      if (!byOther.succeeded) continue;
      draft.reader = other;
      read = byOther;
      return true;
    }
    return false;
  });
  draft.createsLater = resources.some(({ cameLater }) => cameLater);
  draft.unversioned = read?.succeeded === true && versionOf(read.value) === undefined;
  if (areKeysLeftOut(on)) return;
  const usual = usualPointer(on);
  if (usual !== undefined && asName(valueAt(read?.value ?? first.born?.value, usual)) !== undefined)
    draft.keyPointer = usual;
  // A resource without a value there proves nothing about other resources.
  draft.keyPointer ??= declaredPointer(on);
}
