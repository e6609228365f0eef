import { hasNoTarget, overwriteSomething } from './overwrites/accepted.ts';
import { accessClauses } from '../judging/access/access.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import { overwriting, refusedOverwriteHasNoEffect } from './overwrites/access.ts';
import { plainOverwritesProvokeNoError } from './overwrites/surveyed-content.ts';
import { overwriteResponse, overwriteTarget, overwriteVersionCheck } from './overwrites/habits.ts';
import { overwriterIsGranted } from './overwrites/granted.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError, isDeclared } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';

const overwrite = (on: Stage) => overwriteSomething(on, 'patch');
const access = accessClauses(overwriting('patch'));

/** The contract does not show what an overwrite changes: no other check writes meanwhile. */
const head = { title: 'PATCH /{projectKey}/resource', phase: 'overwrites', company: 'alone' } as const;

export const patchResource = section('4.7', head, ({ must, open }) => {
  must(
    '4.7/route-exists',
    ['Service/overwrite', '4.7/operation'],
    routeExists('patch', overwrite, { isAbsent: (profile) => hasNoTarget({ profile }, 'patch') }),
  );
  must('4.7/accepts-application-json', ['4.7/request'], acceptsJson('patch', overwrite));
  must(
    '4.7/answers-without-server-error',
    ['Service/overwrite', '4.7/operation'],
    answersWithoutServerError('patch', overwrite, {
      isProven: isDeclared('patch'),
      supply: '"samples": {"4.7": {"body": {"version": 1, "objectTypeProperty": {…}}}}',
    }),
  );
  must('4.7/plain-values-provoke-no-error', ['4.7/request'], plainOverwritesProvokeNoError('patch'));

  must('4.7/manage-test-suffices', ['4.7/scopes', 'Authentication/scopes'], overwriterIsGranted('patch'));
  must('4.7/refused-without-token', ...access.refusedWithoutToken);
  must('4.7/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.7/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.7/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.7/refused-to-other-project', ...access.refusedToOtherProject);
  must(
    '4.7/refused-overwrite-has-no-effect',
    ['4.7/scopes', 'Authentication/writes-and-reads'],
    refusedOverwriteHasNoEffect('patch'),
  );

  open('4.7/target', ['4.7/purpose'], overwriteTarget('patch'));
  open('4.7/version-check', ['4.7/request'], overwriteVersionCheck('patch'));
  open('4.7/response', ['4.7/response'], overwriteResponse('patch'));
  open(
    '4.7/success-status',
    ['General/3', '4.7/response'],
    statusesSeen('patch', {
      statement: 'The status of a successful overwrite.',
      rationale: 'The contract shows no status.',
    }),
  );
});
