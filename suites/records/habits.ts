import { byCodeUnits } from '../../contract/code-units.ts';
import { namesWith, type RecordEndpoint } from '../../contract/traits.ts';
import type { Declaration } from '../../clause/clause.ts';
import type { OpenStatement } from '../../clause/section.ts';
import { requestFlaws } from '../../schemas/request-flaws.ts';
import { recordSchema, type RecordName } from '../../schemas/records.ts';
import type { JsonInput } from '../../wire/json/json.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { keptWhere, observedMember, statusesOf } from '../../clause/declarations.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import type { Exchange } from '../../history/exchange.ts';
import { accessDeclared, observeAccess } from '../../judging/access/open-access.ts';
import { recordMembers } from './ordered-record.ts';
import type { JsonTypeName } from '../../clause/profile.ts';
import { acceptedPost, firstPosts, sendPost, withRecord } from './posts.ts';
import { surveyedRecords } from './survey-posts.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Who is granted access; the contract lists no scopes (4.9, 4.13). */
export function recordAccess(name: RecordEndpoint, key: 'auth.4.9' | 'auth.4.13'): OpenStatement<Stage> {
  return {
    isAskedDeep: true,
    statement: 'Who is granted access.',
    rationale: 'Scopes are not shown, nor whether a token is needed at all.',
    declares: [accessDeclared(key)],
    check: async (on) => {
      const { post } = await acceptedPost(on, name);
      await observeAccess(on, (as) => sendPost(on, name, post, as), { atOnce: true, pin: key });
    },
  };
}

/** The documented members that a successful answer shows, of one record. */
function membersShown(type: RecordName, exchange: Exchange): readonly string[] {
  const object = exchange.object ?? {};
  return Object.keys(recordSchema(type).properties).filter((member) => Object.hasOwn(object, member));
}

/** Names as one text, independent of their order. */
function asSet(names: unknown): string {
  const texts: readonly unknown[] = Array.isArray(names) ? names : [];
  return texts
    .filter((name) => typeof name === 'string')
    .toSorted(byCodeUnits)
    .join();
}

/** Which sets of fields the answers have; no rule is shown that chooses between them (4.9). */
export function contentVariants(name: RecordEndpoint): OpenStatement<Stage> {
  const setsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(asSet) : []);
  return {
    statement: 'Which sets of documented fields the answers have.',
    rationale:
      'The contract shows four alternative bodies of one shape, but not the rule that chooses between them.',
    declares: [
      {
        key: 'complexPath.variants',
        met: (declared, observed) => {
          const seen = setsOf(observedMember(observed, 'variants'));
          return seen.length === 0 ? undefined : seen.every((one) => setsOf(declared).includes(one));
        },
        draft: (observed) => observedMember(observed, 'variants'),
      },
    ],
    check: async (on) => {
      const answers = (await surveyedRecords(on, name)).filter(
        ({ exchange }) => exchange.object !== undefined,
      );
      const sets = new Map(
        answers
          .filter(({ exchange }) => exchange.succeeded)
          .map(({ exchange }) => membersShown('ObjectTypeProperty', exchange))
          .map((members) => [asSet(members), members]),
      );
      on.observe({ variants: [...sets.values()] });
    },
  };
}

/** Observes which of the two bodies answers have (4.13). */
export const shapesSeen: OpenStatement<Stage> = {
  statement: 'Which of the two bodies occur.',
  rationale:
    'The rule that chooses between them is not shown, and the contract does not say that both ever occur.',
  check: async (on) => {
    const answers = await surveyedRecords(on, 'urnLinks');
    const seen = { content: 0, dates: 0, both: 0, neither: 0 };
    for (const { exchange } of answers) {
      if (!exchange.succeeded) continue;
      const content = membersShown('ObjectTypeProperty', exchange).length > 0;
      const dates = membersShown('DateExamples', exchange).length > 0;
      seen[content && dates ? 'both' : content ? 'content' : dates ? 'dates' : 'neither'] += 1;
    }
    on.observe(seen, {
      suspect: seen.neither > 0 && {
        why: 'Some successful answers show neither of the two documented bodies.',
      },
    });
  },
};

const valueOf: Readonly<Record<JsonTypeName, JsonInput>> = {
  string: 'a',
  number: 1.5,
  integer: 1,
  boolean: true,
  object: {},
  array: [],
  null: null,
};

/** Which members a record needs, and whether their types are checked (Resources, OrderedRecord). */
export function recordRequirements(name: RecordEndpoint): OpenStatement<Stage> {
  return {
    statement: 'Which members a record needs, and whether the types of its members are checked.',
    rationale: 'Required flags and declared types of the record are not shown.',
    declares: [requiredDeclared, omitsDeclared, keptWhere('records.types', 'declaredTypes')],
    check: async (on) => {
      suspectSamples(on);
      const { post, caller } = await acceptedPost(on, name);
      const send = (body: JsonInput, bodyIs: BodyIntent): Promise<Exchange> =>
        sendPost(on, name, { ...post, body, bodyIs }, caller);
      const without = async (member: string): Promise<Exchange> =>
        await sendPost(on, name, withRecord(post, 'a', { omit: [member] }), caller);
      const ill = Object.fromEntries(recordMembers.map((member): [string, JsonInput] => [member, 1]));
      const [empty, illTyped] = await Promise.all([send({}, 'well-typed'), send(ill, 'ill-typed')]);
      const isFull = post.variation !== undefined && (post.variation.omit ?? []).length === 0;
      const omissions =
        empty.succeeded || !isFull
          ? []
          : await Promise.all(
              recordMembers.map(async (member) => ({ member, exchange: await without(member) })),
            );
      const required = empty.succeeded
        ? []
        : omissions.filter(({ exchange }) => exchange.is('turned away')).map(({ member }) => member);
      const types = on.profile.records?.types;
      const set = Object.fromEntries(
        Object.entries(types ?? {}).map(([member, type]): [string, JsonInput] => [member, valueOf[type]]),
      );
      const typed =
        types === undefined
          ? undefined
          : await sendPost(on, name, withRecord(post, 'a', { set, bodyIs: 'either' }), caller);
      const omitted = await omittedAnywhere(on, name);
      on.observe({
        empty: empty.label,
        illTyped: illTyped.label,
        ...(empty.succeeded || omissions.length > 0 ? { required } : {}),
        ...(omitted.length === 0 ? {} : { omitted }),
        ...(typed === undefined ? {} : { declaredTypes: typed.succeeded }),
      });
    },
  };
}

/** Reports a record of the vendor's sample that has neither the types of the table nor the declared types. */
function suspectSamples(on: Stage): void {
  const { samples, records } = on.profile;
  const declared = Object.keys(records?.types ?? {}).map((member) => `OrderedRecord/${member} `);
  for (const section of ['4.9', '4.13'] as const) {
    const body = samples?.[section]?.body;
    const flaws = body === undefined ? [] : requestFlaws(section, body);
    const told = flaws.filter((flaw) => !declared.some((start) => flaw.startsWith(start)));
    if (told.length > 0)
      on.suspect(`The profile's samples.${section}.body is not of the types shown: ${told.join(', ')}.`);
  }
}

const requiredDeclared: Declaration = {
  key: 'records.required',
  met: (declared, observed) => {
    const required = observedMember(observed, 'required');
    if (!Array.isArray(required) || !Array.isArray(declared)) return undefined;
    return asSet(required) === asSet(declared);
  },
  draft: (observed) => observedMember(observed, 'required'),
};

/** The members with which a record is refused; members that the vendor declares count for any operation that refuses them. */
async function omittedAnywhere(on: Stage, name: RecordEndpoint): Promise<readonly string[]> {
  const isDeclared = on.profile.records?.omits !== undefined && !on.options.without.has('4.13');
  const names = isDeclared ? namesWith('takes', 'record') : [name];
  const posts = await Promise.all(names.map((one) => unlessInconclusive(firstPosts(on, one))));
  return [...new Set(posts.flatMap((first) => first?.omitted ?? []))];
}

/** The declaration is kept if no record is refused because of other members. */
const omitsDeclared: Declaration = {
  key: 'records.omits',
  met: (declared, observed) => {
    const omitted = observedMember(observed, 'omitted');
    if (!Array.isArray(omitted) || !Array.isArray(declared)) return undefined;
    return omitted.every((name) => declared.includes(name)) ? true : undefined;
  },
  untold: () => 'no record was refused only because of these members',
};

/** The statuses of accepted records. */
export function recordStatuses(
  name: RecordEndpoint,
  key: 'success.4.9' | 'success.4.13',
): OpenStatement<Stage> {
  return {
    statement: 'The status of a successful answer.',
    rationale: 'The contract shows no status.',
    phase: 'end',
    declares: [statusesOf(key)],
    check: (on) => {
      const statuses = [...on.world.bodies.successes(name).statuses.keys()];
      if (statuses.length > 0) on.observe({ statuses });
      return Promise.resolve();
    },
  };
}
