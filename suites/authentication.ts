import { listNames } from '../contract/traits.ts';
import { inScope } from '../run/options.ts';
import { Inconclusive } from '../clause/thrown.ts';
import type { AccessCase } from '../judging/access/access-case.ts';
import {
  judgeCallers,
  judgeSufficientCaller,
  judgeSufficientCallers,
} from '../judging/access/access-judgements.ts';
import { accessRound } from '../judging/access/access-round.ts';
import type { Caller } from '../history/caller.ts';
import { lets } from '../world/callers/lets.ts';
import { observedMember, statusesOf } from '../clause/declarations.ts';
import type { Exchange } from '../history/exchange.ts';
import { listCase } from '../judging/access/list-access.ts';
import { isByPage, declaresStyle, isDeniedInStyle } from '../judging/access/declared-style.ts';
import { keptIfAny } from '../judging/access/telling-list.ts';
import { judgeOneConnection } from './authentication/one-connection.ts';
import { section } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import {
  checkingCase,
  creatingCase,
  deletingCase,
  nearMisses,
  readingCase,
  withFurtherScopes,
} from '../judging/access/token-cases.ts';
import { header } from '../wire/media-type.ts';
import { answerText } from '../judging/answers/answer-text.ts';
import { withControl, report } from '../judging/confirm.ts';

const minted = {
  code: 'no-minted-token',
  supply:
    'CONFORMANCE_TOKENS=<manifest with [{"token": "…", "scopes": ["…"]}]>  (or state the limit: CONFORMANCE_WITHOUT=minted-scopes)',
} as const;

/** Judges the refusal of tokens whose scopes only resemble the required scopes. */
async function judgeNearMisses(on: Stage, cases: readonly AccessCase[]): Promise<void> {
  const callers = nearMisses(on);
  if (callers.length === 0)
    return on.discarded(
      minted.code,
      'no near-miss token was supplied (scopes that resemble the required scopes)',
      minted.supply,
    );
  for (const which of cases) {
    if (inScope(on.options, [which.endpoint]).length === 0) continue;
    try {
      await judgeCallers(on, which, callers);
    } catch (error) {
      if (!(error instanceof Inconclusive) || error.tested) throw error;
      on.discarded(error.reason.code, error.reason.text, error.reason.supply);
    }
  }
}

const exactScopes = {
  rationale:
    'Five names are in use, each with its project; any other string is another scope. Any refusal passes.',
  causes: [
    'Are scopes compared with startsWith, endsWith, contains or without regard to case?',
    'Is the project key cut off before scopes are compared?',
  ],
  limits: ['minted-scopes'],
};

export const authentication = section('Authentication', 'Authentication', ({ must, open }) => {
  must('Authentication/each-request-by-itself', ['Authentication/bearer'], {
    statement:
      'The server authorises a request by its own token, not by the token of an earlier request on its connection.',
    sends:
      'GET /{projectKey}/resource/{id} with a token, then GET /{projectKey}/resource/{id} without a token on the same connection',
    violation:
      'On one connection, an authorised read is followed by the same read without a token, or with an unknown token, and the resource is shown again.',
    rationale: 'Any refusal passes; if no connection outlives an answer, the server cannot confuse callers.',
    causes: ['Does the server remember the caller per connection, instead of per request?'],
    blocks: 'when-seen',
    whereOneResource: 'quiet',
    check: judgeOneConnection,
  });

  must('Authentication/header-name-in-any-case', ['Authentication/bearer'], {
    statement: 'The server understands the name of the Authorization header regardless of letter case.',
    sends: 'GET /{projectKey}/resource with the header authorization, between two with Authorization',
    violation:
      'The server accepts a request with Authorization before and after, and refuses it with authorization, three times.',
    rationale: 'It is a header of HTTP, which compares names of headers without regard to case.',
    causes: ['Does the code look up headers in a map whose keys keep their original case?'],
    phase: 'quiet',
    check: judgeHeaderName,
  });

  must('Authentication/scopes-are-exact-for-reads', ['General/4', 'Authentication/scopes'], {
    statement: 'The server grants no reads to scopes that only resemble a listed scope.',
    sends:
      'GET /{projectKey}/resource/{id}, HEAD /{projectKey}/resource, GET /{projectKey}/resource, GET /{projectKey}/resource/searchApiPattern and GET /{projectKey}/resource/sorted-query-parameters with scopes that resemble a listed scope',
    violation:
      'A token reads what only a sufficient caller may read, although each of its scopes is of another project, in another case, extended, cut short, or without a project.',
    ...exactScopes,
    whereOneResource: 'quiet',
    check: (on) =>
      judgeNearMisses(on, [readingCase, checkingCase, ...listNames.map((name) => listCase[name])]),
  });

  must('Authentication/scopes-are-exact-for-writes', ['General/4', 'Authentication/scopes'], {
    statement: 'The server grants no writes to scopes that only resemble manage_test of the project.',
    sends:
      'POST /{projectKey}/resource and DELETE /{projectKey}/resource/{id} with scopes that resemble manage_test',
    violation:
      'A token creates or deletes a resource, although each of its scopes is of another project, in another case, extended, cut short, or without a project.',
    ...exactScopes,
    whereOneResource: 'races',
    check: (on) => judgeNearMisses(on, [creatingCase, deletingCase]),
  });

  must('Authentication/further-scopes-do-no-harm', ['Authentication/scopes'], {
    statement: 'The server grants access to a token that holds a sufficient scope and others, in any order.',
    sends: 'GET /{projectKey}/resource and POST /{projectKey}/resource with tokens that hold several scopes',
    violation:
      'On the identical request, three times, a token with only the listed scope is granted access, a token with that scope and others is not, and the first token is granted access again.',
    rationale: 'Any one listed scope suffices; the same request is accepted at the same time.',
    causes: [
      'Does the code check only the first or the last scope of a token?',
      'Does the code require all listed scopes, although any one suffices?',
      'Is the whole list of scopes compared as one text?',
    ],
    limits: ['minted-scopes'],
    check: async (on) => {
      const callers = withFurtherScopes(on, 'query');
      if (callers.length === 0)
        return on.discarded(minted.code, 'no token with several scopes was supplied', minted.supply);
      await keptIfAny(on);
      for (const caller of callers) await judgeSufficientCaller(on, listCase.query, caller);
      const writers = callers.filter((caller) => lets('create', caller, on.options.projectKey) === 'in');
      if (writers.length > 0 && !on.options.readOnly) await judgeSufficientCallers(on, creatingCase, writers);
    },
  });

  open('Authentication/refusal-statuses', ['Errors/3'], {
    statement: 'How requests without a token, and with an insufficient token, are refused.',
    sends: 'GET /{projectKey}/resource without a token, with unknown tokens and with insufficient tokens',
    rationale: 'Error codes other than 409 are not shown.',
    phase: 'quiet',
    declares: [
      {
        key: 'refusal.unauthenticated',
        met: (declared, observed) => within(declared, observed, 'unauthenticated'),
        draft: (observed) => list(observed, 'unauthenticated'),
      },
      {
        key: 'refusal.insufficientScope',
        met: (declared, observed) => within(declared, observed, 'insufficientScope'),
        draft: (observed) => list(observed, 'insufficientScope'),
      },
    ],
    check: async (on) => {
      const round = await accessRound(on, listCase.query);
      const answersTo = (who: (caller: Caller) => boolean): readonly Exchange[] =>
        [...round.answers].flatMap(([caller, answer]) => (who(caller) ? [answer] : []));
      // A header without a token may be called malformed.
      const unauthenticated = answersTo(
        (caller) => caller !== on.callers.empty && (caller.kind === 'none' || caller.kind === 'random'),
      );
      const insufficient = answersTo(({ supplied }) => supplied?.noScope === true);
      const statuses = (all: readonly Exchange[]): number[] => [
        ...new Set(all.filter((one) => one.is('turned away')).flatMap(statusOf)),
      ];
      on.observe({
        unauthenticated: statuses(unauthenticated),
        insufficientScope: statuses(insufficient),
        challenge: unauthenticated.some(
          ({ outcome }) =>
            outcome.kind === 'answer' && header(outcome.headers, 'www-authenticate') !== undefined,
        ),
      });
    },
  });

  open('Authentication/refusal-style', ['Authentication/scopes'], {
    statement: 'Whether callers without access are refused by status, or answered 2xx with other content.',
    rationale: 'The form of a refusal is not shown.',
    phase: 'quiet',
    declares: [{ key: 'refusal.style', met: styleMet, untold: styleUnseen, draft: styleSeen }],
    check: async (on) => {
      const rounds = await Promise.all(
        inScope(on.options, listNames).map((name) => accessRound(on, listCase[name])),
      );
      const answers = rounds.flatMap((round) =>
        [...round.answers].flatMap(([caller, answer]) => (round.sufficient.includes(caller) ? [] : [answer])),
      );
      const pages = answers.filter(isByPage);
      const heard = answers.filter((one) => one.is('accepted', 'turned away') || isByPage(one));
      const successes = heard.filter((one) => one.succeeded && !isByPage(one));
      const closed = heard.filter((one) => one.isWordless && !isByPage(one));
      if (heard.length === 0) return on.discarded('premise-failed', 'no answer came');
      on.observe({
        byStatus: heard.length - successes.length - closed.length - pages.length,
        bySuccess: successes.length,
        ...(closed.length > 0 ? { byClosing: closed.length } : {}),
        ...(pages.length > 0 ? { byPage: pages.length } : {}),
        operations: [...new Set(successes.map(({ request }) => `${request.method} ${request.target}`))],
      });
    },
  });

  open('Authentication/expired-tokens', ['Authentication/acquisition'], {
    statement: 'How tokens that have expired are answered.',
    sends: 'GET /{projectKey}/resource with the expired tokens',
    rationale:
      'The contract has no notion of expiry; the lifetime of a token belongs to a service that is not shown.',
    declares: [statusesOf('refusal.expired')],
    check: async (on) => {
      const expired = on.callers.supplied.filter(({ supplied }) => supplied?.expired === true);
      if (expired.length === 0)
        return on.discarded(
          'no-token',
          'no expired token was supplied',
          'CONFORMANCE_TOKENS=<manifest with [{"token": "…", "scopes": ["…"], "expired": true}]>',
        );
      const answers = await Promise.all(expired.map((as) => on.ask('query', { as })));
      const heard = answers.filter((one) => !one.is('noise'));
      if (heard.length === 0) return on.noise('the requests were lost');
      on.observe(
        { statuses: [...new Set(heard.flatMap(statusOf))] },
        {
          suspect: heard.some(({ succeeded }) => succeeded) && {
            why: 'A token that is said to have expired is granted access.',
          },
        },
      );
    },
  });

  open('Authentication/spellings-of-the-scheme', ['Authentication/bearer'], {
    statement: 'Whether the scheme Bearer is understood in lower case.',
    sends: 'GET /{projectKey}/resource with the scheme bearer in lower case',
    rationale: 'The contract shows the header with one spelling; it does not say that schemes ignore case.',
    check: async (on) => {
      const { none } = on.callers;
      const token = on.reader.token ?? '';
      const exchange = await on.ask('query', { as: none, headers: [['Authorization', `bearer ${token}`]] });
      if (!exchange.is('noise')) on.observe({ lowerCase: exchange.status ?? 0 });
    },
  });
});

/** A refusal by the end of the connection has no status. */
function statusOf({ status, isWordless }: Exchange): readonly number[] {
  return status === undefined || isWordless ? [] : [status];
}

/** Refusals by a page or by closing carry no words of the implementation: they are declared as they were seen. */
function styleSeen(observed: unknown): 'page' | 'close' | undefined {
  if (observedMember(observed, 'byPage') !== undefined) return 'page';
  return observedMember(observed, 'byClosing') === undefined ? undefined : 'close';
}

/** For `status`, no refusal is a 2xx or a missing answer; a declared other style must be seen, and refusals by status are allowed beside it. */
function styleMet(declared: unknown, observed: unknown): boolean | undefined {
  const successes = observedMember(observed, 'bySuccess');
  if (typeof successes !== 'number') return undefined;
  const closed = observedMember(observed, 'byClosing') !== undefined;
  const paged = observedMember(observed, 'byPage') !== undefined;
  if (declared === 'status') return successes === 0 && !closed && !paged;
  const isSeen = declared === 'close' ? closed : declared === 'page' ? paged : successes > 0;
  return isSeen ? true : undefined;
}

function styleUnseen(declared: unknown, observed: unknown): string | undefined {
  const byStatus = observedMember(observed, 'byStatus');
  return typeof byStatus !== 'number'
    ? undefined
    : `refusal.style is declared ${JSON.stringify(declared)}, and ${byStatus} of ${byStatus} refusals of lists were by status: remove it from the profile, unless it is meant otherwise`;
}

function list(observed: unknown, name: string): readonly number[] | undefined {
  const found = observedMember(observed, name);
  return Array.isArray(found) && found.length > 0 ? found : undefined;
}

function within(declared: unknown, observed: unknown, name: string): boolean | undefined {
  const found = list(observed, name);
  return found === undefined || !Array.isArray(declared)
    ? undefined
    : found.every((status) => declared.includes(status));
}

/** Judges whether a request has access that spells the header name of its token in lower case. */
export async function judgeHeaderName(on: Stage): Promise<void> {
  const control = () => on.ask('query', { as: on.reader });
  const confirmed = await withControl(on, {
    control,
    probe: () => on.ask('query', { as: on.reader, authorizationName: 'authorization' }),
    deviates: (one) => one.is('refused'),
  });
  const [met] = confirmed.kind === 'met' ? confirmed.exchanges : [];
  if (met !== undefined && declaresStyle(on)) {
    const accepted = await control();
    if (await isDeniedInStyle(on, 'query', met, accepted))
      return on.undecided(
        'two-readings',
        `with authorization the answer was ${answerText(on, met)}, with Authorization ${answerText(on, accepted)}`,
        {
          readings: [
            'the request is refused in the declared refusal.style: grant it for any letter case of the name',
            'it is granted, but answered in another form: an answer of the usual form leaves no doubt',
          ],
          exchanges: [met, accepted],
        },
      );
  }
  report(on, confirmed, {
    expected: 'the header to be understood when its name is in lower case',
    deviation: 'the request with authorization was refused',
  });
}
