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
    must('4.9/route-exists', [152, 235, 237], routeExists('complexPath', post, { phase }));
    must('4.9/accepts-application-json', [16, 239], acceptsJson('complexPath', post, { phase }));
    must(
      '4.9/accepts-an-ordered-record',
      [59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 237, 239],
      acceptsRecord('complexPath'),
    );
    must(
      '4.9/answers-without-server-error',
      [235, 239],
      answersWithoutServerError('complexPath', post, (on) => isProven(on, 'complexPath'), {
        phase,
        supply: recordSupply('complexPath'),
      }),
    );

    must(
      '4.9/answers-with-content',
      [240],
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

    must('4.9/takes-floats', [238], takesFloats('complexPath'));
    must('4.9/plain-values-provoke-no-error', [237, 238, 239], plainPartsProvokeNoError('complexPath'));
    should('4.9/takes-members-in-any-order', [239], orderIsFree('complexPath'));
    should('4.9/takes-documented-timestamps', [62, 64], takesDocumentedTimestamps('complexPath'));

    open('4.9/scopes', [241, 333], recordAccess('complexPath', 'auth.4.9'));
    open('4.9/variants', [240, 242], contentVariants('complexPath'));
    open('4.9/record-requirements', [76], recordRequirements('complexPath'));
    open('4.9/parameter-reactions', [238], recordParameterReactions('complexPath'));
    open('4.9/success-status', [153], recordStatuses('complexPath', 'success.4.9'));
    open('4.9/odd-path-values', [237], {
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
