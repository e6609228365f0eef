import type { RecordEndpoint } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import { freeMembers, type RecordVariation, type OrderedRecord } from './ordered-record.ts';
import { acceptedPost, sendPost, withRecord, type RecordPost } from './posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRunFor, oncePerRun } from '../../implementation/once-per-run.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { JsonInput } from '../../wire/json/json.ts';

/** Instants at which careless writers slip, alone: around midnight, leap days, milliseconds with zeros at either end. */
export const plainlySent = [
  new Date('2021-01-03T00:00:00.000Z'),
  new Date('2009-08-09T00:05:07.090Z'),
  new Date('2016-02-29T23:59:59.100Z'),
] as const;

/** More of them, sent along with other variations: bounds of Unix time, noon, gaps of zones, ends of years. */
export const sentAlong: readonly Date[] = [
  '1969-07-20T20:17:40.009Z',
  '2024-12-31T12:00:00.000Z',
  '2015-03-29T02:30:15.010Z',
  '1970-01-01T00:00:00.000Z',
  '2023-01-31T23:59:59.999Z',
  '2019-12-30T12:34:00.120Z',
  '1999-10-31T01:00:05.001Z',
  '2000-01-01T10:00:00.050Z',
  '2015-03-31T05:09:00.900Z',
  '2010-11-12T13:14:15.160Z',
  '2039-04-05T06:07:08.300Z',
].map((text) => new Date(text));

/** Values of the path that a loosely typed server mistakes for numbers, truth values or null. */
export const tellingPaths: readonly Readonly<Record<string, string>>[] = [
  { uriParameterOne: '12', uriParameterTwo: 'true' },
  { uriParameterOne: '0', uriParameterTwo: 'null' },
  { uriParameterOne: '42', uriParameterTwo: '"b"' },
  { uriParameterOne: 'false', uriParameterTwo: '7' },
];

/** Values of queryParameterTwo with such texts. */
export const tellingTwos: readonly string[] = ['true', '12', 'null', '"'];

const tellingTexts = '42 true null " -1.5 {} 007 false 1e3 [] 2015-07-04 0 C:\\dir <é>'.split(' ');

/** The same for the members that name the record and its authors. */
export function tellingNames(turn: number): OrderedRecord {
  const text = (at: number): string => ['42', 'true', '7', '0'][(turn + at) % 4] ?? '';
  const person = { firstName: text(1), lastName: text(2) };
  return { id: text(0), version: ['2', '10', '0', '007'][turn % 4] ?? '2', createdBy: person };
}

/** The members with these texts, a different text each; each turn begins with another text, and the first also has an empty text. */
export function tellingMembers(members: readonly string[], turn: number): OrderedRecord {
  const texts = turn === 0 ? ['', ...tellingTexts] : tellingTexts;
  const from = turn * 3;
  return Object.fromEntries(
    members.map((name, at): [string, JsonInput] => [name, texts[(from + at) % texts.length] ?? '']),
  );
}

interface Surveyed {
  readonly post: RecordPost;
  readonly exchange: Exchange;
}

/** A request of the survey, and plainer requests to try if it is refused. */
interface Varied {
  readonly post: RecordPost;
  readonly plainer: readonly RecordPost[];
}

/** Varies all parts that may decide the shape of a body (4.9, 4.13), once per run; the recorder judges every answer. */
export const surveyedRecords = oncePerRunFor(
  async (on: Stage, name: RecordEndpoint): Promise<readonly Surveyed[]> => {
    const { post, caller, exchange } = await acceptedPost(on, name);
    const send = async (one: RecordPost): Promise<Surveyed> => ({
      post: one,
      exchange: await sendPost(on, name, one, caller),
    });
    const answers = await Promise.all(
      variations(on, name, post).map(async (varied) => {
        const whole = await send(varied.post);
        // The accompanying members may be the reason for a refusal, which proves nothing.
        return whole.exchange.is('refused')
          ? [whole, ...(await Promise.all(varied.plainer.map(send)))]
          : [whole];
      }),
    );
    return [{ post, exchange }, ...answers.flat()];
  },
);

function variations(on: Stage, name: RecordEndpoint, post: RecordPost): readonly Varied[] {
  const word = on.canary();
  const odd = `"${word}"\\\n12 true \u{1F642}`;
  const byQuery: RecordPost[] = [
    { ...post, one: '0', two: undefined },
    ...['0', '2', '3', '-1.5'].map((one) => ({ ...post, one })),
    { ...post, one: undefined, two: undefined },
    { ...post, one: undefined },
    ...['b', odd].map((two) => ({ ...post, two })),
  ];
  const byRecord: readonly (readonly [string, RecordVariation])[] = [
    [word, { omit: ['id', 'version', 'key'] }],
    [word, { set: { id: '7', version: '2', key: 'b' } }],
    [odd, {}],
  ];
  const undated = withRecord(post, word, {
    omit: ['createdAt', 'createdBy', 'lastModifiedAt', 'lastModifiedBy'],
  });
  const bare: readonly Varied[] =
    post.variation === undefined
      ? []
      : [{ post: withTexts(undated, word, on.seed), plainer: [undated] }, alone({ ...post, body: {} })];
  const records = post.variation === undefined ? [] : byRecord;
  if (name === 'complexPath')
    return [
      ...byQuery.map((one, at) =>
        withTellingTwo(withTellingTexts(one, word, at + on.seed), post.two, at + on.seed),
      ),
      ...[
        { uriParameterOne: 'b', uriParameterTwo: '12' },
        { uriParameterOne: '2', uriParameterTwo: 'true' },
      ].map((path) => alone({ ...post, path: { ...post.path, ...path } })),
      ...records.map(([own, change], at) => {
        const record = withRecord(post, own, change);
        return { post: { ...record, one: moreNumbers[at % moreNumbers.length] ?? '1' }, plainer: [record] };
      }),
      ...bare,
    ];
  const dated =
    post.variation === undefined
      ? []
      : [
          ...plainlySent.map((at) => withRecord(post, word, { at })),
          ...oneSided.map((omit) => withRecord(post, word, { omit })),
        ];
  return [
    ...byQuery.map((one, at) => {
      const turn = at + on.seed;
      return withTellingTwo(withInstant(one, [word, {}], { turn, isTelling: false }), post.two, turn);
    }),
    ...records.map((one, at) => {
      const isTelling = one[0] !== word || one[1].set?.['id'] !== undefined;
      return withInstant(post, one, { turn: byQuery.length + at + on.seed, isTelling });
    }),
    ...dated.map(alone),
    ...bare,
  ];
}

/** The same with another queryParameterTwo, which a server may mistake for another type, in its usual place. */
function withTellingTwo(varied: Varied, usual: string | undefined, turn: number): Varied {
  const { post, plainer } = varied;
  const two = tellingTwos[turn % tellingTwos.length];
  if (usual === undefined || post.two !== usual || two === undefined) return varied;
  return { post: { ...post, two }, plainer: [post, ...plainer] };
}

function alone(post: RecordPost): Varied {
  return { post, plainer: [] };
}

/** Records that state only the creation, or only the last change. */
const oneSided = [
  ['lastModifiedAt', 'lastModifiedBy'],
  ['createdAt', 'createdBy'],
];

/** Values of queryParameterOne beyond the smallest, sent along with other records. */
const moreNumbers = ['10', '99.5', '1e3', '-7'];

/** The request with another instant, if documented timestamps are accepted, and with texts that may be mistaken for other types. */
function withInstant(
  post: RecordPost,
  [word, change]: readonly [string, RecordVariation],
  { turn, isTelling }: { readonly turn: number; readonly isTelling: boolean },
): Varied {
  const { omit = [], set = {} } = post.variation ?? {};
  const plain = withRecord(post, word, change);
  const at = sentAlong[turn % sentAlong.length];
  if (post.variation === undefined || omit.includes('createdAt') || 'createdAt' in set) return alone(plain);
  const dated = withRecord(plain, word, { ...(at && { at }) });
  return isTelling
    ? { post: dated, plainer: [plain] }
    : { post: withTexts(dated, word, turn), plainer: [dated, plain] };
}

/** The request with texts in its path and its record that a server may mistake for other types. */
function withTellingTexts(post: RecordPost, word: string, turn: number): Varied {
  const path = tellingPaths[turn % tellingPaths.length];
  const telling = { ...post, path: { ...post.path, ...path } };
  if (post.variation === undefined) return { post: telling, plainer: [post] };
  const record = withTexts(post, word, turn);
  return { post: { ...record, path: telling.path }, plainer: [telling, record, post] };
}

/** The request with these texts in members that have their usual value, except a member that names the owner. */
function withTexts(post: RecordPost, word: string, turn: number): RecordPost {
  const { omit = [], set = {} } = post.variation ?? {};
  const usual = (member: string): boolean => !omit.includes(member) && !(member in set);
  const round = turn % tellingPaths.length;
  const free = freeMembers.filter(usual);
  // A different member in each round of the same texts.
  const marked = free[Math.floor(turn / tellingPaths.length) % Math.max(1, free.length)];
  const texts = Object.entries(tellingMembers(free, round)).filter(([member]) => member !== marked);
  const names = Object.entries(tellingNames(round)).filter(([member]) => usual(member));
  return withRecord(post, word, { set: Object.fromEntries([...texts, ...names]) });
}

/** Provokes answers to records at 4.9 and 4.13 for the clauses on their types; with consent, in their phase, once. */
export const surveyRecords = oncePerRun(async (on: Stage): Promise<void> => {
  if (on.options.readOnly || !on.options.consent.has('records')) return;
  if (!on.options.without.has('4.9')) await provoke(on, 'complexPath');
  if (!on.options.without.has('4.13')) await provoke(on, 'urnLinks');
});

/** If no record is accepted, the clauses of the endpoint report it. */
async function provoke(on: Stage, name: RecordEndpoint): Promise<void> {
  await unlessInconclusive(surveyedRecords(on, name));
}
