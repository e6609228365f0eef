import { says } from '../wire/status.ts';
import { observedMember } from '../clause/declarations.ts';
import { acceptsDeclaredSample } from '../judging/parameters/declared-sample.ts';
import { eachParameterOptional } from '../judging/parameters/each-optional.ts';
import { floatFormsAccepted } from '../judging/parameters/equal-numbers.ts';
import type { Exchange } from '../history/exchange.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { listAccess } from '../judging/access/list-access.ts';
import { observeListedResources } from '../judging/answers/listed-resources.ts';
import { listOnce } from '../judging/access/telling-list.ts';
import { observeIllTyped, observeStatuses, observeUnknown } from '../judging/answers/open-answers.ts';
import { readsWithoutServerError, plainAttempt } from '../judging/parameters/bare-answers.ts';
import { parameterReactions } from '../judging/parameters/parameter-reactions.ts';
import { acceptsDocumentedParts, typedRows } from '../judging/parameters/documented-parts.ts';
import { repeatsAccepted } from '../judging/parameters/repeated-parameters.ts';
import { bareRequestAccepted } from '../judging/answers/bare-request.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { askBesideRead, collectionIsAnObject, isEmpty, isPage, listedIn, tells } from './4.01/collection.ts';
import { saidOf } from '../judging/said.ts';
import type { Stage } from '../implementation/stage.ts';
import { records } from '../schemas/records.ts';
import { asObject, JsonNumber, type Json } from '../wire/json/json.ts';
import { isIntegerSource } from '../wire/json/numbers.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';

const bare = (on: Stage): Promise<Exchange> => on.ask('query');

const documented = Object.keys(records.ObjectTypeProperty.properties);

/** Answers that no lag explains: a refusal of caller or request, a crash, a body of another form or with resources. */
const isOutOfLag = (answer: Exchange): boolean =>
  says(answer, 'denied') ||
  says(answer, 'invalid') ||
  answer.is('fault') ||
  (answer.succeeded && answer.body.length > 0 && answer.object === undefined) ||
  listedIn(answer).some((one) => asObject(one)?.['version'] !== undefined);

/** The collection as a sufficient caller sees it, once a resource outlasts the longest lag of queries. */
const grown = oncePerRun((on: Stage) =>
  listOnce(on, 'query', (answer) => tells(answer) || isOutOfLag(answer)),
);

/** The collection as a success with an object; reports if it is not an object. */
async function grownObject(on: Stage): Promise<Exchange | undefined> {
  const answer = await on.defer(() => grown(on));
  if (answer.succeeded && answer.object !== undefined) return answer;
  on.discarded('premise-failed', `the query was answered ${answer.label} without a JSON object`);
  return undefined;
}

const access = listAccess('query');

export const queryResources = section(
  '4.1',
  { title: 'GET /{projectKey}/resource', phase: 'quiet' },
  ({ must, open }) => {
    must(
      '4.1/route-exists',
      ['Service/query', '4.1/operation'],
      routeExists('query', (on, attempt) => plainAttempt(on, 'query', attempt)),
    );

    must(
      '4.1/no-persistent-server-error',
      ['Service/query', '4.1/operation'],
      readsWithoutServerError('query'),
    );

    must('4.1/existing-resources-are-found', ['Service/query', '4.1/operation'], {
      statement:
        'While a resource exists, the server does not answer the query without conditions with 404, 405 or 501.',
      sends: 'GET /{projectKey}/resource without parameters, while a resource exists',
      violation:
        'Once the longest replica lag of queries has passed, the query without parameters is answered 404, 405 or 501, three times, while the resource is readable by its id and the existence check is answered 200 before and after.',
      rationale:
        'A match exists, the caller is granted access to it, and no parameter can be wrong. Any answer is right for an empty collection.',
      causes: ['Is an empty list answered 404, and is the list empty if no condition is given?'],
      check: async (on) => {
        const answer = await on.defer(() => grown(on));
        if (answer.is('noise')) return on.noise(answer.label);
        if (answer.succeeded) return on.held();
        const { own } = await keptResource(on);
        const proof = async (): Promise<boolean> =>
          (await readOwn(on, own)).succeeded && says(await on.ask('exists'), 'found');
        const before = await proof();
        const again = [await bare(on), await bare(on), await bare(on)];
        const after = await proof();
        const lost = again.filter((one) => says(one, 'no operation'));
        if (lost.length < again.length)
          return on.undecided('premise-failed', `the query was answered ${again.at(-1)?.label ?? ''}`, {
            exchanges: again.slice(-1),
          });
        if (!before || !after)
          return on.undecided(
            'premise-failed',
            'no resource was proved to exist at the time of the empty answer',
            { exchanges: again.slice(-1) },
          );
        on.violated({
          expected: '2xx while a resource exists',
          deviation: { kind: 'status' },
          exchanges: again.slice(-1),
          reproduced: '3/3',
        });
      },
    });

    must('4.1/answers-with-an-object', ['4.1/response'], {
      statement:
        'In a successful answer, the server sends a JSON object whose top-level members are the members of ObjectTypeProperty.',
      sends:
        'GET /{projectKey}/resource without parameters, while a resource exists; at the end every answer to it',
      violation:
        'A 2xx answer whose body is not JSON or not an object; or a 2xx answer without a body, three times, while a resource older than any replica lag is readable by its id.',
      rationale:
        'Members beyond the documented members are free, also members for paging. An empty collection has nothing to show, and may be answered 204. No single member has to be present; an answer without documented members leaves the clause undecided, since it does not show the shape.',
      causes: [
        'Is the list itself serialized, without the object around it?',
        'Does an empty or cached result take a separate code path that answers 204 or without a body?',
      ],
      ...saidOf(async (on) => {
        const answer = await on.defer(() => grown(on));
        if (isEmpty(answer)) await askBesideRead(on, answer);
        await on.until('late');
        // An empty answer may recur although the server has much to show.
        const isOdd = on.world.bodies.successes('query').statuses.has(204) && answer.body.length > 0;
        const late = isOdd ? await bare(on) : undefined;
        if (late !== undefined && isEmpty(late)) await askBesideRead(on, late);
      }, collectionIsAnObject),
    });

    must(
      '4.1/optional-parameters',
      ['4.1/optional'],
      bareRequestAccepted('query', (on, attempt) => plainAttempt(on, 'query', attempt)),
    );

    must(
      '4.1/each-parameter-is-optional',
      ['4.1/optional'],
      eachParameterOptional('query', { blocks: 'when-seen' }),
    );

    must(
      '4.1/repeatable-parameters',
      ['4.1/arrayOfString', '4.1/arrayOfStringWithDescription'],
      repeatsAccepted('query'),
    );

    must(
      '4.1/equal-numbers-are-taken-alike',
      ['4.1/floatParameter', '4.1/withMarkdownDescription'],
      floatFormsAccepted('query', ['floatParameter', 'withMarkdownDescription']),
    );

    must('4.1/documented-parameters-do-no-harm', typedRows('query'), acceptsDocumentedParts('query'));

    must('4.1/any-one-scope-suffices', ...access.anyOneScopeSuffices);
    must('4.1/refused-without-token', ...access.refusedWithoutToken);
    must('4.1/refused-to-unknown-token', ...access.refusedToUnknownToken);
    must('4.1/refused-to-other-scopes', ...access.refusedToOtherScopes);
    must('4.1/refused-to-no-scope', ...access.refusedToNoScope);
    must('4.1/refused-to-other-project', ...access.refusedToOtherProject);

    open('4.1/shows-documented-members', ['4.1/response'], {
      statement: 'Which members of ObjectTypeProperty are shown at the top level.',
      sends: 'GET /{projectKey}/resource without parameters, while a resource exists',
      rationale:
        'The members at the top level are the members of ObjectTypeProperty, but each may be absent; the contract also describes a paged result.',
      declares: [
        {
          key: 'query.shape',
          met: shapeMet,
          draft: (observed) => (shapeMet('paged', observed) === true ? 'paged' : undefined),
        },
      ],
      check: async (on) => {
        const answer = await grownObject(on);
        if (answer === undefined) return;
        const shown = new Set(Object.keys(answer.object ?? {}));
        on.observe(
          {
            members: documented.filter((name) => shown.has(name)),
            ...(isPage(answer) ? { shape: 'paged' } : {}),
          },
          { suspect: !tells(answer) && { why: 'No answer to the query shows a documented member.' } },
        );
      },
    });

    open('4.1/success-status', ['General/3'], observeStatuses('query'));

    open('4.1/further-members', ['4.1/response'], {
      statement:
        'Members of a successful answer besides the members of ObjectTypeProperty, with their JSON types.',
      sends: 'GET /{projectKey}/resource without parameters, while a resource exists',
      rationale: 'The contract describes a paged result, and does not show the paging fields.',
      declares: [
        {
          key: 'query.paging',
          met: pagingMet,
          draft: (observed) => observedMember(observed, 'members'),
        },
      ],
      check: async (on) => {
        const answer = await grownObject(on);
        if (answer === undefined) return;
        const members = Object.entries(answer.object ?? {})
          .filter(([name]) => !name.startsWith('arrayOf'))
          .map(([name, value]) => [name, typeName(value)] as const);
        on.observe({ members: Object.fromEntries(members) });
      },
    });

    open('4.1/resources-in-the-list', ['4.1/response'], observeListedResources('query'));

    open(
      '4.1/ill-typed-values',
      ['4.1/floatParameter', '4.1/integerParameter'],
      observeIllTyped('query', [
        ['integerParameter', 'abc'],
        ['floatParameter', 'abc'],
      ]),
    );

    open('4.1/parameter-reactions', typedRows('query'), parameterReactions('query'));

    open('4.1/unknown-parameters', ['4.1/optional'], observeUnknown('query'));

    open(
      '4.1/declared-values',
      ['4.1/objectParameter', '4.1/unionParameter', '4.1/types'],
      acceptsDeclaredSample('query'),
    );
  },
);

/** Documented members contradict a page; an object without such members or a filled list shows nothing. */
function shapeMet(declared: unknown, observed: unknown): boolean | undefined {
  const members = observedMember(observed, 'members');
  if (Array.isArray(members) && members.length > 0) return false;
  return observedMember(observed, 'shape') === declared ? true : undefined;
}

/** Declared members must have their types in answers, and one of them must show. */
function pagingMet(declared: unknown, observed: unknown): boolean | undefined {
  const members = observedMember(observed, 'members');
  if (typeof declared !== 'object' || declared === null) return undefined;
  const seen = Object.entries(declared).flatMap(([name, type]) => {
    const shown = observedMember(members, name);
    return shown === undefined ? [] : [shown === type || (type === 'number' && shown === 'integer')];
  });
  return seen.length > 0 && seen.every(Boolean);
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  if (value instanceof JsonNumber) return isIntegerSource(value.source) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}
