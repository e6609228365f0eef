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
const overwrite = (on: Stage) => overwriteSomething(on, 'put');
const who = overwriting('put');

/** What an overwrite changes is not shown: nobody else writes meanwhile. */
const head = { title: 'PUT /{projectKey}/resource', company: 'alone' } as const;

export const putResource = section('4.8', head, ({ must, open }) => {
  must(
    '4.8/route-exists',
    [12, 152, 228, 231],
    routeExists('put', overwrite, { phase, isAbsent: (on) => hasNoTarget(on, 'put') }),
  );
  must('4.8/accepts-application-json', [16, 232], acceptsJson('put', overwrite, { phase }));
  must(
    '4.8/answers-without-server-error',
    [12, 231],
    answersWithoutServerError(
      'put',
      overwrite,
      (on) => on.profile.samples?.['4.8'] !== undefined || on.recorder.successes('put').statuses.size > 0,
      { phase, supply: '"samples": {"4.8": {"body": {"version": 1, "objectTypeProperty": {…}}}}' },
    ),
  );
  must('4.8/plain-values-provoke-no-error', [232], plainOverwritesProvokeNoError('put'));

  must('4.8/manage-test-suffices', [230, 330, 331], overwriterIsLetIn('put'));
  must('4.8/refused-without-token', [230, 329, 331], access.refusedWithoutToken(who, { phase }));
  must('4.8/refused-to-unknown-token', [230, 329, 331], access.refusedToUnknownToken(who, { phase }));
  must('4.8/refused-to-other-scopes', [230, 330, 331], access.refusedToOtherScopes(who, { phase }));
  must('4.8/refused-to-no-scope', [230, 330, 331], access.refusedToNoScope(who, { phase }));
  must('4.8/refused-to-other-project', [152, 154, 230, 330], access.refusedToOtherProject(who, { phase }));
  must('4.8/refused-overwrite-has-no-effect', [230, 331], refusedOverwriteHasNoEffect('put'));

  open('4.8/target', [231], overwriteTarget('put'));
  open('4.8/version-check', [232], overwriteVersionCheck('put'));
  open('4.8/response', [233], overwriteResponse('put'));
  open(
    '4.8/success-status',
    [153, 233],
    statusesSeen('put', {
      statement: 'The status of a successful overwrite.',
      rationale: 'It is not shown.',
    }),
  );
});
