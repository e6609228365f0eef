import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import type { Exchange } from '../../history/exchange.ts';
import { idFrom, idSources } from '../../implementation/id-source.ts';
import { type OwnResource, versionOf } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations, notEveryTime, withControl, report } from '../../judging/confirm.ts';
import { pollUntilReadable, lookWithinLag } from '../../implementation/resources/lag.ts';
import type { Ask } from '../../run/ask.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { notTested } from '../../clause/thrown.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { AccessCase } from '../../judging/access/access-case.ts';
import { accessRound } from '../../judging/access/access-round.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { noSecondResource } from '../../implementation/reasons.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';

/** If the vendor has declared the place of ids, a resource can be read by its id (4.2). */
export async function judgeKnownId(on: Stage): Promise<void> {
  if (on.facts.noResource !== undefined)
    return on.discarded(on.facts.noResource.code, on.facts.noResource.text, on.facts.noResource.supply);
  const source = on.facts.idSource;
  if (on.facts.readable) return on.held();
  const seen = await Promise.all(
    [0, 1, 2].map(async () => {
      const { exchange, own } = await on.create();
      if (own === undefined) return { exchange, readable: undefined, answers: [] };
      const read = await pollUntilReadable(on, own);
      return { exchange, readable: read.succeeded, answers: [exchange, read] };
    }),
  );
  const unreadable = seen.filter(
    ({ readable, answers }) => readable === false && answers.at(-1)?.is('noise') !== true,
  );
  if (seen.some(({ readable }) => readable === true))
    return unreadable.length === 0
      ? on.held()
      : notEveryTime(on, 'a created resource was not read by its id', unreadable[0]?.answers ?? []);
  if (unreadable.length === 3 && source?.declared === true)
    return on.violated({
      expected: '2xx for the id of a created resource',
      deviation: { kind: 'status' },
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
}

/** Observes the place of the id of a created resource (4.2). */
export async function observeIdSource(on: Stage): Promise<void> {
  const declared = on.profile.resource?.idSource;
  if (declared === 'fixture') return await observeFixture(on);
  const { exchange, own } = await on.create();
  if (!exchange.succeeded) return on.discarded('premise-failed', `the create was answered ${exchange.label}`);
  const body = idFrom(exchange, { kind: 'body', at: '/id', declared: false });
  const location = idFrom(exchange, { kind: 'header', at: 'Location', declared: false });
  const content = idFrom(exchange, { kind: 'header', at: 'Content-Location', declared: false });
  const asDeclared = declared === undefined ? undefined : await isNamedAsDeclared(on, exchange, own);
  on.observe({
    body: body !== undefined,
    location: location !== undefined,
    ...(content === undefined ? {} : { contentLocation: true }),
    ...defined({ asDeclared }),
  });
}

/** The vendor declares that only ids of fixtures are known: a fixture can be read. */
async function observeFixture(on: Stage): Promise<void> {
  const id = on.profile.resource?.fixture?.id;
  if (id === undefined) return;
  const read = await on.ask('readById', { path: { id }, as: on.reader, mayNotExist: true });
  // A missing fixture says nothing about the place of ids.
  if (read.succeeded) on.observe({ fixture: true, asDeclared: true });
  else on.discarded('premise-failed', `the fixture ${id} was answered ${read.label}`);
}

/** Whether the declared place names created resources; false only if another place does, three times. */
async function isNamedAsDeclared(on: Stage, exchange: Exchange, own: OwnResource | undefined) {
  const [source] = idSources(on.profile);
  if (source === undefined || idFrom(exchange, source) === undefined) return undefined;
  if (on.facts.readable) return true;
  let made: Born = { exchange, own };
  for (let time = 1; ; time += 1) {
    const isRead = await isReadByIt(on, made);
    if (isRead !== false || time === confirmations) return isRead;
    made = await on.create();
  }
}

interface Born {
  readonly exchange: Exchange;
  readonly own: OwnResource | undefined;
}

/** Whether a resource is read by its id; false only if another place in the answer shows an id that reads it. */
async function isReadByIt(on: Stage, { exchange, own }: Born): Promise<boolean | undefined> {
  if (own === undefined) return undefined;
  const read = await pollUntilReadable(on, own);
  if (read.succeeded) return true;
  if (!says(read, 'nothing there')) return undefined;
  for (const other of idSources({})) {
    const id = idFrom(exchange, other);
    if (id === undefined || id === own.id) continue;
    const byOther = await on.ask('readById', { path: { id }, as: on.reader, mayNotExist: true });
    if (byOther.succeeded) return false;
  }
  return undefined;
}

/** No resource could be read by its id alone: the read may need a documented parameter. */
export async function judgeNeededParameter(on: Stage, id: string): Promise<void> {
  const read = (query: Ask['query'] = []) =>
    on.ask('readById', { path: { id }, query, as: on.reader, mayNotExist: true });
  const withAll = () =>
    read([
      ['optionalQueryParameter', 'a'],
      ['secondOptionalQueryParameter', 'a'],
    ]);
  const confirmed = await withControl(on, {
    control: withAll,
    probe: () => read(),
    deviates: (one) => says(one, 'invalid'),
  });
  if (['met', 'no-premise', 'lost'].includes(confirmed.kind))
    return on.discarded(...blockedBy('4.2/known-id-is-readable'));
  report(on, confirmed, {
    expected: 'the request without optional parameters to be accepted',
    deviation: 'the request without optional parameters was refused',
  });
}

/** A read shows the resource that its path names, alone and beside reads of other resources (4.2). */
export async function judgeNamedReads(on: Stage): Promise<void> {
  const { own, canary } = await keptResource(on);
  if (isOneForAll(on.facts)) throw notTested(noSecondResource(on));
  if (canary === '') return on.discarded('premise-failed', 'no resource of the suite can be distinguished');
  const others = on.made.filter(({ id }) => id !== own.id && !on.gone.has(id)).slice(-3);
  let read: Exchange | undefined;
  let stray: Exchange | undefined;
  const fine = await lookWithinLag(on, own, async () => {
    const reads = await Promise.all([
      readOwn(on, own),
      ...others.map(({ id }) => on.ask('readById', { path: { id }, mayNotExist: true })),
    ]);
    [read] = reads;
    stray = reads.find((one, at) => {
      const { id, canary: its } = others[at - 1] ?? { id: own.id, canary };
      return (
        !mentions(one.value, its) &&
        on.made.some((other) => other.id !== id && other.canary !== its && mentions(one.value, other.canary))
      );
    });
    return stray === undefined;
  });
  if (!fine)
    on.violated({
      expected: 'the content of the create of the named resource',
      got: 'content that only the create of another resource contained',
      deviation: { kind: 'another-resource' },
      exchanges: stray === undefined ? [] : [stray],
      reproduced: '3/3',
    });
  else if (mentions(read?.value, canary)) on.held();
  else on.discarded('not-observable', 'no read shows the content of a create');
}

/** A refusal of a read shows no content of the resource (4.2). */
export async function judgeRefusalsDiscloseNothing(on: Stage, reading: AccessCase): Promise<void> {
  const { own, canary } = await keptResource(on);
  const round = await accessRound(on, reading);
  const version = versionOf(round.before.value);
  for (const [caller, exchange] of round.answers) {
    if (round.sufficient.includes(caller) || exchange.is('fault') || !refuses(on, exchange)) continue;
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
        deviation: { kind: 'discloses', beside: round.before },
        exchanges: [round.before, exchange],
      });
    else on.refused(exchange);
  }
}
