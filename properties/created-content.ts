import { isOneForAll } from '../implementation/learnt.ts';
import { echoes, echoOf } from '../suites/4.06/echoes.ts';
import type { BodyIntent } from '../run/body-intent.ts';
import type { Exchange } from '../history/exchange.ts';
import { versionOf, type OwnResource } from '../implementation/resources/own-resource.ts';
import { newOwn } from '../implementation/id-source.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { sameJson, asObject } from '../wire/json/json.ts';
import type { Content } from '../judging/surveys/contents.ts';
import { beyond32Bits, contentThemes, cutShort } from './arbitraries/object-type-property.ts';
import { surveyResources } from '../judging/surveys/resources.ts';
import { drawnCreates } from '../judging/surveys/members-taken.ts';
import { checkCases, type Cases, type Failing } from './checked-cases.ts';
import type { SeededCase } from './drawn-cases.ts';
import { clauseSeed } from '../run/random.ts';
import { brieflyWaiting } from '../implementation/brief-waits.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { afterReplicaLag, pollUntilReadable } from '../implementation/resources/lag.ts';
import { notEveryTime } from '../judging/confirm.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';

/** Content at the edges of its types is created and read again: the answer as a whole ("Resources", 4.6, 4.2). */
export const createdContent = holds(
  '4.6/answers-with-a-resource',
  'content at the edges of its types: int32, 2^53, floats, no members at all, long arrays, telling strings',
  {
    minimum: (reach) => Math.ceil(reach / 2),
    check: async (on) => {
      if (!isOneForAll(on.facts)) {
        // Creates after the many resources of the survey, not beside them.
        await surveyResources(on);
        return await createAll(on);
      }
      // If creates update one resource, no other check may use it meanwhile.
      await on.own(async (own) => {
        await createAll(on);
        own.mayHaveMoved(on.clock.now());
      });
    },
  },
);

/** An accepted create whose resource could not be read. */
interface Unread {
  readonly theme: Cases<Content>;
  readonly path: string;
  readonly created: Exchange;
  readonly read: Exchange;
}

/** Concurrently: if reads lag by a second, one check of all themes takes 110 s at the greatest depth, these 20 s. */
async function createAll(on: Stage): Promise<void> {
  const unread = await unreadIn(on);
  await Promise.all(
    contentThemes.map(async ({ name }, at) => {
      const theme = casesOf(on, at);
      await checkCases(on, theme, async ({ value, path }) => {
        for (const one of await createAndRead(on, name, value)) unread.push({ theme, path, ...one });
        return 'goes on';
      });
    }),
  );
}

/** The cases of a theme, for each clause for which they are evidence. */
function casesOf(on: Stage, at: number): Cases<Content> {
  const seed = clauseSeed(on.options.seed, 'created content') + at;
  const kinds = contentThemes.slice(at, at + 1).map(({ content }) => content);
  return { kinds, seed, count: on.reach / contentThemes.length };
}

const unreadIn = oncePerRun((_on: Stage): Promise<Unread[]> => Promise.resolve([]));

const attempts = 3;
/** The most executions that shrink content whose resource is not read; each creates two resources and reads them. */
const mostExecutions = 8;

/** A resource with any content is read by its id, if the vendor has declared the place of ids (4.2). */
export const createdIsReadable = holds(
  '4.2/known-id-is-readable',
  'resources with content at the edges of its types',
  {
    phase: 'races',
    minimum: () => 0,
    check: async (on) => {
      if (on.facts.idSource?.declared !== true || isOneForAll(on.facts)) return;
      const unread = await unreadIn(on);
      const [first] = unread;
      // In a replay, no check has created the resource yet.
      const all = on.drawnAgain === undefined ? [] : contentThemes.map((_, at) => casesOf(on, at));
      const cases = first === undefined ? all : [{ ...first.theme, only: first.path }];
      for (const one of cases)
        await checkCases(on, one, ({ value }) => Promise.resolve(lost(on, value, first)));
    },
  },
);

function lost(on: Stage, content: Content, seen: Unread | undefined): Failing<Content> {
  const hurried = brieflyWaiting(on);
  return {
    executions: mostExecutions,
    fails: async (smaller) => (await lostBesideControl(hurried, smaller)) !== undefined,
    report: async (small) => {
      if (small.value !== content && (await judgeLost(on, small))) return;
      if (await judgeLost(on, { ...small, value: content, path: seen?.path ?? small.path })) return;
      const shown = seen === undefined ? [] : [seen.created, seen.read];
      notEveryTime(on, 'a created resource was not read', shown);
    },
  };
}

/** A create and the read that did not show it. */
/** Whether the resource is not read while a concurrently created resource is read. */
async function lostBesideControl(
  on: Stage,
  content: Content,
): Promise<readonly [created: Exchange, read: Exchange] | undefined> {
  const [odd, plain] = await Promise.all([create(on, content, 'either'), on.create()]);
  const [oddRead, plainRead] = await Promise.all([
    readOnce(on, ownOf(on, odd)),
    plain.own === undefined ? undefined : readOwn(on, plain.own),
  ]);
  const isRefused = oddRead?.is('refused') === true;
  return odd.succeeded && isRefused && plainRead?.succeeded === true ? [odd, oddRead] : undefined;
}

/** False if it was read at least once. */
async function judgeLost(on: Stage, { value, seed, path }: SeededCase<Content>): Promise<boolean> {
  const again = await Promise.all(Array.from({ length: attempts }, () => lostBesideControl(on, value)));
  const [lost] = again;
  if (lost === undefined || again.includes(undefined)) return false;
  on.violated({
    expected: '2xx for the id of a created resource, as for others created at the same time',
    deviation: { kind: 'status' },
    exchanges: lost,
    reproduced: `${attempts}/${attempts}`,
    counterexample: value,
    seed,
    path,
  });
  return true;
}

/** The resource of a create, if its answer shows an id. */
function ownOf(on: Stage, created: Exchange): OwnResource | undefined {
  const { idSource, keyPointer } = on.facts;
  if (idSource === undefined || !created.succeeded) return undefined;
  const own = newOwn(on, created, idSource, keyPointer);
  return own.id === '' ? undefined : own;
}

/** Reads once the resource shows, or once no lag can hide it any more. */
async function readOnce(on: Stage, own: OwnResource | undefined): Promise<Exchange | undefined> {
  return own === undefined ? undefined : await pollUntilReadable(on, own);
}

/** Creates and reads; returns the created resources that could not be read. */
async function createAndRead(
  on: Stage,
  theme: string,
  content: Content,
): Promise<readonly Omit<Unread, 'theme' | 'path'>[]> {
  const unread: Omit<Unread, 'theme' | 'path'>[] = [];
  const whole = await create(on, content, theme === beyond32Bits ? 'ill-typed' : 'well-typed');
  const book = await drawnCreates(on);
  book.drawn += 1;
  if (whole.is('refused')) book.refused += 1;
  // A server may bound its arrays: then shorter arrays are tried, with one element each.
  const exchanges =
    whole.is('turned away') &&
    Object.values(content).some((value) => Array.isArray(value) && value.length > 1)
      ? await Promise.all([0, 1, 2].map((from) => create(on, cutShort(content, 1, from), 'either')))
      : [whole];
  for (const exchange of exchanges) {
    if (exchange.is('noise')) on.noise(exchange.label);
    else if (!exchange.succeeded)
      on.discarded('refused-by-unknown-validation', `${theme}: answered ${exchange.label}`);
    else if (exchange.object === undefined || versionOf(exchange.value) === undefined)
      on.discarded('premise-failed', `${theme}: the answer is no resource with a version`);
    else {
      on.held();
      // A 32-bit integer beyond its range may come back as another number.
      if (theme !== beyond32Bits) await noteEcho(on, exchange);
      const read = await readAgain(on, exchange);
      if (read?.is('refused') === true) unread.push({ created: exchange, read });
    }
  }
  return unread;
}

async function create(on: Stage, content: Content, bodyIs: BodyIntent): Promise<Exchange> {
  const exchange = await on.ask('create', {
    as: on.writer,
    json: { objectTypeProperty: marked(on, content) },
    bodyIs,
  });
  if (exchange.succeeded) on.noteCreated(exchange);
  return exchange;
}

/** Adds a unique text to show the owner; content with one text or none stays, because its size is the point. */
function marked(on: Stage, content: Content): Content {
  if (Object.keys(content).length === 0) return content;
  const { arrayOfStringExample: strings = [on.canary()], ...others } = content;
  const several = Array.isArray(strings) && strings.length > 1 ? [...strings, on.canary()] : strings;
  return { ...others, arrayOfStringExample: several };
}

/** If the vendor declares that content is normalised, the answer is posted once more and must stay unchanged. */
async function noteEcho(on: Stage, exchange: Exchange): Promise<void> {
  const echo = echoOf(exchange);
  if (echo === undefined) return;
  const { shown } = echo;
  const posted = shown === undefined ? undefined : asObject(shown);
  const twice =
    on.profile.create?.roundTrip === 'normalised' && posted !== undefined
      ? echoOf(await create(on, posted, 'either'))?.shown
      : undefined;
  (await echoes(on)).push(twice === undefined ? echo : { ...echo, again: twice });
}

/** One read as soon as the resource shows; a difference between the answer and the read is suspect. */
async function readAgain(on: Stage, created: Exchange): Promise<Exchange | undefined> {
  if (isOneForAll(on.facts)) return undefined;
  const own = ownOf(on, created);
  let read = await readOnce(on, own);
  if (own === undefined || read?.succeeded !== true) return read;
  if (versionOf(read.value) === undefined) {
    // An answer without a resource may be an error in an envelope until no lag can hide the resource any more.
    await afterReplicaLag(on, own);
    read = await readOwn(on, own);
  }
  const [answered, shown] = [created, read].map(({ object }) => object?.['objectTypeProperty']);
  const isKnown = answered !== undefined && shown !== undefined;
  if (versionOf(created.value) === versionOf(read.value) && isKnown && !sameJson(answered, shown))
    on.suspect('The answer to a create and a read with the same version show different content.');
  return read;
}
