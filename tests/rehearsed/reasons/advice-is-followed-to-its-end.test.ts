import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { mergedMembers, suppliedMembers, type Members } from '../../../clause/supplied-members.ts';
import { preventsConformant } from '../../../clause/verdict.ts';
import { plan } from '../../../config/plan.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { choices, referenceProfile } from '../../../faults/catalogue.ts';
import type { Plan } from '../../../implementation/plan.ts';
import { isObject } from '../../../schemas/positions.ts';
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

/** What is known at a path of names, or as far down as anything is, with what stands beside it: `search.method`. */
function knownAt(known: Profile, path: string): Members {
  const names = (path.match(/4\.\d+|[^.]+/g) ?? []).slice(0, -1);
  let value: unknown = known;
  const found: string[] = [];
  for (const name of names) {
    if (!isObject(value) || value[name] === undefined) break;
    value = value[name];
    found.push(name);
  }
  return found.length === 0
    ? {}
    : (found.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Members);
}

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
    const listed = (name: string): readonly string[] => this.#settings.get(name)?.split(',') ?? [];
    const other = this.#settings.get('CONFORMANCE_OTHER_PROJECT_KEY');
    return {
      consent: new Set(listed('CONFORMANCE_CONSENT') as readonly Consent[]),
      without: new Set(listed('CONFORMANCE_WITHOUT')),
      tokens: tokens.filter(
        ({ label }) =>
          this.#labels.has(label) ||
          (this.#labels.has('CONFORMANCE_TOKENS') && label.startsWith('CONFORMANCE_TOKENS')),
      ),
      otherProjectKey: other === undefined ? undefined : 'other',
    } as Partial<RunOptions>;
  }

  /** Does what one step says, so far as it can be done by whoever knows the server; false where it cannot. */
  follows({ line, profile, isAnotherRun, isUndecidable, isQuestion }: NextStep): boolean {
    if (isAnotherRun === true || isUndecidable === true) return false;
    const before = this.#state;
    if (isQuestion === true) this.#answer(line);
    if (profile !== undefined) this.#declare(profile);
    this.#set(line);
    return this.#state !== before;
  }

  /** States the limits that are proposed to whoever has nothing else to supply. */
  states({ line = '' }: { readonly line?: string }): boolean {
    const before = this.#state;
    this.#set(line);
    return this.#state !== before;
  }

  get #state(): string {
    return JSON.stringify([this.profile, [...this.#settings], [...this.#labels]]);
  }

  #set(line: string): void {
    for (const [, name = '', value = ''] of line.matchAll(/(CONFORMANCE_\w+)=(\S+)/g))
      if (name.startsWith('CONFORMANCE_TOKEN')) this.#labels.add(name);
      else if (name !== 'CONFORMANCE_PROFILE') this.#settings.set(name, value);
  }

  /** Of two readings, the one that is true of an honest server; of facts that are asked for, those that are known. */
  #answer(question: string): void {
    const [, declared] = /\bdeclare (".*?\})/.exec(question) ?? [];
    const members = declared === undefined ? undefined : suppliedMembers(declared);
    if (members !== undefined) this.#declare(members);
    for (const [path] of question.matchAll(/\b[a-z][A-Za-z]*(?:\.[A-Za-z0-9]+)+/g))
      this.#declare(knownAt(this.#known, path));
  }

  /** Throws where the file would be refused. */
  #declare(members: Members): void {
    const merged = JSON.stringify(mergedMembers(this.profile as Members, members));
    parseProfile(merged, 'conformance.profile.json');
    this.profile = JSON.parse(merged) as Profile;
  }
}

/** What the reference declares of itself, and what is not so with a choice. */
const untrue: Readonly<Record<string, Partial<Profile>>> = { 'property-never-shown': { update: {} } };

/** Clauses that are in the way at the start and after each round of advice, and steps that settled nothing. */
async function followed(choice: string) {
  const { profile = {} } = choices.find(({ name }) => name === choice) ?? {};
  const operator = new Operator({ ...referenceProfile, ...untrue[choice], ...profile });
  const open: number[] = [];
  const vain: string[] = [];
  let steps: readonly NextStep[] = [];
  let hasLimits = false;
  while (open.length < mostRounds) {
    const parts = inProcess({ choices: [choice] }, operator.profile, operator.options)(5);
    const { report } = await judgeWhole({ ...parts, plan: clauses });
    const left = new Set(report.clauses.filter(preventsConformant).map(({ id }) => id));
    open.push(left.size);
    for (const step of steps) if (step.clauses.every(({ id }) => left.has(id))) vain.push(step.line);
    const { next, limits = {} } = attention(report);
    steps = next.filter((step) => operator.follows(step));
    if (steps.length > 0) continue;
    if (!operator.states(limits)) break;
    hasLimits = true;
  }
  return { open, vain, hasLimits };
}

/** Runs until the verdict; the limits of somebody who has nothing else to supply take another. */
const mostRuns = 3;

/** Habits whose runs stay undecided, or take longer, though the choice is no such habit by itself. */
const exceptions: Readonly<Record<string, string>> = {
  'creates-need-an-idempotency-key': 'the sample opens the way to all that waits for a create',
  'ids-told-to-nobody': 'the sandbox opens the way to all that waits for an id',
  'deletes-fail-at-half-of-the-resources-at-first-uncaught': 'no setting decides it',
  'images-sorted-out-later': 'no setting decides it',
  'some-creates-land-on-others': 'no setting decides it',
};

const isDecidable = (name: string): boolean =>
  choices.find((one) => one.name === name)?.leaves !== 'incomplete' && exceptions[name] === undefined;
const habits = choices.map(({ name }) => name);

describe('a user who follows the next steps of a report', () => {
  test.each(rowsPlayed({ table: 'advice followed', rows: habits, nameOf: String, oneIn: 40 }))(
    'comes closer to a verdict with each step, and has it in three runs: %s',
    async (name) => {
      const { open, vain, hasLimits } = await followed(name);
      expect(vain).toEqual([]);
      for (const [round, count] of open.entries())
        if (round > 0) expect(count).toBeLessThan(open[round - 1] ?? 0);
      if (!isDecidable(name)) return;
      expect(open.at(-1)).toBe(0);
      expect(open.length).toBeLessThanOrEqual(hasLimits ? mostRuns + 1 : mostRuns);
    },
  );
});
