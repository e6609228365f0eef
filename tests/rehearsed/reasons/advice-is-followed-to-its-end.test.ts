import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { mergedMembers, type Members } from '../../../clause/supplied-members.ts';
import { preventsConformant } from '../../../clause/verdict.ts';
import { plan } from '../../../config/plan.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { choices, referenceProfile } from '../../../faults/catalogue.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { NextStep } from '../../../reporters/advice/next-steps.ts';
import { attention } from '../../../reporters/attention.ts';
import type { Consent, RunOptions } from '../../../run/options.ts';
import { inProcess } from '../../support/in-process/in-process-parts.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { judgeWhole } from '../../support/whole-run.ts';

/** What checks decide by themselves, without generated cases and races. */
const clauses: Plan = {
  sections: plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ check }) => check !== undefined),
  })),
  evidence: [],
};

const tokens = embeddedTokens();
const mostRounds = 8;

/** What a newcomer has: a base URL, and tokens of the two scopes that the core needs. */
class Operator {
  profile: Profile = {};
  readonly #known: Profile;
  readonly #settings = new Map<string, string>();
  readonly #labels = new Set(['CONFORMANCE_TOKEN_MANAGE_TEST', 'CONFORMANCE_TOKEN_VIEW_TEST']);

  /** @param known - what anyone who runs the server could say of it */
  constructor(known: Profile) {
    this.#known = known;
  }

  get options(): Partial<RunOptions> {
    const consents = this.#settings.get('CONFORMANCE_CONSENT')?.split(',') ?? [];
    const other = this.#settings.get('CONFORMANCE_OTHER_PROJECT_KEY');
    return {
      consent: new Set(consents as Consent[]),
      tokens: tokens.filter(
        ({ label }) =>
          this.#labels.has(label) ||
          (this.#labels.has('CONFORMANCE_TOKENS') && label.startsWith('CONFORMANCE_TOKENS')),
      ),
      otherProjectKey: other === undefined ? undefined : 'other',
    } as Partial<RunOptions>;
  }

  /** Does what one step says, so far as it can be done by whoever knows the two methods; false where it cannot. */
  follows({ line, profile, isAnotherRun, isUndecidable, isQuestion }: NextStep): boolean {
    if (isAnotherRun === true || isUndecidable === true) return false;
    const before = JSON.stringify([this.profile, [...this.#settings], [...this.#labels]]);
    if (isQuestion === true)
      for (const name of ['search', 'image'] as const)
        if (line.includes(`${name}.method`)) this.#declare({ [name]: this.#known[name] });
    if (profile !== undefined) this.#declare(profile);
    for (const [, name = '', value = ''] of line.matchAll(/(CONFORMANCE_\w+)=(\S+)/g))
      if (name.startsWith('CONFORMANCE_TOKEN')) this.#labels.add(name);
      else if (name !== 'CONFORMANCE_PROFILE') this.#settings.set(name, value);
    return JSON.stringify([this.profile, [...this.#settings], [...this.#labels]]) !== before;
  }

  /** Throws where the file would be refused. */
  #declare(members: Members): void {
    const merged = JSON.stringify(mergedMembers(this.profile as Members, members));
    parseProfile(merged, 'conformance.profile.json');
    this.profile = JSON.parse(merged) as Profile;
  }
}

/** Clauses that are in the way at the start and after each round of advice, and steps that settled nothing. */
async function followed(choice: string): Promise<{ open: readonly number[]; vain: readonly string[] }> {
  const { profile = {} } = choices.find(({ name }) => name === choice) ?? {};
  const operator = new Operator({ ...referenceProfile, ...profile } as Profile);
  const open: number[] = [];
  const vain: string[] = [];
  let steps: readonly NextStep[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const parts = inProcess({ choices: [choice] }, operator.profile, operator.options)(5);
    const { report } = await judgeWhole({ ...parts, plan: clauses });
    const left = new Set(report.clauses.filter(preventsConformant).map(({ id }) => id));
    open.push(left.size);
    for (const step of steps) if (step.clauses.every(({ id }) => left.has(id))) vain.push(step.line);
    steps = attention(report).next.filter((step) => operator.follows(step));
    if (steps.length === 0) break;
  }
  return { open, vain };
}

const habits = choices.map(({ name }) => name);

describe('a user who follows the next steps of a report', () => {
  test.each(rowsPlayed({ table: 'advice followed', rows: habits, nameOf: String, oneIn: 40 }))(
    'comes closer to a verdict with each step: %s',
    async (name) => {
      const { open, vain } = await followed(name);
      expect(vain).toEqual([]);
      expect(open.length).toBeLessThan(mostRounds);
      for (const [round, count] of open.entries())
        if (round > 0) expect(count).toBeLessThan(open[round - 1] ?? 0);
    },
  );
});
