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
    [12, 152, 221, 224],
    routeExists('patch', overwrite, { phase, isAbsent: (on) => hasNoTarget(on, 'patch') }),
  );
  must('4.7/accepts-application-json', [16, 225], acceptsJson('patch', overwrite, { phase }));
  must(
    '4.7/answers-without-server-error',
    [12, 224],
    answersWithoutServerError(
      'patch',
      overwrite,
      (on) => on.profile.samples?.['4.7'] !== undefined || on.recorder.successes('patch').statuses.size > 0,
      { phase, supply: '"samples": {"4.7": {"body": {"version": 1, "objectTypeProperty": {…}}}}' },
    ),
  );
  must('4.7/plain-values-provoke-no-error', [225], plainOverwritesProvokeNoError('patch'));

  must('4.7/manage-test-suffices', [223, 330, 331], overwriterIsLetIn('patch'));
  must('4.7/refused-without-token', [223, 329, 331], access.refusedWithoutToken(who, { phase }));
  must('4.7/refused-to-unknown-token', [223, 329, 331], access.refusedToUnknownToken(who, { phase }));
  must('4.7/refused-to-other-scopes', [223, 330, 331], access.refusedToOtherScopes(who, { phase }));
  must('4.7/refused-to-no-scope', [223, 330, 331], access.refusedToNoScope(who, { phase }));
  must('4.7/refused-to-other-project', [152, 154, 223, 330], access.refusedToOtherProject(who, { phase }));
  must('4.7/refused-overwrite-has-no-effect', [223, 331], refusedOverwriteHasNoEffect('patch'));

  open('4.7/target', [224], overwriteTarget('patch'));
  open('4.7/version-check', [225], overwriteVersionCheck('patch'));
  open('4.7/response', [226], overwriteResponse('patch'));
  open(
    '4.7/success-status',
    [153, 226],
    statusesSeen('patch', {
      statement: 'The status of a successful overwrite.',
      rationale: 'It is not shown.',
    }),
  );
});
