import { defined } from '../../clause/defined.ts';
import { plan } from '../../config/plan.ts';
import type { Rehearsal, Rehearsed } from '../../config/runs/rehearsal.ts';
import { choices } from '../../faults/catalogue.ts';
import type { Choice } from '../../faults/fault.ts';
import { createRandom, type Random } from '../../run/random.ts';

/** Two to seven habits that do not contradict one another, and the circumstances of a rehearsal of them. */
export function habitsOf(seed: number): Rehearsal & { readonly choices: readonly string[] } {
  const random = createRandom(seed * 7919);
  const drawn: Choice[] = [];
  for (let left = random.integer(2, 7); left > 0; left -= 1) {
    const habit = random.pick(choices);
    if (drawn.every((other) => agree(habit, other))) drawn.push(habit);
  }
  return { plan, seed, choices: drawn.map(({ name }) => name), ...circumstances(random) };
}

/** Methods that the reference uses where the contract shows none: no habit changes them. */
export const shownMethods = { search: { method: 'POST' }, image: { method: 'POST' } };

function circumstances(random: Random): Partial<Rehearsal> {
  const selected = random.integer(1, 12) === 1 ? undefined : someClauses(random);
  return {
    ...defined({ selected }),
    profile: random.pick([shownMethods, {}]),
    latencyMs: random.pick([1, 1, 5, 40]),
    options: { concurrency: random.pick([1, 4, 24, 24]) },
  };
}

/** The clauses of about a quarter of the sections, with their evidence: all of them every time would take minutes. */
function someClauses(random: Random): ReadonlySet<string> {
  const drawn = plan.sections.filter(() => random.integer(1, 4) === 1);
  const ids = new Set<string>(drawn.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
  return new Set([...ids, ...plan.evidence.filter(({ clause }) => ids.has(clause)).map(({ name }) => name)]);
}

function agree(one: Choice, other: Choice): boolean {
  return (
    one.name !== other.name &&
    one.excludes?.includes(other.name) !== true &&
    other.excludes?.includes(one.name) !== true
  );
}

/** What a rehearsal holds against a server that only has habits: failed clauses, errors, and runs that gave up. */
export function falseAlarms({ judgements, record }: Rehearsed): readonly string[] {
  const alarms = [...judgements].flatMap(
    ([
      id,
      {
        verdict,
        reason,
        findings: [finding],
      },
    ]) => {
      if (verdict === 'fail') return [`${id}: expected ${finding?.expected}, got ${finding?.got}`];
      return verdict === 'error' ? [`${id}: error: ${reason?.text.split('\n', 3).join(' ')}`] : [];
    },
  );
  return record.aborted === undefined ? alarms : [...alarms, `aborted: ${record.aborted.text}`];
}
