import { readFileSync } from 'node:fs';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { shownMethods } from './rehearsed-habits.ts';

/** Ids of all open clauses, in the document's order. */
export const openClauses: readonly string[] = plan.sections
  .flatMap(({ clauses }) => clauses)
  .filter(({ level }) => level === 'OPEN')
  .map(({ id }) => id);

/** What open clauses were seen to be, by clause; a clause of which nothing was seen is left out. */
export type Observed = Readonly<Record<string, unknown>>;

/** What each choice made open clauses show that the reference does not. */
export type Recorded = Readonly<Record<string, Observed>>;

/** What the open clauses observe of a reference with a choice, or of the plain one. */
export async function observe(choice?: string, seed = 1): Promise<Observed> {
  const { judgements } = await rehearse({
    plan,
    seed,
    choices: choice === undefined ? [] : [choice],
    profile: shownMethods,
    selected: new Set(openClauses),
  });
  return Object.fromEntries(
    openClauses.flatMap((id) => {
      const judgement = judgements.get(id);
      return judgement?.verdict === 'observed' ? [[id, asPlain(judgement.observed)] as const] : [];
    }),
  );
}

/** Of what was observed, what the reference does not show: by clause, and there by member. */
export function differing(observed: Observed, reference: Observed): Observed {
  return Object.fromEntries(
    Object.entries(observed).flatMap(([clause, value]) => {
      const before = reference[clause];
      return isSame(value, before) ? [] : [[clause, change(value, before)] as const];
    }),
  );
}

/** In what several observations agree: members that are alike in all of them, and of those that are no object the whole. */
export function agreed(all: readonly Observed[]): Observed {
  const [first = {}, ...others] = all;
  return Object.fromEntries(
    Object.entries(first).flatMap(([name, value]) => {
      const values = others.map((other) => other[name]);
      if (isObject(value) && values.every(isObject)) return [[name, agreed([value, ...values])] as const];
      return values.every((other) => isSame(value, other)) ? [[name, value] as const] : [];
    }),
  );
}

/** Where one value differs from another: of objects the members that do, of lists what came and what went. */
function change(value: unknown, before: unknown): unknown {
  if (isList(value) && isList(before)) {
    const more = value.filter((one) => !before.some((other) => isSame(one, other)));
    const fewer = before.filter((one) => !value.some((other) => isSame(one, other)));
    return more.length + fewer.length === 0 ? value : { more, fewer };
  }
  if (!isObject(value) || !isObject(before)) return value;
  const names = [...new Set([...Object.keys(value), ...Object.keys(before)])];
  return Object.fromEntries(
    names
      .filter((name) => !isSame(value[name], before[name]))
      .map((name) => [name, name in value ? change(value[name], before[name]) : 'not shown']),
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as a file of JSON keeps it. */
function asPlain(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? null : JSON.parse(text);
}

/** Choices that make the clause show something else than the reference, by what was recorded. */
export function witnesses(recorded: Recorded, clause: string): readonly string[] {
  return Object.entries(recorded).flatMap(([choice, observed]) =>
    Object.hasOwn(observed, clause) ? [choice] : [],
  );
}

/**
 * What open clauses show under each choice and not of the plain reference, at several seeds alike, as it was recorded:
 * `RECORD_OPENNESS=1 npx vitest run --config tests/vitest.config.ts every-open` writes it anew.
 */
export const opennessFile = new URL('choices-and-opens.json', import.meta.url);

/** The record. */
export function recordedOpenness(): Recorded {
  return JSON.parse(readFileSync(opennessFile, 'utf8')) as Recorded;
}

let recorded: Recorded | undefined;

/** The parts of which open clauses show something else under the choice, by the record. */
export function partsShownBy(choice: string): readonly string[] {
  recorded ??= recordedOpenness();
  return Object.keys(recorded[choice] ?? {}).map((clause) => clause.slice(0, clause.indexOf('/')));
}

/** The choices without which some open clause would have fewer than two that vary it. */
export function indispensable(recorded: Recorded): ReadonlySet<string> {
  const all = openClauses.map((clause) => witnesses(recorded, clause));
  return new Set(all.filter((by) => by.length <= 2).flat());
}
