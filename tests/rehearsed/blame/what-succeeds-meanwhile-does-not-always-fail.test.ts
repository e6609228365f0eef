import { expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { clausesLike } from '../../support/servers/kept-server.ts';

const deletes = clausesLike(/^4\.11\//);

/** One seed in eight draws three resources in a row that cannot be deleted yet. */
const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

test('deletes that fail for a while at every second resource do not make an operation that always fails', async () => {
  for (const seed of seeds) {
    const { judgements } = await rehearse({
      plan,
      seed,
      selected: deletes,
      choices: ['deletes-fail-at-half-of-the-resources-at-first'],
    });
    expect(judgements.get('4.11/answers-without-server-error')?.verdict, `seed ${seed}`).not.toBe('fail');
  }
});
