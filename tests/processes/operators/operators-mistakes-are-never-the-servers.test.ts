import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import type { RunOptions } from '../../../run/options.ts';
import type { Plan } from '../../../target/plan.ts';
import { systemClock } from '../../../wire/system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import { mistakes, type Mistake } from './mistakes.ts';
import { drawn } from '../../support/sampling.ts';
import { servedImplementations } from '../../support/second-implementation/served-implementations.ts';
import { clausesThat, judgeWhole, type WholeRun } from '../../support/whole-run.ts';

/** All that a mistake could be held against: what tokens, addresses and declarations decide. */
const sections: Plan = {
  sections: plan.sections.filter(({ part }) => !['4.9', '4.13', '4.16', 'Errors'].includes(part)),
  evidence: plan.evidence.filter(({ clause }) => clause.startsWith('Authentication/')),
};

/** A fault that any token shows, and that none of the mistakes has to do with. */
const fault = { reference: 'cent-amount-as-fraction', second: 'fractional-cent-amount' } as const;
const broken = 'Resources/cent-amount-is-integer';

/** Nobody but whom the mistake is about, and who is needed to read and write. */
function withFewTokens(right: RunOptions, { needs = [] }: Mistake): RunOptions {
  const wanted = new Set(['MANAGE_TEST', 'VIEW_TEST', ...needs].map((name) => `CONFORMANCE_TOKEN_${name}`));
  return { ...right, tokens: right.tokens.filter(({ label }) => wanted.has(label)) };
}

async function judged(options: RunOptions): Promise<WholeRun> {
  const transport = createTransport({
    baseUrl: options.baseUrl,
    connections: 8,
    http2: 'off',
    clock: systemClock,
  });
  return await judgeWhole({ transport, clock: systemClock, options, plan: sections });
}

const all = servedImplementations.flatMap((against) =>
  (['all tokens', 'few tokens'] as const).flatMap((company) =>
    mistakes.map((mistake) => ({
      title: `${mistake.name}, against the ${against.name} implementation, with ${company}`,
      against,
      company,
      mistake,
    })),
  ),
);

const chosen = drawn('mistakes of operators', all, ({ title }) => title, 9);

describe('a mistake of the operator is named first and held against nobody', () => {
  test.for(chosen)('$title', { timeout: 120_000 }, async ({ against, company, mistake }, { skip }) => {
    if (!against.isPresent()) return skip();
    const run = (faults: readonly string[]): Promise<WholeRun> =>
      against.use(faults, async (given) => {
        const right = company === 'few tokens' ? withFewTokens(given, mistake) : given;
        return await judged({ ...right, ...mistake.make(right) });
      });
    const calm = await run([]);
    const { exitCode, report, text, markdown } = calm;
    expect({ exitCode, fails: clausesThat('fail', calm), errors: clausesThat('error', calm) }).toEqual({
      exitCode: mistake.exitCode,
      fails: [],
      errors: [],
    });
    const [first = ''] = report.reasons;
    expect(first).toMatch(mistake.says);
    const beginning = first.slice(0, 40);
    expect(text.replace(/\s+/g, ' ')).toContain(`because: ${beginning}`);
    expect(markdown).toContain('because: ');
    if (mistake.exitCode !== 3) return;
    const faulty = await run([fault[against.name]]);
    expect(clausesThat('fail', faulty)).toEqual([broken]);
    expect(faulty.exitCode).toBe(1);
    expect(faulty.report.reasons[0]).toMatch(mistake.says);
  });
});
