import { says } from '../../wire/status.ts';
import { confirmations } from '../../judging/confirm.ts';
import { isSignificant } from '../../judging/telling.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { renewed } from '../../implementation/updates/changes.ts';
import type { Mismatch, MissedConflict, SentMismatch } from '../../implementation/updates/mismatch-batch.ts';
import { missesConflict } from '../../implementation/updates/missed-conflict.ts';
import { statedBy } from '../../implementation/updates/wrong-versions.ts';
import { sendMismatches } from '../../implementation/updates/send-mismatches.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { relocated } from '../../suites/4.10/conflicts.ts';

/** The mismatches of one session, each alone between two accepted updates; twice as many after a deviation. */
const asked = 30;
/** Attempts to send them: a mismatch counts if the updates before and after it are accepted, which the deviation may prevent. */
const mostTries = 2 * asked;
/** After this many further deviations, the first deviations were no accident. */
const enough = 2;
/** How often a status must have occurred in the whole run. */
const enoughForMore = 3;
/** The pause between two requests, in milliseconds: five per second meet no rate limit. */
const pace = 200;

/**
 * A mismatch is always answered 409 (4.10). After another status that is not rare, thirty similar mismatches
 * are sent at the end of the run, without other requests. A single deviation leaves the clause undecided. It
 * draws nothing: it judges all mismatches of the run, 107 at the least depth.
 */
export const missedConflicts = holds(
  '4.10/conflict-on-mismatch',
  'mismatches of the whole run that were refused otherwise than by 409, and thirty more where there are three',
  {
    draws: false,
    phase: 'late',
    minimum: () => 0,
    check: async (on) => {
      if (!(await judgeMissed(on, [...on.missedConflicts]))) return;
      const judged = on.missedConflicts.length;
      // Checks that end after this check may still add evidence.
      await on.until('end');
      undecided(
        on,
        on.missedConflicts.slice(judged).filter(({ isAlone }) => isAlone),
      );
    },
  },
);

/** Judges these mismatches; false if it has found a violation. */
async function judgeMissed(on: Stage, missed: readonly MissedConflict[]): Promise<boolean> {
  const alone = missed.filter(({ isAlone }) => isAlone);
  const answers = missed.map(({ exchange }) => exchange);
  if (!missed.some((one) => isFrequent(on, one)) || !(await isSignificant(on, answers))) {
    undecided(on, alone);
    return true;
  }
  const more = await judgeThirty(on, missed);
  if (more === undefined) return false;
  undecided(on, [...alone, ...more]);
  return true;
}

/** Sends thirty more mismatches; returns the deviating mismatches, or undefined if the earlier mismatches suffice. */
async function judgeThirty(
  on: Stage,
  missed: readonly MissedConflict[],
): Promise<readonly SentMismatch[] | undefined> {
  return await on.own(async (own) => {
    const fired = await fireThirty(on, own, missed);
    const told = between(fired);
    const found = missedOf(told);
    if (found.length < enough) return missedOf(fired).map(({ sent }) => sent);
    const control = told.find(({ isMissed }) => !isMissed)?.sent.exchange;
    reportMismatch(on, missed, { missed: found, of: told.length, control });
    return undefined;
  });
}

/** Whether its status occurred often enough at updates, including races, to be provoked again. */
function isFrequent(on: Stage, { exchange }: MissedConflict): boolean {
  const { statuses } = on.world.bodies.refusals('update');
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

interface Fired {
  readonly sent: SentMismatch;
  readonly aimed: string;
  readonly isMissed: boolean;
}

/** Stops once all were sent, or two missed their conflict, each with a 409 before and after. */
async function fireThirty(
  on: Stage,
  own: OwnResource,
  missed: readonly MissedConflict[],
): Promise<readonly Fired[]> {
  await afterReplicaLag(on, own);
  const fired: Fired[] = [];
  const isClear = (): boolean => {
    const found = missedOf(between(fired)).length;
    return found >= enough || fired.length >= asked * (found > 0 ? 2 : 1);
  };
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

/** A mismatch of the same kind for the current actual version. */
function placedAt(own: OwnResource, { probe, aimed }: MissedConflict, now: string): Mismatch {
  if (probe.former === true) return { ...probe, version: own.former(now).at(-1) ?? probe.version };
  return { ...probe, version: relocated(probe, Number(now), Number(probe.version) - Number(aimed)) };
}

function missedOf(fired: readonly Fired[]): readonly Fired[] {
  return fired.filter(({ isMissed }) => isMissed);
}

/** The mismatches between the first and the last 409, when no rate limit was in force: with and without conflict. */
function between(fired: readonly Fired[]): readonly Fired[] {
  const isConflict = ({ sent }: Fired): boolean => says(sent.exchange, 'conflict');
  const [from, to] = [fired.findIndex(isConflict), fired.findLastIndex(isConflict)];
  return fired.slice(Math.max(0, from), to + 1).filter((one) => one.isMissed || isConflict(one));
}

function reportMismatch(
  on: Stage,
  before: readonly MissedConflict[],
  found: {
    readonly missed: readonly Pick<Fired, 'sent' | 'aimed'>[];
    readonly of: number;
    readonly control: Exchange | undefined;
  },
): void {
  const { missed, of, control } = found;
  const last = missed.at(-1);
  if (last === undefined) return;
  const { sent, aimed } = last;
  on.violated({
    expected: '409, every time',
    got: `${sent.exchange.label} for version ${sent.probe.version} (${sent.probe.label}) while ${aimed} was the actual version: ${missed.length} of ${of} mismatches in a row, and ${before.length} before`,
    deviation: { kind: 'status', stated: statedBy(sent.probe), actual: aimed },
    exchanges: [
      ...(control === undefined ? [] : [{ exchange: control, role: 'control' } as const]),
      { exchange: sent.exchange, role: 'probe', culprit: true },
    ],
    reproduced: `${missed.length}/${of}`,
    counterexample: { actual: aimed, stated: sent.probe.version },
  });
}
