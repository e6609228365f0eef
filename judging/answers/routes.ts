import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { otherwise, confirmations } from '../confirm.ts';
import { header } from '../../wire/media-type.ts';
import type { Profile } from '../../clause/profile.ts';
import type { Conclusion, Sentence } from '../../judge/sentence.ts';
import { reportConclusion } from '../../run/concluded.ts';
import { askedFor } from '../../world/operations/plain-requests.ts';
import type { World } from '../../world/world.ts';
import { saidOf } from '../said.ts';
import {
  askStillThere,
  confirmAsked,
  hasSucceeded,
  nothingHeard,
  refusedForGood,
  type Documented,
} from './refused-for-good.ts';
import { lineThatFinds, lineWithout } from '../../implementation/sample-ask.ts';

interface RouteCase {
  /** Any refusal leaves the clause undecided. */
  readonly needs2xx?: boolean | undefined;
  /** The vendor declares that the operation has no content. */
  readonly isAbsent?: ((profile: Profile) => boolean) | undefined;
  /** A possible remedy, if every caller is answered 404 or 410. */
  readonly supply?: string | undefined;
  /** Examines the route in the late phase, and reports the result if there is a result. */
  readonly looksCloser?: ((on: Stage) => Promise<Conclusion | undefined>) | undefined;
}

/** Further evidence on whether an operation exists. */
interface Which {
  /** The target exists, so any other answer comes from the operation. */
  readonly isShown?: boolean;
  /** A refusal for lack of a scope shows nothing about the target. */
  readonly mayConceal?: boolean;
}

/** The documented method exists on the documented path (the endpoint's section). */
export function routeExists(
  name: EndpointName,
  request: Documented,
  more: Partial<Statement<Stage>> & RouteCase = {},
): Statement<Stage> {
  const { needs2xx, isAbsent, supply, looksCloser, ...statement } = more;
  const { method, path } = endpoint(name);
  const mayConceal = looksCloser !== undefined;
  const { says: say, check } = saidOf(
    (on) => seek(on, name, { request, isAbsent, mayConceal }),
    thereIs(name, { needs2xx, isAbsent, supply, mayConceal }),
  );
  return {
    statement: `${method ?? 'The declared method'} on ${path} is an operation of the implementation.`,
    sends: `${operation(name)} as documented, by a sufficient caller`,
    violation: `A documented request of a sufficient caller is answered 405 or 501, or redirected in a loop, ${confirmations} times.`,
    rationale:
      '405 and 501 mean that the server does not support the method there; they say nothing about an absent record or an invalid body. 404 to a caller who is granted access elsewhere leaves it undecided, even if strangers get another answer: a path that does not exist has the same answer. Any other answer passes.',
    ...statement,
    says: say,
    check:
      looksCloser === undefined
        ? check
        : async (on) => {
            await seek(on, name, { request, isAbsent, mayConceal });
            const closer = mayBeMissing(on.world, name, { mayConceal })
              ? await unlessInconclusive(looksCloser(on))
              : undefined;
            await on.until('end');
            if (closer !== undefined && mayBeMissing(on.world, name, { mayConceal }))
              reportConclusion(on, closer);
            else say(on);
          },
  };
}

/** An operation exists; it does not if documented requests are refused as not supported. */
export function thereIs(
  name: EndpointName,
  { needs2xx, isAbsent, supply, ...which }: Omit<RouteCase, 'looksCloser'> & Which,
): Sentence<readonly Exchange[]> {
  const expected = `${endpoint(name).method ?? 'the method'} to be supported`;
  const refused = (world: World): readonly Exchange[] =>
    onlyWhere(sinceSuccess(barest(askedFor(world, name, isNotSupported))), isNotSupported);
  return {
    ...refusedForGood(name, { refused, expected, deviation: notSupported }),
    each: (world) => {
      const all = refused(world);
      return all.length > 0 ||
        (isThere(world, name, which) && (needs2xx !== true || hasSucceeded(world, name)))
        ? [all]
        : [];
    },
    suspect: (world) =>
      mayBeMissing(world, name, which) && isAbsent?.(world.profile) !== true
        ? 'Callers who are granted access elsewhere get the answer of a path that does not exist.'
        : undefined,
    lack: (world) => {
      const asked = askedFor(world, name);
      const last = asked.at(-1);
      if (last === undefined) return nothingHeard(world, name);
      const shown = { isDoubt: true, exchanges: [last] };
      if (isThere(world, name, which))
        return {
          code: 'premise-failed',
          text: `the documented request was answered ${last.label}`,
          ...shown,
        };
      if (isAbsent?.(world.profile) === true)
        return {
          code: 'declared-absent',
          text: `the profile declares that it finds nothing, but it was answered ${last.label}`,
        };
      const { offered } = world;
      return {
        code: 'two-readings',
        text: `a caller who is granted access elsewhere was answered ${last.label} by ${operation(name)}: either the operation is missing, or it found nothing; a sample in the profile that finds something decides`,
        ...defined({
          supply:
            offered.missing(name) === undefined
              ? (supply ?? lineThatFinds(name))
              : lineWithout(name, offered),
        }),
        ...shown,
      };
    },
  };
}

/** Requests without a query string, if the operation has parameters: the server may not support one. */
function barest(asked: readonly Exchange[]): readonly Exchange[] {
  const bare = asked.filter(({ request }) => !request.target.includes('?'));
  return bare.length > 0 ? bare : asked;
}

/** Requests after the last success: other requests before it may have been refused. */
function sinceSuccess(asked: readonly Exchange[]): readonly Exchange[] {
  return asked.slice(asked.findLastIndex(({ succeeded }) => succeeded) + 1);
}

function onlyWhere(all: readonly Exchange[], which: (one: Exchange) => boolean): readonly Exchange[] {
  return all.every(which) ? all : [];
}

const isNotSupported = (one: Exchange): boolean =>
  one.redirect === 'in-a-loop' || says(one, 'method not supported');

/** Whether a server, or a gateway in front of it, may give this answer at any path that does not exist. */
const saysNothingIsThere = (one: Exchange): boolean => says(one, 'not found', 'unknown caller');

function isWitnessed({ offered }: World, name: EndpointName, { mayConceal = false }: Which): boolean {
  return offered.witnesses(name).some((status) => !mayConceal || !says({ status }, 'forbidden'));
}

/** Whether an answer proves that the operation exists; otherwise, whether every answer suggests it. */
function isThere(
  world: World,
  name: EndpointName,
  { isShown = false, mayConceal = false }: Which = {},
): boolean {
  if (isWitnessed(world, name, { mayConceal })) return true;
  const asked = askedFor(world, name);
  return (
    asked.length > 0 && asked.every((one) => (isShown || !saysNothingIsThere(one)) && !isNotSupported(one))
  );
}

/** Every answer may be the answer at a path that does not exist. */
function mayBeMissing(world: World, name: EndpointName, which?: Which): boolean {
  return askedFor(world, name).some(saysNothingIsThere) && !isThere(world, name, which);
}

const notSupported = 'the documented request was refused as not supported';

/** Sends requests until one shows that the operation exists, or enough show nothing, the last in the late phase. */
async function seek(
  on: Stage,
  name: EndpointName,
  { request, isAbsent, ...which }: Pick<RouteCase, 'isAbsent'> & Which & { readonly request: Documented },
): Promise<void> {
  if (hasSucceeded(on.world, name))
    return await askStillThere(on, name, request, (one) => says(one, 'method not supported'));
  const [other] = otherwise(await confirmAsked(on, request, isNotSupported));
  if (other === undefined || !saysNothingIsThere(other) || isAbsent?.(on.profile) === true) return;
  const isKnown = (): boolean => isWitnessed(on.world, name, which);
  for (let attempt = 1; attempt < confirmations - 1 && !isKnown(); attempt += 1) await request(on, attempt);
  if (isKnown()) return;
  await on.until('late');
  await request(on, confirmations - 1);
}

/** `application/json` is accepted as the type of the request's body. */
export function acceptsJson(name: EndpointName, request: Documented): Statement<Stage> {
  const isRefused = (one: Exchange): boolean => says(one, 'media type not supported');
  const asked = (world: World): readonly Exchange[] =>
    askedFor(world, name).filter(
      ({ request: { headers } }) => header(headers, 'content-type') === 'application/json',
    );
  const refused = (world: World): readonly Exchange[] => onlyWhere(sinceSuccess(asked(world)), isRefused);
  return {
    statement: 'The server does not reject a body because its Content-Type is application/json.',
    sends: `${operation(name)} with a body labelled application/json`,
    violation: `A JSON body labelled application/json is answered 415, ${confirmations} times.`,
    rationale:
      'It is the one media type that the contract names for this request, and 415 refers to the media type alone.',
    ...saidOf(
      async (on) => {
        if (hasSucceeded(on.world, name)) return await askStillThere(on, name, request, isRefused);
        await confirmAsked(on, request, isRefused);
      },
      {
        ...refusedForGood(name, {
          refused,
          expected: 'application/json to be accepted',
          deviation: 'a body labelled application/json was answered 415',
        }),
        each: (world) => (asked(world).length > 0 || hasSucceeded(world, name) ? [refused(world)] : []),
        lack: (world) => nothingHeard(world, name),
      },
    ),
  };
}
