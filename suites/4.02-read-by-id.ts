import { observeUnknownId } from '../judging/answers/unknown-targets.ts';
import { awaited } from '../run/awaited.ts';
import type { AccessCase } from '../judging/access/access-case.ts';
import type { Ask } from '../run/ask.ts';
import { keptWhere, observedMember, statusesOf } from '../clause/declarations.ts';
import type { Exchange } from '../history/exchange.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { judgeMisdirected } from '../judging/answers/misdirected.ts';
import { judgeFlickers, judgeNeverFound } from './4.02/unfound.ts';
import {
  judgeKnownId,
  observeIdSource,
  judgeNeededParameter,
  judgeNamedReads,
  judgeRefusalsDiscloseNothing,
} from './4.02/known-id.ts';
import { versionOf } from '../implementation/resources/own-resource.ts';
import { accessWithParts } from '../judging/access/parts-access.ts';
import { readPatiently } from '../implementation/resources/patient-read.ts';
import { parameterReactions } from '../judging/parameters/parameter-reactions.ts';
import { acceptsDocumentedParts } from '../judging/parameters/documented-parts.ts';
import { observeOtherReads } from './4.02/read-agreement.ts';
import { answersAreResources } from '../judging/answers/flawed-answers.ts';
import { saidOf } from '../judging/said.ts';
import { bareRequestAccepted } from '../judging/answers/bare-request.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { readingCase } from '../judging/access/token-cases.ts';
import { judgeVersionStays, movesWithoutWrites } from './4.02/version-stays.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { afterReplicaLag } from '../implementation/resources/lag.ts';

const readKept = async (on: Stage) => await readPatiently(on, (await keptResource(on)).own);

/** The kept resource; if no resource of the run can be read, a created one that is known only by its id. */
async function readSome(on: Stage): Promise<Exchange> {
  const [made] = on.made;
  if (on.facts.readable || made === undefined) return await readKept(on);
  return await on.ask('readById', { path: { id: made.id }, mayNotExist: true });
}

/** The read of the kept resource, once no lag can hide its original content. */
const reading: AccessCase = {
  ...readingCase,
  prepare: async (on) => {
    const { own } = await keptResource(on);
    return {
      ...(await readingCase.prepare(on)),
      outwaitLag: (stage) => afterReplicaLag(stage, own),
    };
  },
};

const askKept = async (on: Stage): Promise<Ask> => ({ path: { id: (await keptResource(on)).own.id } });

const access = accessWithParts({ which: reading, base: askKept });

/** Reads by id change nothing. */
const head = { title: 'GET /{projectKey}/resource/{id}', whereOneResource: 'quiet' } as const;

export const readById = section('4.2', head, ({ must, open }) => {
  must('4.2/route-exists', ['4.2/operation'], routeExists('readById', readSome));

  must('4.2/answers-without-server-error', ['4.2/operation'], {
    statement: 'The server does not answer every read of an existing resource by its id with a server error.',
    sends:
      'all requests of the run to GET /{projectKey}/resource/{id}; if one was answered 500, two more at the same resource, and others at other resources',
    violation:
      'Three reads of one resource are answered 500 or 501, the last read once any replica lag has passed. Meanwhile other resources are read, and another operation shows that this resource still exists. Or reads of three new resources are all answered in this way, over the same time, and another operation shows that they exist.',
    rationale:
      'The same request succeeds for other resources, or no longer for any while other operations succeed: the only remaining cause is how the server handles it.',
    causes: ['Does the read fail on content or history that some resources have?'],
    phase: 'late',
  });

  must('4.2/known-id-is-readable', ['4.2/operation', '4.2/id'], {
    statement: 'A resource whose id is known can be read by that id.',
    sends:
      'POST /{projectKey}/resource, then GET /{projectKey}/resource/{id} with the id from the answer, for as long as reads may lag',
    violation:
      'The creates of three resources were answered 2xx, but once the longest replica lag has passed, none is readable by the id at the place that the vendor has declared. Or an undeleted resource older than any replica lag is answered 404 or 410 three times, at least a second apart, each time between two reads by the same caller that find it. Or three of twelve created resources are answered 404 or 410 once any lag has passed, while others are found, and lists still show the three, though they drop deleted resources.',
    rationale:
      'Reads may lag behind writes for the whole window. An id that was only guessed from an undocumented member neither passes nor fails, unless a read by it finds the resource. A resource without writes has no reason to vanish and come back.',
    causes: [
      'Does the answer to the create show another id than the stored id, for example an internal key?',
      'Does the handler require an optional parameter, and refuse the read without it?',
      'Is the resource written to one store and read from another that never gets it?',
      'If nodes take turns, does each keep only the resources created on it?',
    ],
    whereOneResource: 'as stated',
    check: async (on) => {
      await judgeKnownId(on);
      await judgeFlickers(on);
      await judgeNeverFound(on);
    },
  });

  must('4.2/answers-with-a-resource', ['4.2/response'], {
    statement: 'In a successful answer, the server sends an ExampleResource: a JSON object with a version.',
    sends:
      'GET /{projectKey}/resource/{id} of a resource that the suite has created; at the end every answer to it',
    violation: 'A 2xx answer whose body is empty, is not a JSON object, or has no version.',
    rationale: 'It is the only response shown; further members are free, and any 2xx status passes.',
    causes: [
      'Is the resource wrapped in an envelope (data, result)?',
      'Is a resource without content serialized as an empty array, or as an empty body?',
    ],
    about: 'one answer',
    ...saidOf(async (on) => {
      const { own } = await keptResource(on);
      const wait = own.madeAt + on.grace.readMs - on.clock.now();
      if (versionOf((await readOwn(on, own)).value) === undefined && wait > 0) {
        await on.clock.sleep(wait, awaited.age);
        await readOwn(on, own);
      }
    }, answersAreResources('readById')),
  });

  must('4.2/optional-parameters', ['4.2/query'], {
    ...bareRequestAccepted('readById', readKept),
    violation:
      'The authorised request without a query string is answered 400 or 422, three times, on a resource that was readable, or that is read with a documented parameter before and after.',
    check: async (on) => {
      const [made] = on.made;
      if (on.facts.readable || made === undefined)
        return await bareRequestAccepted('readById', readKept).check?.(on);
      await judgeNeededParameter(on, made.id);
    },
  });

  must('4.2/documented-parameters-do-no-harm', ['4.2/query'], acceptsDocumentedParts('readById', askKept));

  must('4.2/any-one-scope-suffices', ...access.anyOneScopeSuffices);
  must('4.2/refused-without-token', ...access.refusedWithoutToken);
  must('4.2/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.2/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.2/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.2/refused-to-other-project', ...access.refusedToOtherProject);

  must('4.2/reads-the-named-resource', ['4.2/id'], {
    statement: 'A read shows only the resource that its path names.',
    sends:
      'GET /{projectKey}/resource/{id} of several resources with different content, concurrently and one by one',
    violation:
      'A read of one resource, alone or beside reads of others, persistently lacks the string of that resource, and shows a string that only the create of another resource contained.',
    rationale:
      'All the resources are the suite’s own. If no answer shows the content of creates, the clause stays untested.',
    causes: [
      'Is the result of one read kept in a variable that concurrent reads share?',
      'Does the cache key leave out the id?',
    ],
    blocks: 'when-seen',
    check: async (on) => {
      await judgeNamedReads(on);
      await judgeMisdirected(on, 'readById');
    },
  });

  must('4.2/version-rests-without-writes', ['ExampleResource/version'], {
    statement:
      'While there are no writes to a resource, the server never shows the same caller an earlier version again.',
    sends:
      'GET /{projectKey}/resource/{id} of one resource repeatedly by one reader, with other reads in between',
    violation:
      'On a resource that the suite has created and does not write to, reads by one caller show a version, then another version for longer than any replica lag, then the first version again, three times.',
    rationale:
      'If versions come and go, no client can know which version to state. A version may change by itself, with reads or with time, if the last shown version is the actual version: the contract has two readings here. One change is tolerated: a late effect of the create. Other callers, and reads with parameters, may be shown another state.',
    causes: [
      'Does the version come from several nodes that count separately?',
      'Does a read also write, for example the time of the last access, and so change the version?',
    ],
    phase: 'races',
    check: judgeVersionStays,
  });

  must('4.2/refusal-discloses-nothing', ['4.2/scopes', 'Authentication/scopes'], {
    statement: 'When the server refuses a read, it discloses no representation of the resource.',
    sends:
      'GET /{projectKey}/resource/{id} without a token, with unknown tokens and with insufficient tokens',
    violation:
      'The body of an answer that refuses a read shows the content of the resource’s create, or is an ExampleResource with its version.',
    rationale:
      'Echoes of the id or the path pass; only content that a sufficient caller alone may see counts.',
    causes: [
      'Is the resource loaded into the answer before the scopes are checked?',
      'Does the error handler show the object on which it failed?',
    ],
    blocks: 'when-seen',
    check: (on) => judgeRefusalsDiscloseNothing(on, reading),
  });

  open('4.2/success-status', ['General/3'], {
    statement: 'The status of a successful read.',
    sends: 'GET /{projectKey}/resource/{id} of a resource that the suite has created',
    rationale: 'Success codes other than the code of HEAD are not shown.',
    declares: [statusesOf('success.4.2')],
    check: async (on) => {
      await readKept(on);
      await on.until('end');
      const statuses = [...on.world.bodies.successes('readById').statuses.keys()];
      if (statuses.length > 0) on.observe({ statuses });
    },
  });

  open('4.2/version-moves', ['ExampleResource/version'], {
    statement: 'What changes the version of a resource without writes: time, reads, or other clients.',
    sends: 'GET /{projectKey}/resource/{id} repeatedly, at once and after a while',
    rationale: 'The contract does not say that only updates change a version.',
    phase: 'races',
    declares: [
      {
        key: 'version.movesBy',
        met: (declared, observed) => {
          const movers = observedMember(observed, 'movesBy');
          if (!Array.isArray(movers) || !Array.isArray(declared) || movers.length === 0) return undefined;
          // Only reads are distinguished as a cause, because any other cause may be another client.
          const isByReads = movers.length === 1 && movers.includes('reads');
          return !isByReads || declared.includes('reads') || declared.includes('others');
        },
        draft: (observed) => {
          const movers = observedMember(observed, 'movesBy');
          return Array.isArray(movers) && movers.length > 0 ? movers : undefined;
        },
      },
    ],
    check: async (on) => {
      const movesBy = await movesWithoutWrites(on);
      if (movesBy !== undefined) on.observe({ movesBy });
    },
  });

  open('4.2/version-for-others', ['ExampleResource/version', '4.2/query'], {
    statement:
      'Whether a token with another listed scope, or a read with documented parameters, gets the version of the usual read.',
    rationale:
      'The contract does not show the meaning of the parameters, nor whether all readers see the same state: a published state and a draft differ.',
    phase: 'races',
    check: observeOtherReads,
  });

  open('4.2/parameter-reactions', ['4.2/query'], parameterReactions('readById', askKept));

  open('4.2/unknown-id', ['4.2/id', 'Errors/3'], {
    statement: 'How the read of an id that does not exist is answered.',
    sends: 'GET /{projectKey}/resource/{id} with an id that does not exist',
    rationale: 'Error codes other than 409 are not shown.',
    declares: [statusesOf('refusal.unknownId')],
    check: (on) => observeUnknownId(on, 'readById', 'A read of an unknown id', { as: on.reader }),
  });

  open('4.2/id-source', ['4.2/id'], {
    statement: 'Where the server shows the id of a created resource.',
    sends: 'POST /{projectKey}/resource; the suite searches the answer for an id',
    rationale: 'ExampleResource shows no id, and the contract does not say how a client learns it.',
    declares: [keptWhere('resource.idSource', 'asDeclared')],
    whereOneResource: 'as stated',
    check: observeIdSource,
  });
});
