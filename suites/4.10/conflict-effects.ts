import { says } from '../../wire/status.ts';
import { isOneForAll, versionsMoveTogether } from '../../implementation/learnt.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { stateShows } from '../../judging/effects/state.ts';
import { farProbes, oddProbes, refusals, reportMoves, judgeBatches } from './refused-moves.ts';
import { effectOf } from '../../judging/effects/crowd.ts';
import {
  tried,
  untilLate,
  type EffectAttempt,
  type Change,
  type Effect,
  type Trial,
} from '../../judging/effects/effect.ts';
import { reportEffect } from '../../judging/effects/reported-effect.ts';
import { heldContentsDiffer } from '../../judging/effects/held-members.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { farVersion, oddMismatches } from '../../implementation/updates/wrong-versions.ts';
import { oddBatch } from './odd-mismatches.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import { foreignWrites, isForeign } from '../../judging/effects/foreign.ts';
import { versionMovedOnce } from '../../judging/effects/drift.ts';
import { movesUntouched } from '../../judging/effects/drift.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';
import type { Mismatch } from '../../implementation/updates/mismatch-batch.ts';

/** The possible effects of updates that were refused for their version, on a resource of the run. */
interface Provoked {
  readonly own: OwnResource;
  readonly actual: string;
  /** A read of the earlier version, if reads show it. */
  readonly before: Exchange | undefined;
  readonly refused: readonly { readonly exchange: Exchange; readonly canary: string }[];
  /** Updates among them that were accepted nevertheless, which explains another version. */
  readonly granted: readonly { readonly exchange: Exchange; readonly clause: ConflictClause }[];
}

/** The clause that an accepted update with another version breaks: for a far version, and for an odd version. */
type ConflictClause = '4.10/conflict-on-mismatch' | '4.10/no-success-for-odd-versions';

/** An update that was refused for its version changes nothing, at once or later: no version and no content (4.10). */
export async function judgeConflictEffects(on: Stage): Promise<void> {
  if (!(await refusalsMoveNothing(on))) return;
  // A resource without earlier conflicts: only the first conflict may do damage.
  const provoked = await on.fresh(async (own) => {
    const found = await provoke(on, own);
    if (found === undefined || !isOneForAll(on.facts)) return found;
    // If all creates reach one resource, this resource does not stay unchanged until the late phase.
    await untilLate(on);
    await judgeLater(on, found);
    return undefined;
  });
  if (provoked === undefined) return;
  await untilLate(on);
  await judgeLater(on, provoked);
  await judgeBatches(on);
}

/** Checks for effects that may have come late. */
async function judgeLater(on: Stage, provoked: Provoked, isAgain = false): Promise<void> {
  const { own, actual, before, refused, granted } = provoked;
  const read = await readOwn(on, own);
  if (refused.length === 0) return on.discarded('premise-failed', 'no update was refused for its version');
  if (!read.succeeded) return on.discarded('premise-failed', `the late read was answered ${read.label}`);
  const found = refused.find(({ canary }) => stateShows(on, read, canary) !== undefined);
  if (found !== undefined) {
    return on.violated({
      expected: 'nothing of a refused update',
      got: `${found.canary}, which only an update answered ${found.exchange.label} contained`,
      deviation: { kind: 'holds', exchange: read, text: found.canary },
      exchanges: [
        ...(before === undefined ? [] : [{ exchange: before, role: 'look' } as const]),
        { exchange: found.exchange, role: 'probe', culprit: true },
        { exchange: read, role: 'look', pointer: stateShows(on, read, found.canary) },
      ],
    });
  }
  if (refused.some(({ canary }) => mentions(read.value, canary)))
    on.suspect('A resource shows the text of a refused update in a member that holds no state.');
  if (before !== undefined && isForeign(on, before, read)) return foreignWrites(on, [before, read]);
  const now = versionOf(read.value);
  if (now !== undefined && !sameNumber(now, actual)) {
    const probes = (v: string): readonly Mismatch[] => [
      ...farProbes(on, v),
      ...oddProbes(v),
      ...formProbes(on, v),
    ];
    const came = await reportMoves(on, own, probes, 2_000, `${now} after refusals at ${actual}`);
    if (came === 'every-time') return;
    // A cause other than refused updates, now or meanwhile, explains the observation.
    if (came !== 'restless' && came !== 'foreign' && !versionsMoveTogether(on.facts)) {
      const moved = `the version was ${now} after refused updates at ${actual}`;
      if (granted.length > 0) return waitFor(on, granted, moved, read);
      return isAgain || !(await movesUntouched(on, own))
        ? versionMovedOnce(on, moved, [read])
        : await judgeOnceOld(on, own);
    }
  } else if (before !== undefined && heldContentsDiffer(own, before, read)) {
    const sent = refused.map(({ exchange }) => exchange);
    return reportEffect(on, await effectOnContent(on, { before, sent, after: read }), {
      expected: () => 'objectTypeProperty as it was before updates that were refused',
      deviation: 'objectTypeProperty changed after refused updates',
      got: () => 'another one',
    });
  }
  on.held();
}

/** A concurrent granted update has changed the version, so the effect of the refused updates cannot be determined. */
function waitFor(on: Stage, granted: Provoked['granted'], moved: string, read: Exchange): void {
  const clauses = [...new Set(granted.map(({ clause }) => clause))];
  const [first] = granted;
  const text = `waits for ${clauses.join(' and ')}: ${moved}, and an update beside them was answered ${first?.exchange.label ?? ''}`;
  on.undecided('blocked-by', text, {
    exchanges: [...granted.map(({ exchange }) => exchange), read],
    claims: clauses.map((clause) => ({ kind: 'waits-for', clause })),
  });
}

/** Checks again, once the resource is older than any that the server itself changes. */
async function judgeOnceOld(on: Stage, own: OwnResource): Promise<void> {
  own.mayHaveMoved();
  const provoked = await provoke(on, own);
  if (provoked === undefined) return on.discarded('premise-failed', 'no version could be read again');
  await untilLate(on);
  await judgeLater(on, provoked, true);
}

/** Whether a batch shows that refusals change the version; false if further batches would show no more. */
async function refusalsMoveNothing(on: Stage): Promise<boolean> {
  const { match, proven, mismatches } = await oddBatch(on, 'versions');
  if (match.kind !== 'accepted') {
    on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
    return false;
  }
  const areRefused = mismatches.length > 0 && mismatches.every(({ exchange }) => exchange.is('refused'));
  if (proven || !areRefused) return true;
  const came = await on.own((own) =>
    reportMoves(on, own, (v) => oddMismatches(v), 200, 'another version after a refusal'),
  );
  return came !== 'every-time';
}

type Form = (change: UpdateAction) => JsonInput;

const single: Form = (change) => [change];

const forms: readonly Form[] = [
  single,
  (change) => [{ action: 'doSomeThing' }, change],
  (change) => [change, { action: 'doSomeThing' }],
  (change) => [change, { action: 'unknownAction' }],
];

function formProbes(on: Stage, actual: string): readonly Mismatch[] {
  return forms
    .filter((form) => form !== single)
    .map((form) => ({
      label: 'far away, with other actions',
      version: farVersion(actual),
      far: true,
      actions: form(anyAction(on)),
    }));
}

const mismatch: ConflictClause = '4.10/conflict-on-mismatch';
const odd: ConflictClause = '4.10/no-success-for-odd-versions';

/** Sends updates that are refused, each with a string of its own. */
async function provoke(on: Stage, own: OwnResource): Promise<Provoked | undefined> {
  const stated = await versionToState(on, own);
  if (stated === undefined) return undefined;
  const earlier = [...own.issued];
  const before = await readOwn(on, own);
  const shown = versionOf(before.value);
  // The first read after a write may itself change the version, to a version that no answer has shown yet.
  const isNew = shown !== undefined && !earlier.some((version) => sameNumber(version, shown));
  const actual = isNew ? shown : stated;
  const send = async (
    version: string,
    form: Form,
    { clause = mismatch, alone = false }: { clause?: ConflictClause; alone?: boolean } = {},
  ) => {
    const canary = on.canary();
    const exchange = await update(on, own, new JsonNumber(version), form(anyAction(on, canary)), { alone });
    return { canary, clause, exchange };
  };
  const other = farVersion(actual);
  const answers = await Promise.all([
    ...forms.map((form) => send(other, form)),
    ...oddProbes(actual).map(({ version }) => send(version, single, { clause: odd })),
  ]);
  // Some servers refuse writes while any other write is under way.
  if (answers.every(({ exchange }) => !says(exchange, 'conflict') && !exchange.succeeded))
    answers.push(await send(other, single, { alone: true }));
  for (const { exchange, canary } of answers)
    on.refusedWrite({ endpoint: 'update', exchange, canary, target: own });
  on.keep(own);
  return {
    own,
    actual,
    before: shown !== undefined && sameNumber(shown, actual) ? before : undefined,
    refused: answers.filter(({ exchange }) => exchange.is('refused')),
    granted: answers.filter(({ exchange }) => exchange.succeeded),
  };
}

/** A change of content may happen only once per resource, so each time takes two new resources, of which one gets refused updates. */
function effectOnContent(on: Stage, seen: Change): Promise<Effect> {
  const probes = (actual: string): readonly Mismatch[] => [...farProbes(on, actual), ...oddProbes(actual)];
  const trial = (attempt: EffectAttempt, isTreated: boolean): Promise<Trial> =>
    on.fresh((own) => {
      on.keep(own);
      const treat = (before: Exchange) => refusals(on, own, before, probes);
      return tried(on, own, attempt, {
        differ: (one, other) => heldContentsDiffer(own, one, other),
        within: on.grace.readMs,
        treat: isTreated ? treat : undefined,
      });
    });
  return effectOf(on, {
    seen,
    anew: true,
    treated: (attempt) => trial(attempt, true),
    untreated: (attempt) => trial(attempt, false),
  });
}
