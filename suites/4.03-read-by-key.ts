import { oddAnswersTo } from '../judging/answers/unknown-targets.ts';
import type { AccessCase } from '../judging/access/access-case.ts';
import { accessClauses } from '../judging/access/access.ts';
import { keptWhere, observedMember } from '../clause/declarations.ts';
import { readKnown, readSomeKey, readsByUnknownKeys } from './4.03/key-agreement.ts';
import { observeKeySource } from './4.03/key-source.ts';
import { judgeMisdirected } from '../judging/answers/misdirected.ts';
import {
  judgeKnownKey,
  judgeKeyErrors,
  keyedAnswersAreResources,
  readBothWays,
  judgeNames,
} from './4.03/known-key.ts';
import { keyedResource, keySupply, readByKey } from '../implementation/keys/keyed-resource.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import { versionOf } from '../implementation/resources/own-resource.ts';
import { mentions } from '../wire/json/pointer.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import { saidOf } from '../judging/said.ts';
import { meetsSchema } from '../schemas/vendor-schema.ts';
import { plain, sameJson } from '../wire/json/json.ts';
import { sameMembers } from '../world/resources/reads-by-key.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { afterReplicaLag } from '../implementation/resources/lag.ts';

const limits = ['key'];

/** If no key is known, the read names an unknown key. */
const { says: _whereNoneIsKnown, ...byUnknownKeys } = answersWithoutServerError(
  'readByKey',
  async (on, attempt) =>
    attempt === 0
      ? await readSomeKey(on)
      : ((await readsByUnknownKeys(on))[attempt - 1] ?? (await readSomeKey(on))),
  {
    isProven: ({ profile: { resource } }) =>
      resource?.keySource?.startsWith('body:') === true || resource?.fixture?.key !== undefined,
    asked: ({ history }) =>
      history.at('readByKey').filter((one) => one.caller.kind === 'supplied' && !one.is('noise')),
    limits,
    supply: keySupply,
  },
);

const reading: AccessCase = {
  endpoint: 'readByKey',
  prepare: async (on) => {
    const { own, key, canary } = await keyedResource(on);
    return {
      ask: (stage, as) => readByKey(stage, key, as),
      shows: ({ object }) => Object.keys(object ?? {}).length > 0,
      leaks: ({ value }) => canary !== '' && !key.includes(canary) && mentions(value, canary),
      grants: (probe, control) => {
        if (versionOf(probe.value) !== undefined && versionOf(control.value) !== undefined) return 'granted';
        if (canary !== '' && mentions(probe.value, canary)) return 'granted';
        if (probe.value !== undefined && control.value !== undefined && sameJson(probe.value, control.value))
          return 'granted';
        return 'open';
      },
      outwaitLag: (stage) => afterReplicaLag(stage, own),
    };
  },
};

const access = accessClauses(reading, { limits });

/** Reads by key change nothing. */
const head = { title: 'GET /{projectKey}/resource/key={key}', whereOneResource: 'quiet', limits } as const;

export const readResourceByKey = section('4.3', head, ({ must, open }) => {
  must(
    '4.3/route-exists',
    ['4.3/operation'],
    routeExists('readByKey', readSomeKey, { isAbsent: ({ resource }) => resource?.keySource === 'none' }),
  );

  must('4.3/known-key-is-readable', ['4.3/operation', '4.3/key'], {
    statement: 'A resource whose key is known can be read by that key, in a segment written key=<key>.',
    sends:
      'GET /{projectKey}/resource/key={key} of a resource as it was created, then POST /{projectKey}/resource/{id} and the read again',
    violation:
      'With a key that the vendor has declared, the read is answered 404, 405 or 501 on three resources (or three times on the fixture), once the longest replica lag has passed, each time between two reads by id that succeed. Or the same happens on three resources after they have been updated, while each is readable by its id and shows that key.',
    rationale:
      'Reads may lag for the whole window. A key that was only found in an undocumented member neither passes nor fails.',
    causes: [
      'Does the router stop at the equals sign, or expect it percent-encoded?',
      'Is the index of keys written when a resource is created, and lost when it is updated?',
    ],
    check: judgeKnownKey,
  });

  must('4.3/answers-with-a-resource', ['4.3/response'], {
    statement:
      'If the answer by key has the same members as the read by id, the server sends it as an ExampleResource.',
    sends: 'GET /{projectKey}/resource/key={key} and GET /{projectKey}/resource/{id} of one resource',
    violation:
      'The answer by key has the same top-level members as the answer by id, version among them, and a documented member in it has a type other than the documented type.',
    rationale:
      'The contract mentions two further shapes without showing them, so an answer with other members is only observed; the same members by both routes are one representation.',
    causes: ['Do different serializers build the answers by key and by id?'],
    blocks: 'when-seen',
    about: 'one answer',
    ...saidOf(readBothWays, keyedAnswersAreResources),
  });

  must('4.3/names-the-resource-of-that-key', ['4.3/key'], {
    statement:
      'The server answers a read by key with the resource of that key, and with the same content as a read by id.',
    sends:
      'GET /{projectKey}/resource/key={key} between two GET /{projectKey}/resource/{id} of one resource, and with unknown keys',
    violation:
      'For an id and a key that belong together, the answer by key shows the version, the id or the content of another resource, three times, each time between two equal reads by id. Or an unknown key is answered with one of the suite’s resources.',
    rationale:
      'The clause compares only answers that are ExampleResources, once any replica lag has passed and without concurrent writers; a key that was only guessed fails no clause.',
    causes: [
      'Is the answer by key cached, and not dropped when the resource changes?',
      'If the key matches nothing, does the code omit the condition, and find any resource?',
    ],
    blocks: 'when-seen',
    check: async (on) => {
      const keyed = await keyedResource(on);
      await judgeNames(on, keyed);
      // A key that was only guessed fails no clause.
      if (keyed.declared) await judgeMisdirected(on, 'readByKey');
    },
  });

  must('4.3/answers-without-server-error', ['4.3/operation'], {
    ...byUnknownKeys,
    sends:
      'GET /{projectKey}/resource/key={key} of a known key, between reads by id; if none is known, with unknown keys',
    violation:
      'The read by a key that the vendor has declared is answered 500 or 501, three times, while its resource is read by its id before and after. Or reads by three unknown keys are answered in this way. Or three reads of one resource are answered in this way, the last read once any replica lag has passed, while other resources are read by their keys in between. Or reads of three new resources are answered in this way, over the same time, while reads by id succeed.',
    rationale:
      'Requests for a known key and for invented keys are different requests. The resource shows the key, or other keys get other answers, so the key is not the cause.',
    check: async (on) => {
      if ((await judgeKeyErrors(on)) === undefined) await byUnknownKeys.check(on);
    },
  });

  must('4.3/any-one-scope-suffices', ...access.anyOneScopeSuffices);
  must('4.3/refused-without-token', ...access.refusedWithoutToken);
  must('4.3/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.3/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.3/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.3/refused-to-other-project', ...access.refusedToOtherProject);

  open('4.3/variant', ['4.3/response'], {
    statement: 'Whether a read by key shows the same body as a read by id.',
    sends: 'GET /{projectKey}/resource/key={key} and GET /{projectKey}/resource/{id} of one resource',
    rationale: 'Two further response variants are mentioned but not shown.',
    declares: [
      {
        ...keptWhere('byKey.variants', 'meets'),
        draft: (observed) => (observedMember(observed, 'asById') === true ? [] : undefined),
      },
    ],
    check: async (on) => {
      const keyed = await keyedResource(on);
      const [byId, byKey] = await Promise.all([readOwn(on, keyed.own), readKnown(on, keyed)]);
      if (!byKey.succeeded)
        return on.discarded('premise-failed', `the read by key was answered ${byKey.label}`);
      const { value } = byKey;
      const variants = on.profile.byKey?.variants;
      const isResource = versionOf(value) !== undefined;
      const meets =
        isResource ||
        (value !== undefined && (variants ?? []).some((schema) => meetsSchema(schema, plain(value))));
      on.observe(
        {
          members: Object.keys(byKey.object ?? {}).toSorted(),
          asById: sameMembers(byId, byKey),
          ...(variants === undefined ? {} : { meets }),
        },
        { suspect: !isResource && { why: 'The read by key shows no resource.', pin: 'byKey.variants' } },
      );
    },
  });

  open('4.3/key-source', ['4.3/key'], {
    statement: 'Where a resource shows its key, and whether the resource can be read by that key.',
    sends:
      'GET /{projectKey}/resource/{id}, then GET /{projectKey}/resource/key={key} with the value that it shows at the declared place',
    rationale: 'ExampleResource shows no key, and the contract does not say how a client learns or sets one.',
    declares: [keptWhere('resource.keySource', 'asDeclared')],
    check: observeKeySource,
  });

  open('4.3/unknown-key', ['4.3/key', 'Errors/3'], {
    statement: 'How the read of an unknown key is answered.',
    sends: 'GET /{projectKey}/resource/key={key} with unknown keys',
    limits: [],
    rationale: 'Error codes other than 409 are not shown.',
    check: async (on) => {
      const answers = await readsByUnknownKeys(on);
      const statuses = answers.filter((one) => !one.is('noise')).map(({ status }) => status ?? 0);
      if (statuses.length > 0)
        on.observe({ statuses }, { suspect: oddAnswersTo('A read by an unknown key', answers) });
    },
  });

  open('4.3/encoded-equals-sign', ['4.3/key'], {
    statement: 'Whether key%3D<key> names the resource as key=<key> does.',
    sends: 'GET /{projectKey}/resource/{id} with key%3D<key> instead of the id',
    rationale: 'The contract does not say whether an encoded equals sign is read as an equals sign.',
    check: async (on) => {
      const { key } = await keyedResource(on);
      const exchange = await on.ask('readById', {
        path: { id: `key=${key}` },
        as: on.reader,
        mayNotExist: true,
      });
      if (!exchange.is('noise')) on.observe({ status: exchange.status ?? 0 });
    },
  });

  open(
    '4.3/success-status',
    ['General/3'],
    statusesSeen('readByKey', {
      statement: 'The status of a successful read by key.',
      rationale: 'The contract shows no status.',
    }),
  );
});
