import { says } from '../wire/status.ts';
import { keptWhere, statusesOf } from '../clause/declarations.ts';
import { namespaceReader, askNamespace } from '../implementation/namespace-asks.ts';
import {
  nameOf,
  namespaceContents,
  namespaceWriter,
  provokeNamespace,
  takenContent,
  writeNamespace,
} from './namespace/namespace-writes.ts';
import { accessDeclared, observeAccess } from '../judging/access/open-access.ts';
import { labelledAsJson, standardStatuses } from '../judging/answers/recommendations.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { observeAnswer } from '../judging/answers/open-answers.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError, isDeclared } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';
import { judgeEveryTime } from '../judging/confirm.ts';

const read = async (on: Stage) => await askNamespace(on, (await namespaceReader(on)).caller);

const write = async (on: Stage, attempt = 0) => {
  const { caller } = await namespaceWriter(on);
  return await writeNamespace(on, caller, namespaceContents[attempt % namespaceContents.length]);
};

/** Accepted content is the documented request of this server; a crash at invented content decides nothing. */
const writeAsTaken = async (on: Stage, attempt: number) => {
  const { caller } = await namespaceWriter(on);
  const content = await takenContent(on);
  // Without accepted content, sends a content after the first, which has already been sent.
  return content === undefined ? await write(on, attempt + 1) : await writeNamespace(on, caller, content);
};

const both = ['namespaceRead', 'namespaceWrite'] as const;
const overwrites = { phase: 'overwrites' } as const;

const head = 'GET and POST /{projectKey}/resource/namespace-action';

export const namespaceAction = section('4.16', head, ({ must, should, open }) => {
  must(
    '4.16/read-exists',
    ['Service/auxiliary-endpoints', '4.16/operation', '4.16/get'],
    routeExists('namespaceRead', read, { supply: '"samples": {"4.16.GET": {"query": {…}}}' }),
  );
  must(
    '4.16/write-exists',
    ['Service/auxiliary-endpoints', '4.16/operation', '4.16/post'],
    routeExists('namespaceWrite', (on, attempt) => write(on, attempt), {
      ...overwrites,
      supply: '"samples": {"4.16.POST": {"body": …}}',
    }),
  );

  must(
    '4.16/read-without-server-error',
    ['4.16/get'],
    answersWithoutServerError('namespaceRead', read, {
      isProven: isDeclared('namespaceRead'),
      supply: '"samples": {"4.16.GET": {"query": {…}}}',
    }),
  );
  must(
    '4.16/write-without-server-error',
    ['4.16/post'],
    answersWithoutServerError('namespaceWrite', writeAsTaken, {
      isProven: isDeclared('namespaceWrite'),
      ...overwrites,
      supply: '"samples": {"4.16.POST": {"body": …}}',
    }),
  );

  should(
    '4.16/standard-status-codes',
    ['4.16/recommended', 'Errors/2'],
    standardStatuses(both, provokeNamespace),
  );
  should(
    '4.16/json-content',
    ['4.16/recommended', 'Errors/2'],
    labelledAsJson(both, 'successes', provokeNamespace),
  );
  should(
    '4.16/errors-as-json',
    ['4.16/recommended', 'Errors/2'],
    labelledAsJson(both, 'refusals', provokeNamespace),
  );

  should('4.16/write-takes-json', ['4.16/recommended'], {
    statement:
      'The server does not reject a write with a JSON body because its Content-Type is application/json.',
    sends: 'POST /{projectKey}/resource/namespace-action with a body labelled application/json',
    violation: 'The server answers a write with a JSON body with 415, three times.',
    rationale: 'The contract recommends application/json for the operation; it does not show its request.',
    ...overwrites,
    check: async (on) => {
      await judgeEveryTime(on, {
        probe: (attempt) => write(on, attempt),
        deviates: (one) => says(one, 'media type not supported'),
        words: {
          expected: 'application/json to be accepted',
          deviation: 'a body labelled application/json was answered 415',
        },
      });
    },
  });

  open('4.16/read-access', ['4.16/scopes', 'Authentication/unlisted'], {
    isAskedDeep: true,
    statement: 'Who may read the data of the namespace.',
    sends: 'GET /{projectKey}/resource/namespace-action by each caller',
    rationale: 'Scopes are not shown here, nor whether a token is needed.',
    declares: [accessDeclared('auth.4.16.GET')],
    check: (on) => observeAccess(on, (as) => askNamespace(on, as), { atOnce: true, pin: 'auth.4.16.GET' }),
  });
  open('4.16/write-access', ['4.16/scopes', 'Authentication/unlisted'], {
    isAskedDeep: true,
    statement: 'Who may write data to the namespace.',
    sends: 'POST /{projectKey}/resource/namespace-action by each caller',
    rationale: 'Scopes are not shown here, nor whether a token is needed.',
    declares: [accessDeclared('auth.4.16.POST')],
    ...overwrites,
    check: (on) => observeAccess(on, (as) => writeNamespace(on, as), { atOnce: true, pin: 'auth.4.16.POST' }),
  });

  open('4.16/read-response', ['4.16/bodies'], {
    statement: 'The status and the body of a successful read.',
    sends: 'GET /{projectKey}/resource/namespace-action',
    rationale: 'The response is not shown.',
    declares: [
      statusesOf('success.4.16.GET'),
      keptWhere('namespace.schema.GET', 'conforms'),
      keptWhere('samples.4.16.GET', 'accepted'),
    ],
    check: async (on) => {
      const { exchange } = await namespaceReader(on);
      observeAnswer(on, exchange, on.profile.namespace?.schema?.GET);
    },
  });
  open('4.16/write-response', ['4.16/bodies'], {
    statement: 'The status and the body of a successful write.',
    sends: 'POST /{projectKey}/resource/namespace-action',
    rationale: 'The response is not shown.',
    ...overwrites,
    declares: [
      statusesOf('success.4.16'),
      statusesOf('success.4.16.POST'),
      keptWhere('namespace.schema.POST', 'conforms'),
      keptWhere('samples.4.16', 'accepted'),
      keptWhere('samples.4.16.POST', 'accepted'),
      later('async.4.16'),
      later('async.4.16.POST'),
    ],
    check: async (on) => {
      const { exchange } = await namespaceWriter(on);
      observeAnswer(on, exchange, on.profile.namespace?.schema?.POST);
    },
  });
  open('4.16/write-content', ['4.16/bodies'], {
    statement: 'Which JSON values a write accepts.',
    sends: 'POST /{projectKey}/resource/namespace-action with several JSON values',
    rationale: 'The body of the request is not shown.',
    ...overwrites,
    check: async (on) => {
      const { caller: as } = await namespaceWriter(on);
      const statuses: Record<string, number> = {};
      for (const content of namespaceContents) {
        const json = content(on.canary());
        statuses[nameOf(content)] = (await on.ask('namespaceWrite', { json, as })).status ?? 0;
      }
      on.observe(statuses);
    },
  });
});

/** `async`: a write that is declared to take effect at once is not answered 202. */
function later(key: string) {
  return {
    key,
    met: (declared: unknown, observed: unknown): boolean | undefined => {
      const accepted = keptWhere(key, 'accepted').met(declared, observed);
      if (accepted !== true) return undefined;
      return declared === true || statusesOf(key).met([202], observed) !== true;
    },
  };
}
