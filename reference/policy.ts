import type { Json, JsonNumber, JsonObject } from './json.ts';
import type { Request, Response } from './message.ts';
import type { Token } from './tokens.ts';
import type { Project, Resource, Snapshot } from './resource.ts';
import type { Query } from './query.ts';
import type { Random } from './random.ts';

/**
 * The facts about the caller on which access depends.
 *
 * @public - the declarations of honest policies name it
 */
export interface Caller {
  /** The bearer token of the request. */
  readonly bearer: string | undefined;
  /** What that token means; undefined for an unknown token. */
  readonly token: Token | undefined;
}

/** The decision on access. */
export type Access = 'granted' | 'unauthenticated' | 'insufficient';

/** An update by id (4.10) whose body could be read. */
export interface Update {
  readonly call: Call;
  readonly resource: Resource;
  /** The resource at the time of the version check. */
  readonly current: Snapshot;
  readonly stated: JsonNumber;
  readonly actions: readonly Json[];
}

/** Who may use an operation: any one of a list of scopes, any token that the project knows, or everybody. */
export type Opening = readonly string[] | 'any-token' | 'public';

/**
 * Every decision that the handlers leave open, as small functions and values. `honest-policy.ts` decides as the
 * contract demands; choices and faults change some decisions.
 */
export interface Policy {
  // Identity (4.6)
  newId(state: State, now: number): string;
  keyOf(id: string): string;
  /** The target of a create; undefined for a new resource. */
  createTarget(call: Call, content: JsonObject): Resource | undefined;
  /** Milliseconds after which a background job changes the version of a new resource once. */
  readonly touchAfterCreateMs: number | undefined;

  // Versions
  firstVersion(state: State, now: number): bigint;
  nextVersion(current: bigint, state: State, now: number): bigint;
  /** The JSON of a version in answers. */
  versionShown(snapshot: Snapshot, operation: string): Json | undefined;

  // Update by id (4.10)
  /** The resource that the path names. */
  updateTarget(call: Call): Resource | undefined;
  /** The number in a `version` member; undefined if the body has to be refused. */
  statedVersion(value: Json | undefined, current: Snapshot): JsonNumber | undefined;
  versionMatches(update: Update): boolean;
  onMismatch(update: Update): Response;
  /** Milliseconds between the check and the write. */
  windowMs(update: Update): number;
  /** Whether the version is compared once more after that window. */
  checksAgain(update: Update, now: number): boolean;
  /** The flaw of the actions; undefined without a flaw. */
  actionsRefusal(actions: readonly Json[]): string | undefined;
  applied(before: Snapshot, actions: readonly Json[]): Snapshot;
  movesVersion(before: Snapshot, after: Snapshot, actions: readonly Json[]): boolean;
  updated(update: Update, after: Snapshot): Response;
  /** Milliseconds between a 202 and its effect; undefined if updates apply at once. */
  readonly asyncUpdateMs: number | undefined;

  // Content
  /** The stored part of a posted objectTypeProperty. Throws `Refused` for ill-typed content. */
  contentOf(value: Json | undefined): JsonObject;
  represented(snapshot: Snapshot, call: Call): JsonObject;
  readonly showsKeyAndId: boolean;

  // Success
  created(call: Call, snapshot: Snapshot): Response;
  deleted(call: Call, before: Snapshot, after: Snapshot): Response;
  overwritten(call: Call, snapshot: Snapshot, isNew: boolean): Response;
  /** The resource that an overwrite changes (4.7, 4.8). */
  overwriteTarget(call: Call): Resource | undefined;
  /** Whether the version that an overwrite states has to match. */
  readonly overwriteChecksVersion: boolean;
  /** Whether reads still show a deleted resource, marked as deleted. */
  readonly softDelete: boolean;
  /** The answer to requests about an unknown or deleted id. */
  gone(call: Call, resource: Resource | undefined): Response;

  // Consistency, in milliseconds
  readonly readLagMs: number;
  readonly queryLagMs: number;

  // Collection reads
  readonly headNoMatchStatus: number;
  collectionPage(call: Call, seen: readonly Snapshot[], fields: JsonObject): Json;
  /** The content of 4.9 and of shape A of 4.13. */
  recordContent(record: JsonObject, queryParameterOne: number | undefined): JsonObject;
  recordRefusal(record: JsonObject): string | undefined;
  showsDates(record: JsonObject, queryParameterOne: number | undefined): boolean;
  dates(instant: Date): JsonObject;
  cart(call: Call): JsonObject;

  // Access
  bearerOf(request: Request): string | undefined;
  opening(operation: string): Opening;
  /** Whether a scope of a token is the wanted scope for the project. */
  isScope(held: string, wanted: string, projectKey: string): boolean;
  holds(token: Token, wanted: readonly string[], projectKey: string): boolean;
  access(call: Omit<Call, 'query'>, caller: Caller): Access;
  refusal(call: Call, access: Exclude<Access, 'granted'>): Response;

  // Errors and form
  error(state: State, status: number, message: string): Response;
  readonly contentType: string;
  encode(body: Json): Uint8Array;

  /** The project whose resources a request reaches. */
  projectOf(state: State, projectKey: string): Project | undefined;
}

/** Changes some decisions of the policy that it gets. */
export type PolicyOverride = (base: Policy) => Partial<Policy>;

/** The policy with all overrides, the first override applied first. */
export function override(base: Policy, overrides: readonly PolicyOverride[]): Policy {
  return overrides.reduce<Policy>((policy, change) => ({ ...policy, ...change(policy) }), base);
}

/** One request on its way through a handler. */
export interface Call {
  readonly state: State;
  readonly project: Project;
  /** One of `operations`. */
  readonly operation: string;
  readonly request: Request;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly now: number;
}

/** Work for a later time, such as the effect of an update answered 202. */
interface Job {
  readonly at: number;
  readonly run: (now: number) => void;
}

/** The state that lasts from one request to the next. */
export interface State {
  readonly policy: Policy;
  readonly random: Random;
  readonly tokens: Map<string, Token>;
  readonly projects: Map<string, Project>;
  readonly jobs: Job[];
}
