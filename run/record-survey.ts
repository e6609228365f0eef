import type { Exchange } from './exchange.ts';
import { acceptedPost, sendPost, withRecord, type RecordEndpoint, type RecordPost } from './record-posts.ts';
import type { Stage } from './stage.ts';

/** Instants whose milliseconds end in zeros, which a careless writer of timestamps leaves out. */
const trimmable = ['2016-02-28T16:41:41.000Z', '2016-02-28T16:41:41.090Z', '2016-02-29T23:59:59.100Z'];

/** A request of the survey with its answer. */
export interface Surveyed {
  readonly post: RecordPost;
  readonly exchange: Exchange;
}

/**
 * Varies what a rule could choose a body by (4.9, 4.13): both query parameters, the path's values, the members of the
 * record and what strings hold. Once a run; the recorder judges every answer.
 */
export function surveyedRecords(on: Stage, name: RecordEndpoint): Promise<readonly Surveyed[]> {
  return on.shared(`survey ${name}`, async () => {
    const { post, caller, exchange } = await acceptedPost(on, name);
    const answers = await Promise.all(
      variations(on, name, post).map(async (varied) => ({
        post: varied,
        exchange: await sendPost(on, name, varied, caller),
      })),
    );
    return [{ post, exchange }, ...answers];
  });
}

function variations(on: Stage, name: RecordEndpoint, post: RecordPost): readonly RecordPost[] {
  const word = on.canary();
  const odd = `"${word}"\n12 true \u{1F642}`;
  const byQuery: RecordPost[] = [
    ...['0', '2', '3', '-1.5'].map((one) => ({ ...post, one })),
    { ...post, one: undefined, two: undefined },
    ...['b', odd].map((two) => ({ ...post, two })),
  ];
  const byPath: RecordPost[] =
    name === 'complexPath'
      ? [
          { uriParameterOne: 'b', uriParameterTwo: '12' },
          { uriParameterOne: '2', uriParameterTwo: 'true' },
        ].map((path) => ({ ...post, path: { ...post.path, ...path } }))
      : [];
  const byRecord: RecordPost[] = [
    withRecord(post, word, { omit: ['id', 'version', 'key'] }),
    withRecord(post, word, { omit: ['createdAt', 'createdBy', 'lastModifiedAt', 'lastModifiedBy'] }),
    withRecord(post, word, { omit: ['fifteenthProperty'] }),
    withRecord(post, '7', { set: { version: '2', key: 'b' } }),
    withRecord(post, odd, {}),
    ...(name === 'urnLinks' ? trimmable : []).map((at) => withRecord(post, word, { at: new Date(at) })),
    { ...post, body: {} },
  ];
  return [...byQuery, ...byPath, ...(post.variation === undefined ? [] : byRecord)];
}
