import { says } from '../wire/status.ts';
import { anyAction } from '../implementation/updates/known-actions.ts';
import { endpointNames, endpoint } from '../contract/endpoints.ts';
import { observePrecedence, precedenceDeclared } from './errors/precedence.ts';
import { provokedErrors } from '../judging/surveys/provoked-errors.ts';
import { observed } from '../judging/said.ts';
import { section } from '../implementation/section.ts';
import { JsonNumber } from '../wire/json/json.ts';
import { mediaType } from '../wire/media-type.ts';
import { update } from '../implementation/updates/changes.ts';
import { versionToState } from '../implementation/resources/read-own.ts';

/**
 * The one stated error, 409 for another version, is judged in 4.10; the recommendations for 4.16 to 4.18 are judged
 * there.
 */
export const errors = section('Errors', 'Errors', ({ open }) => {
  open('Errors/conflict-body', ['Errors/3'], {
    statement: 'What the answer to a mismatching version contains besides its status.',
    sends: 'POST /{projectKey}/resource/{id} with a version other than the actual one',
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
    statement: 'Which of several errors decides how an update is refused.',
    rationale: 'The contract states that a mismatch rules out success, but not which refusal comes first.',
    declares: [precedenceDeclared],
    check: observePrecedence,
  });
});
