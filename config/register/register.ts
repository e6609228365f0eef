import { defined } from '../../clause/defined.ts';
import type { ClauseSection } from '../../clause/clause.ts';
import type { RegisterEntry, StatedEvidence } from '../../clause/report.ts';
import { statedDeclarations, type DeclaredClause } from '../../clause/declared.ts';
import type { Profile } from '../../clause/profile.ts';
import { leastMeans, readsWith } from './decided-by-reads.ts';
import { statedPlace } from './stated-places.ts';
import type { RunOptions } from '../../run/options.ts';
import type { RunPlan } from '../../run/plan.ts';

/** Everything that a run of the plan can judge with these options, the evidence by its clauses. */
export function statedBy<S>(
  plan: RunPlan<S>,
  options: Pick<RunOptions, 'profile' | 'depth'>,
): { readonly register: readonly RegisterEntry[]; readonly evidence: readonly StatedEvidence[] } {
  return {
    register: registerOf(plan.sections, options.profile),
    evidence: plan.evidence.map(({ clause, name, limits, minimum, draws }) => ({
      clause,
      name,
      draws,
      limits,
      minimum: minimum(options.depth.reach),
    })),
  };
}

/** Every clause in the document's order; the declared choices of a section follow its own clauses. */
export function registerOf(
  sections: readonly ClauseSection<never>[],
  profile: Profile,
): readonly RegisterEntry[] {
  const declared = statedDeclarations(sections, profile).map(entryOf);
  const stated = sections.flatMap(({ part, clauses }) => [
    ...clauses.map((clause): RegisterEntry => {
      const { id, level, statement, field, rows, sends, causes, blocks, limits, placing } = clause;
      return {
        id,
        section: part,
        level,
        statement,
        ...defined({ sends, causes, field, rows: rows.length === 0 ? undefined : rows }),
        blocks,
        limits,
        ...defined({
          source: statedPlace(id),
          isRaced: placing.phase === 'races' ? (true as const) : undefined,
          readsWith: level === 'MUST' ? readsWith(id) : undefined,
        }),
      };
    }),
    ...declared.filter(({ section }) => section === part),
  ]);
  const parts = new Set<string>(sections.map(({ part }) => part));
  return [...stated, ...declared.filter(({ section }) => !parts.has(section))];
}

function entryOf({ id, key, declared, sources }: DeclaredClause): RegisterEntry {
  return {
    id,
    section: sectionOf(key),
    level: 'DECLARED',
    statement: `As declared, ${key} is ${JSON.stringify(declared)}.`,
    blocks: 'when-seen',
    ...defined({ readsWith: leastMeans(sources) }),
  };
}

export function sectionOf(key: string): string {
  const [first] = key.split('.');
  if (first === 'fields') return 'Resources';
  if (first === 'auth' || first === 'refusal') return 'Authentication';
  if (first === 'version' || first === 'consistency') return 'Versioning';
  return /(?:^|\.)(4\.\d+)(?:\.|$)/.exec(key)?.[1] ?? 'General';
}
