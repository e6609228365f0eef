import { Inconclusive } from '../clause/thrown.ts';
import type { JsonInput } from '../wire/json.ts';
import type { Exchange } from './exchange.ts';
import { idFrom } from './id-source.ts';
import { keptResource } from './kept-resource.ts';
import { readOwn, versionOf } from './own-resource.ts';
import type { Stage } from './stage.ts';
import { surveyContents } from './survey-contents.ts';

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
  const contents = surveyContents(() => on.canary());
  const exchanges = await Promise.all(
    contents.map(async ({ body, parts }) => {
      const whole = await make(on, body);
      const isRefused = whole.kind === 'refusal' || whole.kind === 'crash';
      return isRefused ? await Promise.all(parts.map((part) => make(on, part))) : [whole];
    }),
  );
  const source = on.facts.idSource;
  const ids = exchanges
    .flat()
    .map((exchange) => (source !== undefined && exchange.succeeded ? idFrom(exchange, source) : undefined));
  const made = [...new Set(ids.filter((id) => id !== undefined))];
  if (!on.facts.readable) return;
  await Promise.all(made.map((id) => on.ask('readById', { path: { id }, unknownTarget: true })));
  if (on.facts.upserts || made.length < contents.length / 2) return;
  await Promise.all(made.slice(0, deleted).map((id) => on.ask('remove', { path: { id }, as: on.writer })));
}

async function make(on: Stage, json: JsonInput): Promise<Exchange> {
  const exchange = await on.ask('create', { as: on.writer, json });
  if (exchange.succeeded) on.noteCreated(exchange);
  return exchange;
}

/** What cannot be had is not surveyed: the clauses tell what they have not seen. */
async function unlessMissing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
  }
}
