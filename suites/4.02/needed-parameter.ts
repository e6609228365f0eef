import type { Ask } from '../../run/ask.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Stage } from '../../target/stage.ts';

/** No resource could be read by its id alone: a documented parameter may be what was missing. */
export async function judgeNeededParameter(on: Stage, id: string): Promise<void> {
  const read = (query: Ask['query'] = []) =>
    on.ask('readById', { path: { id }, query, as: on.reader, unknownTarget: true });
  const withAll = () =>
    read([
      ['optionalQueryParameter', 'a'],
      ['secondOptionalQueryParameter', 'a'],
    ]);
  const shown: Exchange[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const [before, bare, after] = [await withAll(), await read(), await withAll()];
    const blames = bare.status === 400 || bare.status === 422;
    if (!before.succeeded || !blames || !after.succeeded)
      return on.discarded('blocked-by', '4.2/known-id-is-readable: no resource of our own could be read');
    shown.push(before, bare);
  }
  on.violated({
    expected: 'the request without optional parameters to be accepted',
    got: shown.at(-1)?.label ?? '',
    exchanges: shown.slice(-2),
    reproduced: '3/3',
  });
}
