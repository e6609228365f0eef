import { says } from '../wire/status.ts';
import { sameNumber } from '../wire/json/numbers.ts';
import { lets } from '../world/callers/lets.ts';
import type { Learnt } from './learnt.ts';
import type { Exchange } from '../history/exchange.ts';
import type { UpdateAction } from './facts.ts';
import { documentedActions } from '../schemas/requests.ts';
import type { Match } from './updates/mismatch-batch.ts';
import { matchingUpdate } from './updates/matching-update.ts';
import { onceOldEnough } from './updates/young-resources.ts';
import { versionOf, type OwnResource } from './resources/own-resource.ts';
import { pointersTo } from '../wire/json/pointer.ts';
import type { Stage } from './stage.ts';
import { readOwn } from './resources/read-own.ts';
import { lookWithinLag } from './resources/lag.ts';

/** Learns from solo updates which actions change the version, which place shows it, and whether another resource changes too. */
export async function learnWhatUpdatesDo(
  on: Stage,
  draft: Learnt,
  own: OwnResource,
  sibling: OwnResource | undefined,
): Promise<void> {
  const statuses = new Set<number>();
  draft.acceptedStatuses = statuses;
  const siblingBefore = sibling === undefined ? undefined : await readOwn(on, sibling);
  const before = versionOf(siblingBefore?.value);
  const canaries = [on.canary(), on.canary()] as const;
  const steps: readonly UpdateAction[] = [
    { action: 'doSomeThing' },
    { action: 'changeSomeProperty', someProperty: canaries[0] },
    { action: 'changeSomeProperty', someProperty: canaries[1] },
  ];
  let previous:
    { readonly action: UpdateAction; readonly stated: string; readonly answer: Exchange } | undefined;
  const shownAt: (readonly string[])[] = [];
  let echoes: boolean | undefined;
  const moved = (actual: string): void => {
    if (previous === undefined) return;
    const moves = !sameNumber(previous.stated, actual);
    const known = draft.moves[previous.action.action];
    draft.moves = { ...draft.moves, [previous.action.action]: known === true || moves };
    const answered = versionOf(previous.answer.value);
    echoes = echoes !== false && answered !== undefined && sameNumber(answered, actual);
  };
  const came: (readonly [UpdateAction['action'], Match])[] = [];
  for (const step of steps) {
    const former = [...own.issued];
    const match = await asSomeone(on, draft, own, step);
    came.push([step.action, match]);
    if (match.kind !== 'accepted') {
      if (draft.updates !== 'accepted') draft.updates = match.kind === 'unreadable' ? 'untried' : match.kind;
      own.mayHaveMoved();
      continue;
    }
    draft.updates = 'accepted';
    if (!says(match.exchange, 'later') && match.exchange.status !== undefined)
      statuses.add(match.exchange.status);
    moved(match.stated);
    previous = { action: step, stated: match.stated, answer: match.exchange };
    if (says(match.exchange, 'later') || draft.moves[step.action] === true) own.leave(match.stated);
    else own.forget();
    if (step.action === 'changeSomeProperty')
      shownAt.push(await whereShown(on, own, step.someProperty, [...former, match.stated]));
    // The version that a later read has shown is stated next, unless it may be of the earlier state.
    if (own.shown !== undefined && sameNumber(own.shown, match.stated)) own.mayHaveMoved();
  }
  draft.shutAction = shutBy(came);
  const [, siblingAfter] = await Promise.all([
    own.shown === undefined ? readOwn(on, own) : undefined,
    sibling === undefined || before === undefined ? undefined : readOwn(on, sibling),
  ]);
  if (own.shown !== undefined) moved(own.shown);
  draft.answersShowVersion = echoes === true;
  const declared = on.profile.update?.observable;
  const [first = [], second] = shownAt;
  // A value that an unnamed resource shows as well is the latest change in the project.
  const ofProject = siblingAfter === undefined ? [] : pointersTo(siblingAfter.value, canaries[1]);
  const pointers = second?.filter(
    (one) => first.includes(one) && (one === declared || !ofProject.includes(one)),
  );
  draft.pointers = pointers;
  draft.pointer =
    declared === 'none' ? undefined : (pointers?.find((one) => one === declared) ?? pointers?.[0]);
  const after = versionOf(siblingAfter?.value);
  draft.siblingsMove ||= before !== undefined && after !== undefined && !sameNumber(before, after);
}

/** The action that was refused for its content, or failed, each time, while the other action was accepted. */
function shutBy(
  came: readonly (readonly [UpdateAction['action'], Match])[],
): UpdateAction['action'] | undefined {
  if (!came.some(([, { kind }]) => kind === 'accepted')) return undefined;
  return documentedActions.find((action) => came.every(([of, match]) => of !== action || isShut(match)));
}

/** A crash was requested again; a request that is refused for its content will not pass another time. */
function isShut(match: Match): boolean {
  if (match.kind === 'crash') return true;
  return match.kind === 'refused' && says(match.exchange, 'invalid');
}

/** The place of the string just written; reads again only while reads show a former version of any age. */
async function whereShown(
  on: Stage,
  own: OwnResource,
  canary: string,
  left: readonly string[],
): Promise<readonly string[]> {
  let found: readonly string[] = [];
  let looks = 0;
  await lookWithinLag(on, own, async () => {
    const read = await readOwn(on, own);
    found = pointersTo(read.value, canary);
    looks += 1;
    const version = versionOf(read.value);
    const fresh = version !== undefined && !left.some((one) => sameNumber(one, version));
    return found.length > 0 || fresh || on.facts.moves.changeSomeProperty === false;
  });
  if (found.length > 0) on.learn.shown(looks === 1 ? 'once' : 'last');
  return found;
}

/** A matching update by the first caller who is not refused for his scopes. */
async function asSomeone(
  on: Stage,
  draft: Learnt,
  own: OwnResource,
  step: UpdateAction,
): ReturnType<typeof matchingUpdate> {
  const first = await onceOldEnough(on, draft, own, () => matchingUpdate(on, own, [step]));
  if (first.kind !== 'refused' || draft.updates === 'accepted') return first;
  if (!says(first.exchange, 'denied', 'not found')) return first;
  const others = on.callers.supplied.filter(
    (caller) => caller !== draft.updater && lets('readById', caller, on.options.projectKey) !== 'out',
  );
  for (const as of others) {
    const match = await matchingUpdate(on, own, [step], { as });
    if (match.kind !== 'accepted') continue;
    draft.updater = as;
    return match;
  }
  return first;
}
