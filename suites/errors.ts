import { says } from '../wire/status.ts';
import { anyAction } from '../implementation/updates/known-actions.ts';
import { endpointNames, endpoint } from '../contract/endpoints.ts';
import { provokedErrors } from '../judging/surveys/read-survey.ts';
import { observed } from '../judging/said.ts';
import { section } from '../implementation/section.ts';
import { JsonNumber, type JsonInput } from '../wire/json/json.ts';
import { mediaType } from '../wire/media-type.ts';
import { update } from '../implementation/updates/changes.ts';
import { versionToState } from '../implementation/resources/read-own.ts';
import type { Declaration } from '../clause/clause.ts';
import { observedMember } from '../clause/declarations.ts';
import type { OwnResource } from '../implementation/resources/own-resource.ts';
import type { Stage } from '../implementation/stage.ts';

const kinds = ['auth', 'exists', 'validation', 'version'] as const;

/** The errors that an update may combine. */
type Wrong = (typeof kinds)[number];

type Won = readonly [first: Wrong, second: Wrong];

/** `errors.precedence`: of two errors, the first in the declared order decides the answer. */
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

/** Updates with one error, and with pairs of errors: the answers show which error decides, if single errors differ. */
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
    const pairs = kinds.flatMap((one, at) => kinds.slice(at + 1).map((other) => [one, other] as const));
    for (const [one, other] of pairs) {
      const [a, b] = [alone.get(one), alone.get(other)];
      if (a === undefined || b === undefined || a === b) continue;
      const both = await asked(on, own, actual, [one, other]);
      if (both === a) won.push([one, other]);
      if (both === b) won.push([other, one]);
    }
    on.observe({ alone: Object.fromEntries(alone), won });
  });
}

/** The status of the refusal of an update with these errors; undefined if it was not refused. */
async function asked(on: Stage, own: OwnResource, actual: string, wrongs: readonly Wrong[]) {
  const isWrong = (wrong: Wrong): boolean => wrongs.includes(wrong);
  // Far from the actual version and versions near it, and exact in a 32-bit float.
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

/** The one stated error, 409 for another version, is judged in 4.10; 4.16 to 4.18 have recommendations of their own. */
export const errors = section('Errors', 'Errors', ({ open }) => {
  open('Errors/conflict-body', ['Errors/3'], {
    statement: 'What the answer to a mismatching version contains besides its status.',
    sends: 'POST /{projectKey}/resource/{id} with a version other than the actual version',
    rationale: 'Only the status 409 is stated; the format of error bodies is not shown.',
    check: (on) =>
      on.own(async (own) => {
        const actual = await versionToState(on, own);
        if (actual === undefined) return on.discarded('premise-failed', 'no version could be read');
        const other = new JsonNumber(Math.abs(Number(actual)) < 5_000 ? '7919' : '3');
        const exchange = await update(on, own, other, [{ ...anyAction(on) }]);
        if (!says(exchange, 'conflict') || exchange.outcome.kind !== 'answer')
          return on.discarded('premise-failed', `a mismatching version was answered ${exchange.label}`);
        on.observe({
          mediaType: mediaType(exchange.outcome.headers)?.essence ?? 'none',
          members: Object.keys(exchange.object ?? {}).toSorted(),
          bytes: exchange.body.length,
        });
      }),
  });

  open('Errors/other-codes', ['Errors/3'], {
    statement: 'The codes with which requests are refused, per operation.',
    rationale: 'Codes other than 409 are not shown.',
    ...observed(provokedErrors, ({ bodies }) => {
      const seen = endpointNames.flatMap((name) => {
        const statuses = [...bodies.refusals(name).statuses.keys()].toSorted((a, b) => a - b);
        const { method, section: number } = endpoint(name);
        return statuses.length === 0 ? [] : [[`${number} ${method ?? ''}`.trim(), statuses] as const];
      });
      if (seen.length === 0) return { lack: { code: 'premise-failed', text: 'nothing was refused' } };
      return { observed: Object.fromEntries(seen) };
    }),
  });

  open('Errors/precedence', ['Errors/3'], {
    isAskedDeep: true,
    statement: 'Which of several errors decides how an update is refused.',
    rationale: 'The contract states that a mismatch rules out success, but not which refusal comes first.',
    declares: [precedenceDeclared],
    check: observePrecedence,
  });
});
