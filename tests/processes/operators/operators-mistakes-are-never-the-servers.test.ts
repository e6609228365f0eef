import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { observeRuns, tryingMethods } from '../../../config/drafting/observed-target.ts';
import { draftProfile } from '../../../config/drafting/profile-draft.ts';
import { plan } from '../../../config/plan.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import type { RunOptions } from '../../../run/options.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { systemClock } from '../../support/system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import { createGrowingRedaction } from '../../../wire/redaction.ts';
import { mistakes, withoutToken, type Mistake } from './mistakes.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import {
  servedImplementations,
  type ServedImplementation,
} from '../../support/second-implementation/served-implementations.ts';
import { clausesThat, judgeWhole, type WholeRun } from '../../support/whole-run.ts';

/** All that a mistake could be compared with: what tokens, addresses and declarations decide. */
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

function socketsTo({ baseUrl }: RunOptions): Transport {
  return createTransport({ baseUrl, connections: 8, http2: 'off', clock: systemClock });
}

async function judged(options: RunOptions): Promise<WholeRun> {
  return await judgeWhole({ transport: socketsTo(options), clock: systemClock, options, plan: sections });
}

/** The tokens that have settings of their own, and no others. */
function withoutManifest(given: RunOptions): RunOptions {
  const tokens = given.tokens.filter(({ label }) => label.startsWith('CONFORMANCE_TOKEN_'));
  return { ...given, tokens, without: new Set([...given.without, 'minted-scopes']) };
}

const drafts = new Map<string, Promise<Profile>>();

/** What `init` drafts of an implementation for anyone who makes no mistake; once for all of them. */
function draftOf({ name, use }: ServedImplementation): Promise<Profile> {
  const known =
    drafts.get(name) ??
    use([], async (given) => {
      const right = withoutManifest(given);
      const runs = await observeRuns(sections, (time) => ({
        clock: systemClock,
        transport: socketsTo(right),
        ...createGrowingRedaction(right.tokens.map(({ label, token }) => ({ label, secret: token }))),
        options: { ...tryingMethods(right), seed: time + 1 },
      }));
      return parseProfile(JSON.stringify(draftProfile(sections, runs, right.profile).profile), 'draft');
    });
  drafts.set(name, known);
  return known;
}

/** What a table of mistakes is tried beside. */
type Company = 'all tokens' | 'few tokens' | 'a drafted profile';

async function rightFor(
  against: ServedImplementation,
  company: Company,
  mistake: Mistake,
  given: RunOptions,
): Promise<RunOptions> {
  if (company === 'all tokens') return given;
  if (company === 'few tokens') return withFewTokens(given, mistake);
  return { ...withoutManifest(given), profile: await draftOf(against) };
}

const all = servedImplementations.flatMap((against) =>
  (['all tokens', 'few tokens', 'a drafted profile'] as const).flatMap((company) =>
    [...mistakes, ...(company === 'a drafted profile' ? withoutToken : [])].map((mistake) => ({
      title: `${mistake.name}, against the ${against.name} implementation, with ${company}`,
      against,
      company,
      mistake,
    })),
  ),
);

const chosen = rowsPlayed({
  table: 'mistakes of operators',
  rows: all,
  nameOf: ({ title }) => title,
  oneIn: 14,
});

describe('a mistake of the operator comes first, and no server is reported for it', () => {
  test.for(chosen)('$title', async ({ against, company, mistake }, { skip }) => {
    if (!against.isPresent()) return skip();
    const run = (faults: readonly string[]): Promise<WholeRun> =>
      against.use(faults, async (given) => {
        const right = await rightFor(against, company, mistake, given);
        return await judged({ ...right, ...mistake.make(right) });
      });
    const calm = await run([]);
    const { exitCode, report, text, markdown } = calm;
    const fails = clausesThat('fail', calm);
    const errors = clausesThat('error', calm);
    if (mistake.begins === false)
      return expect({ fails, errors, isBroken: exitCode === 1 }).toEqual({ fails: [], errors: [], isBroken: false }); // prettier-ignore
    expect({ exitCode, fails, errors }).toEqual({ exitCode: mistake.exitCode, fails: [], errors: [] });
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
