import { beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { observeRuns, tryingMethods } from '../../../config/drafting/observed-target.ts';
import { draftProfile } from '../../../config/drafting/profile-draft.ts';
import { plan } from '../../../config/plan.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import type { RunOptions } from '../../../run/options.ts';
import { mistakes, withoutToken, type Mistake } from '../../processes/operators/mistakes.ts';
import { inProcess } from '../../support/in-process/in-process-parts.ts';
import { clausesThat, judgeWhole, type WholeRun } from '../../support/whole-run.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

/** What generated cases and races decide aside: no choice is declared of what they observe. */
const clauses: Plan = {
  sections: plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ check }) => check !== undefined),
  })),
  evidence: [],
};

/** Servers by the choices that they make: a plain one, and those that refuse in ways that tell tokens less apart. */
const servers: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  'all refusals alike': ['all-refusals-403', 'namespace-needs-view-products'],
  'strict everywhere': ['all-refusals-401', 'records-need-manage-test', 'updates-open-to-view-test'],
};

/** Anyone who has the tokens of the settings, and no manifest. */
const few: Partial<RunOptions> = {
  tokens: embeddedTokens().filter(({ label }) => label.startsWith('CONFORMANCE_TOKEN_')),
  without: new Set(['minted-scopes']),
};

/** What `init` drafts on such a server for somebody who supplies every token and every consent. */
async function drafted(choices: readonly string[]): Promise<Profile> {
  const equip = inProcess({ choices }, {}, few);
  const runs = await observeRuns(plan, (time) => {
    const parts = equip(time + 1);
    return { ...parts, options: tryingMethods(parts.options) };
  });
  return parseProfile(JSON.stringify(draftProfile(plan, runs, {}).profile), 'draft');
}

/** Where all are refused alike, a dead token without scopes cannot be told from a live one. */
const untold = 'a dead NO_SCOPE';

async function judged(choices: readonly string[], profile: Profile, { make }: Mistake): Promise<WholeRun> {
  const equip = inProcess({ choices }, profile, few);
  const { transport, clock, options: right } = equip(7);
  const options: RunOptions = { ...right, ...make(right) };
  return await judgeWhole({ transport, clock, options, plan: clauses });
}

describe.each(Object.entries(servers))('with the draft that init made of a server: %s', (server, choices) => {
  let profile: Profile = {};
  beforeAll(async () => {
    profile = await drafted(choices);
  });
  // In this process there is but one base path.
  const told = [...mistakes, ...withoutToken].filter(({ name }) => name !== 'a wrong base path');
  const chosen = rowsPlayed({
    table: 'mistakes beside a draft',
    rows: told,
    nameOf: ({ name }) => `${server} ${name}`,
    oneIn: 5,
  });

  test('a user without mistakes meets no obstacle', async () => {
    const whole = await judged(choices, profile, { name: '', make: () => ({}), exitCode: 3, says: /./ });
    expect(whole.report.reasons).toEqual([]);
  });

  test.for(chosen)('$name breaks no declaration', async (mistake) => {
    const whole = await judged(choices, profile, mistake);
    const fails = clausesThat('fail', whole);
    expect({ fails, errors: clausesThat('error', whole) }).toEqual({ fails: [], errors: [] });
    if (whole.exitCode === 0) {
      const isNeedless = mistake.name.startsWith('no ') && mistake.name !== 'no MANAGE_TEST';
      return expect(isNeedless || (server !== 'plain' && mistake.name === untold)).toBe(true);
    }
    expect(whole.exitCode).toBe(mistake.exitCode);
    if (mistake.begins === false) return;
    const [first = ''] = whole.report.reasons;
    expect(first).toMatch(mistake.says);
    expect(whole.text.replace(/\s+/g, ' ')).toContain(`because: ${first.slice(0, 40)}`);
  });
});
