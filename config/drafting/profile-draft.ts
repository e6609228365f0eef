import { isDeepStrictEqual } from 'node:util';
import type { Clause, Declaration } from '../../clause/clause.ts';
import { declaredValue } from '../../clause/declared.ts';
import type { PlainJson, Profile } from '../../clause/profile.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { Stage } from '../../implementation/stage.ts';
import { ConfigurationError } from '../input/configuration-error.ts';
import type { ExecutedRun } from '../runs/executed-run.ts';
import { memberPath, withKey } from '../profile/keys.ts';
import { parseProfile, profileSchema } from '../profile/profile.ts';

export interface DraftedMember {
  readonly key: string;
  readonly value: PlainJson;
  /** For example `seen 6 times in 3 runs by 4.6/success-status`. */
  readonly grounds: string;
}

interface LeftOut {
  readonly key: string;
  readonly why: string;
}

export interface ProfileDraft {
  /** As JSON, with the evidence of each drafted key in `$observed`. */
  readonly profile: Readonly<Record<string, unknown>>;
  readonly members: readonly DraftedMember[];
  /** Limits that the observations suggest, outside of the profile: only the vendor can declare an absence. */
  readonly proposed: readonly DraftedMember[];
  readonly leftOut: readonly LeftOut[];
}

const least = 3;

function passedEachTime(runs: readonly ExecutedRun[], id: string): boolean {
  return runs.every(({ judgements }) => judgements.get(id)?.verdict === 'pass');
}

/** Drafts choices that every run saw, at least three times, without exception; `given` stays unchanged. */
export function draftProfile(plan: Plan, runs: readonly ExecutedRun[], given: Profile): ProfileDraft {
  const members: DraftedMember[] = [];
  const proposed: DraftedMember[] = [];
  const leftOut: LeftOut[] = [];
  for (const key of draftableKeys(plan)) {
    if (declaredValue(given, key) !== undefined) continue;
    const found = fromObservations(plan, runs, key);
    if (typeof found === 'string') leftOut.push({ key, why: found });
    else if (isLimit(key, found.value)) proposed.push(found);
    else if (mayBeDeclared(key, found.value)) members.push(found);
    else
      leftOut.push({ key, why: `${JSON.stringify(found.value)} was seen, but a profile may not declare it` });
  }
  for (const [key, learn] of learnt) {
    if (declaredValue(given, key) !== undefined || members.some((one) => one.key === key)) continue;
    const values = runs.map((run) => learn(run));
    const value = leastOf(values);
    const witness = shownWorking.get(key);
    if (value === undefined || values.some((other) => other !== value && typeof other !== 'number'))
      leftOut.push({ key, why: 'the runs did not find it' });
    else if (witness !== undefined && !passedEachTime(runs, witness))
      leftOut.push({
        key,
        why: `${JSON.stringify(value)} was found, but not every run could read resources with it (${witness})`,
      });
    else if (mayBeDeclared(key, value))
      members.push({ key, value, grounds: `found in ${runs.length} of ${runs.length} runs` });
  }
  return { profile: assembled(members, given), members, proposed, leftOut };
}

export function withoutMembers(
  { members, proposed, leftOut }: ProfileDraft,
  why: ReadonlyMap<string, string>,
  given: Profile,
): ProfileDraft {
  const kept = members.filter(({ key }) => !why.has(key));
  const dropped = [...why].map(([key, text]): LeftOut => ({ key, why: text }));
  return { profile: assembled(kept, given), members: kept, proposed, leftOut: [...leftOut, ...dropped] };
}

/** The draft with further members; undefined if it has them all. */
export function withMembers(
  { members, proposed, leftOut }: ProfileDraft,
  further: readonly DraftedMember[],
  given: Profile,
): ProfileDraft | undefined {
  const added = further.filter(({ key }) => !members.some((one) => one.key === key));
  if (added.length === 0) return undefined;
  const all = [...members, ...added];
  const isLeft = ({ key }: LeftOut): boolean => !added.some((one) => one.key === key);
  return { profile: assembled(all, given), members: all, proposed, leftOut: leftOut.filter(isLeft) };
}

/** The smallest of several numbers, because runs measure at different moments; for other values the first. */
function leastOf(values: readonly (string | number | undefined)[]): string | number | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === values.length ? Math.min(...numbers) : values[0];
}

const learnt: readonly (readonly [string, (run: ExecutedRun) => string | number | undefined])[] = [
  [
    'resource.idSource',
    ({ facts: { idSource } }) =>
      idSource === undefined || idSource.kind === 'fixture' ? undefined : `${idSource.kind}:${idSource.at}`,
  ],
  [
    'resource.keySource',
    ({ facts: { keyPointer } }) => (keyPointer === undefined ? undefined : `body:${keyPointer}`),
  ],
  ['update.observable', ({ facts }) => facts.pointer],
  ['resource.keeps.newest', ({ record }) => record.keeps],
  [
    'resource.keeps.forMs',
    ({ record: { keeps, keepsForMs } }) => (keeps === undefined ? keepsForMs : undefined),
  ],
];

function draftableKeys(plan: Plan): readonly string[] {
  const declared = clausesOf(plan).flatMap(({ declares }) => declares);
  const keys = declared.filter(({ draft }) => draft !== undefined).map(({ key }) => key);
  return [...new Set(keys)].filter((key) => !neverDrafted.test(key));
}

function clausesOf(plan: Plan): readonly Clause<Stage>[] {
  return plan.sections.flatMap(({ clauses }) => clauses);
}

interface Seen {
  readonly clause: string;
  readonly run: number;
  readonly observed: unknown;
  readonly declaration: Declaration;
}

/** The member that the observations of a key suggest, or why they suggest none. */
function fromObservations(plan: Plan, runs: readonly ExecutedRun[], key: string): DraftedMember | string {
  const seen = clausesOf(plan).flatMap(({ id, declares }) =>
    declares
      .filter((declaration) => declaration.key === key)
      .flatMap((declaration) =>
        runs.flatMap(({ judgements }, run): Seen[] => {
          const observed = judgements.get(id)?.observed;
          return observed === undefined ? [] : [{ clause: id, run, observed, declaration }];
        }),
      ),
  );
  const suggested = seen.flatMap(({ declaration, observed }) => draftOf(declaration, observed));
  if (suggested.length === 0) return 'no observation decides it';
  const value = joined(suggested);
  if (value === undefined) return `it varied: ${shortList(suggested)}`;
  const told = seen.map((one) => ({ ...one, met: one.declaration.met(value, one.observed) }));
  if (told.some(({ met }) => met === false)) return `it varied: ${shortList(suggested)}`;
  const agreeing = told.filter(({ met }) => met === true);
  const everyRun = runs.every((_, run) => agreeing.some((one) => one.run === run));
  if (agreeing.length < least || !everyRun)
    return `it was seen ${agreeing.length} times in ${runs.length} runs; ${least} are needed, at least one per run`;
  const witness = shownBy.get(key);
  if (witness !== undefined && !passedEachTime(runs, witness))
    return `${JSON.stringify(value)} was answered, but not every run saw the server refuse an unknown token (${witness})`;
  const clauses = [...new Set(agreeing.map(({ clause }) => clause))];
  return {
    key,
    value,
    grounds: `seen ${agreeing.length} times in ${runs.length} runs by ${clauses.join(', ')}`,
  };
}

function draftOf({ draft }: Declaration, observed: unknown): readonly PlainJson[] {
  const value = draft?.(observed);
  // A draft is plain JSON, as observations are; the copy drops undefined members.
  return value === undefined ? [] : [JSON.parse(JSON.stringify(value)) as PlainJson];
}

/** One value from several suggestions: lists are merged; any other value must be the same each time. */
function joined(suggested: readonly PlainJson[]): PlainJson | undefined {
  const [first, ...others] = suggested;
  if (first === undefined || others.every((other) => isDeepStrictEqual(other, first))) return first;
  const items: PlainJson[] = [];
  for (const list of suggested) {
    if (!Array.isArray(list)) return undefined;
    items.push(...(list as readonly PlainJson[]));
  }
  if (!items.every((item) => typeof item === 'number' || typeof item === 'string')) return undefined;
  return [...new Set(items)].toSorted((a, b) => (a < b ? -1 : 1));
}

function shortList(values: readonly unknown[]): string {
  const texts = [...new Set(values.map((value) => JSON.stringify(value)))];
  return texts.length > 4 ? `${texts.slice(0, 4).join(', ')}, …` : texts.join(', ');
}

export function asLine({ key, value }: Pick<DraftedMember, 'key' | 'value'>): string {
  const path = memberPath(profileSchema().schema, key) ?? [key];
  return JSON.stringify(withKey({}, path, value)).slice(1, -1);
}

/** Whether the schema of profiles has the key, with such a value. */
export function mayBeDeclared(key: string, value: PlainJson): boolean {
  try {
    const path = memberPath(profileSchema().schema, key);
    if (path === undefined) return false;
    parseProfile(JSON.stringify(withKey({}, path, value)), 'draft');
    return true;
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}

function assembled(members: readonly DraftedMember[], given: Profile): Readonly<Record<string, unknown>> {
  const { schema } = profileSchema();
  const observed = Object.fromEntries(members.map(({ key, grounds }) => [key, grounds]));
  return members.reduce<Readonly<Record<string, unknown>>>(
    (profile, { key, value }) => withKey(profile, memberPath(schema, key) ?? [key], value),
    { $observed: observed, ...given },
  );
}

/** The clauses that show a method: in each run the method granted a scope, and refused an unknown token. */
const shownBy: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'search.method': '4.14/refused-to-unknown-token',
    'image.method': '4.15/refused-to-unknown-token',
  }),
);

/** The clauses that show places of ids and keys: a place is declared only if every run read resources by its values. */
const shownWorking: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'resource.idSource': '4.2/known-id-is-readable',
    'resource.keySource': '4.3/known-key-is-readable',
  }),
);

/** Lags and limits depend on the day, and only the vendor can name samples. */
const neverDrafted = /^(consistency|limits|samples)\./;

/** Keys that excuse deviations: only the vendor may state them. */
export const leavesOut = /^(fields\.(never|refused)$|records\.omits$|implementation)/;

/** The draft only proposes such a value, which takes clauses out of a run: the operation may exist unseen. */
export function isLimit(key: string, value: unknown): boolean {
  return (
    value === 'none' && /^(overwrite\.(patch|put)\.target|resource\.keySource|update\.observable)$/.test(key)
  );
}
