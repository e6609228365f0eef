import { hasNoTarget, overwriteSomething } from './overwrites/accepted.ts';
import * as access from '../judging/access/access.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import { overwriting, refusedOverwriteHasNoEffect } from './overwrites/access.ts';
import { plainOverwritesProvokeNoError } from './overwrites/content.ts';
import { overwriteResponse, overwriteTarget, overwriteVersionCheck } from './overwrites/habits.ts';
import { overwriterIsLetIn } from './overwrites/let-in.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../target/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import type { Stage } from '../target/stage.ts';

const phase = 'overwrites';
const overwrite = (on: Stage) => overwriteSomething(on, 'patch');
const who = overwriting('patch');

/** What an overwrite changes is not shown: nobody else writes meanwhile. */
const head = { title: 'PATCH /{projectKey}/resource', company: 'alone' } as const;

export const patchResource = section('4.7', head, ({ must, open }) => {
  must(
    '4.7/route-exists',
    routeExists('patch', overwrite, { phase, isAbsent: (on) => hasNoTarget(on, 'patch') }),
  );
  must('4.7/accepts-application-json', acceptsJson('patch', overwrite, { phase }));
  must(
    '4.7/answers-without-server-error',
    answersWithoutServerError(
      'patch',
      overwrite,
      (on) => on.profile.samples?.['4.7'] !== undefined || on.recorder.successes('patch').statuses.size > 0,
      { phase, supply: '"samples": {"4.7": {"body": {"version": 1, "objectTypeProperty": {…}}}}' },
    ),
  );
  must('4.7/plain-values-provoke-no-error', plainOverwritesProvokeNoError('patch'));

  must('4.7/manage-test-suffices', overwriterIsLetIn('patch'));
  must('4.7/refused-without-token', access.refusedWithoutToken(who, { phase }));
  must('4.7/refused-to-unknown-token', access.refusedToUnknownToken(who, { phase }));
  must('4.7/refused-to-other-scopes', access.refusedToOtherScopes(who, { phase }));
  must('4.7/refused-to-no-scope', access.refusedToNoScope(who, { phase }));
  must('4.7/refused-to-other-project', access.refusedToOtherProject(who, { phase }));
  must('4.7/refused-overwrite-has-no-effect', refusedOverwriteHasNoEffect('patch'));

  open('4.7/target', overwriteTarget('patch'));
  open('4.7/version-check', overwriteVersionCheck('patch'));
  open('4.7/response', overwriteResponse('patch'));
  open(
    '4.7/success-status',
    statusesSeen('patch', {
      statement: 'The status of a successful overwrite.',
      rationale: 'It is not shown.',
    }),
  );
});
