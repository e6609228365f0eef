import { createNoted } from '../../judging/surveys/noted-create.ts';
import { operation } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import { writeJson, type JsonInput, asObject } from '../../wire/json/json.ts';
import type { Ask } from '../../run/ask.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import { insistentCreate } from '../../implementation/resources/insistent-create.ts';
import { requireWrites } from '../../implementation/read-only.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Content } from '../../judging/surveys/contents.ts';
import { surveyResources } from '../../judging/surveys/resources.ts';
import { confirmations, type Confirmed } from '../../judging/confirm.ts';
import { judgeCrash } from '../../judging/crashes.ts';
import { beyondAscii } from '../../judging/surveys/rare-signs.ts';
import type { Random } from '../../run/random.ts';

/** The most members that are checked alone if a server fails often. */
const mostMembers = 14;

/** Plain values for every documented array: one, zero, a negative number; the usual characters of a text. */
const plainContent: Content = {
  arrayOfStringExample: [beyondAscii, '42', 'true', 'a b', "it's"],
  arrayOfIntExample: [1, 0, -1],
  arrayOfUniqueIntExample: [1, 2, -3],
  arrayOfTwonumbersExample: [1, 2],
  arrayOfFloatExample: [1.5, 0, -0.5],
  arrayOfNumberNoDefaultsExample: [1, 0, -1],
  arrayOfObjectType: [
    { integerExample: 1, integerExampleInt32: 1 },
    { integerExample: -1, integerExampleInt32: -1 },
    { integerExample: 0, integerExampleInt32: 0 },
    { integerExample: 2 },
    { integerExampleInt32: 2 },
  ],
};

/** Creates with plain content are not answered with a server error (4.6). */
export const plainCreatesProvokeNoError: Statement<Stage> = {
  statement: 'Plain values of the documented members cause no server error.',
  sends: `${operation('create')} with plain values in all documented members, then in one at a time`,
  violation: `One documented member with plain values (a small number, zero, a negative number, an empty array, a text with a letter beyond ASCII, or beyond Latin-1) is answered 500 or 501, ${confirmations} times, while the same body without it is accepted before and after. Or creates with two different contents are each answered in this way three times, octet for octet, while two other contents are accepted three times each, in drawn order.`,
  rationale:
    'A refusal passes, since bounds are not shown; a server error that depends on one part is attributed to the server.',
  causes: [
    'Does the code rely on a member that may be absent, or on an array that may be empty?',
    'Does the code take zero or a negative number for absent or impossible?',
    'Is a text put into a statement without being escaped, or read in an encoding other than UTF-8?',
  ],
  check: async (on) => {
    requireWrites(on);
    const base = await acceptedBase(on);
    if (typeof base === 'string') return await judgeWithoutText(on, base);
    const whole = await createWith(on, base, plainContent);
    const surveyed = await surveyResources(on);
    const crashed = surveyed.filter(({ plain, exchange }) => plain && exchange.is('fault'));
    const suspects = [
      ...(whole.succeeded ? [] : [{ content: plainContent, exchange: whole }]),
      ...crashed.map(({ content, exchange }) => ({ content, exchange })),
    ];
    if (suspects.length === 0) return on.held();
    const found: Confirmed['kind'][] = [];
    const all = suspects.flatMap(({ content }) => Object.entries(content));
    const members = new Map(all.map((member) => [writeJson([...member]), member]));
    for (const [name, value] of [...members.values()].slice(0, mostMembers)) {
      const kind = await judge(on, base, [name, value]);
      if (kind !== undefined) found.push(kind);
    }
    if (found.includes('every-time')) return;
    const asked = [...base.sent, ...surveyed.filter(({ plain }) => plain)];
    // If the whole content decides, the result changes with the text, and no single member explains it.
    const hinges = await judgeSameOctets(on, asked, (content) => send(on, content, { bodyIs: base.bodyIs }));
    if (found.length > 0 || hinges) return;
    const wordless = suspects.filter(
      ({ content, exchange }) => exchange.is('fault') && !('arrayOfStringExample' in content),
    );
    for (const { content, exchange } of wordless) await judgeWordless(on, content, exchange);
    const [unexplained] = suspects.filter(({ exchange }) => exchange.is('fault'));
    if (wordless.length === 0 && unexplained !== undefined)
      on.undecided('server-error', 'plain values together provoked a server error, but no value did alone', {
        exchanges: [unexplained.exchange],
      });
  },
};

/** Content to which members are added; content that a server showed may be as ill-typed as its answers. */
interface Base {
  readonly content: Content;
  readonly bodyIs: BodyIntent;
  /** Creates with the content, and with added members, as they were sent. */
  readonly sent: SentContent[];
}

/** Accepted content to which members are added: strings alone, else what was accepted before; or in words why not. */
async function acceptedBase(on: Stage): Promise<Base | string> {
  const accepted = asObject(asObject(on.facts.createBody)?.['objectTypeProperty']);
  let last: Exchange | undefined;
  const shown: readonly Base[] =
    accepted === undefined ? [] : [{ content: accepted, bodyIs: 'either', sent: [] }];
  for (const base of [{ content: {}, bodyIs: 'well-typed', sent: [] } as Base, ...shown]) {
    last = await insistentCreate(on, on.writer, (alone) => createWith(on, base, {}, alone));
    if (last.succeeded) return base;
  }
  return `a plain create was answered ${last?.label ?? ''}`;
}

/** If no text is accepted, judges each other member alone, compared with a create without members. */
async function judgeWithoutText(on: Stage, why: string): Promise<void> {
  if (!(await send(on, {})).succeeded) return on.discarded('premise-failed', why);
  for (const [name, value] of Object.entries(plainContent)) {
    const came = await searched(value, (part) => send(on, { [name]: part }));
    if (came.exchange.is('fault')) await judgeWordless(on, { [name]: came.part }, came.exchange);
    else if (!came.exchange.is('noise')) on.held();
  }
}

/** Judges one member alone; if it fails, it is sent three times between creates without it. */
async function judge(on: Stage, base: Base, [name, value]: readonly [string, JsonInput]) {
  const { exchange: first, part } = await searched(value, (one) => createWith(on, base, { [name]: one }));
  if (first.is('noise')) on.noise(first.label);
  else if (!first.is('fault')) on.held();
  if (!first.is('fault')) return undefined;
  const narrow = await narrowed(on, base, [name, part]);
  const { kind } = await judgeCrash(on, `${name}: ${writeJson(narrow)}`, {
    seen: first,
    // Each control is a new create, with a text of its own.
    control: () => insist(() => createWith(on, base, {})),
    probe: () => insist(() => createWith(on, base, { [name]: narrow })),
  });
  return kind;
}

/**
 * The result of all elements and, if these are refused, of each alone. Their number, or another element, may
 * be the reason for a refusal, which must not hide an element that fails.
 *
 * @returns the first that fails; else the result of all of them, or a lost exchange
 */
async function searched(value: JsonInput, ask: (part: JsonInput) => Promise<Exchange>) {
  let told = { exchange: await ask(value), part: value };
  if (!told.exchange.is('turned away') || !Array.isArray(value) || value.length < 2) return told;
  const elements: readonly JsonInput[] = value;
  for (const element of elements) {
    const one = { exchange: await ask([element]), part: [element] };
    if (one.exchange.is('fault')) return one;
    if (one.exchange.is('noise')) told = one;
  }
  return told;
}

/** Content without strings, compared with no content; if empty content is refused, the error stays unexplained. */
async function judgeWordless(on: Stage, content: Content, seen: Exchange): Promise<void> {
  await judgeCrash(on, writeJson(content), {
    seen,
    control: () => send(on, {}),
    probe: () => send(on, content),
  });
}

/** The first element that fails alone, or all elements together. */
async function narrowed(on: Stage, base: Base, [name, value]: readonly [string, JsonInput]) {
  const elements: readonly JsonInput[] = Array.isArray(value) && value.length > 1 ? value : [];
  for (const element of elements)
    if ((await createWith(on, base, { [name]: [element] })).is('fault')) return [element];
  return value;
}

/** A create with those members beside accepted ones, and with its own string so that it reaches no existing resource. */
async function createWith(on: Stage, { content, bodyIs, sent }: Base, members: Content, alone = false) {
  const all = { ...content, ...members };
  const given = all['arrayOfStringExample'];
  const arrayOfStringExample = [on.canary(), ...(Array.isArray(given) ? given : [])];
  const whole = { ...all, arrayOfStringExample };
  const exchange = await send(on, whole, { alone, bodyIs });
  sent.push({ content: whole, exchange });
  return exchange;
}

function send(on: Stage, objectTypeProperty: Content, how: Pick<Ask, 'alone' | 'bodyIs'> = {}) {
  return createNoted(on, { as: on.writer, json: { objectTypeProperty }, ...how });
}

interface SentContent {
  readonly content: Content;
  readonly exchange: Exchange;
}

/** The number of contents of either kind, and the number of repetitions for each. */
const contents = 2;
const times = 3;

/**
 * If some creates with plain content are answered with server errors and others are accepted: whether the content as a
 * whole is the cause. The same octets are sent again, two contents of either kind three times each, in one of 924
 * drawn orders, which no rhythm of the server can match. True if the content decides every time.
 */
export async function judgeSameOctets(
  on: Stage,
  sent: readonly SentContent[],
  send: (content: Content) => Promise<Exchange>,
): Promise<boolean> {
  const failing = sent.filter(({ exchange }) => exchange.is('fault')).slice(0, contents);
  const accepted = sent.filter(({ exchange }) => exchange.succeeded).slice(0, contents);
  if (failing.length < contents || accepted.length < contents) return false;
  let control: Exchange | undefined;
  let probe: SentContent | undefined;
  for (const { content, exchange: before } of shuffled([...failing, ...accepted], on.random)) {
    const exchange = await send(content);
    if (!exchange.is(before.succeeded ? 'accepted' : 'fault')) return false;
    if (exchange.succeeded) control = exchange;
    else probe = { content, exchange };
  }
  if (probe === undefined || control === undefined) return false;
  on.violated({
    expected: 'no server error for plain content',
    got: `${probe.exchange.label} each time for the same octets, as others are accepted each time`,
    deviation: { kind: 'status' },
    exchanges: [control, probe.exchange],
    reproduced: `${contents * times}/${contents * times}`,
    counterexample: { content: writeJson(probe.content) },
  });
  return true;
}

function shuffled(ones: readonly SentContent[], random: Random): readonly SentContent[] {
  const all = ones.flatMap((one) => Array.from({ length: times }, () => one));
  const left = [...all];
  return all.flatMap(() => left.splice(random.integer(0, left.length - 1), 1));
}
