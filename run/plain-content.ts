import type { Statement } from '../clause/section.ts';
import { notTested } from '../clause/thrown.ts';
import { writeJson, type JsonInput } from '../wire/json.ts';
import type { Exchange } from './exchange.ts';
import { insistentCreate } from './insistent-create.ts';
import type { Stage } from './stage.ts';
import type { Content } from './survey-contents.ts';
import { surveyResources } from './survey-resources.ts';

const attempts = 3;
/** Most members that are looked at by themselves where a server fails often. */
const mostMembers = 14;

/** Every documented array with plain values: one, nothing, below nothing; the usual signs of a text. */
const plainContent: Content = {
  arrayOfStringExample: ['é', '42', 'true', 'a b', "it's"],
  arrayOfIntExample: [1, 0, -1],
  arrayOfUniqueIntExample: [1, 2, -3],
  arrayOfTwonumbersExample: [1, 2],
  arrayOfFloatExample: [1.5, 0, -0.5],
  arrayOfNumberNoDefaultsExample: [1, 0, -1],
  arrayOfObjectType: [
    { integerExample: 1, integerExampleInt32: 1 },
    { integerExample: -1, integerExampleInt32: -1 },
    { integerExample: 0, integerExampleInt32: 0 },
  ],
};

/** Creates with plain content are not answered with a server error (4.6). */
export function plainContentProvokesNoError(): Statement<Stage> {
  return {
    statement: 'Plain values of the documented members provoke no server error.',
    violation: `One documented member with plain values (a small number, none at all, a negative one, an empty array, a text with a letter beyond ASCII) is answered 500 or 501, ${attempts} times, while the same body without it is accepted before and after.`,
    rationale:
      'A refusal passes, since bounds are not shown; a server error that hinges on one part blames the server.',
    check: async (on) => {
      if (on.options.readOnly)
        throw notTested({
          code: 'read-only',
          text: 'the run may not write',
          supply: 'CONFORMANCE_READ_ONLY=0',
        });
      const base = await insistentCreate(on, on.writer, (alone) => createWith(on, {}, alone));
      if (!base.succeeded) return on.discarded('premise-failed', `a plain create was answered ${base.label}`);
      const all = await createWith(on, plainContent);
      const surveyed = await surveyResources(on);
      const suspects = [
        ...(all.succeeded ? [] : [plainContent]),
        ...surveyed
          .filter(({ plain, exchange }) => plain && exchange.kind === 'crash')
          .map(({ content }) => content),
      ];
      if (suspects.length === 0) return on.held();
      for (const [name, value] of membersOf(suspects).slice(0, mostMembers)) await judge(on, name, value);
    },
  };
}

/** The members of all of them, equal ones once. */
function membersOf(contents: readonly Content[]): readonly (readonly [string, JsonInput])[] {
  const all = contents.flatMap((content) => Object.entries(content));
  return [...new Map(all.map((member) => [writeJson([...member]), member])).values()];
}

/** One member by itself; where that fails, three times between creates without it. */
async function judge(on: Stage, name: string, value: JsonInput): Promise<void> {
  const first = await createWith(on, { [name]: value });
  if (first.kind === 'noise') return on.noise(first.label);
  // So many elements, or one of the others, may be refused for their own sake.
  if (first.kind === 'refusal' && Array.isArray(value) && value.length > 1)
    return await judge(on, name, value.slice(0, 1));
  if (first.kind !== 'crash') return on.held();
  const narrow = await narrowed(on, name, value);
  const shown: Exchange[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await createWith(on, {});
    const probe = await createWith(on, { [name]: narrow });
    const after = await createWith(on, {});
    if (!before.succeeded || probe.kind !== 'crash' || !after.succeeded) break;
    shown.push(before, probe);
  }
  if (shown.length === 2 * attempts)
    on.violated({
      expected: `no server error for ${name}: ${writeJson(narrow)}`,
      got: shown.at(-1)?.label ?? '',
      exchanges: shown.slice(-2),
      reproduced: `${attempts}/${attempts}`,
    });
  else on.undecided('flaky', `${name} provoked a server error, not every time`);
}

/** The first element that fails by itself, or all of them. */
async function narrowed(on: Stage, name: string, value: JsonInput): Promise<JsonInput> {
  const elements: readonly JsonInput[] = Array.isArray(value) && value.length > 1 ? value : [];
  for (const element of elements)
    if ((await createWith(on, { [name]: [element] })).kind === 'crash') return [element];
  return value;
}

/** A create with those members, and a string of its own so that it lands on no resource that was there before. */
async function createWith(on: Stage, members: Content, alone = false): Promise<Exchange> {
  const given = members['arrayOfStringExample'];
  const arrayOfStringExample = [on.canary(), ...(Array.isArray(given) ? given : [])];
  const exchange = await on.ask('create', {
    as: on.writer,
    alone,
    json: { objectTypeProperty: { ...members, arrayOfStringExample } },
  });
  if (exchange.succeeded) on.noteCreated(exchange);
  return exchange;
}
