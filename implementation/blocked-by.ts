import type { Claim, Reason } from '../clause/sample.ts';

/** Clauses that other clauses depend on, with the prerequisite that is missing if they do not pass. */
const missing = {
  '4.2/known-id-is-readable': 'no resource of the run could be read',
  '4.3/known-key-is-readable': 'the resource was not read by id and by key',
  '4.6/accepts-a-typed-body': 'no create was accepted',
  '4.9/accepts-an-ordered-record': 'no record was accepted',
  '4.10/conflict-on-mismatch': 'an update with a far version was not answered 409',
  '4.10/matching-version-is-accepted': 'no update with the actual version was accepted',
  'Resources/version-is-integer': 'no read showed an integer version',
  '4.13/accepts-an-ordered-record': 'no record was accepted',
} as const;

export type Blocking = keyof typeof missing;

/** Why a clause is undecided if another clause does not pass; `more` is the evidence for it. */
export function blockedReason(clause: Blocking, more?: string): Reason {
  const [code, text, , claims] = blockedBy(clause);
  return { code, text: more === undefined ? text : `${text} (${more})`, claims };
}

/** The reason if no version can be stated: reads show none, or fail. */
export function unversioned({ facts }: { readonly facts: { readonly unversioned: boolean } }): Blocking {
  return facts.unversioned ? 'Resources/version-is-integer' : '4.2/known-id-is-readable';
}

/** The reason as the arguments of a sample. */
export function blockedBy(
  clause: Blocking,
): readonly [
  code: 'blocked-by',
  text: string,
  supply: undefined,
  claims: readonly [Extract<Claim, { kind: 'waits-for' }>],
] {
  return [
    'blocked-by',
    `waits for ${clause}: ${missing[clause]}`,
    undefined,
    [{ kind: 'waits-for', clause }],
  ];
}
