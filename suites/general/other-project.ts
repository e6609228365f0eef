import { says } from '../../wire/status.ts';
import { inScope } from '../../run/options.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { awaited } from '../../run/awaited.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { listNames } from '../../contract/traits.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { hasToStay } from '../../implementation/resources/provided.ts';
import {
  untouchedFixture,
  keptResource,
  type KeptResource,
} from '../../implementation/resources/kept-resource.ts';
import { livenessOf } from '../../implementation/callers/liveness.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { readPatiently } from '../../implementation/resources/patient-read.ts';
import { shownResources } from '../../implementation/resources/shown-resources.ts';
import { mentions, textsIn } from '../../wire/json/pointer.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import { stateShows } from '../../judging/effects/state.ts';
import { requireWrites } from '../../implementation/read-only.ts';
import type { Stage } from '../../implementation/stage.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { notTested, unlessInconclusive } from '../../clause/thrown.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { effectOf } from '../../judging/effects/crowd.ts';
import { firstAttempt, tried, unseen, type EffectAttempt, type Trial } from '../../judging/effects/effect.ts';
import { reportEffect } from '../../judging/effects/reported-effect.ts';

/** The token of another project, and that project's key. */
interface OtherProject {
  readonly as: Caller;
  readonly projectKey: string;
}

/** Throws `Inconclusive` if the operator has not supplied a second project. */
async function otherProject(on: Stage): Promise<OtherProject> {
  const as = on.callers.supplied.find(({ supplied }) => supplied?.otherProject === true);
  const projectKey = on.options.otherProjectKey;
  if (as === undefined || projectKey === undefined)
    throw notTested({
      code: 'no-second-project',
      text: 'a token or key of another project is missing',
      supply:
        'CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>  (or state the limit: CONFORMANCE_WITHOUT=other-project)',
    });
  if ((await livenessOf(on, as)) === 'dead')
    throw notTested({
      code: 'dead-token',
      text: `${as.label} is granted access nowhere, not even in ${projectKey}`,
    });
  return { as, projectKey };
}

/** Checks that no read through the other project shows content of a resource of the tested project. */
export async function judgeReadsThroughOther(on: Stage): Promise<void> {
  const { as, projectKey } = await otherProject(on);
  const { own, canary } = await keptResource(on);
  const control = await readPatiently(on, own);
  if (!control.succeeded)
    return on.discarded('premise-failed', `the resource was answered ${control.label} in its own project`);
  const named: readonly (readonly [EndpointName, Readonly<Record<string, string>>])[] = [
    ['readById', { id: own.id }],
    ...(own.key === undefined ? [] : [['readByKey', { key: own.key }] as const]),
  ];
  // A list of this project may be cached until the next write, and then be served for the other project.
  const listed = (alone: boolean) =>
    inScope(on.options, listNames).map(async (name) => {
      const there = { as, projectKey, mayNotExist: true, whenSilent: 'go-on' } as const;
      const [, answer] = await on.askOnOneConnection([
        [name, { alone, whenSilent: 'go-on' }],
        [name, there],
      ]);
      // A server may close the connection after each answer; the read is then repeated.
      return answer === undefined || answer.is('noise') ? await on.ask(name, there) : answer;
    });
  const answers = await Promise.all([
    ...named.map(([name, path]) => on.ask(name, { path, as, projectKey, mayNotExist: true })),
    ...listed(false),
  ]);
  const observable = canary !== '' && mentions(control.value, canary);
  const sentThere = await textsSentThere(on);
  const isShown = async (answer: Exchange): Promise<boolean> => {
    const text = ownText(on, answer, [...sentThere, own.id, own.key ?? '']);
    if (text === undefined) return false;
    const id = shownResources(answer.value, on.profile).find(({ value }) => mentions(value, text))?.id;
    const read = id === undefined ? control : await on.ask('readById', { path: { id }, mayNotExist: true });
    on.violated({
      expected: `no content of the run through project ${projectKey}`,
      got: `${answer.label} with a text that a write to a resource of this project contained`,
      deviation: { kind: 'holds', text },
      exchanges: [read.succeeded ? read : control, { exchange: answer, role: 'probe', culprit: true }],
    });
    return true;
  };
  let shown = 0;
  for (const answer of answers) {
    if (answer.is('noise')) on.noise(answer.label);
    else if (await isShown(answer)) shown += 1;
    else if (!answer.succeeded) on.refused(answer);
    else if (observable) on.held();
    else if (answer.endpoint === 'readById')
      on.undecided('not-observable', 'an id of this project also names a resource in the other project', {
        exchanges: [control, answer],
      });
  }
  if (shown > 0) return;
  // A list with room for few resources may show other resources later.
  await on.until('late');
  for (const answer of await Promise.all(listed(true))) await isShown(answer);
}

/** Texts that the run sent through the other project. */
const textsSentThere = oncePerRun((): Promise<string[]> => Promise.resolve([]));

/** A text that the run sent in its own project only; a refusal may repeat requests through the other project. */
function ownText(
  {
    world: {
      history: {
        given: { mark },
      },
    },
  }: Stage,
  { value }: Exchange,
  sentThere: readonly string[],
): string | undefined {
  const told = sentThere.filter((sent) => sent.includes(mark));
  return textsIn(value).find((text) => text.includes(mark) && !told.some((sent) => text.includes(sent)));
}

/** Writes through the other project have no effect on a resource of the tested project. */
export async function judgeWritesThroughOther(on: Stage): Promise<void> {
  const other = await otherProject(on);
  requireWrites(on);
  const canaries = await textsSentThere(on);
  const isStored = (read: Exchange): boolean =>
    canaries.some((canary) => stateShows(on, read, canary) !== undefined);
  const trial = async (attempt: EffectAttempt, isTreated: boolean): Promise<Trial> => {
    const name = `${isTreated ? 'other project' : 'untouched beside other project'} ${attempt.name}`;
    const { own } = (await unlessInconclusive(untouchedFixture(on, name))) ?? (await madeLate(on, name));
    return await tried(on, own, attempt, {
      differ: (_, after) => isStored(after),
      within: 'late',
      look: (one) => goneOrShown(on, one),
      ...(isTreated ? { treat: (before) => writeThroughOther(on, other, { own, before }, canaries) } : {}),
    });
  };
  const treated = (attempt: EffectAttempt): Promise<Trial> => trial(attempt, true);
  const first = await treated(firstAttempt);
  const expected = 'the resource to stay as it was';
  // No other request contains that text.
  if (first.kind === 'changed' && isStored(first.after))
    return on.violated({
      expected,
      got: `the change made through project ${other.projectKey}, which was answered ${first.sent[0]?.label}`,
      deviation: { kind: 'holds', text: canaries[0] ?? '' },
      exchanges: [first.before, ...first.sent.slice(0, 1), first.after],
    });
  if (first.kind === 'changed' && !says(first.after, 'nothing there'))
    return on.undecided('premise-failed', `the resource was answered ${first.after.label} afterwards`);
  const [update] = first.kind === 'unchanged' ? first.sent : [];
  if (update?.is('turned away') === true) return on.refused(update);
  const untreated = (attempt: EffectAttempt): Promise<Trial> => trial(attempt, false);
  const effect =
    first.kind === 'changed'
      ? await effectOf(on, { treated, untreated, seen: first, anew: true })
      : unseen(first);
  reportEffect(on, effect, {
    expected: () => expected,
    deviation: `the resource was gone after a DELETE through project ${other.projectKey}`,
    got: ({ sent, after }) =>
      `${after.label} after a DELETE through project ${other.projectKey} that was answered ${sent.at(-1)?.label}, while an untouched resource is still there`,
  });
}

/** There may be no room for a further resource until other checks have ended. */
async function madeLate(on: Stage, name: string): Promise<KeptResource> {
  await on.until('late');
  return await untouchedFixture(on, `${name}, late`);
}

/** Writes through the other project to a resource made for this attempt; or why that is not possible. */
async function writeThroughOther(
  on: Stage,
  { as, projectKey }: OtherProject,
  { own, before }: { readonly own: OwnResource; readonly before: Exchange },
  canaries: string[],
): Promise<readonly Exchange[] | string> {
  const version = versionOf(before.value);
  const elsewhere = { path: { id: own.id }, as, projectKey, mayNotExist: true };
  const there = await on.ask('readById', elsewhere);
  // A resource that can be read there may be another client's, with the same id: no write may reach it.
  if (!there.is('turned away') || version === undefined)
    return `the id was answered ${there.label} through the other project`;
  const canary = on.canary();
  canaries.push(canary);
  const update = await on.ask('update', {
    ...elsewhere,
    json: { version: new JsonNumber(version), actions: [{ ...anyAction(on, canary) }] },
  });
  // No delete is aimed at a resource that the operator provided for changes, even if it would be refused.
  return hasToStay(on.profile, own.id) ? [update] : [update, await on.ask('remove', elsewhere)];
}

/** The last of up to three reads; the first success ends them. */
async function goneOrShown(on: Stage, own: OwnResource): Promise<Exchange> {
  let last = await readOwn(on, own);
  for (let again = 0; again < 2 && !last.succeeded; again += 1) {
    await on.clock.sleep(on.grace.readMs / 2, awaited.reads);
    last = await readOwn(on, own);
  }
  return last;
}
