import { createNoted } from './noted-create.ts';
import { says } from '../../wire/status.ts';
import { isOneForAll, versionsMoveTogether } from '../../implementation/learnt.ts';
import { awaited } from '../../run/awaited.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import type { Exchange } from '../../history/exchange.ts';
import { idFrom } from '../../implementation/id-source.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { readByKey } from '../../implementation/keys/keyed-resource.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { asName, valueAt } from '../../wire/json/pointer.ts';
import type { Stage } from '../../implementation/stage.ts';
import { contentOfSizes, surveyContents, type Content } from './contents.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** The number of created resources that are also updated and deleted, to get these answers. */
const changed = 3;

/** A create of the survey, as it was answered. */
export interface SurveyedCreate {
  readonly content: Content;
  readonly exchange: Exchange;
  /** The content has only plain values. */
  readonly plain: boolean;
}

/** Provokes answers with resources for the clauses on their types: creates, reads, queries, deletes; once a run. */
export const surveyResources = oncePerRun(async (on: Stage): Promise<readonly SurveyedCreate[]> => {
  const creates: SurveyedCreate[] = [];
  const { facts, profile } = on;
  const id = profile.resource?.fixture?.id;
  await Promise.all([
    facts.reader && on.ask('query'),
    facts.reader && id !== undefined && on.ask('readById', { path: { id }, mayNotExist: true }),
    // Resources that the run cannot create are not surveyed: the clauses report the missing observations.
    unlessInconclusive(kept(on)),
    unlessInconclusive(resources(on, creates)),
  ]);
  return creates;
});

/** A query right after a create of all sizes and signs, during no other create: it may show only the newest one. */
export const surveyTheLatest = oncePerRun(async (on: Stage): Promise<void> => {
  if (on.facts.reader === undefined) return;
  if (!on.options.readOnly && on.facts.writer !== undefined && !isOneForAll(on.facts))
    await make(
      on,
      contentOfSizes(() => on.canary()),
      'well-typed',
    );
  await on.ask('query');
});

/** A read of a known resource: every 2xx answer has to be a resource. */
async function kept(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const read = await readOwn(on, own);
  if (!read.succeeded || versionOf(read.value) !== undefined) return;
  // An answer without a resource may be an error in an envelope until no lag can hide the resource any more.
  await afterReplicaLag(on, own);
  await readOwn(on, own);
}

async function resources(on: Stage, creates: SurveyedCreate[]): Promise<void> {
  if (on.options.readOnly || on.facts.writer === undefined) return;
  // If all creates update one resource, no other check may rely on its version meanwhile.
  if (isOneForAll(on.facts)) await on.own(() => makeAndRead(on, creates));
  else await makeAndRead(on, creates);
}

async function makeAndRead(on: Stage, creates: SurveyedCreate[]): Promise<void> {
  const contents = surveyContents(() => on.canary());
  const exchanges = await Promise.all(
    contents.map(async ({ content, parts, plain, illTyped }) => {
      const tell = async (part: Content): Promise<Exchange> => {
        const exchange = await make(on, part, illTyped === true ? 'ill-typed' : 'well-typed');
        creates.push({ content: part, exchange, plain });
        return exchange;
      };
      const whole = await tell(content);
      return whole.is('refused') ? await Promise.all(parts.map(tell)) : [whole];
    }),
  );
  const source = on.facts.idSource;
  const made = new Map<string, Exchange>();
  for (const exchange of exchanges.flat()) {
    const id = source !== undefined && exchange.succeeded ? idFrom(exchange, source) : undefined;
    if (id !== undefined) made.set(id, exchange);
  }
  if (!on.facts.readable) return;
  const ids = [...made.keys()];
  // Ill-typed content may be refused, whichever resource it reaches.
  const counted = contents.filter(
    ({ illTyped }, at) => illTyped !== true || exchanges[at]?.some(({ succeeded }) => succeeded),
  );
  const areOwn = !isOneForAll(on.facts) && ids.length >= counted.length / 2;
  if (areOwn && !versionsMoveTogether(on.facts) && on.facts.updates === 'accepted')
    await Promise.all([...made].slice(0, changed).map(([id, created]) => changeOnce(on, id, created)));
  const reads = await Promise.all(
    ids.map(async (id) => ({
      id,
      read: await on.ask('readById', { path: { id }, mayNotExist: true }),
    })),
  );
  // Two are also read by key: an empty key, and a key beyond ASCII.
  const telling = [reads[1], reads[5]].filter((one) => one !== undefined);
  await Promise.all(telling.map(({ read }) => readByItsKey(on, read)));
  if (areOwn) {
    const odd = reads.filter(({ id, read }) => isOdd(read) && !says(made.get(id), 'later'));
    if (odd.length > 0) await on.clock.sleep(on.grace.readMs, awaited.reads);
    // No lag hides the resource any more: every 2xx answer has to be a resource.
    await Promise.all(odd.map(({ id }) => on.ask('readById', { path: { id } })));
  }
  if (areOwn)
    await Promise.all(ids.slice(0, changed).map((id) => on.ask('remove', { path: { id }, as: on.writer })));
}

async function readByItsKey(on: Stage, byId: Exchange): Promise<void> {
  const { keyPointer } = on.facts;
  const key = keyPointer === undefined ? undefined : asName(valueAt(byId.value, keyPointer));
  if (key !== undefined) await readByKey(on, key);
}

/** A success without a version may be an error in an envelope, while a lag may hide the resource. */
function isOdd(read: Exchange): boolean {
  return read.succeeded && versionOf(read.value) === undefined;
}

/** One update with the version that the create showed; its acceptance does not matter. */
async function changeOnce(on: Stage, id: string, created: Exchange): Promise<void> {
  const version = versionOf(created.value);
  if (version === undefined) return;
  const actions = [anyAction(on)];
  await on.ask('update', {
    path: { id },
    as: on.facts.updater,
    json: { version: new JsonNumber(version), actions },
    mayNotExist: true,
  });
}

function make(on: Stage, objectTypeProperty: Content, bodyIs: BodyIntent): Promise<Exchange> {
  return createNoted(on, { as: on.writer, json: { objectTypeProperty }, bodyIs });
}
