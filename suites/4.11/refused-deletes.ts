import { isOneForAll } from '../../implementation/learnt.ts';
import type { AccessCase } from '../../judging/access/access-case.ts';
import { accessRound, type AccessRound } from '../../judging/access/access-round.ts';
import { refuses } from '../../judging/access/refusal.ts';
import {
  effectOfOne,
  firstAttempt,
  ofContent,
  tried,
  unseen,
  type EffectAttempt,
  type Effect,
  type Question,
  type Trial,
} from '../../judging/effects/effect.ts';
import { reportEffect } from '../../judging/effects/reported-effect.ts';
import { effectOf, inCrowd } from '../../judging/effects/crowd.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { untouchedFixture } from '../../implementation/resources/kept-resource.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';

/**
 * Judges whether refused deletes leave the resource unchanged, even after the round in which they were refused. If it
 * changed, each refused caller then has resources of his own, which granted requests of other callers do not reach.
 */
export async function judgeRefusedDeletes(on: Stage, removing: AccessCase): Promise<void> {
  // A resource that all creates reach does not stay unchanged until the late phase.
  if (isOneForAll(on.facts))
    return report(on, await effectOfAll(on, refusedIn(await accessRound(on, removing), on)));
  const { control, trial } = await roundBesideControl(on, removing);
  if (trial?.kind !== 'changed') return report(on, trial === undefined ? untold : unseen(trial));
  const round = await accessRound(on, removing);
  // An effect on both resources proves nothing; it may end once they are older.
  const begun = control.kind === 'changed' ? { ofOld: true } : { seen: trial };
  const callers = refusedIn(round, on);
  const ask = (of: Of): Promise<readonly Effect[]> =>
    Promise.all(callers.map((caller) => effectOfOne(on, of({ ...deletesBy(on, [caller]), ...begun }))));
  let of: Of = (question) => question;
  let effects = await ask(of);
  if (effects.some(({ kind }) => kind === 'restless')) effects = await ask((of = ofContent));
  const found = (kind: Effect['kind']): Effect | undefined => effects.find((effect) => effect.kind === kind);
  const told = (await charged(on, callers, effects, of)) ?? found('restless') ?? found('foreign');
  const answers = [...round.answers.values()];
  // A caller with access has deleted the resource; others may have found nothing to delete.
  const isExplained = answers.some((answer) => !refuses(on, answer));
  if (told === undefined && (isExplained || effects.every(({ kind }) => kind === 'none'))) return on.held();
  report(on, told ?? { kind: 'not-every-time', change: trial }, answers);
}

type Of = (question: Question) => Question;

/** The first of these effects that also recurs on several resources at once; if none does, the last result. */
async function charged(on: Stage, callers: readonly Caller[], effects: readonly Effect[], of: Of) {
  let told: Effect | undefined;
  for (const [at, caller] of callers.entries()) {
    const effect = effects[at];
    if (effect?.kind !== 'every-time') continue;
    told = await inCrowd(on, of(deletesBy(on, [caller])), effect);
    if (told.kind === 'every-time') break;
  }
  return told;
}

const untold: Effect = { kind: 'untried', why: 'an untouched resource could not be read' };

/** The state after the round of all callers, and a resource of the same age without any requests. */
async function roundBesideControl(on: Stage, removing: AccessCase) {
  let trial: Trial | undefined;
  const { own } = await untouchedFixture(on, 'untouched');
  const treat = async (): Promise<readonly Exchange[]> => {
    trial = await seenAfterRound(on, removing);
    return [];
  };
  const control = await tried(on, own, firstAttempt, { within: 0, treat });
  return { control, trial };
}

async function seenAfterRound(on: Stage, removing: AccessCase): Promise<Trial> {
  const { own } = await untouchedFixture(on, 'delete');
  return await tried(on, own, firstAttempt, {
    within: 'late',
    treat: async () => {
      const { answers } = await accessRound(on, removing);
      const refused = [...answers.values()].filter((answer) => refuses(on, answer));
      return refused.length === 0 ? 'no delete was refused' : refused;
    },
  });
}

/** Concurrent deletes by all refused callers, without callers with access: a granted delete is no refusal. */
async function effectOfAll(on: Stage, callers: readonly Caller[]): Promise<Effect> {
  let left = callers;
  const treated = async (attempt: EffectAttempt): Promise<Trial> => {
    for (;;) {
      if (left.length === 0) return { kind: 'untried', why: 'no delete was refused' };
      const { trial, granted } = await aimedAt(on, left, attempt);
      if (granted.length === 0) return trial;
      left = left.filter((caller) => !granted.includes(caller));
    }
  };
  return await effectOf(on, { ...deletesBy(on, callers), treated });
}

function deletesBy(on: Stage, callers: readonly Caller[]): Question {
  return {
    anew: true,
    untreated: async (attempt) => (await aimedAt(on, [], attempt)).trial,
    treated: async (attempt) => {
      const { trial, granted } = await aimedAt(on, callers, attempt);
      return granted.length === 0 ? trial : { kind: 'untried', why: 'a caller was granted access' };
    },
  };
}

/** Deletes of a resource that was made for them, and the callers who were granted access. */
async function aimedAt(on: Stage, callers: readonly Caller[], attempt: EffectAttempt) {
  const who = callers.map(({ label }) => label).join();
  const { own } = await untouchedFixture(on, `${who === '' ? 'untouched' : 'delete'} ${attempt.name} ${who}`);
  let answers: readonly Exchange[] = [];
  const ask = (as: Caller): Promise<Exchange> => on.ask('remove', { path: { id: own.id }, as });
  const treat = async (): Promise<readonly Exchange[]> => (answers = await Promise.all(callers.map(ask)));
  const trial = await tried(on, own, attempt, { treat });
  const granted = answers.filter((answer) => !refuses(on, answer)).map(({ caller }) => caller);
  return { trial, granted };
}

function refusedIn({ answers }: AccessRound, on: Stage): readonly Caller[] {
  return [...answers].flatMap(([caller, exchange]) => (refuses(on, exchange) ? [caller] : []));
}

/** @param of - the deletes of the round, which show the other refused callers and the granted callers */
function report(on: Stage, effect: Effect, of: readonly Exchange[] = []): void {
  reportEffect(on, effect, {
    deviation: 'a refused delete took effect',
    expected: ({ sent }) => `the resource as it was after DELETE was answered ${byAnswer(sent)}`,
    got: ({ before, after }) => {
      const became = `version ${versionOf(after.value) ?? 'none'} instead of ${versionOf(before.value) ?? 'none'}`;
      const round =
        of.length === 0 ? '' : `; in the round of all callers DELETE was answered ${byAnswer(of)}`;
      return `${after.succeeded ? became : after.label}${round}`;
    },
  });
}

/** The answer that each caller got: `401 to no token, unknown token; 403 to CONFORMANCE_TOKEN_VIEW_TEST`. */
function byAnswer(deletes: readonly Exchange[]): string {
  const labels = [...new Set(deletes.map(({ label }) => label))];
  const callersOf = (label: string) =>
    deletes.filter((one) => one.label === label).map((one) => one.caller.label);
  return labels.map((label) => `${label} to ${callersOf(label).join(', ')}`).join('; ');
}
