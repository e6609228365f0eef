import { createNoted } from '../judging/surveys/noted-create.ts';
import { defined } from '../clause/defined.ts';
import { endpointNames, endpoint, operation, type EndpointName } from '../contract/endpoints.ts';
import { mislabelledIn, notJsonIn } from '../judging/answers/flawed-bodies.ts';
import { isJsonType } from '../wire/media-type.ts';
import { judgeFraming } from './general/framing.ts';
import { keptWhere, observedMember } from '../clause/declarations.ts';
import { sendRareSigns } from '../judging/surveys/rare-signs.ts';
import { bodiesWithout } from '../judging/answers/flawed-answers.ts';
import { observed, saidOf } from '../judging/said.ts';
import { judgeReadsThroughOther, judgeWritesThroughOther } from './general/other-project.ts';
import { surveyedNames, surveyReads, provokedErrors } from '../judging/surveys/read-survey.ts';
import { circumstances } from '../world/circumstances/stances.ts';
import { section } from '../implementation/section.ts';
import { meetsSchema } from '../schemas/vendor-schema.ts';
import { plain, writeJson, type JsonInput } from '../wire/json/json.ts';
import { createBodies } from '../implementation/create-body.ts';
import type { Stage } from '../implementation/stage.ts';

/** Requests that are sent before the answers of the whole run are judged. */
const surveyed = `${surveyedNames.map(operation).join(', ')}; at the end every answer of the run`;

/** Operations whose strings contain control characters once in a run. */
const signed: readonly EndpointName[] = ['create', 'update', 'readById', 'remove'];

const shown = endpointNames.filter((name) => endpoint(name).response !== undefined);
const hidden = endpointNames.filter((name) => endpoint(name).response === undefined);
/** All operations except the namespace actions, for which media types are recommended. */
const notNamespace = endpointNames.filter((name) => endpoint(name).recommends !== true);

export const general = section('General', 'General rules', ({ must, should, open }) => {
  must('General/resources-belong-to-their-project', ['Service/project-key', 'General/2'], {
    statement: 'The server does not show a resource through another project.',
    sends:
      'GET /{projectKey}/resource/{id}, GET /{projectKey}/resource/key={key}, GET /{projectKey}/resource, GET /{projectKey}/resource/searchApiPattern and GET /{projectKey}/resource/sorted-query-parameters, with key and token of another project',
    violation:
      'With a token of another project, a read through that project shows a string that only the create of a resource of the project under test contained.',
    rationale: 'Any status passes, and the same id may name another resource there: only the content counts.',
    causes: [
      'Is the project key of the path checked against the token, but left out of the query on the store?',
    ],
    limits: ['other-project'],
    whereOneResource: 'quiet',
    check: judgeReadsThroughOther,
  });

  must('General/resources-change-in-their-project-only', ['Service/project-key', 'General/2'], {
    statement: 'The server does not change or delete a resource through another project.',
    sends:
      'POST /{projectKey}/resource/{id} and DELETE /{projectKey}/resource/{id} with key and token of another project, then GET /{projectKey}/resource/{id} in its own',
    violation:
      'With a token of another project, an update through that project shows in a resource of the project under test. Or a resource of the project under test is gone after a delete through that project, three times, while an untouched resource is still there.',
    rationale:
      'Any answer passes if the resource stays and shows nothing of the change. The suite sends nothing if the id names a resource in the other project.',
    causes: [
      'Is the project key of the path checked against the token, but left out of the statement that writes?',
    ],
    limits: ['other-project'],
    blocks: 'when-seen',
    whereOneResource: 'races',
    check: judgeWritesThroughOther,
  });

  must('General/shown-responses-are-json', ['Service/auxiliary-endpoints'], {
    statement:
      'Where the contract shows the response, the server sends the body of a successful answer as JSON in UTF-8.',
    sends: `${signed.map(operation).join(', ')} with control characters and noncharacters in a text; ${surveyed}`,
    violation:
      'The body of a successful answer does not parse as JSON, or is not UTF-8, once content codings are removed.',
    rationale:
      'A byte order mark, repeated names, any order and white space pass; so does a server that refuses a text with control characters. Another clause judges labels.',
    causes: [
      'Is the answer concatenated as text, without a JSON serializer?',
      'Does the serializer escape control characters other than tabs and line ends?',
      'Is it encoded in the default charset of the platform?',
    ],
    ...saidOf(
      async (on) => {
        await sendRareSigns(on);
        await surveyReads(on);
      },
      {
        ...bodiesWithout({ of: shown, expected: 'JSON in UTF-8' }, notJsonIn),
        doubts: ({ pages }) =>
          pages.lies.length === 0 ? [] : [circumstances['page in between'].doubt([{ kind: 'ill-typed' }])],
      },
    ),
  });

  must('General/labelled-as-json-is-json', ['Service/auxiliary-endpoints'], {
    statement:
      'At every endpoint, the server labels the body of a successful answer as JSON only if it is JSON.',
    sends: surveyed,
    violation: 'A body labelled application/json or with the suffix +json does not parse as JSON in UTF-8.',
    rationale:
      'The label is the implementation’s own claim; if the response is not shown, the implementation need not label it.',
    causes: ['Does a default header label pages and plain words as JSON?'],
    blocks: 'when-seen',
    ...saidOf(
      surveyReads,
      bodiesWithout(
        {
          of: endpointNames,
          expected: 'JSON, as the label says',
          concerns: isJsonType,
        },
        ({ notJson }) => notJsonIn({ notJson: notJson.filter(({ labelled }) => labelled) }),
      ),
    ),
  });

  must('General/answers-are-whole', ['Service/project-key'], {
    statement: 'The server sends each answer completely, as the answer’s own framing promises.',
    sends: `${surveyed}; requests without a complete answer, again`,
    violation:
      'One operation persistently breaks the framing of HTTP (the connection is closed before the promised length is delivered), while others answer in full. Or, at one operation whose requests the contract or the profile shows, the server always closes the connection on a caller with access instead of answering: three times between answered reads, or six times if none of its requests can be repeated. Or the server never answers a documented request with plain values completely: six times between answered reads, the last after any replica lag, while it answers other requests with the same method.',
    rationale:
      'A network or a gateway does not confine its faults to one operation, resource, value or version; a single broken answer proves nothing. A gateway’s answer each time (502, 503, 504), or a timeout each time, leaves the clause undecided.',
    causes: [
      'Does an uncaught error end the connection before the answer is sent?',
      'Is Content-Length counted in characters, or before the body is changed or compressed?',
    ],
    check: judgeFraming,
  });

  should('General/other-responses-are-json', ['Service/auxiliary-endpoints'], {
    statement:
      'Where the contract does not show the response, the server also sends JSON as the body of a successful answer.',
    sends: surveyed,
    violation: 'The body of a successful answer is not JSON.',
    rationale:
      'Payloads are JSON unless stated otherwise, but if a response is not shown, its format stays open too.',
    ...saidOf(surveyReads, bodiesWithout({ of: hidden, expected: 'JSON' }, notJsonIn)),
  });

  should('General/json-is-labelled-as-json', ['Service/auxiliary-endpoints'], {
    statement: 'The server labels bodies that are JSON as application/json or with the suffix +json.',
    sends: surveyed,
    violation: 'A successful answer with a JSON body has another media type, or none.',
    rationale:
      'The contract determines the payload; case, spaces and parameters of the label are free. The namespace actions have a recommendation of their own.',
    ...saidOf(
      surveyReads,
      bodiesWithout({ of: notNamespace, expected: 'application/json' }, (record) =>
        mislabelledIn(record, 'type'),
      ),
    ),
  });

  should('General/json-is-labelled-as-utf-8', ['Service/auxiliary-endpoints'], {
    statement: 'The server does not label bodies that are JSON with a charset other than UTF-8.',
    sends: surveyed,
    violation: 'A successful answer with a JSON body in UTF-8 names another charset.',
    rationale: 'Only the octets count; a wrong label misleads clients that heed it.',
    ...saidOf(
      surveyReads,
      bodiesWithout({ of: endpointNames, expected: 'no charset, or UTF-8' }, (record) =>
        mislabelledIn(record, 'charset'),
      ),
    ),
  });

  open('General/media-types', ['Service/auxiliary-endpoints'], {
    statement: 'The media types of successful answers.',
    sends: surveyed,
    rationale:
      'Payloads are JSON, but outside the namespace actions the contract does not say how they are labelled.',
    declares: [
      {
        key: 'response.contentType',
        met: (declared, observed) => {
          const types = observedMember(observed, 'types');
          if (!Array.isArray(declared) || !Array.isArray(types) || types.length === 0) return undefined;
          const allowed = declared.map((type) => String(type).split(';', 1)[0]?.trim().toLowerCase());
          return types.every((type) => allowed.includes(String(type)));
        },
        draft: (observed) => observedMember(observed, 'types'),
      },
    ],
    ...observed(surveyReads, ({ bodies }) => {
      const types = notNamespace.flatMap((name) => [...bodies.successes(name).mediaTypes.keys()]);
      return types.length === 0 ? {} : { observed: { types: [...new Set(types)].toSorted() } };
    }),
  });

  open('General/redirects', ['General/1'], {
    statement: 'Which operations redirect within the origin.',
    sends: surveyed,
    rationale: 'The paths are determined; a redirect to another spelling of a path is a matter of transport.',
    ...observed(surveyReads, ({ bodies }) => {
      const redirected = endpointNames.filter(
        (name) => bodies.successes(name).redirected + bodies.refusals(name).redirected > 0,
      );
      return { observed: { operations: redirected.map(operation) } };
    }),
  });

  open('General/error-bodies', ['Errors/3'], {
    statement: 'What the bodies of refusals look like.',
    rationale: 'The format of error bodies is not shown.',
    declares: [keptWhere('errors.schema', 'conforms')],
    check: async (on) => {
      const errors = await provokedErrors(on);
      if (errors.length === 0) return on.discarded('premise-failed', 'nothing was refused');
      const withBody = errors.filter(({ body }) => body.length > 0);
      const schema = on.profile.errors?.schema;
      const conforms =
        schema === undefined || withBody.length === 0
          ? undefined
          : withBody.every(({ value }) => value !== undefined && meetsSchema(schema, plain(value)));
      on.observe({
        statuses: [...new Set(errors.map(({ status }) => status ?? 0))],
        withoutBody: errors.length - withBody.length,
        json: withBody.filter(({ value }) => value !== undefined).length,
        members: [...new Set(withBody.flatMap(({ object }) => Object.keys(object ?? {})))].toSorted(),
        ...defined({ conforms }),
      });
    },
  });

  open('General/limits', ['Limits/limits'], {
    statement: 'Limits of rate and size that the run met.',
    rationale: 'No limits are shown.',
    declares: [keptWhere('limits.maxBody', 'maxBodyKept'), keptWhere('limits.rps', 'rpsKept')],
    check: observeLimits,
  });

  open('General/other-methods', ['4.1/operation', '4.2/operation'], {
    statement: 'How OPTIONS on the collection and HEAD on a resource are answered.',
    sends:
      'OPTIONS /{projectKey}/resource and HEAD /{projectKey}/resource/{id} with an id that does not exist',
    rationale: 'The contract does not mention methods beyond the documented methods.',
    check: async (on) => {
      const options = await on.ask('query', { method: 'OPTIONS' });
      const id = `unknown-${on.random.word(12)}`;
      const head = await on.ask('readById', { method: 'HEAD', path: { id }, mayNotExist: true });
      on.observe({ options: options.status ?? 0, headOfAnUnknownId: head.status ?? 0 });
    },
  });
});

/** Larger bodies are not sent, because they would be sent only to be refused. */
const greatestProbe = 1_048_576;

/** Observes refusals that mention a limit, and tests the limits that the vendor has declared with two requests. */
export async function observeLimits(on: Stage): Promise<void> {
  const maxBody = on.profile.limits?.maxBody;
  const maxBodyKept = maxBody === undefined ? undefined : await keepsMaxBody(on, maxBody);
  await on.until('end');
  const seen = (status: number): number =>
    endpointNames.reduce((sum, name) => sum + (on.world.bodies.refusals(name).statuses.get(status) ?? 0), 0);
  const rps = on.profile.limits?.rps;
  const { maxRps } = on.options;
  const within = rps !== undefined && maxRps !== undefined && maxRps <= rps;
  const limited = seen(429);
  on.observe({
    statuses: Object.fromEntries([413, 414, 429, 431].map((status) => [String(status), seen(status)])),
    ...defined({ maxBodyKept }),
    ...(rps === undefined || (limited > 0 && !within) ? {} : { rpsKept: limited === 0 }),
  });
}

/** A create padded to the declared size is not refused for its size, and a longer create does not succeed. */
async function keepsMaxBody(on: Stage, bytes: number): Promise<boolean | undefined> {
  if (on.options.readOnly || bytes >= greatestProbe || on.facts.writer === undefined) return undefined;
  const fitting = await sendPadded(on, bytes);
  const longer = await sendPadded(on, bytes + 1);
  if (fitting === undefined || longer === undefined) return undefined;
  return fitting !== 413 && !(longer >= 200 && longer < 300);
}

async function sendPadded(on: Stage, bytes: number): Promise<number | undefined> {
  const content: JsonInput = createBodies[0]?.(on.canary()) ?? {};
  const text = writeJson(content);
  if (text.length > bytes) return undefined;
  const body = new TextEncoder().encode(text.padEnd(bytes, ' '));
  return (await createNoted(on, { as: on.writer, body, contentType: 'application/json' })).status;
}
