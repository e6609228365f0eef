import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { plan } from '../../../config/plan.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import { serve } from '../../../reference/serve.ts';
import type { RunOptions, SuppliedToken } from '../../../run/options.ts';
import type { Plan } from '../../../target/plan.ts';
import { systemClock } from '../../../wire/system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import { mistakes, type Mistake } from './mistakes.ts';
import { drawn } from '../../support/sampling.ts';
import { pythonIsPresent, StartedServer } from '../../support/second-implementation/started-server.ts';
import { clausesThat, judgeWhole, optionsOf, type WholeRun } from '../../support/whole-run.ts';

/** All that a mistake could be held against: what tokens, addresses and declarations decide. */
const sections: Plan = {
  sections: plan.sections.filter(({ part }) => !['4.9', '4.13', '4.16', 'Errors'].includes(part)),
  evidence: plan.evidence.filter(({ clause }) => clause.startsWith('Authentication/')),
};

/** A fault that any token shows, and that none of the mistakes has to do with. */
const fault = { reference: 'cent-amount-as-fraction', second: 'fractional-cent-amount' } as const;
const broken = 'Resources/cent-amount-is-integer';

interface Against {
  readonly name: keyof typeof fault;
  readonly isPresent: () => boolean;
  readonly use: <T>(faults: readonly string[], work: (right: RunOptions) => Promise<T>) => Promise<T>;
}

const reference: Against = {
  name: 'reference',
  isPresent: () => true,
  use: async (faults, work) => {
    const server = await serve(referenceWith({ faults, choices: [], seed: 1 }));
    try {
      return await work(optionsOf(server.url, { profile: referenceProfile as Profile }));
    } finally {
      await server.close();
    }
  },
};

const second: Against = {
  name: 'second',
  isPresent: pythonIsPresent,
  use: async (faults, work) => {
    await using server = await StartedServer.start(...faults.flatMap((name) => ['--fault', name]));
    const { baseUrl, projectKey, otherProjectKey, tokens } = server.announced;
    const supplied = Object.entries(tokens).map(([name, token]): SuppliedToken => {
      const label = `CONFORMANCE_TOKEN_${name.toUpperCase()}`;
      if (name === 'no_scope') return { label, token, scopes: [], noScope: true };
      if (name === 'other_project')
        return { label, token, scopes: [`manage_test:${otherProjectKey}`], otherProject: true };
      return { label, token, scopes: [`${name}:${projectKey}`] };
    });
    const without = new Set(['minted-scopes', '4.14', '4.15', 'key']);
    return await work(
      optionsOf(baseUrl, {
        projectKey,
        otherProjectKey,
        tokens: supplied,
        without,
        profile: {},
        timeoutMs: 5_000,
      }),
    );
  },
};

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

const all = [reference, second].flatMap((against) =>
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
