import { isArray, isObject, JsonNumber, member, type Json } from '../../reference/json.ts';
import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import { tokenOf } from '../../reference/tokens.ts';
import type { Fault } from '../fault.ts';
import { bare, bearerOf, jsonOf, serving } from '../rewrite.ts';
import { living } from '../siblings.ts';

type Test = (request: Request) => boolean;

/** Answers some requests that pass the test with that status: the turns that `turns` marks. */
function byTurns(
  where: Operation,
  status: number,
  test: Test,
  turns: readonly boolean[] = [true, false, false],
): HandleWrap {
  return (next) => {
    let count = 0;
    return (state, request, now) => {
      if (operationOf(request) !== where || !test(request)) return next(state, request, now);
      const isRefused = turns[count % turns.length] === true;
      count += 1;
      return isRefused ? { response: bare(status) } : next(state, request, now);
    };
  };
}

/** Requests that pass the test get that status; after each, a number of other requests to the operation are refused. */
function andThen(
  where: Operation,
  status: number,
  test: Test,
  away: readonly [status: number, times: number],
): HandleWrap {
  return (next) => {
    let owed = 0;
    return (state, request, now) => {
      if (operationOf(request) !== where) return next(state, request, now);
      if (test(request)) {
        [, owed] = away;
        return { response: bare(status) };
      }
      if (owed === 0) return next(state, request, now);
      owed -= 1;
      return { response: bare(away[0]) };
    };
  };
}

/** One in this many requests of any kind ends in a server error. */
function everySo(many: number): HandleWrap {
  return (next) => {
    let count = 0;
    return (state, request, now) => {
      count += 1;
      return count % many === 0 ? { response: bare(500) } : next(state, request, now);
    };
  };
}

function queryOf({ target }: Request): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? '');
}

function holds(json: Json | undefined, test: (value: Json) => boolean): boolean {
  if (json === undefined) return false;
  const inner = isArray(json) ? json : isObject(json) ? Object.values(json) : [];
  return test(json) || inner.some((value) => holds(value, test));
}

const isBare: Test = (request) => [...queryOf(request)].length === 0;
const isOne = (value: Json | undefined): boolean => value instanceof JsonNumber && value.text === '1';
const isNegative = (value: Json): boolean => value instanceof JsonNumber && value.text.startsWith('-');
const actionsOf = (request: Request): readonly Json[] => {
  const actions = member(jsonOf(request), 'actions');
  return isArray(actions) ? actions : [];
};

const isBareSomeThing: Test = (request) => {
  const [only, ...others] = actionsOf(request);
  return (
    others.length === 0 &&
    member(only, 'action') === 'doSomeThing' &&
    member(only, 'someProperty') === undefined
  );
};

/** An update of several actions changes the version even if it is answered 409. */
const movingOnLists = serving(['4.10'], (next, request, state, now) => {
  const reply = next();
  if (!('response' in reply) || reply.response.status !== 409 || actionsOf(request).length !== 2)
    return reply;
  const target = living(state).find(({ id }) => request.target.includes(id));
  if (target) {
    const before = latest(target);
    write(target, { ...before, version: before.version + 1n }, now);
  }
  return reply;
});

function fault(name: string, section: string, summary: string, wrap: HandleWrap): Fault {
  return { name, section, summary, expect: 'incomplete', wrap };
}

/**
 * Mistakes that occur only sometimes, or cannot be repeated. A clause with such a deviation does not pass; it fails
 * only if other requests of the run show the mistake every time.
 */
export const passingFaults: readonly Fault[] = [
  fault(
    'every-twentieth-request-fails',
    'General',
    'One request in twenty is answered 500, for any operation.',
    everySo(20),
  ),
  fault(
    'plain-parameter-fails-before-429',
    '4.1',
    'A query with floatParameter is answered 500, and the next queries without it 429.',
    andThen('4.1', 500, (request) => queryOf(request).has('floatParameter'), [429, 12]),
  ),
  fault(
    'missing-parameter-refused-before-422',
    '4.1',
    'A query of several parameters without floatParameter is answered 400, and the complete query after it 422.',
    andThen(
      '4.1',
      400,
      (request) => !queryOf(request).has('floatParameter') && new Set(queryOf(request).keys()).size > 3,
      [422, 4],
    ),
  ),
  fault(
    'create-fails-on-negatives-before-403',
    '4.6',
    'A create with a negative number is answered 500, and later creates 403.',
    andThen('4.6', 500, (request) => holds(jsonOf(request), isNegative), [403, 6]),
  ),
  fault(
    'overwrite-fails-on-a-one-before-403',
    '4.7',
    'An overwrite with a 1 alone in an array is answered 500, and later overwrites 403.',
    andThen(
      '4.7',
      500,
      (request) => holds(jsonOf(request), (value) => isArray(value) && value.length === 1 && isOne(value[0])),
      [403, 3],
    ),
  ),
  fault(
    'record-float-refused-before-429',
    '4.9',
    'A whole number with a point is answered 400, and the requests that follow it 429.',
    andThen(
      '4.9',
      400,
      (request) => queryOf(request).get('queryParameterOne')?.endsWith('.0') === true,
      [429, 60],
    ),
  ),
  fault(
    'bare-sorted-query-refused-at-times',
    '4.12',
    'A query without parameters is answered 400, one time in three.',
    byTurns('4.12', 400, isBare),
  ),
  fault(
    'checks-with-parameters-refused-at-times',
    '4.5',
    'A check with parameters is answered 405, two times in seven: out of step with every confirmation.',
    byTurns('4.5', 405, (request) => !isBare(request), [true, false, false, false, true, false, false]),
  ),
  {
    name: 'forms-refused-at-times',
    section: '4.14',
    summary: 'A form is answered 415, two times in seven.',
    expect: 'incomplete',
    // A pattern out of step with three repetitions.
    wrap: byTurns('4.14', 415, () => true, [true, false, false, true, false, false, false]),
    profile: { search: { method: 'POST' } },
  },
  fault(
    'namespace-write-fails-at-times',
    '4.16',
    'A write to the namespace is answered 500, one time in three.',
    byTurns('4.16.POST', 500, () => true, [false, true, false]),
  ),
  fault(
    'view-test-refused-at-times',
    '4.1',
    'A token with view_test is answered 403, one time in three.',
    byTurns('4.1', 403, (request) => bearerOf(request) === tokenOf.viewTest, [false, true, false]),
  ),
  fault(
    'do-something-refused-at-times',
    '4.10',
    'doSomeThing without someProperty is answered 400, two times in three.',
    byTurns('4.10', 400, isBareSomeThing, [true, true, false]),
  ),
  {
    name: 'some-conflicts-move-the-version',
    breaks: '4.10/conflict-has-no-effect',
    summary: 'An update of two actions that is answered 409 changes the version.',
    wrap: movingOnLists,
  },
];
