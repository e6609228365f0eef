import { says } from '../../wire/status.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import { notTested, unlessInconclusive } from '../../clause/thrown.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import type { Ask } from '../../run/ask.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import type { Caller } from '../../history/caller.ts';
import { requireConsent } from '../../implementation/permission.ts';
import type { Exchange } from '../../history/exchange.ts';
import { likeliestCaller } from '../../implementation/callers/likeliest-caller.ts';
import { filledUp } from './filled-up.ts';
import {
  documentedTimestamp,
  orderedRecord,
  recordMembers,
  usualInstant,
  type OrderedRecord,
  type RecordVariation,
} from './ordered-record.ts';
import { declaredSample, sampleAsk } from '../../implementation/sample-ask.ts';
import type { Stage } from '../../implementation/stage.ts';
import { blockedReason } from '../../implementation/blocked-by.ts';
import { insist } from '../../implementation/insist.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';

/** A request with an OrderedRecord, by its parts. */
export interface RecordPost {
  /** How the record differs from the full record; absent if the vendor's sample has another body. */
  readonly variation: RecordVariation | undefined;
  readonly body: JsonInput;
  /** Unless the variation states otherwise: a body that is not a record. */
  readonly bodyIs?: BodyIntent;
  /** queryParameterOne as it is written; undefined leaves it out. */
  readonly one: string | undefined;
  readonly two: string | undefined;
  readonly path: Readonly<Record<string, string>>;
  /** The other parts of a declared sample. */
  readonly more: Pick<Ask, 'query' | 'headers'>;
}

/** An accepted request, and its caller. */
export interface AcceptedPost {
  readonly post: RecordPost;
  readonly caller: Caller;
  readonly exchange: Exchange;
}

const sectionOf = { complexPath: '4.9', urnLinks: '4.13' } as const;

/** A full record with both parameters: every documented part with a plain value. */
export function fullPost(word: string, variation: RecordVariation = {}): RecordPost {
  return {
    variation,
    body: orderedRecord(word, variation),
    one: '1',
    two: 'a',
    path: { uriParameterOne: 'a', uriParameterTwo: 'b' },
    more: {},
  };
}

/** The same with another record; in a vendor's body its members are merged with the set members. */
export function withRecord(post: RecordPost, word: string, change: RecordVariation): RecordPost {
  if (post.variation === undefined) return post;
  const { variation } = post;
  const joined: RecordVariation = {
    ...variation,
    ...change,
    omit: [...(variation.omit ?? []), ...(change.omit ?? [])].filter(
      (name) => change.set === undefined || !(name in change.set),
    ),
    set: { ...variation.set, ...change.set },
  };
  return { ...post, variation: joined, body: orderedRecord(word, joined) };
}

/** The vendor's record with members left out or replaced, except members that name a resource; undefined if it is no object. */
export function variedSample(
  post: RecordPost,
  { omit = [], set = {} }: RecordVariation,
): RecordPost | undefined {
  const { body } = post;
  if (!isRecord(body)) return undefined;
  const named = new Set(['id', 'key', 'version']);
  const left = Object.entries(body).flatMap(([name, value]): [string, JsonInput | undefined][] => {
    if (named.has(name)) return [[name, value]];
    return omit.includes(name) ? [] : [[name, name in set ? set[name] : value]];
  });
  return { ...post, body: Object.fromEntries(left) };
}

function askOf(name: RecordEndpoint, post: RecordPost, as: Caller): Ask {
  const query: (readonly [string, string])[] = [...(post.more.query ?? [])];
  if (post.one !== undefined) query.push(['queryParameterOne', post.one]);
  if (post.two !== undefined) query.push(['queryParameterTwo', post.two]);
  return {
    as,
    json: post.body,
    bodyIs: post.bodyIs ?? post.variation?.bodyIs ?? 'well-typed',
    query,
    ...(name === 'complexPath' ? { path: post.path } : {}),
    ...(post.more.headers === undefined ? {} : { headers: post.more.headers }),
  };
}

/** Sends one; repeats it, twice at most, after a loss or a limit. */
export const sendPost = (on: Stage, name: RecordEndpoint, post: RecordPost, as: Caller): Promise<Exchange> =>
  insist(() => on.ask(name, askOf(name, post, as)));

/** The outcome of the first requests with records. */
export interface FirstPosts {
  readonly caller: Caller;
  /** In the order of sending; the first request has every documented part, or is the vendor's sample. */
  readonly tried: readonly { readonly post: RecordPost; readonly exchange: Exchange }[];
  readonly accepted: AcceptedPost | undefined;
  /** Members with which a record is refused: the accepted record omits them. */
  readonly omitted: readonly string[];
  /** An answer that was lost during the search for these members. */
  readonly lost: Exchange | undefined;
}

/**
 * Tries requests from the full one downwards, or the vendor's sample alone; once per run; throws without
 * consent.
 *
 * @throws Inconclusive if the operator has not consented
 */
export function firstPosts(on: Stage, name: RecordEndpoint): Promise<FirstPosts> {
  const { section } = endpoint(name);
  requireConsent(on, 'records', section);
  return triedPosts(on, name);
}

const triedPosts = oncePerRunFor(async (on: Stage, name: RecordEndpoint): Promise<FirstPosts> => {
  const ladder = postsToTry(on, name);
  const [first] = ladder;
  if (first === undefined) throw new Error('there is no request to try');
  const met = await likeliestCaller(on, sectionOf[name], name, (as) => sendPost(on, name, first, as));
  const { caller } = met;
  const tried = [{ post: first, exchange: met.exchange }];
  // Some answers no other record would change.
  const isPointless = (): boolean =>
    tried.some(({ exchange }) =>
      says(exchange, 'denied', 'method not supported', 'media type not supported'),
    );
  const isOpen = (): boolean => tried.at(-1)?.exchange.succeeded === false && !isPointless();
  const descend = async (posts: readonly RecordPost[]): Promise<void> => {
    for (const post of posts)
      if (isOpen()) tried.push({ post, exchange: await sendPost(on, name, post, caller) });
  };
  await descend(ladder.slice(1));
  if (isOpen() && ladder.length > 1) await descend(await boundPosts(on, first));
  const last = tried.at(-1);
  if (last?.exchange.succeeded !== true)
    return { caller, tried, accepted: undefined, omitted: [], lost: undefined };
  const { omitted, lost, ...filled } = await filledUp(last, membersLeftOut(last.post), {
    holding: (post, names) => holding(post, on.canary(), names),
    send: (post) => sendPost(on, name, post, caller),
  });
  // The vendor's record stays unchanged.
  const kept = last.post.variation === undefined ? last : filled;
  return { caller, tried, accepted: { ...kept, caller }, omitted, lost };
});

/** Documented members that the record of a request goes without. */
function membersLeftOut({ variation, body }: RecordPost): readonly string[] {
  if (variation !== undefined) return recordMembers.filter((name) => variation.omit?.includes(name));
  return isRecord(body) ? recordMembers.filter((name) => !(name in body)) : [];
}

/** The same with further members, of plain values. */
function holding(post: RecordPost, word: string, names: readonly string[]): RecordPost {
  const { variation, body } = post;
  if (variation === undefined)
    return isRecord(body) ? { ...post, body: { ...orderedRecord(word, { order: names }), ...body } } : post;
  const fuller = { ...variation, omit: (variation.omit ?? []).filter((name) => !names.includes(name)) };
  return { ...post, variation: fuller, body: orderedRecord(word, fuller) };
}

function isRecord(body: JsonInput): body is OrderedRecord {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof JsonNumber);
}

function postsToTry(on: Stage, name: RecordEndpoint): readonly RecordPost[] {
  const word = on.canary();
  const full = fullPost(word);
  if (declaredSample(on, sectionOf[name]) !== undefined) return [samplePost(on, name, full)];
  const at = documentedTimestamp(usualInstant);
  const short = at.replace(/\.\d+Z$/, 'Z');
  const dates = ['createdAt', 'lastModifiedAt'];
  const { omits } = on.profile.records ?? {};
  return [
    full,
    ...(omits === undefined ? [] : [fullPost(word, { omit: omits })]),
    // Members merged into it later may replace them with documented members.
    fullPost(word, { set: { createdAt: short, lastModifiedAt: short }, bodyIs: 'either' }),
    fullPost(word, { omit: dates }),
    { ...full, one: '0' },
    { ...full, one: undefined, two: undefined },
    fullPost(word, { omit: ['id', 'version', 'key'] }),
    fullPost(word, { omit: recordMembers }),
  ];
}

/** Requests for servers that accept numbers alone, larger numbers, or records of existing resources. */
async function boundPosts(on: Stage, full: RecordPost): Promise<readonly RecordPost[]> {
  const numbers = { ...full, one: '10', two: '1', path: { uriParameterOne: '1', uriParameterTwo: '1' } };
  const own = (await unlessInconclusive(on.another()))?.own;
  if (own === undefined) return [numbers];
  // No other check reads its outcome.
  on.keep(own);
  const { id, key = id } = own;
  const named = withRecord(full, on.canary(), { set: { id, key, version: own.shown ?? '1' } });
  return [numbers, named, { ...named, path: { uriParameterOne: id, uriParameterTwo: key } }];
}

/** The vendor's sample; missing parts are the usual parts, parameters only if it has no query at all. */
function samplePost(on: Stage, name: RecordEndpoint, full: RecordPost): RecordPost {
  const sample = sampleAsk(on, sectionOf[name]);
  const query = sample.query ?? [];
  const value = (wanted: string): string | undefined => query.find(([key]) => key === wanted)?.[1];
  const others = query.filter(([key]) => key !== 'queryParameterOne' && key !== 'queryParameterTwo');
  return {
    variation: sample.json === undefined ? full.variation : undefined,
    body: sample.json ?? full.body,
    ...(sample.json === undefined ? {} : { bodyIs: 'either' }),
    one: sample.query === undefined ? full.one : value('queryParameterOne'),
    two: sample.query === undefined ? full.two : value('queryParameterTwo'),
    path: { ...full.path, ...sample.path },
    more: {
      ...(others.length === 0 ? {} : { query: others }),
      ...(sample.headers === undefined ? {} : { headers: sample.headers }),
    },
  };
}

/** The refused members of a record that the vendor does not declare as refused. */
export async function omittedUndeclared(on: Stage, name: RecordEndpoint): Promise<readonly string[]> {
  const declared = on.profile.records?.omits ?? [];
  return (await firstPosts(on, name)).omitted.filter((member) => !declared.includes(member));
}

/** The line that has a record accepted. */
export function recordSupply(name: RecordEndpoint): string {
  const path = name === 'complexPath' ? '"path": {"uriParameterOne": "…", "uriParameterTwo": "…"}, ' : '';
  return `"samples": {"${sectionOf[name]}": {${path}"query": {…}, "body": {…}}}`;
}

/** A request that was accepted; throws `Inconclusive` if none was. @throws Inconclusive if none was */
export async function acceptedPost(on: Stage, name: RecordEndpoint): Promise<AcceptedPost> {
  const { accepted, tried } = await firstPosts(on, name);
  if (accepted !== undefined) return accepted;
  throw notTested({
    ...blockedReason(
      `${sectionOf[name]}/accepts-an-ordered-record`,
      tried.at(-1)?.exchange.label ?? 'none was sent',
    ),
    supply: recordSupply(name),
  });
}
