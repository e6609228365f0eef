import { says } from '../../wire/status.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { awaited } from '../../run/awaited.ts';
import type { AccessCase } from '../../judging/access/access-case.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { settles } from '../../run/settle.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { withControl, judgeEveryTime, report, notEveryTime, confirmations } from '../../judging/confirm.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import type { Ask } from '../../run/ask.ts';
import { otherReader } from '../../implementation/resources/other-reads.ts';
import { someInsufficient } from '../../judging/access/parts-access.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { otherHolder } from '../../judging/access/token-cases.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { deleteOwn, withDisposable } from '../../implementation/resources/disposable.ts';
import { siblings } from '../../judging/siblings.ts';
import { isSignificant } from '../../judging/telling.ts';

/** The check while a resource exists, after its first 200, or once no lag explains another answer; once per run. */
export const matchedCheck = oncePerRun((on: Stage) => foundBy(on, () => on.ask('exists')));

/** The first 200 to a check while a resource exists; otherwise the last answer, once no lag explains it. */
async function foundBy(on: Stage, check: () => Promise<Exchange>): Promise<Exchange> {
  const { own } = await keptResource(on);
  let answer = await check();
  await settles(
    on.clock,
    { since: own.lastWriteAt, ms: on.grace.queryMs, for: awaited.queries },
    async () => {
      answer = await check();
      return says(answer, 'found');
    },
  );
  return answer;
}

/** The query that the vendor declares to match nothing. */
export function declaredNoMatch({ profile }: Stage): readonly (readonly [string, string])[] | undefined {
  const query = profile.head?.noMatch?.query;
  if (query === undefined) return undefined;
  return Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
}

/** The status that is known to mean "nothing matches", from the vendor or from a query that matches nothing. */
export async function noMatchStatus(on: Stage): Promise<number | undefined> {
  const declared = on.profile.head?.noMatch?.status;
  if (declared !== undefined) return declared;
  const query = declaredNoMatch(on);
  return query === undefined ? undefined : (await on.ask('exists', { query })).status;
}

/** The existence check while a resource exists: 200 grants access, unless 200 also means that nothing matches. */
export const existenceCase: AccessCase = {
  endpoint: 'exists',
  prepare: async (on) => {
    await on.defer(() => matchedCheck(on));
    const none = await noMatchStatus(on);
    return {
      ask: (stage, as) => stage.ask('exists', { as }),
      shows: (control) => says(control, 'found'),
      grants: (probe) => {
        if (!says(probe, 'found')) return 'refused';
        return none === 200 ? 'open' : 'granted';
      },
      // A caller may see resources later than other callers do: published states instead of current states.
      outwaitLag: (stage, caller) =>
        stage.defer(() => foundBy(stage, () => stage.ask('exists', { as: caller }))),
    };
  },
};

/** While a resource exists, the check is answered 200, at the latest once no lag can hide the resource (4.5). */
export async function judgeMatch(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const answer = await on.defer(() => matchedCheck(on));
  if (says(answer, 'found')) return on.held();
  const confirmed = await withControl(on, {
    seen: answer.is('noise') || says(answer, 'denied') ? undefined : answer,
    control: () => readOwn(on, own),
    probe: () => on.ask('exists'),
    deviates: (one) => !says(one, 'found') && !one.is('noise'),
  });
  const refused = 'exchanges' in confirmed ? confirmed.exchanges.filter((one) => says(one, 'denied')) : [];
  if (confirmed.kind !== 'met' && refused.length > 0)
    return on.undecided('premise-failed', 'a caller that may read is denied access here', {
      exchanges: refused,
    });
  report(on, confirmed, {
    expected: '200',
    as: { kind: 'status', exact: true },
    deviation: 'the check was not answered 200',
  });
}

/** The check without parameters is not refused as a bad request (4.5). */
export async function judgeBareCheck(on: Stage): Promise<void> {
  const answer = await on.defer(() => matchedCheck(on));
  if (!says(answer, 'invalid')) return answer.is('noise') ? on.noise(answer.label) : on.held();
  await judgeEveryTime(on, {
    seen: answer,
    probe: () => on.ask('exists'),
    deviates: (one) => says(one, 'invalid'),
    words: { expected: 'the check to be answered', deviation: 'the bare check was refused' },
  });
}

/** No octet follows the header section of an answer to HEAD, up to the close or the next answer (4.5). */
export async function judgeNoBody(on: Stage): Promise<void> {
  const both = [on.reader, otherReader(on)];
  const [one = on.reader, other = on.reader] = on.random.pick([both, both.toReversed()]);
  // A server that filters by these texts finds this resource.
  const text = (await unlessInconclusive(keptResource(on)))?.canary ?? 'a';
  const repeated = endpoint('exists')
    .parameters.filter(({ repeatable }) => repeatable === true)
    .flatMap(({ name }) => [[name, text] as const, [name, text] as const]);
  const asks: readonly Ask[] = [
    { as: one },
    { as: other, query: [['stringParameter', on.canary()]] },
    { as: one, query: [['floatParameter', 'abc']] },
    { as: other, query: repeated },
    ...someInsufficient(on, existenceCase).map((as) => ({ as })),
  ];
  for (const { exchange, octets } of await Promise.all(asks.map((ask) => on.askRaw('exists', ask)))) {
    if (exchange.failure !== undefined) on.noise(exchange.label);
    else if (octets.length > 0)
      on.violated({
        expected: 'no octet after the header section',
        got: `${octets.length} octets after a ${exchange.label}: ${JSON.stringify(new TextDecoder('latin1').decode(octets.slice(0, 60)))}`,
        deviation: { kind: 'stray-octets' },
        exchanges: [exchange],
      });
    else on.held();
  }
  await judgeKeptConnection(on);
}

/** An open connection shows octets only if the server ends its answer at the end of the header section. */
async function judgeKeptConnection(on: Stage): Promise<void> {
  const shown: Exchange[] = [];
  while (shown.length < 2 * confirmations) {
    const [first, second] = await on.askOnOneConnection([
      ['exists', {}],
      ['exists', {}],
    ]);
    const isBroken = first?.failure === undefined && second?.failure?.failure === 'framing';
    if (first === undefined || second === undefined || !isBroken) {
      if (shown.length > 0)
        notEveryTime(on, 'octets that begin no answer followed the answer to HEAD', shown);
      return;
    }
    shown.push(first, second);
  }
  on.violated({
    expected: 'another answer right after the header section of the one before, on the same connection',
    got: 'octets that are not the start of an answer',
    deviation: { kind: 'stray-octets' },
    exchanges: shown.slice(-2),
    reproduced: `${confirmations}/${confirmations}`,
  });
}

/** The number of checks late in the run that should all find the resource: enough that most runs meet a fault that acts one time in ten. */
const checks = 20;
/** The number of concurrent checks. */
const checksAtOnce = 4;
/** The number of deletes, each followed by a check, if one check found nothing after a delete. */
const deletesAgain = 3;
/** The most checks, once one found nothing, until a second finds nothing. */
const checksAgain = 20;

/** Whether an answer denies a match, and is neither a refusal of access nor an error. */
function deniesMatch(check: Exchange): boolean {
  return !says(check, 'found', 'denied') && check.is('accepted', 'turned away');
}

/** Every check is answered 200 while a resource exists: late in the run, and right after deletes. */
export async function judgeMatchStays(on: Stage): Promise<void> {
  const afterDelete = (await unlessInconclusive(siblings(on)))?.checked;
  // If creates update one resource, it certainly exists as long as nothing is written.
  if (!isOneForAll(on.facts)) await on.until('late');
  const { own } = await keptResource(on);
  const wait = own.lastWriteAt + on.grace.queryMs - on.clock.now();
  const before = await readOwn(on, own);
  // One of several nodes behind an address may have missed an event: the checks reach each node.
  const firsts: Exchange[] = [];
  const byOther = await readByOther(on, own);
  const check = (look: number): Promise<Exchange> =>
    on.ask('exists', { as: look % 2 === 1 && byOther !== undefined ? byOther.caller : on.reader });
  for (let look = 0; look < checks; look += checksAtOnce)
    firsts.push(
      ...(await Promise.all(Array.from({ length: checksAtOnce }, (_, more) => check(look + more)))),
    );
  const afterNewest = await checkAfterNewest(on);
  const isLost = [afterDelete, afterNewest].some((one) => one !== undefined && deniesMatch(one));
  if (firsts.every((one) => says(one, 'found')) && !isLost) return on.held();
  if (wait > 0) await on.clock.sleep(wait, awaited.age);
  const answers: Exchange[] = [];
  const deletes: Exchange[] = [];
  // Within the lag of its create, the resource may not be found yet.
  const seen = wait > 0 ? [] : firsts;
  const isToldTwice = (): boolean => [...seen, ...answers].filter(deniesMatch).length >= 2;
  for (let look = 0; look < checksAgain && (look < 2 * deletesAgain || !isToldTwice()); look += 1) {
    // If a check finds nothing after a delete, the cause may be the delete or one node: both causes are tried.
    if (isLost && look < deletesAgain)
      await withDisposable(on, async (disposable) => {
        const deleted = await deleteOwn(on, disposable);
        if (!deleted.succeeded) return;
        answers.push(await on.ask('exists'));
        if (answers.slice(-1).every(deniesMatch)) deletes.push(deleted);
      });
    else answers.push(await check(look));
  }
  const after = await readOwn(on, own);
  if (!before.succeeded || !after.succeeded)
    return on.discarded('premise-failed', 'the resource that should match cannot be read');
  const looks = [...seen, ...answers];
  const denied = looks.filter(deniesMatch);
  const last = denied.at(-1);
  if (denied.length >= 2 && (await isSignificant(on, denied)))
    on.violated({
      expected: '200',
      got: `${last?.label} for ${last?.caller.label} among ${looks.map(({ label }) => label).join(', ')}`,
      deviation: { kind: 'status', exact: true },
      exchanges: [
        last?.caller === byOther?.caller ? (byOther ?? before) : before,
        ...deletes.slice(-1),
        ...denied.slice(-1),
      ],
      reproduced: `${denied.length}/${looks.length}`,
    });
  else if (denied.length > 0) notEveryTime(on, `a check was answered ${denied[0]?.label}`, denied);
  else if (answers.some((one) => says(one, 'found'))) on.held();
  else on.undecided('premise-failed', `the check was answered ${answers.at(-1)?.label}`);
}

/** A check right after the delete of the newest resource, to which a server may keep a pointer. */
async function checkAfterNewest(on: Stage): Promise<Exchange | undefined> {
  // A provided resource is not the newest resource.
  if (on.options.readOnly || on.facts.idSource === undefined || isOneForAll(on.facts)) return undefined;
  const newest = (await unlessInconclusive(on.another()))?.own;
  if (newest === undefined || !(await deleteOwn(on, newest)).succeeded) return undefined;
  return await on.ask('exists');
}

/** The read by another caller who may check; this caller alternates with the usual caller if that read succeeds. */
async function readByOther(on: Stage, own: OwnResource): Promise<Exchange | undefined> {
  const other = otherHolder(on, 'exists', on.reader);
  const read = other === undefined ? undefined : await readOwn(on, own, other);
  return read?.succeeded === true ? read : undefined;
}
