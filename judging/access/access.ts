import { defined } from '../../clause/defined.ts';
import type { Placing } from '../../clause/clause.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { RowName } from '../../contract/rows.ts';
import type { Statement } from '../../clause/section.ts';
import type { AccessCase } from './access-case.ts';
import { judgeProbes, judgeSufficient } from './access-judgements.ts';
import { accessRound, type AccessRound } from './access-round.ts';
import { Inconclusive } from '../../clause/thrown.ts';
import { judgeAllRefused } from './sufficient-token.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Stage } from '../../implementation/stage.ts';
import { nearMisses } from './token-cases.ts';
import { judgeStrayGrants } from './stray-grants.ts';

/** Kinds of insufficient callers, as clauses divide them. */
export type Whom = 'no token' | 'unknown token' | 'other scopes' | 'no scope' | 'other project';

type Who = (caller: Caller) => boolean;

/** The kind of an insufficient caller. */
export function kindOf({ kind, supplied }: Caller): Whom {
  if (kind === 'none') return 'no token';
  if (kind !== 'supplied') return 'unknown token';
  if (supplied?.noScope === true) return 'no scope';
  return supplied?.otherProject === true ? 'other project' : 'other scopes';
}

/** Judges the answers of the operation's round to the insufficient callers that a clause is about. */
async function judgeRefusals(on: Stage, which: AccessCase, who: Who, missing: () => void): Promise<void> {
  const { accessRounds } = on.options.depth;
  // Requests that may change any resource are sent only in their own phase.
  const mayWait = on.phase !== 'overwrites';
  for (let time = 0; time < accessRounds; time += 1) {
    // A caller who is refused at first may be granted access in a later phase.
    if (time > 0 && time === accessRounds - 1 && mayWait) await on.until('late');
    await judgeRound(on, { which, who, missing }, await accessRound(on, which, time));
  }
}

async function judgeRound(
  on: Stage,
  { which, who, missing }: { readonly which: AccessCase; readonly who: Who; readonly missing: () => void },
  round: AccessRound,
): Promise<void> {
  const asked = [...round.answers].filter(([caller]) => !round.sufficient.includes(caller) && who(caller));
  if (!asked.some(([caller]) => lacksHere(on, which, caller))) {
    const gone = on.callers.withdrawn.find(({ caller }) => who(caller) && lacksHere(on, which, caller));
    if (gone === undefined) return missing();
    return on.discarded('dead-token', `${gone.caller.label} ${gone.why}, so its refusal decides nothing`);
  }
  const resembling = nearMisses(on);
  const isWeak = (caller: Caller): boolean => lacksHere(on, which, caller) || resembling.includes(caller);
  await judgeProbes(
    on,
    round,
    asked.filter(([caller]) => isWeak(caller)),
  );
}

function lacksHere(on: Stage, which: AccessCase, caller: Caller): boolean {
  return lets(which.endpoint, caller, on.options.projectKey) === 'out';
}

/** The clause text and check of one class of callers that must be refused. */
export type AccessStatement = Statement<Stage>;

/** A clause on access as the verb `must` takes it after an id: its rows and its statement. */
type AccessClause = readonly [rows: readonly RowName[], statement: AccessStatement];

/** The phase and limits of the clauses, and the additional work of their checks. */
export interface More extends Partial<Placing> {
  readonly limits?: readonly string[];
  /** Before anybody asks. */
  readonly first?: (on: Stage) => Promise<void>;
  /** The additional requests to the callers of a clause on refusal. */
  readonly also?: (on: Stage, whom: Whom) => Promise<void>;
  /** The statuses that count as a refusal of a listed scope; all, unless given. */
  readonly only?: readonly number[];
}

/** The clauses on access to an operation; a section states those that apply to it. */
export function accessClauses(which: AccessCase, more: More = {}) {
  const rows = rowsOnAccess(which.endpoint);
  const refused = (whom: Whom): AccessClause => [rows[whom], refusedTo(whom, which, more)];
  const suffices: AccessClause = [rows['listed scopes'], anyOneScopeSuffices(which, more)];
  return {
    anyOneScopeSuffices: suffices,
    refusedWithoutToken: refused('no token'),
    refusedToUnknownToken: refused('unknown token'),
    refusedToOtherScopes: refused('other scopes'),
    refusedToNoScope: refused('no scope'),
    refusedToOtherProject: refused('other project'),
  };
}

/** The rows for clauses on access to an operation; the rows on test scopes distinguish reads from writes. */
function rowsOnAccess(name: EndpointName): Readonly<Record<Whom | 'listed scopes', readonly RowName[]>> {
  const { section, scopes = [] } = endpoint(name);
  const isRead = scopes.includes('view_test');
  const isWrite = !isRead && scopes.includes('manage_test');
  const bearer: readonly RowName[] = isRead || isWrite ? ['Authentication/bearer'] : [];
  const testScopes: readonly RowName[] = ['Authentication/writes-and-reads'];
  const ofWrites = isWrite ? testScopes : [];
  const withoutScopes: readonly RowName[] = [`${section}/scopes`, ...bearer, ...ofWrites];
  const byScopes: readonly RowName[] = [`${section}/scopes`, 'Authentication/scopes'];
  return {
    'listed scopes': [...byScopes, ...(isRead ? testScopes : [])],
    'no token': withoutScopes,
    'unknown token': withoutScopes,
    'other scopes': [...byScopes, ...ofWrites],
    'no scope': [...byScopes, ...ofWrites],
    'other project': ['General/4', ...byScopes],
  };
}

/** The clauses on access to one operation, in the order of the document. */
export type AccessClauses = ReturnType<typeof accessClauses>;

const rationale =
  'Any status is accepted as a refusal, including 404; a 2xx answer fails only if it discloses or changes something, or ' +
  'equals the answer to a sufficient caller, who is granted access before and after.';

/** The callers of a clause on refusal, their requests, and the likely mistake of a server that admits them. */
interface Refused {
  readonly whom: string;
  readonly how: string;
  readonly cause?: string;
  /** The limit of scope that leaves the clause out. */
  readonly limit?: string;
  /** Why no caller sent this request, and the means to supply. */
  readonly missing: (name: EndpointName) => Parameters<Stage['discarded']>;
}

const refusedCallers: Readonly<Record<Whom, Refused>> = {
  'no token': {
    whom: 'requests without a token',
    how: 'without a token, and with an empty token',
    missing: () => ['premise-failed', 'the request without a token was not sent'],
  },
  'unknown token': {
    whom: 'unknown and altered tokens',
    how: 'with an unknown and with an altered token',
    cause: 'Is only the start of a token compared, or only its presence?',
    missing: () => ['premise-failed', 'the request with an unknown token was not sent'],
  },
  'other scopes': {
    whom: 'tokens that hold only other scopes',
    how: 'with tokens that hold only other scopes',
    missing: (name) => {
      const wanted = (endpoint(name).scopes ?? []).includes('view_test') ? 'VIEW_PRODUCTS' : 'VIEW_TEST';
      return [
        'no-token',
        'no token that holds only other scopes was supplied',
        `CONFORMANCE_TOKEN_${wanted}=<token>`,
      ];
    },
  },
  'no scope': {
    whom: 'a valid token that holds none of the scopes',
    how: 'with a valid token that holds none of the scopes',
    limit: 'no-scope',
    missing: () => [
      'no-token',
      'no token without scopes was supplied',
      'CONFORMANCE_TOKEN_NO_SCOPE=<token>  (or state the limit: CONFORMANCE_WITHOUT=no-scope)',
    ],
  },
  'other project': {
    whom: 'tokens of another project',
    how: 'with a token of another project',
    cause: 'Is the project in the name of a scope compared with the project in the path?',
    limit: 'other-project',
    missing: () => [
      'no-second-project',
      'no token of another project was supplied',
      'CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>  (or state the limit: CONFORMANCE_WITHOUT=other-project)',
    ],
  },
};

/** The operation is refused to one kind of insufficient callers ("Authentication", "General rules"). */
export function refusedTo(kind: Whom, which: AccessCase, more: More = {}): AccessStatement {
  const { whom, how, cause, limit, missing } = refusedCallers[kind];
  const { limits = [], first, also, only: _ofListedScopes, ...placing } = more;
  const limited = [...limits, ...(limit === undefined ? [] : [limit])];
  const who: Who = (caller) => kindOf(caller) === kind;
  return {
    statement: `The server refuses access to ${whom}.`,
    sends: `${operation(which.endpoint)} ${how}, and by a sufficient caller`,
    violation: `The server gives an answer reserved for sufficient callers to ${whom}.`,
    rationale,
    ...(cause === undefined ? {} : { causes: [cause] }),
    ...placing,
    ...(limited.length === 0 ? {} : { limits: limited }),
    check: async (on) => {
      if (first !== undefined) await first(on);
      await judgeRefusals(on, which, who, () => on.discarded(...missing(which.endpoint)));
      await also?.(on, kind);
      await judgeStrayGrants(on, which.endpoint, who);
    },
  };
}

/** Any one of the listed scopes suffices by itself. */
export function anyOneScopeSuffices(
  which: AccessCase,
  { phase, limits, first, only }: Pick<More, 'phase' | 'limits' | 'first' | 'only'> = {},
): AccessStatement {
  const { scopes } = endpoint(which.endpoint);
  return {
    statement: `The server grants access to a token with ${(scopes ?? []).join(' alone or with ')} alone.`,
    sends: `${operation(which.endpoint)} with each listed scope alone`,
    violation:
      'Three times, on the identical request, a token with one listed scope is granted access, a token with the other scope is not, and the first token is granted access again. Or each token with a listed scope is answered 401 or 403, three times. Another read that lists the same scopes, and refuses an unknown token, grants it access before and after.',
    rationale:
      'The same request is accepted for the other scope at the same time, so absence, validation or lag cannot explain the refusal; limits and network errors do not count.',
    ...defined({ phase, limits }),
    check: async (on) => {
      if (first !== undefined) await first(on);
      const round = await accessRound(on, which).catch(async (error: unknown) => {
        // No caller had access here, so there is no answer to compare with; each caller may have access elsewhere.
        const isPremise = error instanceof Inconclusive && error.reason.code === 'premise-failed';
        if (isPremise && (await judgeAllRefused(on, which))) return undefined;
        throw error;
      });
      if (round === undefined) return;
      for (const caller of round.sufficient) await judgeSufficient(on, round, caller, only);
    },
  };
}
