import { awaited } from '../../run/awaited.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import { hasToStay } from '../../target/resources/lent.ts';
import { guardedResource, keptResource } from '../../target/resources/kept-resource.ts';
import { livenessOf } from '../../target/callers/liveness.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import { readPatiently } from '../../target/resources/patient-read.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { requireWrites } from '../../target/read-only.ts';
import type { Stage } from '../../target/stage.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { notTested } from '../../clause/thrown.ts';
import { changeTo } from '../../target/updates/changes.ts';
import { lateEffectMs } from '../../run/settle.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';

/** The token of another project, and that project's key. */
interface OtherProject {
  readonly as: Caller;
  readonly projectKey: string;
}

/** Throws `Inconclusive` where the operator has supplied no second project. */
async function otherProject(on: Stage): Promise<OtherProject> {
  const as = on.callers.supplied.find(({ supplied }) => supplied?.otherProject === true);
  const projectKey = on.options.otherProjectKey;
  if (as === undefined || projectKey === undefined)
    throw notTested({
      code: 'no-second-project',
      text: 'no token and key of another project were supplied',
      supply:
        'CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>  (or state the limit: CONFORMANCE_WITHOUT=other-project)',
    });
  if ((await livenessOf(on, as)) === 'dead')
    throw notTested({ code: 'dead-token', text: `${as.label} is let in nowhere, also not in ${projectKey}` });
  return { as, projectKey };
}

/** Reads through the other project: none shows what a resource of the project under test was made with. */
export async function judgeReadsThroughOther(on: Stage): Promise<void> {
  const { as, projectKey } = await otherProject(on);
  const { own, canary } = await keptResource(on);
  const control = await readPatiently(on, own);
  if (!control.succeeded)
    return on.discarded('premise-failed', `the resource was answered ${control.label} in its own project`);
  const asks: readonly (readonly [EndpointName, Readonly<Record<string, string>>])[] = [
    ['readById', { id: own.id }],
    ['query', {}],
    ['search', {}],
    ['sorted', {}],
    ...(own.key === undefined ? [] : [['readByKey', { key: own.key }] as const]),
  ];
  const answers = await Promise.all(
    asks.map(([name, path]) => on.ask(name, { path, as, projectKey, unknownTarget: true })),
  );
  const observable = canary !== '' && mentions(control.value, canary);
  // A list may have room for the newest only: what else the run has made in this project tells as much.
  const made = [...on.made, { id: own.id, canary }].filter((one) => one.canary !== '');
  for (const answer of answers) {
    const shown = made.find((one) => mentions(answer.value, one.canary));
    if (answer.kind === 'noise') on.noise(answer.label);
    else if (shown !== undefined) {
      const { id } = shown;
      const read = id === own.id ? control : await on.ask('readById', { path: { id } });
      on.violated({
        expected: `nothing of resource ${id} through project ${projectKey}`,
        got: `${answer.label} with what the resource was made with`,
        exchanges: [read, { exchange: answer, role: 'probe', culprit: true }],
      });
    } else if (observable || !answer.succeeded) on.held();
    else if (answer.endpoint === 'readById')
      on.undecided('not-observable', 'an id of this project names something in the other as well', {
        exchanges: [control, answer],
      });
  }
}

/** Writes through the other project have no effect on a resource of the project under test. */
export async function judgeWritesThroughOther(on: Stage): Promise<void> {
  const { as, projectKey } = await otherProject(on);
  requireWrites(on);
  let last: Seen | undefined;
  for (let attempt = 1; attempt <= confirmations; attempt += 1) {
    // Where creates land on one resource, there is no other to leave alone, and nobody else who writes to it.
    const twin = attempt === 1 ? 'untouched' : `untouched beside other project ${attempt}`;
    const untouched = on.facts.upserts ? undefined : (await guardedResource(on, twin)).own;
    const seen = await writeThroughOther(on, { as, projectKey }, `other project ${attempt}`);
    if (typeof seen === 'string') return on.discarded('premise-failed', seen);
    const { before, update, removal, canary, after } = seen;
    const seenBefore = last === undefined ? [] : [last.removal, last.after];
    if (after.kind === 'noise') return on.noise(after.label);
    if (!isGone(after) && mentions(after.value, canary))
      return on.violated({
        expected: `no effect on resource ${seen.own.id}`,
        got: `the change made through project ${projectKey}, which was answered ${update.label}`,
        exchanges: [before, update, after],
      });
    if (!isGone(after) && (last !== undefined || (after.succeeded && seen.wasGone)))
      return notEveryTime(on, `the resource was gone after a DELETE through project ${projectKey}`, [
        ...seenBefore,
        removal,
        after,
      ]);
    if (!isGone(after) && after.succeeded) return on.held();
    if (!isGone(after))
      return on.undecided('premise-failed', `the resource was answered ${after.label} afterwards`);
    const beside = untouched === undefined ? undefined : await goneOrShown(on, () => readOwn(on, untouched));
    if (beside?.last.succeeded === false)
      return on.undecided(
        'flaky',
        `a resource that nobody touched was answered ${beside.last.label} as well`,
        { exchanges: [removal, after, beside.last] },
      );
    last = seen;
  }
  if (last === undefined) return;
  const { own, before, removal, after } = last;
  on.violated({
    expected: `the resource ${own.id} to stay`,
    got: `${after.label} after a DELETE through project ${projectKey} that was answered ${removal.label}, while one that nobody touched is there`,
    exchanges: [before, removal, after],
    reproduced: `${confirmations}/${confirmations}`,
  });
}

/** What became of a resource after writes through the other project. */
interface Seen {
  readonly own: OwnResource;
  readonly before: Exchange;
  readonly update: Exchange;
  readonly removal: Exchange;
  /** What the update was to store. */
  readonly canary: string;
  readonly after: Exchange;
  /** An earlier look found nothing. */
  readonly wasGone: boolean;
}

/** Writes through the other project to a resource made for it, and looks later; or why that is not possible. */
async function writeThroughOther(
  on: Stage,
  { as, projectKey }: OtherProject,
  name: string,
): Promise<Seen | string> {
  const { own } = await guardedResource(on, name);
  const before = await readPatiently(on, own);
  const version = versionOf(before.value);
  const elsewhere = { path: { id: own.id }, as, projectKey, unknownTarget: true };
  const there = await on.ask('readById', elsewhere);
  // Who can be read there may be somebody else's of the same id, which is not ours to write to.
  if (there.kind !== 'refusal' || version === undefined)
    return `the id was answered ${there.label} through the other project`;
  const canary = on.canary();
  const update = await on.ask('update', {
    ...elsewhere,
    json: { version: new JsonNumber(version), actions: [{ ...changeTo(canary) }] },
  });
  // What was lent to be changed is aimed at by no delete, refused or not.
  const removal = hasToStay(on.profile, own.id) ? update : await on.ask('remove', elsewhere);
  // Where creates land on one resource, it does not stay as it is until the late phase.
  if (on.facts.upserts || on.phase === 'late') await on.clock.sleep(lateEffectMs, awaited.lateEffects);
  else await on.until('late');
  const { last: after, wasGone } = await goneOrShown(on, () => readOwn(on, own));
  return { own, before, update, removal, canary, after, wasGone };
}

/** The last of three looks, the first that succeeds ends them; and whether one before it found nothing. */
async function goneOrShown(
  on: Stage,
  look: () => Promise<Exchange>,
): Promise<{ readonly last: Exchange; readonly wasGone: boolean }> {
  let last = await look();
  let wasGone = false;
  for (let again = 0; again < 2 && !last.succeeded; again += 1) {
    wasGone ||= isGone(last);
    await on.clock.sleep(on.grace.readMs / 2, awaited.reads);
    last = await look();
  }
  return { last, wasGone };
}

function isGone({ status }: Exchange): boolean {
  return status === 404 || status === 410;
}
