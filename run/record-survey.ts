import type { Exchange } from './exchange.ts';
import { freeMembers, type RecordVariation } from './ordered-record.ts';
import { plainlySent, sentAlong, tellingMembers, tellingPaths } from './record-edges.ts';
import { acceptedPost, sendPost, withRecord, type RecordEndpoint, type RecordPost } from './record-posts.ts';
import type { Stage } from './stage.ts';

/** A request of the survey with its answer. */
export interface Surveyed {
  readonly post: RecordPost;
  readonly exchange: Exchange;
}

/** A request of the survey, and plainer ones to try where it is refused. */
interface Varied {
  readonly post: RecordPost;
  readonly plainer: readonly RecordPost[];
}

/**
 * Varies what a rule could choose a body by (4.9, 4.13): both query parameters, the path's values, the members of the
 * record, what strings hold, and instants. Once a run; the recorder judges every answer.
 */
export function surveyedRecords(on: Stage, name: RecordEndpoint): Promise<readonly Surveyed[]> {
  return on.shared(`survey ${name}`, async () => {
    const { post, caller, exchange } = await acceptedPost(on, name);
    const send = async (one: RecordPost): Promise<Surveyed> => ({
      post: one,
      exchange: await sendPost(on, name, one, caller),
    });
    const answers = await Promise.all(
      variations(on, name, post).map(async (varied) => {
        const whole = await send(varied.post);
        // What goes along may be refused for its own sake, and nothing is concluded from that.
        const isRefused = whole.exchange.kind === 'refusal' || whole.exchange.kind === 'crash';
        return isRefused ? [whole, ...(await Promise.all(varied.plainer.map(send)))] : [whole];
      }),
    );
    return [{ post, exchange }, ...answers.flat()];
  });
}

function variations(on: Stage, name: RecordEndpoint, post: RecordPost): readonly Varied[] {
  const word = on.canary();
  const odd = `"${word}"\n12 true \u{1F642}`;
  const byQuery: RecordPost[] = [
    ...['0', '2', '3', '-1.5'].map((one) => ({ ...post, one })),
    { ...post, one: undefined, two: undefined },
    ...['b', odd].map((two) => ({ ...post, two })),
  ];
  const byRecord: readonly (readonly [string, RecordVariation])[] = [
    [word, { omit: ['id', 'version', 'key'] }],
    [word, { omit: ['fifteenthProperty'] }],
    ['7', { set: { version: '2', key: 'b' } }],
    [odd, {}],
  ];
  const undated = withRecord(post, word, {
    omit: ['createdAt', 'createdBy', 'lastModifiedAt', 'lastModifiedBy'],
  });
  const bare = post.variation === undefined ? [] : [undated, { ...post, body: {} }].map(alone);
  const records = post.variation === undefined ? [] : byRecord;
  if (name === 'complexPath')
    return [
      ...byQuery.map((one, at) => withTellingTexts(one, word, at + on.seed)),
      ...[
        { uriParameterOne: 'b', uriParameterTwo: '12' },
        { uriParameterOne: '2', uriParameterTwo: 'true' },
      ].map((path) => alone({ ...post, path: { ...post.path, ...path } })),
      ...records.map(([own, change]) => alone(withRecord(post, own, change))),
      ...bare,
    ];
  const dated = post.variation === undefined ? [] : plainlySent.map((at) => withRecord(post, word, { at }));
  return [
    ...byQuery.map((one, at) => withInstant(one, [word, {}], at + on.seed)),
    ...records.map((one, at) => withInstant(post, one, byQuery.length + at + on.seed)),
    ...dated.map(alone),
    ...bare,
  ];
}

function alone(post: RecordPost): Varied {
  return { post, plainer: [] };
}

/** The request with a record of another time, where records are accepted with instants in the documented form. */
function withInstant(
  post: RecordPost,
  [word, change]: readonly [string, RecordVariation],
  turn: number,
): Varied {
  const { omit = [], set = {} } = post.variation ?? {};
  const plain = withRecord(post, word, change);
  const at = sentAlong[turn % sentAlong.length];
  if (post.variation === undefined || omit.includes('createdAt') || 'createdAt' in set) return alone(plain);
  return { post: withRecord(post, word, { ...change, ...(at && { at }) }), plainer: [plain] };
}

/** The request with texts in its path and its record that may be taken for something else. */
function withTellingTexts(post: RecordPost, word: string, turn: number): Varied {
  const path = tellingPaths[turn % tellingPaths.length];
  const telling = { ...post, path: { ...post.path, ...path } };
  if (post.variation === undefined) return { post: telling, plainer: [post] };
  const { omit = [], set = {} } = post.variation;
  const free = freeMembers.filter((member) => !omit.includes(member) && !(member in set));
  const record = withRecord(post, word, { set: tellingMembers(free, turn % tellingPaths.length) });
  return { post: { ...record, path: telling.path }, plainer: [telling, record, post] };
}
