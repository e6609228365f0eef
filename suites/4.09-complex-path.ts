import { answersHaveTheirShape, acceptsRecord, postSomething } from './records/answers.ts';
import { orderIsFree, takesDocumentedTimestamps } from './records/forms.ts';
import { contentVariants, recordAccess, recordRequirements, recordStatuses } from './records/habits.ts';
import {
  plainPartsProvokeNoError,
  recordRows,
  takesFloats,
  recordParameterReactions,
} from './records/parameters.ts';
import { acceptedPost, recordSupply, sendPost } from './records/posts.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError, isDeclared } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';

const post = (on: Stage) => postSomething(on, 'complexPath');

const head = {
  title:
    'POST /{projectKey}/resource/artificially-complex/path/uri-parameter-one={uriParameterOne}/{uriParameterTwo}',
  phase: 'overwrites',
} as const;

export const complexPath = section('4.9', head, ({ must, should, open }) => {
  must('4.9/route-exists', ['4.9/operation'], routeExists('complexPath', post));
  must('4.9/accepts-application-json', ['4.9/request'], acceptsJson('complexPath', post));
  must('4.9/accepts-an-ordered-record', ['4.9/request'], acceptsRecord('complexPath'));
  must(
    '4.9/answers-without-server-error',
    ['4.9/operation'],
    answersWithoutServerError('complexPath', post, {
      isProven: isDeclared('complexPath'),
      supply: recordSupply('complexPath'),
    }),
  );

  must(
    '4.9/answers-with-content',
    ['4.9/response'],
    answersHaveTheirShape('complexPath', {
      statement:
        'In a successful answer, the server sends a JSON object with well-typed fields of ObjectTypeProperty.',
      violation:
        'A 2xx answer is not a JSON object, or shows one of these fields with another type; or the identical request is answered without a body three times.',
      rationale:
        'One field suffices, and further members are free: the contract shows four alternative bodies, but neither the rule that chooses between them nor any required field. An answer without any field decides nothing.',
      shape: 'a JSON object with fields of ObjectTypeProperty',
    }),
  );

  must('4.9/takes-floats', ['4.9/query'], takesFloats('complexPath'));
  must(
    '4.9/plain-values-provoke-no-error',
    [...recordRows, '4.9/path', '4.9/query', '4.9/request'],
    plainPartsProvokeNoError('complexPath'),
  );
  should('4.9/takes-members-in-any-order', ['4.9/request'], orderIsFree('complexPath'));
  should(
    '4.9/takes-documented-timestamps',
    ['OrderedRecord/createdAt', 'OrderedRecord/lastModifiedAt'],
    takesDocumentedTimestamps('complexPath'),
  );

  open('4.9/scopes', ['4.9/scopes', 'Authentication/unlisted'], recordAccess('complexPath', 'auth.4.9'));
  open('4.9/variants', ['4.9/response', '4.9/rule'], contentVariants('complexPath'));
  open('4.9/record-requirements', ['OrderedRecord/required-and-types'], recordRequirements('complexPath'));
  open('4.9/parameter-reactions', ['4.9/query'], recordParameterReactions('complexPath'));
  open('4.9/success-status', ['General/3'], recordStatuses('complexPath', 'success.4.9'));
  open('4.9/odd-path-values', ['4.9/path'], {
    statement: 'How the server treats an equals sign within the first value of the path, and empty values.',
    sends:
      'POST /{projectKey}/resource/artificially-complex/path/uri-parameter-one={uriParameterOne}/{uriParameterTwo} with a=b and with nothing as the first value',
    rationale: 'Both values are Strings, and bounds are not shown.',
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
});
