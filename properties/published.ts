import fc, { type Arbitrary } from 'fast-check';
import type { ObjectTypeProperty, OrderedRecord } from '../schemas/types.ts';
import { plain, readJson, writeJson, type JsonInput } from '../wire/json/json.ts';
import { beyond32Bits, contentThemes } from './arbitraries/object-type-property.ts';
import { recordKinds } from './arbitraries/ordered-record.ts';
import { aimed, integerKinds } from './arbitraries/stated-version.ts';
import { textKinds } from './arbitraries/unicode-text.ts';

/** An action of an update, as the contract documents it (4.10). */
export type UpdateAction =
  | { readonly action: 'doSomeThing' }
  | { readonly action: 'changeSomeProperty'; readonly someProperty: string };

/** The number of drawn items: 1 to 20 unless given. */
export interface Length {
  readonly min?: number;
  readonly max?: number;
}

/**
 * An update of a history: the version that it states, relative to the actual version at its time, and its actions.
 */
export interface VersionStep {
  /** `former`: the actual version `back` updates ago; `other`: differs by `by`, and was never replaced. */
  readonly states:
    | { readonly version: 'actual' }
    | { readonly version: 'former'; readonly back: number }
    | { readonly version: 'other'; readonly by: number };
  readonly actions: readonly UpdateAction[];
}

/** Concurrent updates: of the updates that state the actual version, at most one may succeed. */
export interface RacePlan {
  readonly racers: readonly Pick<VersionStep, 'actions'>[];
  /** The number of concurrent reads. */
  readonly reads: number;
}

/** Members with integers beyond JavaScript's numbers, or with wrong types on purpose. */
const leftOut: ReadonlySet<string> = new Set(['integers beyond 2^53', beyond32Bits]);

/** OrderedRecords with all members, in any order, of plain words, names beyond ASCII and any text (Resources, OrderedRecord). */
export function orderedRecord(): Arbitrary<OrderedRecord> {
  return fc
    .oneof(...recordKinds)
    .map(({ members, order }) =>
      asPlain(Object.fromEntries(order.map((name) => [name, members[name] ?? '']))),
    );
}

/** Well-typed content: at the edges of its types, long, empty, beyond ASCII (Resources, ObjectTypeProperty). */
export function objectTypeProperty(): Arbitrary<ObjectTypeProperty> {
  const themes = contentThemes.filter(({ name }) => !leftOut.has(name));
  return fc.oneof(...themes.map(({ content }) => content)).map((drawn) => asPlain(drawn));
}

/** Lists of the two documented actions (4.10); they shrink to fewer and plainer actions. */
export function updateActions({ min = 1, max = 20 }: Length = {}): Arbitrary<readonly UpdateAction[]> {
  const change = fc
    .oneof(...textKinds)
    .map((someProperty): UpdateAction => ({ action: 'changeSomeProperty', someProperty }));
  const action = fc.oneof(
    { withCrossShrink: true },
    fc.constant<UpdateAction>({ action: 'doSomeThing' }),
    change,
  );
  return fc.array(action, { minLength: min, maxLength: max, size: 'max' });
}

/**
 * Versions that differ from the actual version, but that servers are known to confuse with it: neighbours, former
 * versions, versions with equal low bits or first digits (4.10, Versioning).
 *
 * @param actual - a safe integer that is not negative
 * @param former - versions that the resource had before, the oldest first
 */
export function statedVersion(actual: number, former: readonly number[] = []): Arbitrary<number> {
  return fc
    .oneof(...integerKinds)
    .map((stated) => aimed(stated, String(actual), former.map(String))?.version)
    .filter((version) => version !== undefined)
    .map(Number)
    .filter((version) => version !== actual);
}

/** Histories of updates that state actual, former and other versions; they shrink to fewer and plainer updates. */
export function versionHistory({ min = 1, max = 20 }: Length = {}): Arbitrary<readonly VersionStep[]> {
  const states = fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant({ version: 'actual' } as const) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 6 }).map((back) => ({ version: 'former', back }) as const),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(fc.constantFrom(1, 2, 256, 65_536), fc.integer({ min: 1, max: 9_000 }))
        .map((by) => ({ version: 'other', by }) as const),
    },
  );
  return fc.array(fc.record({ states, actions: updateActions({ max: 5 }) }), {
    minLength: min,
    maxLength: max,
    size: 'max',
  });
}

/** Races of updates that all state the actual version, with reads beside them (4.10, Versioning). */
export function racePlan({ min = 2, max = 8 }: Length = {}): Arbitrary<RacePlan> {
  return fc.record({
    racers: fc.array(fc.record({ actions: updateActions() }), {
      minLength: min,
      maxLength: max,
      size: 'max',
    }),
    reads: fc.nat({ max: 4 }),
  });
}

/** With numbers of JavaScript. */
function asPlain(drawn: JsonInput): object {
  const reading = readJson(new TextEncoder().encode(writeJson(drawn)));
  const value = reading.kind === 'json' ? plain(reading.value) : {};
  return typeof value === 'object' && value !== null ? value : {};
}
