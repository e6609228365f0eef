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

const overwrite = (on: Stage) => overwriteSomething(on, 'put');
const access = accessClauses(overwriting('put'));

/** The contract does not show what an overwrite changes: no other check writes meanwhile. */
const head = { title: 'PUT /{projectKey}/resource', phase: 'overwrites', company: 'alone' } as const;

export const putResource = section('4.8', head, ({ must, open }) => {
  must(
    '4.8/route-exists',
    ['Service/overwrite', '4.8/operation'],
    routeExists('put', overwrite, { isAbsent: (profile) => hasNoTarget({ profile }, 'put') }),
  );
  must('4.8/accepts-application-json', ['4.8/request'], acceptsJson('put', overwrite));
  must(
    '4.8/answers-without-server-error',
    ['Service/overwrite', '4.8/operation'],
    answersWithoutServerError('put', overwrite, {
      isProven: isDeclared('put'),
      supply: '"samples": {"4.8": {"body": {"version": 1, "objectTypeProperty": {…}}}}',
    }),
  );
  must('4.8/plain-values-provoke-no-error', ['4.8/request'], plainOverwritesProvokeNoError('put'));

  must('4.8/manage-test-suffices', ['4.8/scopes', 'Authentication/scopes'], overwriterIsGranted('put'));
  must('4.8/refused-without-token', ...access.refusedWithoutToken);
  must('4.8/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.8/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.8/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.8/refused-to-other-project', ...access.refusedToOtherProject);
  must(
    '4.8/refused-overwrite-has-no-effect',
    ['4.8/scopes', 'Authentication/writes-and-reads'],
    refusedOverwriteHasNoEffect('put'),
  );

  open('4.8/target', ['4.8/purpose'], overwriteTarget('put'));
  open('4.8/version-check', ['4.8/request'], overwriteVersionCheck('put'));
  open('4.8/response', ['4.8/response'], overwriteResponse('put'));
  open(
    '4.8/success-status',
    ['General/3', '4.8/response'],
    statusesSeen('put', {
      statement: 'The status of a successful overwrite.',
      rationale: 'The contract shows no status.',
    }),
  );
});
