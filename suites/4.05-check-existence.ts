import type { Ask } from '../run/ask.ts';
import * as access from '../run/access.ts';
import type { AccessStatement } from '../run/access.ts';
import type { AccessCase } from '../run/access-case.ts';
import type { Exchange } from '../run/exchange.ts';
import { unlessInconclusive } from '../clause/thrown.ts';
import { deleteOwn, withDoomed } from '../run/doomed.ts';
import { otherReader } from '../run/other-reads.ts';
import { memberOf } from '../run/declarations.ts';
import { keptResource } from '../run/kept-resource.ts';
import { readOwn } from '../run/own-resource.ts';
import {
  refusedWithPartsToo,
  sufficesWithPartsToo,
  twoInsufficient,
  type Whom,
} from '../run/parts-access.ts';
import { plainPairs, plainParts } from '../run/plain-parts.ts';
import { routeExists } from '../run/routes.ts';
import { section } from '../run/section.ts';
import { siblings } from '../run/siblings.ts';
import { settles } from '../run/settle.ts';
import type { Stage } from '../run/stage.ts';
import { sameJson } from '../wire/json.ts';
import { endpoints } from '../contract/endpoints.ts';

const bare = (on: Stage): Promise<Exchange> => on.ask('exists');

/** A resource exists, and a sufficient caller has been told so. */
function matched(on: Stage): Promise<Exchange> {
  return on.shared('existence answered 200', async () => {
    const { own } = await keptResource(on);
    let answer = await bare(on);
    await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.queryMs }, async () => {
      answer = await bare(on);
      return answer.status === 200;
    });
    return answer;
  });
}

/** Statuses that are known to mean "nothing matches", from the vendor or from a query that matches nothing. */
async function noMatchStatus(on: Stage): Promise<number | undefined> {
  const declared = on.profile.head?.noMatch?.status;
  if (declared !== undefined) return declared;
  const query = on.profile.head?.noMatch?.query;
  if (query === undefined) return undefined;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return (await on.ask('exists', { query: pairs })).status;
}

const checking: AccessCase = {
  endpoint: 'exists',
  prepare: async (on) => {
    await on.park(() => matched(on));
    const none = await noMatchStatus(on);
    return {
      ask: (stage, as) => stage.ask('exists', { as }),
      shows: (control) => control.status === 200,
      grants: (probe) => {
        if (probe.status !== 200) return 'refused';
        return none === 200 ? 'open' : 'granted';
      },
    };
  },
};

const quiet = { phase: 'quiet' } as const;

const parts = { which: checking };

const refused = (statement: AccessStatement, whom: Whom): AccessStatement =>
  refusedWithPartsToo(statement, parts, whom);

export const checkExistence = section('4.5', 'HEAD /{projectKey}/resource', ({ must, open }) => {
  must('4.5/200-on-match', {
    statement: 'When a resource exists, the check without a condition is answered with status 200.',
    violation:
      'A resource is proved to exist by a read of its id, and the check is persistently answered with another definite status after the longest lag granted to queries.',
    rationale:
      'The empty condition cannot exclude a resource, and the status of a match is the one success status that the contract shows. Lag and network errors are granted.',
    phase: 'quiet',
    check: async (on) => {
      const { own } = await keptResource(on);
      const answer = await on.park(() => matched(on));
      if (answer.status === 200) return on.held();
      const before = await readOwn(on, own);
      const again = [await bare(on), await bare(on), await bare(on)];
      const after = await readOwn(on, own);
      if (!before.succeeded || !after.succeeded)
        return on.discarded('premise-failed', 'the resource that should match cannot be read');
      if (again.some(({ status }) => status === 200)) {
        const lost = again.filter(
          ({ kind, status }) => kind === 'refusal' && status !== 401 && status !== 403,
        );
        if (lost.length > 0) on.undecided('flaky', 'the check was answered 200 and otherwise by turns');
        return on.held();
      }
      if (again.some(({ kind }) => kind === 'noise'))
        return on.noise(`the check was answered ${again.map(({ label }) => label).join(', ')}`);
      if (again.every(({ status }) => status === 401 || status === 403))
        return on.undecided('premise-failed', 'the caller that may read is refused here', {
          exchanges: again,
        });
      on.violated({
        expected: '200',
        got: again.at(-1)?.label ?? '',
        exchanges: [before, ...again.slice(-1)],
        reproduced: '3/3',
      });
    },
  });

  must('4.5/200-stays', {
    statement: 'While a resource exists, every check without a condition is answered with status 200.',
    violation:
      'With a resource older than the longest lag and readable before and after, the check, also one right after the delete of another resource, is answered twice in a run with another definite status.',
    rationale:
      'Server errors, limits and refusals of access do not count, nor does a resource that queries may not yet see.',
    phase: 'races',
    check: judgeStays,
  });

  must('4.5/no-body', {
    statement: 'An answer to HEAD has no body, whatever its status.',
    violation: 'An octet follows the header section on the wire, be it only the end of a chunked body.',
    rationale:
      'Content-Length and Transfer-Encoding are header fields and may stand there; only octets count. Checks of several callers are looked at, and ones that find something, find nothing, or make no sense.',
    phase: 'quiet',
    check: async (on) => {
      const both = [on.reader, otherReader(on)];
      const [one = on.reader, other = on.reader] = on.random.pick([both, both.toReversed()]);
      const asks: readonly Ask[] = [
        { as: one },
        { as: other, query: [['stringParameter', on.canary()]] },
        { as: one, query: [['floatParameter', 'abc']] },
        ...twoInsufficient(on, checking).map((as) => ({ as })),
      ];
      for (const { exchange, octets } of await Promise.all(asks.map((ask) => on.askRaw('exists', ask)))) {
        if (exchange.failure !== undefined) on.noise(exchange.label);
        else if (octets.length > 0)
          on.violated({
            expected: 'no octet after the header section',
            got: `${octets.length} octets after a ${exchange.label}: ${JSON.stringify(new TextDecoder('latin1').decode(octets.slice(0, 60)))}`,
            exchanges: [exchange],
          });
        else on.held();
      }
    },
  });

  must('4.5/route-exists', routeExists('exists', bare, { phase: 'quiet' }));

  must('4.5/optional-parameters', {
    statement: 'All query parameters are optional: the check without any is not refused as a bad request.',
    violation:
      'The authorised check without a query string is answered 400 or 422, three times, although a resource exists.',
    rationale:
      'These two codes blame what the request contains, and it contains nothing but what is required.',
    phase: 'quiet',
    check: async (on) => {
      const answer = await on.park(() => matched(on));
      if (answer.status !== 400 && answer.status !== 422)
        return answer.kind === 'noise' ? on.noise(answer.label) : on.held();
      const again = [await bare(on), await bare(on)];
      if (again.every(({ status }) => status === 400 || status === 422))
        on.violated({
          expected: 'the check to be answered',
          got: answer.label,
          exchanges: [answer],
          reproduced: '3/3',
        });
      else on.undecided('flaky', 'the bare check was refused, and not every time', { exchanges: [answer] });
    },
  });

  must('4.5/takes-the-parameters-of-the-query', {
    statement:
      'The check takes the query parameters that GET on the collection takes, apart from unionParameter.',
    violation:
      'GET accepts a query of documented parameters, and the check answers it with 405 or 501, or with 400 or 422 although its status for no match is known to be another, three times.',
    rationale:
      'A check that finds no match may be answered with any status: unless that status is known, no 4xx proves a refusal of the parameter.',
    phase: 'quiet',
    check: async (on) => {
      const pairs = plainPairs(endpoints.exists.parameters);
      const repeated = ['arrayOfString', 'arrayOfStringWithDescription'].flatMap(
        (name): [string, string][] => [
          [name, 'a'],
          [name, 'b'],
        ],
      );
      const none = await noMatchStatus(on);
      for (const query of [pairs, repeated, ...pairs.map((pair) => [pair])]) {
        const get = query === pairs ? await plainParts(on, 'query') : await on.ask('query', { query });
        if (!get.succeeded) {
          on.discarded('premise-failed', `GET with the same query was answered ${get.label}`);
          continue;
        }
        const heads = [query === pairs ? await plainParts(on, 'exists') : await on.ask('exists', { query })];
        const refuses = ({ status }: Exchange): boolean =>
          status === 405 ||
          status === 501 ||
          ((status === 400 || status === 422) && none !== undefined && none !== status);
        if (heads[0] !== undefined && refuses(heads[0]))
          heads.push(await on.ask('exists', { query }), await on.ask('exists', { query }));
        if (heads.length === 3 && heads.every(refuses))
          on.violated({
            expected: 'the query that GET accepts to be accepted',
            got: heads.at(-1)?.label ?? '',
            exchanges: [get, ...heads.slice(-1)],
            reproduced: '3/3',
          });
        else if (heads[0]?.kind === 'noise') on.noise(heads[0].label);
        else on.held();
        if ((heads[0]?.status === 400 || heads[0]?.status === 422) && none === undefined) on.suspect();
        if (query === pairs && get.succeeded && heads.length === 1) break;
      }
    },
  });

  must('4.5/equal-queries-equal-answers', {
    statement: 'Two spellings of one documented value, and a value passed once or twice, are taken alike.',
    violation:
      'GET accepts both of n and n.0 at a Float parameter, or p=a and p=a&p=a with the same answer, while the check persistently refuses one of the two with 400 or 422 and answers the other otherwise, three times.',
    rationale:
      'Both twins ask the same, so that whatever the status for no match is, it is the same for both.',
    phase: 'quiet',
    check: async (on) => {
      // A query that finds something tells more than one that finds nothing.
      const text = on.made[0]?.canary ?? 'a';
      const twins: readonly Twins[] = [
        ...['floatParameter', 'withMarkdownDescription'].map((name): Twins => [
          [[name, '1']],
          [[name, '1.0']],
        ]),
        ...['arrayOfString', 'arrayOfStringWithDescription'].map((name): Twins => [
          [[name, text]],
          [
            [name, text],
            [name, text],
          ],
        ]),
      ];
      if (await alikeTogether(on, twins)) return on.held(twins.length);
      for (const [one, other] of twins) {
        const gets = await Promise.all([on.ask('query', { query: one }), on.ask('query', { query: other })]);
        const repeats = one.length !== other.length;
        if (!gets.every(({ succeeded }) => succeeded) || (repeats && !equalAndTelling(gets))) {
          on.discarded('premise-failed', 'GET does not answer both spellings alike');
          continue;
        }
        const rounds: (readonly [Exchange, Exchange])[] = [];
        for (let round = 0; round < 3; round += 1) {
          const pair = await Promise.all([
            on.ask('exists', { query: one }),
            on.ask('exists', { query: other }),
          ]);
          rounds.push(pair);
          if (!differ(pair)) break;
        }
        if (rounds.length === 3 && rounds.every(differ))
          on.violated({
            expected: 'both spellings of one query to be answered alike',
            got: (rounds[0] ?? []).map(({ label }) => label).join(' and '),
            exchanges: rounds.at(-1) ?? [],
            reproduced: '3/3',
          });
        else if (rounds.some((pair) => pair.some(({ kind }) => kind === 'noise')))
          on.noise('a check was lost');
        else on.held();
      }
    },
  });

  must(
    '4.5/any-one-scope-suffices',
    sufficesWithPartsToo(access.anyOneScopeSuffices(checking, quiet), parts),
  );
  must('4.5/refused-without-token', refused(access.refusedWithoutToken(checking, quiet), 'no token'));
  must(
    '4.5/refused-to-unknown-token',
    refused(access.refusedToUnknownToken(checking, quiet), 'unknown token'),
  );
  must('4.5/refused-to-other-scopes', refused(access.refusedToOtherScopes(checking, quiet), 'other scopes'));
  must('4.5/refused-to-no-scope', refused(access.refusedToNoScope(checking, quiet), 'no scope'));
  must(
    '4.5/refused-to-other-project',
    refused(access.refusedToOtherProject(checking, quiet), 'other project'),
  );

  open('4.5/no-match', {
    statement: 'The status when nothing matches.',
    rationale: 'It is not shown.',
    phase: 'quiet',
    declares: [memberOf('head.noMatch.status', 'declaredQuery')],
    check: async (on) => {
      const query = on.profile.head?.noMatch?.query;
      const guessed = await on.ask('exists', { query: [['stringParameter', on.canary()]] });
      if (query === undefined) return on.observe({ stringParameter: guessed.status ?? 0 });
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
      );
      const declared = await on.ask('exists', { query: pairs });
      on.observe({ stringParameter: guessed.status ?? 0, declaredQuery: declared.status ?? 0 });
    },
  });

  open('4.5/union-parameter', {
    statement: 'What becomes of unionParameter, which the check does not list.',
    rationale: 'Unknown parameters are not shown to be refused or ignored.',
    phase: 'quiet',
    declares: [memberOf('head.unionParameter', 'reaction')],
    check: async (on) => {
      const plain = await on.park(() => matched(on));
      const exchange = await on.ask('exists', { query: [['unionParameter', 'a']] });
      if (plain.status !== 200 || exchange.kind === 'noise') return;
      const reaction =
        exchange.status === 400 || exchange.status === 422
          ? 'reject'
          : exchange.status === 200
            ? 'ignore'
            : undefined;
      on.observe({ status: exchange.status ?? 0, ...(reaction === undefined ? {} : { reaction }) });
    },
  });
});

/** Answers that say something else than that there is a match, and are no matter of access or of errors. */
function deniesMatch({ status, kind }: Exchange): boolean {
  return status !== 200 && (kind === 'refusal' || kind === 'success') && status !== 401 && status !== 403;
}

/** Every check is answered 200 while there is a resource: late in the run, and right after others were deleted. */
async function judgeStays(on: Stage): Promise<void> {
  const afterDelete = await checkedAfterDelete(on);
  // The one resource that creates land on is there for sure as long as nobody writes.
  if (!on.facts.upserts) await on.until('late');
  const { own } = await keptResource(on);
  const wait = own.lastWriteAt + on.grace.queryMs - on.clock.now();
  const before = await readOwn(on, own);
  const first = await bare(on);
  const isLost = afterDelete !== undefined && deniesMatch(afterDelete);
  if (first.status === 200 && !isLost) return on.held();
  if (wait > 0) await on.clock.sleep(wait);
  const answers: Exchange[] = [];
  for (let look = 0; look < (isLost ? 3 : 6); look += 1) {
    if (isLost)
      await withDoomed(on, async (doomed) => {
        const { succeeded } = await deleteOwn(on, doomed);
        if (succeeded) answers.push(await bare(on));
      });
    else answers.push(await bare(on));
  }
  const after = await readOwn(on, own);
  if (!before.succeeded || !after.succeeded)
    return on.discarded('premise-failed', 'the resource that should match cannot be read');
  const others = answers.filter(deniesMatch);
  if (others.length >= 2)
    on.violated({
      expected: '200',
      got: answers.map(({ label }) => label).join(', '),
      exchanges: [before, ...others.slice(-1)],
      reproduced: `${others.length}/${answers.length}`,
    });
  else if (others.length === 1)
    on.undecided('flaky', `one of ${answers.length} checks was answered ${others[0]?.label}`);
  else if (answers.some(({ status }) => status === 200)) on.held();
  else on.undecided('premise-failed', `the check was answered ${answers.at(-1)?.label}`);
}

/** The check that followed the last delete of a sibling, if any was deleted. */
async function checkedAfterDelete(on: Stage): Promise<Exchange | undefined> {
  return (await unlessInconclusive(siblings(on)))?.checked;
}

/** Two ways of asking the same. */
type Twins = readonly [one: readonly Pair[], other: readonly Pair[]];
type Pair = readonly [name: string, value: string];

/** All first ways in one query, and all others in another: both are answered alike, and neither as a bad request. */
async function alikeTogether(on: Stage, twins: readonly Twins[]): Promise<boolean> {
  const queries = [twins.flatMap(([one]) => one), twins.flatMap(([, other]) => other)] as const;
  const ask = (name: 'query' | 'exists') =>
    Promise.all([on.ask(name, { query: queries[0] }), on.ask(name, { query: queries[1] })]);
  if (!equalAndTelling(await ask('query'))) return false;
  const heads = await ask('exists');
  return (
    heads.every((head) => ['success', 'refusal'].includes(head.kind) && !isBadRequest(head)) && !differ(heads)
  );
}

function isBadRequest({ status }: Exchange): boolean {
  return status === 400 || status === 422;
}

/** Both bodies say the same, and something at all. */
function equalAndTelling([one, other]: readonly [Exchange, Exchange]): boolean {
  if (!one.succeeded || !other.succeeded) return false;
  if (one.object === undefined || other.object === undefined || !sameJson(one.object, other.object))
    return false;
  return Object.values(one.object).some((member) => Array.isArray(member) && member.length > 0);
}

function differ([one, other]: readonly [Exchange, Exchange]): boolean {
  const stable = ({ kind }: Exchange): boolean => kind === 'success' || kind === 'refusal';
  return stable(one) && stable(other) && isBadRequest(one) !== isBadRequest(other);
}
