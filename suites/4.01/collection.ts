import { awaited } from '../../run/awaited.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import { withControl, confirmations } from '../../judging/confirm.ts';
import { claimOf } from '../../judging/answers/flawed-answers.ts';
import { misshapenIn, type Flawed } from '../../judging/answers/flawed-bodies.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Lack, Sentence } from '../../judge/sentence.ts';
import { isVacuous } from '../../schemas/fields.ts';
import { asObject, type Json } from '../../wire/json/json.ts';
import type { Doubt } from '../../world/circumstances/circumstance.ts';
import { documentedIn, isAskedOf } from '../../world/documented.ts';
import { lastAnswer } from '../../world/operations/last-answer.ts';
import { isOneKnownThroughout } from '../../world/resources/known-throughout.ts';
import type { World } from '../../world/world.ts';

/** Whether an answer shows any documented member. */
export const tells = ({ object }: Exchange): boolean =>
  object !== undefined && !isVacuous('ObjectTypeProperty', object);

/** The elements of all lists among the members of an answer. */
export const listedIn = ({ object }: Exchange): readonly Json[] =>
  Object.values(object ?? {}).flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : []));

/** A filled list among undocumented members: the second reading of "a paged query result". */
export const isPage = (answer: Exchange): boolean =>
  answer.succeeded && !tells(answer) && listedIn(answer).length > 0;

/** Success without a body. */
export const isEmpty = ({ succeeded, body }: Exchange): boolean => succeeded && body.length === 0;

/** Repeats a query that was answered without a body, between reads of a resource that no lag can hide. */
export async function askBesideRead(on: Stage, seen: Exchange): Promise<void> {
  const { own } = await keptResource(on);
  const wait = own.lastWriteAt + on.grace.queryMs - on.clock.now();
  if (wait > 0) await on.clock.sleep(wait, awaited.queries);
  const [control, probe] = [() => readOwn(on, own), () => on.ask('query')];
  await withControl(on, { seen, control, probe, deviates: isEmpty });
}

/** Queries without conditions that the operation answered, by callers who may have access. */
function plainIn({ history }: World): readonly Exchange[] {
  const { projectKey } = history.given;
  return history
    .at('query')
    .filter(
      (one) =>
        documentedIn(one) !== undefined &&
        !one.is('noise') &&
        isAskedOf(projectKey, one) &&
        !one.request.target.includes('?') &&
        lets('query', one.caller, projectKey) === 'in',
    );
}

/** Successive answers without a body to one caller while a resource existed; for the caller with most of them. */
function emptied(world: World): readonly Exchange[] {
  const series = new Map<string, Exchange[]>();
  let most: readonly Exchange[] = [];
  for (const one of plainIn(world)) {
    const { label } = one.caller;
    const before = series.get(label) ?? [];
    if (!isEmpty(one)) series.set(label, []);
    else if (isOneKnownThroughout(world, one)) series.set(label, [...before, one]);
    most = [most, series.get(label) ?? []].reduce((a, b) => (b.length > a.length ? b : a));
    if (most.length === confirmations) return most;
  }
  return most;
}

/** Every successful answer to the query is an object of the documented shape, and never empty if a resource exists. */
export const collectionIsAnObject: Sentence<Flawed | readonly Exchange[] | 'shown'> = {
  each: (world) => [emptied(world), ...misshapenIn(world.bodies.successes('query')), 'shown'],
  owes: (one, { bodies }) => {
    if (one === 'shown') return bodies.successes('query').telling > 0 ? { met: 1 } : 'outside';
    if ('evidence' in one) return claimOf('query', 'a JSON object', one);
    if (one.length < confirmations) return 'outside';
    return {
      kind: 'ill-typed',
      at: 'query',
      expected: 'a JSON object while a resource exists',
      got: `${one.at(-1)?.label ?? ''} without a body`,
      deviation: { kind: 'no-body' },
      shown: { exchanges: one.slice(-1), reproduced: `${confirmations}/${confirmations}` },
    };
  },
  doubts: (world) => [...emptyAtTimes(world), ...pagesBesideContent(world)],
  suspect: (world) =>
    isUntold(world) && pageIn(world) === undefined
      ? 'No answer to the query shows a documented member.'
      : undefined,
  lack: (world) => lackOf(world),
};

function emptyAtTimes(world: World): readonly Doubt[] {
  const seen = emptied(world);
  if (seen.length === 0 || seen.length >= confirmations) return [];
  const text = 'the query was answered without a body, but not every time';
  return [{ code: 'flaky', text, deviated: true, exchanges: seen.slice(-1) }];
}

/** A server that answers with pages of content answers with nothing else. */
function pagesBesideContent(world: World): readonly Doubt[] {
  const { bodies, profile } = world;
  if (bodies.successes('query').telling === 0 || profile.query?.shape === 'paged') return [];
  const page = plainIn(world).findLast((one) => isPage(one) && listedIn(one).some(isContent));
  if (page === undefined) return [];
  const text =
    'the query is answered with pages of content, and sometimes with the members of ObjectTypeProperty';
  return [{ code: 'two-readings', text, supply: shapeOfPages, exchanges: [page] }];
}

/** The content of a resource, or a resource. */
function isContent(item: Json): boolean {
  const object = asObject(item);
  const isFilled = (shape: 'ObjectTypeProperty' | 'ExampleResource'): boolean =>
    object !== undefined && !isVacuous(shape, object);
  return isFilled('ObjectTypeProperty') || isFilled('ExampleResource');
}

const shapeOfPages = '"query": {"shape": "paged"}';
const pageIn = (world: World): Exchange | undefined => plainIn(world).findLast(isPage);

/** Objects came, but none with a documented member. */
function isUntold({ bodies }: World): boolean {
  const { telling, vacuous } = bodies.successes('query');
  return telling === 0 && vacuous > 0;
}

/** An object without any documented member is no evidence of its shape. */
function lackOf(world: World): Lack {
  const page = pageIn(world);
  if (page !== undefined) return lackOfPage(world, page);
  if (!isUntold(world)) {
    const last = lastAnswer(world.history, 'query');
    return { code: 'premise-failed', text: `the query was answered ${last?.label ?? 'by nothing'}` };
  }
  const untold = plainIn(world).findLast(({ object }) => object !== undefined);
  return {
    code: 'vacuous-body',
    text: 'no answer to the query showed a member of ObjectTypeProperty',
    supply: '"samples": {"4.6": {"body": {"objectTypeProperty": {…}}}}',
    isDoubt: true,
    exchanges: untold === undefined ? [] : [untold],
  };
}

/** Rows of the contract disagree about this answer: a declaration says which row applies. */
function lackOfPage({ profile }: World, page: Exchange): Lack {
  if (profile.query?.shape === 'paged')
    return { code: 'declared-absent', text: '4.1 is declared to answer with pages' };
  return {
    code: 'two-readings',
    text: 'the query is answered with a page: its members contain a list, and no member belongs to ObjectTypeProperty',
    supply: shapeOfPages,
    isDoubt: true,
    exchanges: [page],
  };
}
