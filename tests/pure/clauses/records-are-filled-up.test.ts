import { describe, expect, test } from 'vitest';
import { filledUp } from '../../../suites/records/filled-up.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { exchangeAt } from '../../support/histories.ts';

const members = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Fills up a record of no members for a server that answers by what is there. */
async function filled(answer: (names: readonly string[]) => number) {
  let sent = 0;
  const answered = (status: number): Exchange => exchangeAt('complexPath', { status });
  const { post, omitted, lost } = await filledUp(
    { post: [] as readonly string[], exchange: answered(200) },
    members,
    {
      holding: (names, more) => [...names, ...more],
      send: (names) => {
        sent += 1;
        return Promise.resolve(answered(answer(names)));
      },
    },
  );
  return { post, omitted, lost: lost?.status, sent };
}

describe('a record that is accepted without some members', () => {
  test('gets all members at once if the record with all members is accepted', async () => {
    expect(await filled(() => 200)).toEqual({ post: members, omitted: [], lost: undefined, sent: 1 });
  });

  test.each([[['c']], [['a', 'h']], [['d', 'e']], [members]])('lacks only %j', async (refused) => {
    const { post, omitted, sent } = await filled((names) =>
      names.some((name) => refused.includes(name)) ? 400 : 200,
    );
    expect(omitted).toEqual(refused);
    expect(post).toEqual(members.filter((name) => !refused.includes(name)));
    expect(sent).toBeLessThanOrEqual(15);
  });

  test('has members that need one another', async () => {
    const { omitted } = await filled((names) =>
      names.includes('c') || names.includes('e') === names.includes('a') ? 200 : 400,
    );
    expect(omitted).toEqual([]);
  });

  test('notes that an answer was lost', async () => {
    const { omitted, lost } = await filled((names) => (names.includes('c') ? 503 : 200));
    expect({ omitted, lost }).toEqual({ omitted: [], lost: 503 });
  });
});
