import { defined } from './defined.ts';
import type { ClauseId, ClauseSection, Declaration } from './clause.ts';
import { sawNoCase, type Judgement } from './judgement.ts';
import type { Finding, Reason } from './sample.ts';
import type { Profile } from './profile.ts';

/** A declared choice as a clause of its own. */
export interface DeclaredClause {
  readonly id: `declared/${string}`;
  readonly key: string;
  readonly declared: unknown;
  readonly sources: readonly ClauseId[];
  readonly met: readonly (Pick<Declaration, 'met' | 'untold'> & { readonly clause: ClauseId })[];
}

/** The declarations of a profile that some clause observes. */
export function statedDeclarations(
  sections: readonly ClauseSection<never>[],
  profile: Profile,
): readonly DeclaredClause[] {
  const found = new Map<string, DeclaredClause>();
  for (const clause of sections.flatMap(({ clauses }) => clauses))
    for (const { key, met, untold } of clause.declares) {
      const declared = declaredValue(profile, key);
      if (declared === undefined) continue;
      const before = found.get(key);
      found.set(key, {
        id: `declared/${key}`,
        key,
        declared,
        sources: [...(before?.sources ?? []), clause.id],
        met: [...(before?.met ?? []), { clause: clause.id, met, ...defined({ untold }) }],
      });
    }
  return [...found.values()];
}

/** The value of a profile key; section numbers and dotted parameter names are single members. */
export function declaredValue(profile: unknown, key: string): unknown {
  if (typeof profile !== 'object' || profile === null) return undefined;
  const members = Object.entries(profile);
  const whole = members.find(([name]) => name === key);
  if (whole !== undefined) return whole[1];
  for (const [name, value] of members)
    if (key.startsWith(`${name}.`)) {
      const within = declaredValue(value, key.slice(name.length + 1));
      if (within !== undefined) return within;
    }
  return undefined;
}

/** Whether the observations of a clause contradict the declaration. */
export function contradicts({ declared, met }: DeclaredClause, clause: ClauseId, observed: unknown): boolean {
  if (observed === undefined) return false;
  return met.some((one) => one.clause === clause && one.met(declared, observed) === false);
}

/**
 * Compares the observations with the declaration: one contradiction breaks it.
 * @param unproven - clauses whose callers are not proven to be what their settings say, and why: their observations
 * contradict nothing
 */
export function judgeDeclaration(
  declared: DeclaredClause,
  observed: readonly Judgement[],
  unproven: ReadonlyMap<string, Reason> = new Map(),
): Judgement {
  const findings: Finding[] = [];
  let held = 0;
  let doubt: Reason | undefined;
  observed.forEach((judgement, at) => {
    if (judgement.observed === undefined) return;
    const met = declared.met[at]?.met(declared.declared, judgement.observed);
    if (met === true) held += 1;
    const why = met === false ? unproven.get(declared.met[at]?.clause ?? '') : undefined;
    doubt ??= why ?? (met === undefined ? untoldReason(declared, at, judgement.observed) : undefined);
    if (met === false && why === undefined)
      findings.push({
        expected: `${declared.key} = ${JSON.stringify(declared.declared)}, as declared`,
        got: JSON.stringify(judgement.observed),
        reproduced: '1/1',
        exchanges: [],
      });
  });
  const seen = { premise: held + findings.length, checks: observed.length, suspect: false, findings };
  if (findings.length > 0) return { ...seen, verdict: 'fail' };
  if (doubt !== undefined) return { ...seen, verdict: 'inconclusive', reason: doubt };
  if (held > 0) return { ...seen, verdict: 'pass' };
  const [first] = observed;
  const isAbsent = ({ verdict, reason }: Judgement): boolean =>
    verdict === 'not-applicable' || reason?.code === 'declared-absent';
  if (first !== undefined && observed.every(isAbsent))
    return { ...seen, verdict: 'not-applicable', ...defined({ reason: first.reason }) };
  const reason = observed.find((judgement) => judgement.reason !== undefined)?.reason ?? sawNoCase;
  // An undecided observation may lack its premise; that says nothing about the declaration.
  const isUndecided = observed.some(({ verdict }) => verdict === 'inconclusive');
  return { ...seen, verdict: isUndecided ? 'inconclusive' : 'not-tested', reason };
}

function untoldReason({ declared, met }: DeclaredClause, at: number, observed: unknown): Reason | undefined {
  const text = met[at]?.untold?.(declared, observed);
  return text === undefined ? undefined : { code: 'not-observable', text };
}
