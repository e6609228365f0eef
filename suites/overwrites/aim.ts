import { type OverwriteName, listNames } from '../../contract/traits.ts';
import { asObject, JsonNumber, type JsonInput, type Json } from '../../wire/json/json.ts';
import type { DeclaredOverwrite } from '../../clause/profile.ts';
import { contentSent, type Content } from '../../judging/surveys/contents.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import type { Ask } from '../../run/ask.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { pollUntilReadable } from '../../implementation/resources/lag.ts';
import { sampleAsk } from '../../implementation/sample-ask.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Exchange } from '../../history/exchange.ts';
import { shownResources } from '../../implementation/resources/shown-resources.ts';
import { laterPages } from '../../judging/surveys/later-pages.ts';
import { inScope } from '../../run/options.ts';
import { mentions } from '../../wire/json/pointer.ts';

/** The versions that lists show for resources that the run has not created. */
export function versionsOfOthers(on: Stage, lists: readonly Exchange[]): readonly string[] {
  const made = new Set(on.made.map(({ id }) => id));
  return lists
    .flatMap(({ value }) => shownResources(value, on.profile))
    .flatMap(({ id, value }) => (made.has(id) ? [] : versionsIn(value)));
}

/** The version that a list shows in the same element as a text. */
export async function versionListedWith(on: Stage, text: string): Promise<string | undefined> {
  const lists = await Promise.all(inScope(on.options, listNames).map((name) => on.ask(name)));
  const found = firstWith(lists, text);
  return found ?? firstWith(await laterPages(on), text);
}

function firstWith(lists: readonly Exchange[], text: string): string | undefined {
  return lists.map(({ value }) => versionBeside(value, text)).find((version) => version !== undefined);
}

/** The version in the innermost object that has one and mentions the text. */
function versionBeside(value: Json | undefined, text: string): string | undefined {
  if (value === undefined || !mentions(value, text)) return undefined;
  const parts = Array.isArray(value) ? value : Object.values(asObject(value) ?? {});
  return parts.map((part) => versionBeside(part, text)).find((one) => one !== undefined) ?? versionOf(value);
}

/** The values of members named version, at any depth. */
export function versionsIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(versionsIn);
  const own = versionOf(value);
  const inner = Object.values(asObject(value) ?? {}).flatMap(versionsIn);
  return own === undefined ? inner : [own, ...inner];
}

/** How one overwrite differs from the usual overwrite. */
export interface OverwriteChange {
  /** The overwrite's own string, to be stored if the content has strings. */
  readonly canary?: string;
  /** The stated version; by default the version that the run believes to be actual. */
  readonly version?: string;
  /** Replaces the usual objectTypeProperty. */
  readonly content?: JsonInput;
  /** The intended validity of this value; well-typed unless given. */
  readonly bodyIs?: BodyIntent;
}

/** With given content, or with a version that is no integer, the intent is unknown. */
function intentOf(
  given: Content | undefined,
  { stated, change }: { readonly stated: string; readonly change: OverwriteChange },
): BodyIntent {
  if (given !== undefined || change.content === undefined || !Number.isInteger(Number(stated)))
    return 'either';
  return change.bodyIs ?? 'well-typed';
}

/** The intended target of overwrites. */
export interface Aim {
  /** A resource that was made to be overwritten; undefined if none can be made. */
  readonly own: OwnResource | undefined;
  /** The content of its create, and its unique string. */
  readonly content: Content;
  readonly canary: string;
}

/** No target is chosen yet. */
export const noAim: Aim = { own: undefined, content: {}, canary: '' };

/** Answers to creates show no ids, so a new resource has no known id. */
export function makesUnnamed({ facts }: Stage): boolean {
  return facts.idSource === undefined && facts.createBody !== undefined;
}

/** Makes a resource as the target, and notes its version and content; if creates show no ids, the target is a provided resource, or a resource without a known id. */
export async function aimAnew(
  on: Stage,
  before: { readonly own: OwnResource | undefined; readonly version: string | undefined },
  unnamed: boolean,
): Promise<Aim & { readonly version: string | undefined }> {
  const canary = on.canary();
  const content = { arrayOfStringExample: [canary] };
  if (on.facts.noResource !== undefined || !on.facts.readable) return { ...before, canary, content };
  if (unnamed && makesUnnamed(on))
    return { own: undefined, version: (await versionMade(on, canary)) ?? before.version, canary, content };
  return await aimAt(on, await on.another(canary), canary);
}

/** Takes a resource just made as the target, with its version and content. */
export async function aimAt(
  on: Stage,
  { own, exchange }: { readonly own: OwnResource; readonly exchange?: Exchange | undefined },
  canary: string,
): Promise<Aim & { readonly version: string | undefined }> {
  on.keep(own);
  const read = await pollUntilReadable(on, own);
  const posted = exchange && contentSent(exchange);
  return {
    own,
    version: versionOf(read.value) ?? versionOf(exchange?.value),
    canary,
    content: asObject(read.object?.['objectTypeProperty']) ??
      asObject(posted) ?? { arrayOfStringExample: [canary] },
  };
}

/** The version of a new resource, if answers show no id. */
export async function versionMade(on: Stage, canary = on.canary()): Promise<string | undefined> {
  return versionOf((await on.create(canary)).exchange.value);
}

/** The vendor's declaration about the operation. */
export function declaredOverwrite(on: Stage, name: OverwriteName): DeclaredOverwrite | undefined {
  return on.profile.overwrite?.[name];
}

/** The operator's sample of the operation. */
export function sampleOf(on: Stage, name: OverwriteName): ReturnType<typeof sampleAsk> {
  return sampleAsk(on, name === 'patch' ? '4.7' : '4.8');
}

/** Whether a request names a resource by its key. */
export function isKey(target: string): boolean {
  return /[:/]key$/i.test(target);
}

/**
 * One overwrite as it is sent.
 *
 * @param how.reached - the place of the target in the request, which the contract does not show; a sample
 * states its own version if none is known
 */
export function overwriteAsk(
  on: Stage,
  name: OverwriteName,
  aim: Aim,
  how: {
    readonly reached: { readonly naming?: string | undefined; readonly version: string | undefined };
    readonly stated: string;
    readonly change: OverwriteChange;
  },
): Ask {
  const sample = sampleOf(on, name);
  const target = declaredOverwrite(on, name)?.target ?? how.reached.naming ?? '';
  const named = isKey(target) ? (aim.own?.key ?? aim.own?.id) : aim.own?.id;
  const content = how.change.content ?? withString(aim.content, how.change.canary);
  const version = new JsonNumber(how.stated);
  const given = asContent(sample.json);
  let body: Content =
    given === undefined
      ? { version, objectTypeProperty: content }
      : { ...given, ...(how.reached.version !== undefined ? { version } : {}) };
  if (target.startsWith('body:/') && named !== undefined && given === undefined)
    body = withMember(body, target.slice('body:/'.length).split('/'), named);
  const inQuery = target.startsWith('query:') && named !== undefined;
  const query = [...(sample.query ?? []), ...(inQuery ? [[target.slice(6), named] as const] : [])];
  return { ...sample, json: body, bodyIs: intentOf(given, how), ...(query.length === 0 ? {} : { query }) };
}

/** Content with its own unique string, if it has strings. */
export function withString(content: Content, canary: string | undefined): Content {
  const strings = content['arrayOfStringExample'];
  if (canary === undefined || !Array.isArray(strings) || strings.length === 0) return content;
  return { ...content, arrayOfStringExample: [canary, ...strings.slice(1)] };
}

/** A JSON value as an object, if it is an object. */
export function asContent(value: JsonInput | undefined): Content | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    return undefined;
  return { ...(value as Content) };
}

/** The object with a string at a path of member names. */
export function withMember(body: Content, path: readonly string[], value: string): Content {
  const [name, ...rest] = path;
  if (name === undefined) return body;
  const inner = asContent(body[name]) ?? {};
  return { ...body, [name]: rest.length === 0 ? value : withMember(inner, rest, value) };
}
