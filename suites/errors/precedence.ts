import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { Declaration } from '../../clause/clause.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { observedMember } from '../../clause/declarations.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';

const kinds = ['auth', 'exists', 'validation', 'version'] as const;

/** The things that may be wrong with an update, all at once. */
type Wrong = (typeof kinds)[number];

/** A pair of errors, and the error that decided the answer to the request with both. */
type Won = readonly [first: Wrong, second: Wrong];

/** `errors.precedence`: a request with two errors gets the answer for the first of them in the declared order. */
export const precedenceDeclared: Declaration = {
  key: 'errors.precedence',
  met: (declared, observed) => {
    const won = observedMember(observed, 'won');
    if (!Array.isArray(declared) || !Array.isArray(won) || won.length === 0) return undefined;
    return won.every((pair: unknown) => {
      const [first, second] = Array.isArray(pair) ? pair : [];
      return declared.indexOf(first) < declared.indexOf(second);
    });
  },
};

/**
 * Updates with one error each, and with each pair of errors: which error decides the answer, if the answers to the
 * two alone differ.
 */
export function observePrecedence(on: Stage): Promise<void> {
  return on.own(async (own) => {
    const actual = await versionToState(on, own);
    if (actual === undefined) return on.discarded('premise-failed', 'no version of a resource could be read');
    const alone = new Map<Wrong, number>();
    for (const wrong of kinds) {
      const status = await asked(on, own, actual, [wrong]);
      if (status !== undefined) alone.set(wrong, status);
    }
    const won: Won[] = [];
    for (const [one, other] of pairs()) {
      const [a, b] = [alone.get(one), alone.get(other)];
      if (a === undefined || b === undefined || a === b) continue;
      const both = await asked(on, own, actual, [one, other]);
      if (both === a) won.push([one, other]);
      if (both === b) won.push([other, one]);
    }
    on.observe({ alone: Object.fromEntries(alone), won });
  });
}

function pairs(): readonly Won[] {
  return kinds.flatMap((one, at) => kinds.slice(at + 1).map((other): Won => [one, other]));
}

/** The status of a refusal of an update with these wrongs; undefined if it was no refusal. */
async function asked(
  on: Stage,
  own: OwnResource,
  actual: string,
  wrongs: readonly Wrong[],
): Promise<number | undefined> {
  const isWrong = (wrong: Wrong): boolean => wrongs.includes(wrong);
  // Far from any version near the actual one, and exact in a 32-bit float.
  const stated = isWrong('version') ? (Math.abs(Number(actual)) < 5_000 ? '7919' : '3') : actual;
  const actions: JsonInput = isWrong('validation') ? 'no list' : [{ ...anyAction(on) }];
  const exchange = await on.ask('update', {
    path: { id: isWrong('exists') ? `unknown-${on.canary()}` : own.id },
    json: { version: new JsonNumber(stated), actions },
    bodyIs: isWrong('validation') ? 'ill-typed' : 'well-typed',
    as: isWrong('auth') ? on.callers.random : on.facts.updater,
    mayNotExist: isWrong('exists'),
  });
  if (exchange.is('turned away')) return exchange.status;
  own.mayHaveMoved(on.clock.now());
  return undefined;
}
