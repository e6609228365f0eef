import { defined } from '../../clause/defined.ts';
import type { Placing } from '../../clause/clause.ts';
import { endpoint, operation } from '../../contract/endpoints.ts';
import type { ReasonCode } from '../../clause/sample.ts';
import type { Statement } from '../../clause/section.ts';
import type { AccessCase } from './access-case.ts';
import { judgeProbes, judgeSufficient } from './access-judgements.ts';
import { accessRound, type AccessRound } from './access-round.ts';
import { Inconclusive } from '../../clause/thrown.ts';
import { judgeAllRefused } from './all-refused.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Stage } from '../../implementation/stage.ts';
import { nearMisses } from './token-cases.ts';
import { judgeStrayGrants } from './stray-grants.ts';

/** Callers that a clause on refusal is about. */
type Who = (caller: Caller) => boolean;

const scoped: Who = (caller) =>
  caller.kind === 'supplied' && caller.supplied?.noScope !== true && caller.supplied?.otherProject !== true;

/** Judges the answers of the operation's round to the insufficient callers that a clause is about. */
async function judgeRefusals(on: Stage, which: AccessCase, who: Who, missing: () => void): Promise<void> {
  const { accessRounds } = on.options.depth;
  // What may change any resource is asked for in its phase alone.
  const mayWait = on.phase !== 'overwrites';
  for (let time = 0; time < accessRounds; time += 1) {
    // Who is refused at first may be let in once all else is done.
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

const rationale =
  'Any status is accepted as a refusal, including 404; a 2xx answer fails only if it discloses or changes something, or ' +
  'is indistinguishable from what a sufficient caller gets, while that caller is granted access before and after.';

/** Whom a clause on refusal is about, how they ask, and what a server that lets them in may have forgotten. */
interface Refused {
  readonly whom: string;
  readonly how: string;
  readonly cause?: string;
  readonly who: Who;
  /** Why nobody asked so, and what to supply. */
  readonly missing: () => { readonly code: ReasonCode; readonly text: string; readonly supply?: string };
}

/** When a clause on refusal is judged, where it has a limit, and what its callers are asked to do besides. */
interface More extends Partial<Placing> {
  readonly limits?: readonly string[];
  readonly also?: (on: Stage) => Promise<void>;
}

function refusal(
  which: AccessCase,
  { whom, how, cause, who, missing }: Refused,
  { limits, also, ...placing }: More = {},
): AccessStatement {
  return {
    statement: `The server refuses access to ${whom}.`,
    sends: `${operation(which.endpoint)} ${how}, and by a sufficient caller`,
    violation: `A request ${how} obtains what only a sufficient caller may obtain.`,
    rationale,
    ...(cause === undefined ? {} : { causes: [cause] }),
    ...placing,
    ...defined({ limits }),
    check: async (on) => {
      await judgeRefusals(on, which, who, () => {
        const reason = missing();
        on.discarded(reason.code, reason.text, reason.supply);
      });
      await also?.(on);
      await judgeStrayGrants(on, which.endpoint, who);
    },
  };
}

/** Refused without a token, or with an empty one ("Authentication"). */
export function refusedWithoutToken(which: AccessCase, more?: More): AccessStatement {
  const missing = () =>
    ({ code: 'premise-failed', text: 'the request without a token was not sent' }) as const;
  return refusal(
    which,
    {
      whom: 'requests without a token',
      how: 'without a token, and with an empty one',
      who: ({ kind }) => kind === 'none',
      missing,
    },
    more,
  );
}

/** Refused to an unknown token, and to a live one that was altered ("Authentication"). */
export function refusedToUnknownToken(which: AccessCase, more?: More): AccessStatement {
  const who: Who = ({ kind }) => kind === 'random' || kind === 'altered';
  const missing = () =>
    ({ code: 'premise-failed', text: 'the request with an unknown token was not sent' }) as const;
  return refusal(
    which,
    {
      whom: 'unknown and altered tokens',
      how: 'with an unknown and with an altered token',
      cause: 'Is only the start of a token compared, or only its presence?',
      who,
      missing,
    },
    more,
  );
}

/** Refused to tokens that hold only other scopes of the project (the endpoint's section, "Authentication"). */
export function refusedToOtherScopes(which: AccessCase, more?: More): AccessStatement {
  return refusal(
    which,
    {
      whom: 'tokens that hold only other scopes',
      how: 'with tokens that hold only other scopes',
      who: scoped,
      missing: () => {
        const { scopes } = endpoint(which.endpoint);
        const wanted = (scopes ?? []).includes('view_test') ? 'VIEW_PRODUCTS' : 'VIEW_TEST';
        return {
          code: 'no-token',
          text: 'no token that holds only other scopes was supplied',
          supply: `CONFORMANCE_TOKEN_${wanted}=<token>`,
        };
      },
    },
    more,
  );
}

/** Refused to a valid token that holds no scope at all. */
export function refusedToNoScope(which: AccessCase, more: More = {}): AccessStatement {
  return refusal(
    which,
    {
      whom: 'a valid token that holds none of the scopes',
      how: 'with a valid token that holds none of the scopes',
      who: (caller) => caller.supplied?.noScope === true,
      missing: () => ({
        code: 'no-token',
        text: 'no token without scopes was supplied',
        supply: 'CONFORMANCE_TOKEN_NO_SCOPE=<token>  (or state the limit: CONFORMANCE_WITHOUT=no-scope)',
      }),
    },
    { ...more, limits: [...(more.limits ?? []), 'no-scope'] },
  );
}

/** Refused to a token whose scopes are all of another project ("General rules", "Authentication"). */
export function refusedToOtherProject(which: AccessCase, more: More = {}): AccessStatement {
  return refusal(
    which,
    {
      whom: 'tokens of another project',
      how: 'with a token of another project',
      cause: 'Is the project in the name of a scope compared with the one in the path?',
      who: (caller) => caller.supplied?.otherProject === true,
      missing: () => ({
        code: 'no-second-project',
        text: 'no token of another project was supplied',
        supply:
          'CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>  (or state the limit: CONFORMANCE_WITHOUT=other-project)',
      }),
    },
    { ...more, limits: [...(more.limits ?? []), 'other-project'] },
  );
}

/** Any one of the listed scopes suffices by itself. */
export function anyOneScopeSuffices(
  which: AccessCase,
  more: { readonly phase?: 'quiet' | 'lanes' | 'overwrites'; readonly only?: readonly number[] } = {},
): AccessStatement {
  const { scopes } = endpoint(which.endpoint);
  return {
    statement: `The server grants access to a token with ${(scopes ?? []).join(' alone or with ')} alone.`,
    sends: `${operation(which.endpoint)} with each listed scope alone`,
    violation:
      'On the identical request, three times, a token with one listed scope is granted access, a token with the other is not, and the first is granted access again; or each token with a listed scope is answered 401 or 403, three times, while it is granted access, before and after, at another read that lists the same scopes and refuses an unknown token.',
    rationale:
      'The same request is accepted for the other scope at the same time, so neither absence nor validation nor lag explains the refusal; limits and network errors do not count.',
    ...(more.phase === undefined ? {} : { phase: more.phase }),
    check: async (on) => {
      const round = await accessRound(on, which).catch(async (error: unknown) => {
        // Nobody at all was let in: nothing to compare with, but each may be let in elsewhere.
        const isPremise = error instanceof Inconclusive && error.reason.code === 'premise-failed';
        if (isPremise && (await judgeAllRefused(on, which))) return undefined;
        throw error;
      });
      if (round === undefined) return;
      for (const caller of round.sufficient) await judgeSufficient(on, round, caller, more.only);
    },
  };
}
