import { Inconclusive } from '../clause/thrown.ts';
import { JsonNumber, type JsonInput } from '../wire/json.ts';
import { hashText } from './random.ts';
import { idFrom } from './id-source.ts';
import { keptResource } from './kept-resource.ts';
import { readOwn, versionOf } from './own-resource.ts';
import type { Stage } from './stage.ts';

const numbers = (...sources: readonly string[]): JsonInput => sources.map((source) => new JsonNumber(source));

const item = (whole: string, small: string): JsonInput => ({
  integerExample: new JsonNumber(whole),
  integerExampleInt32: new JsonNumber(small),
});

/**
 * Contents that servers are known to show ill-typed. Each holds a string or numbers of its own, so that it lands on
 * no resource that was there before, and few oddities, since the bounds of a server may refuse any of them.
 */
function contents(canary: () => string): readonly JsonInput[] {
  const some = (): string => String(1_000_000 + (hashText(canary()) % 1_000_000_000));
  return [
    {
      arrayOfIntExample: numbers(some()),
      arrayOfUniqueIntExample: numbers(some()),
      arrayOfTwonumbersExample: numbers(some()),
      arrayOfFloatExample: numbers('1.5'),
      arrayOfNumberNoDefaultsExample: numbers(some()),
      arrayOfStringExample: [canary()],
      arrayOfObjectType: [item(some(), '1')],
    },
    {
      arrayOfIntExample: [],
      arrayOfUniqueIntExample: [],
      arrayOfTwonumbersExample: [],
      arrayOfFloatExample: [],
      arrayOfNumberNoDefaultsExample: [],
      arrayOfStringExample: [canary()],
      arrayOfObjectType: [],
    },
    { arrayOfIntExample: numbers(some(), some()), arrayOfStringExample: [] },
    {
      arrayOfStringExample: [canary()],
      arrayOfObjectType: [item('9007199254740993', '2147483647'), item('-9007199254740993', '-2147483648')],
    },
    {
      arrayOfIntExample: numbers('9007199254740993', some()),
      arrayOfUniqueIntExample: numbers('-9007199254740993', some()),
      arrayOfTwonumbersExample: numbers('4294967296', some()),
      arrayOfNumberNoDefaultsExample: numbers('-4294967297', some()),
    },
    { arrayOfStringExample: [canary(), '42', 'true', 'null', ''] },
    { arrayOfStringExample: [canary(), 'é', '"', 'a\nb', '{}'] },
    { arrayOfStringExample: [canary(), '\u{1F600}'] },
    {
      arrayOfIntExample: numbers(some(), '1.0', '1e2', '-0'),
      arrayOfFloatExample: numbers('1', '-0', '1e2'),
    },
    { arrayOfFloatExample: numbers('5e-324', '1.7e308', '0.1'), arrayOfStringExample: [canary()] },
    { arrayOfStringExample: [canary()], arrayOfObjectType: [item('1', '2147483648')] },
    {
      arrayOfStringExample: [canary()],
      arrayOfObjectType: [item('1', '-2147483649'), item('1', '4294967296')],
    },
    { arrayOfStringExample: [canary()], arrayOfObjectType: [{}] },
  ].map((objectTypeProperty) => ({ objectTypeProperty }));
}

/** How many of the resources made are deleted again, for what the answer to that shows. */
const deleted = 3;

/**
 * Provokes answers with resources and their content for the clauses on their types: creates with rich content, reads,
 * queries, deletes; once a run.
 */
export function surveyResources(on: Stage): Promise<void> {
  return on.shared('survey resources', async () => {
    await Promise.all([queries(on), fixture(on), unlessMissing(kept(on)), unlessMissing(resources(on))]);
  });
}

async function queries(on: Stage): Promise<void> {
  if (on.facts.reader === undefined) return;
  await Promise.all([on.ask('query'), on.ask('query')]);
}

/** A read of a resource that is known to be there: whatever is answered 2xx has to be one. */
async function kept(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const read = await readOwn(on, own);
  if (!read.succeeded || versionOf(read.value) !== undefined) return;
  // What is no resource may be an error in an envelope until no lag can hide the resource any more.
  const rest = own.madeAt + on.grace.readMs - on.clock.now();
  if (rest > 0) await on.clock.sleep(rest);
  await readOwn(on, own);
}

async function fixture(on: Stage): Promise<void> {
  const id = on.profile.resource?.fixture?.id;
  if (id !== undefined && on.facts.reader !== undefined)
    await on.ask('readById', { path: { id }, unknownTarget: true });
}

async function resources(on: Stage): Promise<void> {
  if (on.options.readOnly || on.facts.writer === undefined) return;
  // Where all creates land on one resource, nobody else may count on its version meanwhile.
  if (on.facts.upserts) await on.own(() => makeAndRead(on));
  else await makeAndRead(on);
}

async function makeAndRead(on: Stage): Promise<void> {
  const bodies = contents(() => on.canary());
  const ids = await Promise.all(
    bodies.map(async (json) => {
      const exchange = await on.ask('create', { as: on.writer, json });
      if (exchange.succeeded) on.noteCreated(exchange);
      const source = on.facts.idSource;
      return source === undefined || !exchange.succeeded ? undefined : idFrom(exchange, source);
    }),
  );
  const made = [...new Set(ids.filter((id) => id !== undefined))];
  if (!on.facts.readable) return;
  await Promise.all(made.map((id) => on.ask('readById', { path: { id }, unknownTarget: true })));
  if (on.facts.upserts || made.length < bodies.length / 2) return;
  await Promise.all(made.slice(0, deleted).map((id) => on.ask('remove', { path: { id }, as: on.writer })));
}

/** What cannot be had is not surveyed: the clauses tell what they have not seen. */
async function unlessMissing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
  }
}
