import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { readMeans, readsWith } from '../../config/register/decided-by-reads.ts';
import { registerText } from '../../config/register/pinned-clauses.ts';
import { decidedBy, recordedReads, rehearseReads } from '../support/read-only/rehearsed-reads.ts';

const file = fileURLToPath(new URL('../../contract/clauses.json', import.meta.url));

/** `RECORD_READS=1 npx vitest run --config tests/vitest.config.ts reads-decide` writes the register again. */
if (process.env['RECORD_READS'] === '1') {
  const found = await recordedReads([1, 2, 3, 4, 5, 6, 7]);
  writeFileSync(
    file,
    registerText(plan.sections, (id) => found.get(id)),
  );
}

const isMust = new Set<string>(
  plan.sections.flatMap(({ clauses }) => clauses.filter(({ level }) => level === 'MUST').map(({ id }) => id)),
);

/** What is recorded for these means, and for less. */
function recordedFor(means: (typeof readMeans)[number]): readonly string[] {
  const enough =
    means === 'search' ? ['nothing', 'search'] : readMeans.slice(0, readMeans.indexOf(means) + 1);
  return plan.sections
    .flatMap(({ clauses }) => clauses.map(({ id }) => id))
    .filter((id) => enough.some((one) => readsWith(id) === one));
}

describe('a run that only reads', () => {
  test.each(readMeans.flatMap((means) => [1, 8].map((seed) => [means, seed] as const)))(
    'a run with %s decides the recorded clauses, at seed %i, and sends only reads',
    async (means, seed) => {
      const run = await rehearseReads(means, { seed });
      expect(run.record.aborted).toBeUndefined();
      expect([...run.methods].toSorted()).toEqual(['GET', 'HEAD']);
      const decided = decidedBy(run);
      const recorded = recordedFor(means);
      expect(recorded.filter((id) => !decided.includes(id))).toEqual([]);
      expect(decided.filter((id) => isMust.has(id) && !recorded.includes(id))).toEqual([]);
    },
  );

  test.each(['id', 'key'] as const)('needs only one resource of the sandbox for %s', async (means) => {
    const run = await rehearseReads(means, { named: 'sandbox' });
    expect([...run.methods].toSorted()).toEqual(['GET', 'HEAD']);
    const decided = decidedBy(run);
    expect(recordedFor(means).filter((id) => !decided.includes(id))).toEqual([]);
  });
});
