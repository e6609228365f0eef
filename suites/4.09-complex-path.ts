import { recordParameterReactions } from './records/parameter-reactions.ts';
import { acceptsRecord, isProven, postSomething } from './records/acceptance.ts';
import { answersHaveTheirShape } from './records/answers.ts';
import { orderIsFree, takesDocumentedTimestamps } from './records/forms.ts';
import { contentVariants, recordAccess, recordRequirements, recordStatuses } from './records/habits.ts';
import { plainPartsProvokeNoError, takesFloats } from './records/parameters.ts';
import { acceptedPost, recordSupply, sendPost } from './records/posts.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../target/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import type { Stage } from '../target/stage.ts';

const phase = 'overwrites';
const post = (on: Stage) => postSomething(on, 'complexPath');

export const complexPath = section(
  '4.9',
  'POST /{projectKey}/resource/artificially-complex/path/uri-parameter-one={uriParameterOne}/{uriParameterTwo}',
  ({ must, should, open }) => {
    must('4.9/route-exists', routeExists('complexPath', post, { phase }));
    must('4.9/accepts-application-json', acceptsJson('complexPath', post, { phase }));
    must('4.9/accepts-an-ordered-record', acceptsRecord('complexPath'));
    must(
      '4.9/answers-without-server-error',
      answersWithoutServerError('complexPath', post, (on) => isProven(on, 'complexPath'), {
        phase,
        supply: recordSupply('complexPath'),
      }),
    );

    must(
      '4.9/answers-with-content',
      answersHaveTheirShape('complexPath', {
        statement:
          'A successful answer is a JSON object with fields of ObjectTypeProperty, typed as these are.',
        violation:
          'A 2xx answer is not a JSON object, or has one of these fields with another type; or the identical request is answered without a body three times.',
        rationale:
          'One field is enough, and further members are free: four alternative bodies exist, and neither the rule between them nor any required field is shown. Without any field nothing is decided.',
        shape: 'a JSON object with fields of ObjectTypeProperty',
      }),
    );

    must('4.9/takes-floats', takesFloats('complexPath'));
    must('4.9/plain-values-provoke-no-error', plainPartsProvokeNoError('complexPath'));
    should('4.9/takes-members-in-any-order', orderIsFree('complexPath'));
    should('4.9/takes-documented-timestamps', takesDocumentedTimestamps('complexPath'));

    open('4.9/scopes', recordAccess('complexPath', 'auth.4.9'));
    open('4.9/variants', contentVariants('complexPath'));
    open('4.9/record-requirements', recordRequirements('complexPath'));
    open('4.9/parameter-reactions', recordParameterReactions('complexPath'));
    open('4.9/success-status', recordStatuses('complexPath', 'success.4.9'));
    open('4.9/odd-path-values', {
      statement: 'What happens to an equals sign within the first value of the path, and to empty values.',
      sends:
        'POST /{projectKey}/resource/artificially-complex/path/uri-parameter-one={uriParameterOne}/{uriParameterTwo} with a=b and with nothing as the first value',
      rationale: 'Both values are Strings, and bounds are not shown.',
      phase,
      check: async (on) => {
        const accepted = await acceptedPost(on, 'complexPath');
        const send = (path: Readonly<Record<string, string>>) =>
          sendPost(
            on,
            'complexPath',
            { ...accepted.post, path: { ...accepted.post.path, ...path } },
            accepted.caller,
          );
        const [equals, empty] = await Promise.all([
          send({ uriParameterOne: 'a=b' }),
          send({ uriParameterOne: '' }),
        ]);
        on.observe({ equalsSign: equals.label, empty: empty.label });
      },
    });
  },
);
