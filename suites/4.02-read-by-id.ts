import type { Ask } from '../run/ask.ts';
import * as access from '../run/access.ts';
import type { AccessStatement } from '../run/access.ts';
import type { AccessCase } from '../run/access-case.ts';
import { accessRound } from '../run/access-round.ts';
import { keptWhere, statusesOf } from '../run/declarations.ts';
import { idFrom, idSources } from '../run/id-source.ts';
import { keptResource } from '../run/kept-resource.ts';
import type { Exchange } from '../run/exchange.ts';
import { readOwn, versionOf, type OwnResource } from '../run/own-resource.ts';
import { noSecondResource } from '../run/one-resource.ts';
import { refusedWithPartsToo, sufficesWithPartsToo, type PartsCase, type Whom } from '../run/parts-access.ts';
import { mentions } from '../run/pointer.ts';
import { acceptsDocumentedParts } from '../run/plain-parts.ts';
import { judgeOtherReads } from '../run/read-agreement.ts';
import { judgeResourceAnswers } from '../run/representation.ts';
import { bareRequestAccepted, routeExists } from '../run/routes.ts';
import { readPatiently } from '../run/patient-read.ts';
import { section } from '../run/section.ts';
import { settles } from '../run/settle.ts';
import { refuses } from '../run/refusal.ts';
import type { Stage } from '../run/stage.ts';
import { readingCase } from '../run/token-cases.ts';
import { sameNumber } from '../wire/numbers.ts';
import { notTested } from '../clause/thrown.ts';

const readKept = async (on: Stage) => await readPatiently(on, (await keptResource(on)).own);

/** The same, or where no resource of our own can be read, one that was made and is known by its id alone. */
async function readSome(on: Stage): Promise<Exchange> {
  const [made] = on.made;
  if (on.facts.readable || made === undefined) return await readKept(on);
  return await on.ask('readById', { path: { id: made.id }, unknownTarget: true });
}

/** The same read, once what its resource was made with can no longer lag. */
const reading: AccessCase = {
  ...readingCase,
  prepare: async (on) => {
    const { own } = await keptResource(on);
    return {
      ...(await readingCase.prepare(on)),
      ripen: async (stage) => {
        const wait = own.lastWriteAt + on.grace.readMs - stage.clock.now();
        if (wait > 0) await stage.clock.sleep(wait);
      },
    };
  },
};

const askKept = async (on: Stage): Promise<Ask> => ({ path: { id: (await keptResource(on)).own.id } });

const parts: PartsCase = { which: reading, base: askKept };

const refused = (statement: AccessStatement, whom: Whom): AccessStatement =>
  refusedWithPartsToo(statement, parts, whom);

export const readById = section('4.2', 'GET /{projectKey}/resource/{id}', ({ must, open }) => {
  must('4.2/route-exists', routeExists('readById', readSome));

  must('4.2/known-id-is-readable', {
    statement: 'A resource whose id is known can be read by that id.',
    violation:
      'A resource made by a create that was answered 2xx is not readable by the id that the vendor has declared, on three of them, after the longest lag granted.',
    rationale:
      'Reads may lag behind writes for the whole window. An id that was only guessed from an undocumented member proves nothing, and is not failed.',
    check: async (on) => {
      if (on.facts.noResource !== undefined)
        return on.discarded(on.facts.noResource.code, on.facts.noResource.text, on.facts.noResource.supply);
      const source = on.facts.idSource;
      if (on.facts.readable) return on.held();
      const seen = await Promise.all(
        [0, 1, 2].map(async () => {
          const { exchange, own } = await on.create();
          if (own === undefined) return { exchange, readable: undefined, answers: [] };
          let read = await readOwn(on, own);
          const { readMs: ms } = on.grace;
          const readable = await settles(on.clock, { since: own.lastWriteAt, ms }, async () => {
            read = await readOwn(on, own);
            return read.succeeded;
          });
          return { exchange, readable, answers: [exchange, read] };
        }),
      );
      const unreadable = seen.filter(
        ({ readable, answers }) => readable === false && answers.at(-1)?.kind !== 'noise',
      );
      if (seen.some(({ readable }) => readable === true)) return on.held();
      if (unreadable.length === 3 && source?.declared === true)
        return on.violated({
          expected: '2xx for the id of a created resource',
          got: unreadable[0]?.answers.at(-1)?.label ?? '',
          exchanges: unreadable[0]?.answers ?? [],
          reproduced: '3/3',
        });
      on.undecided(
        'no-id-source',
        'a created resource cannot be read by the id that was guessed from the answer',
        {
          supply: '"resource": {"idSource": "body:/…"} or {"idSource": "header:Location"}',
          exchanges: unreadable[0]?.answers ?? [],
        },
      );
    },
  });

  must('4.2/answers-with-a-resource', {
    statement: 'A successful answer is an ExampleResource: a JSON object with a version.',
    violation: 'A 2xx answer whose body is empty, is not a JSON object, or has no version.',
    rationale: 'It is the one response shown; further members are free, and no status but 2xx is asked for.',
    check: async (on) => {
      const { own } = await keptResource(on);
      const wait = own.madeAt + on.grace.readMs - on.clock.now();
      if (versionOf((await readOwn(on, own)).value) === undefined && wait > 0) {
        await on.clock.sleep(wait);
        await readOwn(on, own);
      }
      await on.until('end');
      judgeResourceAnswers(on, 'readById');
    },
  });

  must('4.2/optional-parameters', {
    ...bareRequestAccepted(readKept),
    violation:
      'The authorised request without a query string is answered 400 or 422, three times, on a resource that was readable or is read with a documented parameter before and after.',
    check: async (on) => {
      const [made] = on.made;
      if (on.facts.readable || made === undefined) return await bareRequestAccepted(readKept).check?.(on);
      await judgeNeededParameter(on, made.id);
    },
  });

  must('4.2/documented-parameters-do-no-harm', acceptsDocumentedParts('readById', askKept));

  must('4.2/any-one-scope-suffices', sufficesWithPartsToo(access.anyOneScopeSuffices(reading), parts));
  must('4.2/refused-without-token', refused(access.refusedWithoutToken(reading), 'no token'));
  must('4.2/refused-to-unknown-token', refused(access.refusedToUnknownToken(reading), 'unknown token'));
  must('4.2/refused-to-other-scopes', refused(access.refusedToOtherScopes(reading), 'other scopes'));
  must('4.2/refused-to-no-scope', refused(access.refusedToNoScope(reading), 'no scope'));
  must('4.2/refused-to-other-project', refused(access.refusedToOtherProject(reading), 'other project'));

  must('4.2/reads-the-named-resource', {
    statement: 'A read shows the resource that its path names, and no other.',
    violation:
      'A read of one resource, alone or beside reads of others, persistently shows a string that only another one was made with, and not its own.',
    rationale: 'All are our own. Where the content of creates does not show, nothing is concluded.',
    blocks: 'when-seen',
    check: async (on) => {
      const { own, canary } = await keptResource(on);
      if (on.facts.upserts) throw notTested(noSecondResource(on));
      if (canary === '') return on.discarded('premise-failed', 'no resource of our own can be kept apart');
      const others = on.made.filter(({ id }) => id !== own.id).slice(-3);
      let read: Exchange | undefined;
      let stray: Exchange | undefined;
      const fine = await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
        const reads = await Promise.all([
          readOwn(on, own),
          ...others.map(({ id }) => on.ask('readById', { path: { id }, unknownTarget: true })),
        ]);
        [read] = reads;
        stray = reads.find((one, at) => {
          const { id, canary: its } = others[at - 1] ?? { id: own.id, canary };
          return (
            !mentions(one.value, its) &&
            on.made.some(
              (other) => other.id !== id && other.canary !== its && mentions(one.value, other.canary),
            )
          );
        });
        return stray === undefined;
      });
      if (!fine)
        on.violated({
          expected: 'what the resource named was made with',
          got: 'what only another resource was made with',
          exchanges: stray === undefined ? [] : [stray],
          reproduced: '3/3',
        });
      else if (mentions(read?.value, canary)) on.held();
      else on.discarded('not-observable', 'what a resource was made with does not show');
    },
  });

  must('4.2/version-rests-without-writes', {
    statement:
      'Reads of a resource to which nobody writes show the same version, whoever may read it and with whatever documented parameters.',
    violation:
      'On a resource that the suite made and does not write to, the version shown differs between reads that follow one another, in three rounds, later than any lag; or the holder of another listed scope, or a read with documented parameters, is shown another version than the usual reader before and after, three times.',
    rationale:
      'One change is tolerated: a late effect of the create. Without rest no version could ever be stated, and an update that all may read of has one actual version.',
    phase: 'races',
    check: async (on) => {
      await judgeRest(on);
      await judgeOtherReads(on);
    },
  });

  must('4.2/refusal-discloses-nothing', {
    statement: 'The refusal of a read discloses no representation of the resource.',
    violation:
      'The body of an answer that refuses a read shows what the resource was made with, or is an ExampleResource with its version.',
    rationale:
      'Echoing the id or the path is fine; only content that a sufficient caller alone may see counts.',
    blocks: 'when-seen',
    check: async (on) => {
      const { own, canary } = await keptResource(on);
      const round = await accessRound(on, reading);
      const version = versionOf(round.before.value);
      for (const [caller, exchange] of round.answers) {
        if (round.sufficient.includes(caller) || exchange.kind === 'crash' || !refuses(on, exchange))
          continue;
        const shown = versionOf(exchange.value);
        const leaks =
          (canary !== '' && mentions(exchange.value, canary)) ||
          (shown !== undefined &&
            version !== undefined &&
            sameNumber(shown, version) &&
            'objectTypeProperty' in (exchange.object ?? {}));
        if (leaks)
          on.violated({
            expected: `nothing of resource ${own.id} in a refusal to ${caller.label}`,
            got: `${exchange.label} with the resource in its body`,
            exchanges: [round.before, exchange],
          });
        else on.held();
      }
    },
  });

  open('4.2/success-status', {
    statement: 'The status of a successful read.',
    rationale: 'Success codes other than that of HEAD are not shown.',
    declares: [statusesOf('success.4.2')],
    check: async (on) => {
      await readKept(on);
      await on.until('end');
      const statuses = [...on.recorder.successes('readById').statuses.keys()];
      if (statuses.length > 0) on.observe({ statuses });
    },
  });

  open('4.2/unknown-id', {
    statement: 'How the read of an id that does not exist is answered.',
    rationale: 'Error codes other than 409 are not shown.',
    declares: [statusesOf('refusal.unknownId')],
    check: async (on) => {
      const exchange = await on.ask('readById', {
        path: { id: `unknown-${on.random.word(12)}` },
        as: on.reader,
        unknownTarget: true,
      });
      if (exchange.kind !== 'noise')
        on.observe({ status: exchange.status ?? 0 }, { suspect: exchange.succeeded });
    },
  });

  open('4.2/id-source', {
    statement: 'Where the id of a created resource stands.',
    rationale: 'ExampleResource shows no id, and the contract does not say how it is learnt.',
    declares: [keptWhere('resource.idSource', 'asDeclared')],
    check: async (on) => {
      const declared = on.profile.resource?.idSource;
      if (declared === 'fixture') return await observeFixture(on);
      const { exchange, own } = await on.create();
      if (!exchange.succeeded)
        return on.discarded('premise-failed', `the create was answered ${exchange.label}`);
      const body = idFrom(exchange, { kind: 'body', at: '/id', declared: false });
      const location = idFrom(exchange, { kind: 'header', at: 'Location', declared: false });
      const asDeclared = declared === undefined ? undefined : await isNamedAsDeclared(on, exchange, own);
      on.observe({
        body: body !== undefined,
        location: location !== undefined,
        ...(asDeclared === undefined ? {} : { asDeclared }),
      });
    },
  });
});

/** The vendor says that ids are known of fixtures alone: there is one that can be read. */
async function observeFixture(on: Stage): Promise<void> {
  const id = on.profile.resource?.fixture?.id;
  if (id === undefined) return;
  const read = await on.ask('readById', { path: { id }, as: on.reader, unknownTarget: true });
  // A fixture that is not there (any more) says nothing of where ids stand.
  if (read.succeeded) on.observe({ fixture: true, asDeclared: true });
  else on.discarded('premise-failed', `the fixture ${id} was answered ${read.label}`);
}

/**
 * Whether the answer to a create shows an id where the vendor says, and the resource can be read by it; undefined where
 * a read is refused for another reason than that it does not know the id.
 */
async function isNamedAsDeclared(
  on: Stage,
  exchange: Exchange,
  own: OwnResource | undefined,
): Promise<boolean | undefined> {
  const [source] = idSources(on.profile);
  if (source === undefined) return undefined;
  if (own === undefined || idFrom(exchange, source) === undefined) return false;
  if (on.facts.readable) return true;
  let read: Exchange | undefined;
  const { readMs: ms } = on.grace;
  const isReadable = await settles(on.clock, { since: own.lastWriteAt, ms }, async () => {
    read = await readOwn(on, own);
    return read.succeeded;
  });
  return isReadable ? true : read?.status === 404 || read?.status === 410 ? false : undefined;
}

/** No resource could be read by its id alone: a documented parameter may be what was missing. */
async function judgeNeededParameter(on: Stage, id: string): Promise<void> {
  const read = (query: Ask['query'] = []) =>
    on.ask('readById', { path: { id }, query, as: on.reader, unknownTarget: true });
  const withAll = () =>
    read([
      ['optionalQueryParameter', 'a'],
      ['secondOptionalQueryParameter', 'a'],
    ]);
  const shown: Exchange[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const [before, bare, after] = [await withAll(), await read(), await withAll()];
    const blames = bare.status === 400 || bare.status === 422;
    if (!before.succeeded || !blames || !after.succeeded)
      return on.discarded('blocked-by', '4.2/known-id-is-readable: no resource of our own could be read');
    shown.push(before, bare);
  }
  on.violated({
    expected: 'the request without optional parameters to be accepted',
    got: shown.at(-1)?.label ?? '',
    exchanges: shown.slice(-2),
    reproduced: '3/3',
  });
}

/** The version that the usual reader is shown of the kept resource stays, one late change apart. */
async function judgeRest(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const wait = own.lastWriteAt + on.grace.readMs - on.clock.now();
  const versions: string[] = [];
  const exchanges = [];
  for (let look = 0; look < 3; look += 1) {
    const read = await readPatiently(on, own);
    const version = versionOf(read.value);
    if (version === undefined)
      return on.discarded('premise-failed', `a read of a resource of our own was answered ${read.label}`);
    versions.push(version);
    exchanges.push(read);
  }
  if (versions.every((version) => sameNumber(version, versions[0] ?? ''))) return on.held();
  if (wait > 0) await on.clock.sleep(wait);
  let changes = 0;
  for (let look = 0; look < 7; look += 1) {
    const read = await readOwn(on, own);
    const version = versionOf(read.value) ?? '';
    if (look > 0 && !sameNumber(version, versions.at(-1) ?? '')) changes += 1;
    versions.push(version);
    exchanges.push(read);
  }
  if (changes >= 3)
    on.violated({
      expected: 'one version while nothing is written',
      got: versions.join(', '),
      exchanges: exchanges.slice(-2),
      reproduced: `${changes}/6`,
    });
  else if (changes > 1)
    on.undecided('flaky', `the version changed without a write of ours: ${versions.join(', ')}`);
  else on.held();
}
