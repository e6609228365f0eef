import { confirmations } from '../../judging/confirm.ts';
import { tellSomething } from '../../judging/telling.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../run/exchange.ts';
import { relocated } from '../../suites/4.10/conflicts.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { renewed } from '../../implementation/updates/changes.ts';
import type { MissedConflict, SentMismatch } from '../../implementation/updates/mismatch-batch.ts';
import { missesConflict } from '../../implementation/updates/missed-conflict.ts';
import { statedBy } from '../../implementation/updates/wrong-versions.ts';
import { sendMismatches } from '../../implementation/updates/send-mismatches.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { outOfLag } from '../../implementation/resources/lag.ts';

/** Mismatches of one session, each the only one between two updates that are accepted. */
const asked = 30;
/** Tries to send them: one counts if both updates about it are accepted, which what is looked for may hinder. */
const mostTries = 2 * asked;
/** So many that miss their conflict once more show that the first ones were no accident. */
const enough = 2;
/** So often a status has to stand in the whole run. */
const enoughForMore = 3;
/** Between two requests, in milliseconds: five a second meet no limit of rate. */
const pace = 200;

/**
 * A mismatch is answered 409 every time (4.10): where one was not, and its status is no rare one, thirty more of its kind
 * are sent when all else is done, alone on the wire. One that missed its conflict alone leaves the clause undecided. It
 * draws nothing: it judges all mismatches of the run, 107 at the least depth.
 */
export const missedConflicts = holds(
  '4.10/conflict-on-mismatch',
  'mismatches of the whole run that were refused otherwise than by 409, and thirty more where there are three',
  {
    phase: 'late',
    minimum: () => 0,
    check: async (on) => {
      const missed = on.missedConflicts;
      const alone = missed.filter(({ isAlone }) => isAlone);
      const answers = missed.map(({ exchange }) => exchange);
      if (!missed.some((one) => isFrequent(on, one)) || !(await tellSomething(on, answers)))
        return undecided(on, alone);
      await on.own(async (own) => {
        const fired = await fireThirty(on, own, missed);
        const told = between(fired);
        if (missedOf(told).length >= enough) return reportMismatch(on, missed, told);
        undecided(on, [...alone, ...missedOf(fired).map(({ sent }) => sent)]);
      });
    },
  },
);

/** Whether its status stood often enough at updates, those of races among them, to be looked for once more. */
function isFrequent(on: Stage, { exchange }: MissedConflict): boolean {
  const { statuses } = on.recorder.refusals('update');
  return (statuses.get(exchange.status ?? 0) ?? 0) >= enoughForMore;
}

function undecided(on: Stage, missed: readonly Pick<MissedConflict, 'exchange'>[]): void {
  if (missed.length === 0) return;
  const exchanges = missed.map(({ exchange }) => exchange);
  const [last] = exchanges.slice(-1);
  const which = missed.length === 1 ? '1 mismatch was' : `${missed.length} mismatches were`;
  on.undecided(
    'flaky',
    `${which} refused with a status other than 409, the last one with ${last?.label ?? ''}`,
    {
      exchanges: exchanges.slice(-confirmations),
      deviated: true,
    },
  );
}

/** A mismatch of the session, with the version that was the actual one. */
interface Fired {
  readonly sent: SentMismatch;
  readonly aimed: string;
  readonly isMissed: boolean;
}

/** Stops when it is clear: all are sent, or two missed their conflict, each with a 409 before and after. */
async function fireThirty(
  on: Stage,
  own: OwnResource,
  missed: readonly MissedConflict[],
): Promise<readonly Fired[]> {
  await outOfLag(on, own);
  const fired: Fired[] = [];
  const isClear = (): boolean => fired.length === asked || missedOf(between(fired)).length >= enough;
  for (let at = 0; at < mostTries && !isClear(); at += 1) {
    const [kind] = missed.slice(at % missed.length);
    if (kind === undefined) break;
    await on.clock.sleep(2 * pace, awaited.spaced);
    const { mismatches, match, aimed } = await sendMismatches(
      on,
      own,
      renewed(on, kind.actions),
      (now) => [placedAt(own, kind, now)],
      { alone: true },
    );
    const [sent] = mismatches;
    if (sent === undefined || match.kind !== 'accepted') continue;
    fired.push({ sent, aimed, isMissed: missesConflict(on, own, sent) });
  }
  return fired;
}

function missedOf(fired: readonly Fired[]): readonly Fired[] {
  return fired.filter(({ isMissed }) => isMissed);
}

/** Those that missed their conflict, and all others, between the first and the last 409: no limit has set in. */
function between(fired: readonly Fired[]): readonly Fired[] {
  const isConflict = ({ sent }: Fired): boolean => sent.exchange.status === 409;
  const [from, to] = [fired.findIndex(isConflict), fired.findLastIndex(isConflict)];
  return fired.slice(Math.max(0, from), to + 1).filter((one) => one.isMissed || isConflict(one));
}

/** A mismatch of the same kind for the version that is the actual one now. */
function placedAt(own: OwnResource, { probe, aimed }: MissedConflict, now: string): MissedConflict['probe'] {
  if (probe.former === true) return { ...probe, version: own.former(now).at(-1) ?? probe.version };
  const version = relocated(probe, Number(now), Number(probe.version) - Number(aimed));
  return { ...probe, version };
}

function reportMismatch(on: Stage, missed: readonly MissedConflict[], fired: readonly Fired[]): void {
  const found = missedOf(fired);
  const last = found.at(-1);
  if (last === undefined) return;
  const { sent, aimed } = last;
  const conflict: Exchange | undefined = fired.find(({ isMissed }) => !isMissed)?.sent.exchange;
  on.violated({
    expected: '409, every time',
    got: `${sent.exchange.label} for version ${sent.probe.version} (${sent.probe.label}) where ${aimed} was the actual one: ${found.length} of ${fired.length} mismatches in a row, and ${missed.length} before`,
    deviation: { kind: 'status', stated: statedBy(sent.probe), actual: aimed },
    exchanges: [
      ...(conflict === undefined ? [] : [{ exchange: conflict, role: 'control' } as const]),
      { exchange: sent.exchange, role: 'probe', culprit: true },
    ],
    reproduced: `${found.length}/${fired.length}`,
    counterexample: { actual: aimed, stated: sent.probe.version },
  });
}
