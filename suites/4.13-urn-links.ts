import { recordParameterReactions } from './records/parameter-reactions.ts';
import { acceptsRecord, isProven, postSomething } from './records/acceptance.ts';
import { answersHaveTheirShape } from './records/answers.ts';
import { millisecondsKeepTheirDigits } from './records/dates.ts';
import { orderIsFree, takesDocumentedTimestamps } from './records/forms.ts';
import { recordAccess, recordStatuses, shapesSeen } from './records/habits.ts';
import { plainPartsProvokeNoError, takesFloats } from './records/parameters.ts';
import { recordSupply } from './records/posts.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../target/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import type { Stage } from '../target/stage.ts';

const phase = 'overwrites';
const post = (on: Stage) => postSomething(on, 'urnLinks');

export const urnLinks = section(
  '4.13',
  'POST /{projectKey}/resource/description-with-urn-links',
  ({ must, should, open }) => {
    must('4.13/route-exists', [152, 283], routeExists('urnLinks', post, { phase }));
    must('4.13/accepts-application-json', [16, 286], acceptsJson('urnLinks', post, { phase }));
    must(
      '4.13/accepts-an-ordered-record',
      [59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 286],
      acceptsRecord('urnLinks'),
    );
    must(
      '4.13/answers-without-server-error',
      [283, 286],
      answersWithoutServerError('urnLinks', post, (on) => isProven(on, 'urnLinks'), {
        phase,
        supply: recordSupply('urnLinks'),
      }),
    );

    must(
      '4.13/answers-with-content-or-dates',
      [287],
      answersHaveTheirShape('urnLinks', {
        statement:
          'A successful answer is a JSON object with fields of ObjectTypeProperty or of DateExamples, typed as these are.',
        violation:
          'A 2xx answer is not a JSON object, or for neither of the two shapes are all of its fields well-typed; or the identical request is answered without a body three times.',
        rationale:
          'Either shape is enough, and so are both together; an ill-typed field of the other shape is taken for a further member. Which of the two occurs is not shown. Without any field nothing is decided.',
        shape: 'a JSON object with fields of ObjectTypeProperty or DateExamples',
      }),
    );
    must('4.13/milliseconds-keep-their-digits', [85, 86], millisecondsKeepTheirDigits());

    must('4.13/takes-floats', [285], takesFloats('urnLinks'));
    must('4.13/plain-values-provoke-no-error', [285, 286], plainPartsProvokeNoError('urnLinks'));
    should('4.13/takes-members-in-any-order', [286], orderIsFree('urnLinks'));
    should('4.13/takes-documented-timestamps', [62, 64], takesDocumentedTimestamps('urnLinks'));

    open('4.13/scopes', [288, 333], recordAccess('urnLinks', 'auth.4.13'));
    open('4.13/shapes', [287], shapesSeen());
    open('4.13/parameter-reactions', [285], recordParameterReactions('urnLinks'));
    open('4.13/success-status', [153], recordStatuses('urnLinks', 'success.4.13'));
  },
);
