import { answersHaveTheirShape, acceptsRecord, postSomething } from './records/answers.ts';
import { orderIsFree, takesDocumentedTimestamps, millisecondsKeepTheirDigits } from './records/forms.ts';
import { recordAccess, recordStatuses, shapesSeen } from './records/habits.ts';
import {
  plainPartsProvokeNoError,
  recordRows,
  takesFloats,
  recordParameterReactions,
} from './records/parameters.ts';
import { recordSupply } from './records/posts.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError, isDeclared } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';

const post = (on: Stage) => postSomething(on, 'urnLinks');

const head = {
  title: 'POST /{projectKey}/resource/description-with-urn-links',
  phase: 'overwrites',
} as const;

export const urnLinks = section('4.13', head, ({ must, should, open }) => {
  must('4.13/route-exists', ['4.13/operation'], routeExists('urnLinks', post));
  must('4.13/accepts-application-json', ['4.13/request'], acceptsJson('urnLinks', post));
  must('4.13/accepts-an-ordered-record', ['4.13/request'], acceptsRecord('urnLinks'));
  must(
    '4.13/answers-without-server-error',
    ['4.13/operation'],
    answersWithoutServerError('urnLinks', post, {
      isProven: isDeclared('urnLinks'),
      supply: recordSupply('urnLinks'),
    }),
  );

  must(
    '4.13/answers-with-content-or-dates',
    ['4.13/response'],
    answersHaveTheirShape('urnLinks', {
      statement:
        'In a successful answer, the server sends a JSON object with well-typed fields of ObjectTypeProperty or of DateExamples.',
      violation:
        'A 2xx answer is not a JSON object, or shows an ill-typed field of each of the two shapes; or the identical request is answered without a body three times.',
      rationale:
        'Either shape suffices, and so do both together; an ill-typed field of the other shape counts as a further member. The contract does not show which of the two occurs. An answer without any field decides nothing.',
      shape: 'a JSON object with fields of ObjectTypeProperty or DateExamples',
    }),
  );
  must(
    '4.13/milliseconds-keep-their-digits',
    ['DateExamples/dateTimeExample', 'DateExamples/dateTimeExampleDefaultFormat'],
    millisecondsKeepTheirDigits,
  );

  must('4.13/takes-floats', ['4.13/query'], takesFloats('urnLinks'));
  must(
    '4.13/plain-values-provoke-no-error',
    [...recordRows, '4.13/query', '4.13/request'],
    plainPartsProvokeNoError('urnLinks'),
  );
  should('4.13/takes-members-in-any-order', ['4.13/request'], orderIsFree('urnLinks'));
  should(
    '4.13/takes-documented-timestamps',
    ['OrderedRecord/createdAt', 'OrderedRecord/lastModifiedAt'],
    takesDocumentedTimestamps('urnLinks'),
  );

  open('4.13/scopes', ['4.13/scopes', 'Authentication/unlisted'], recordAccess('urnLinks', 'auth.4.13'));
  open('4.13/shapes', ['4.13/response'], shapesSeen);
  open('4.13/parameter-reactions', ['4.13/query'], recordParameterReactions('urnLinks'));
  open('4.13/success-status', ['General/3'], recordStatuses('urnLinks', 'success.4.13'));
});
