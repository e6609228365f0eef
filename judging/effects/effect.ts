import { isOneForAll, versionsMoveTogether } from '../../implementation/learnt.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import { lateEffectMs, settles } from '../../run/settle.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { readPatiently } from '../../implementation/resources/patient-read.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { contentsDiffer, versionsDiffer } from '../../implementation/resources/same-state.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations } from '../confirm.ts';
import { isForeign } from './foreign.ts';

/** Two reads of a resource, and the requests between them. */
export interface Change {
  readonly before: Exchange;
  readonly sent: readonly Exchange[];
  readonly after: Exchange;
}

/**
 * The outcome of one trial.
 *
 * - `changed`, `unchanged`: by the reads before and after.
 * - `foreign`: the last read shows content that no request of the run has sent.
 * - `lost`: the network or a limit answered in place of the implementation.
 * - `untried`: the premise was not reached; `why` is a sentence.
 */
export type Trial =
  | ({ readonly kind: 'changed' } & Change)
  | ({ readonly kind: 'unchanged' } & Change)
  | ({ readonly kind: 'foreign' } & Change)
  | { readonly kind: 'lost'; readonly by: Exchange }
  | { readonly kind: 'untried'; readonly why: string };

/** One trial of a treatment. */
export interface EffectAttempt {
  /** No other trial uses the resource of this name. */
  readonly name: string;
  /** Resources must be older than the age up to which the server itself changes new resources. */
  readonly isOld: boolean;
  /** A change counts only if it lasts longer than any lag. */
  readonly hasToLast: boolean;
  /** Versions change without any write, so only content proves an effect. */
  readonly ofContent?: boolean;
}

/** The trial before any confirmation. */
export const firstAttempt: EffectAttempt = { name: 'first', isOld: false, hasToLast: false };

/** Does a treatment of a resource change it? */
export interface Question {
  /** Treats a resource, and reads it after the time for an effect. */
  readonly treated: (attempt: EffectAttempt) => Promise<Trial>;
  /** Leaves a resource of the same age alone for the same time. */
  readonly untreated: (attempt: EffectAttempt) => Promise<Trial>;
  /** The change that was already seen and has to be confirmed. */
  readonly seen?: Change | undefined;
  /** The treatment may reach the untreated resource, or there is no second resource: so the untreated resource is observed beforehand. */
  readonly inTurn?: boolean;
  /** New resources were seen to change by themselves. */
  readonly ofOld?: boolean;
  /** Each trial treats a resource of its own, so several can be treated at once. */
  readonly anew?: boolean;
}

/**
 * Whether the treatment has an effect. A change that was seen is never forgotten: it comes with the treatment every
 * time, and never without it, or the clause stays undecided.
 *
 * - `none`: no change was seen.
 * - `every-time`: each of the confirmations shows it, and what was left alone stayed as it was.
 * - `not-every-time`: it did not show again.
 * - `restless`: untreated resources change as well, at any age.
 * - `foreign`: somebody else writes there.
 * - `unconfirmed`: it was seen, and could not be tried again.
 * - `lost`, `untried`: nothing was seen.
 */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'every-time'; readonly change: Change; readonly times: number }
  | {
      readonly kind: 'not-every-time' | 'restless' | 'foreign' | 'unconfirmed';
      readonly change: Change;
    }
  | Extract<Trial, { kind: 'lost' | 'untried' }>;

/** One trial, and after a change as many as needed, each beside an untreated resource. */
export async function effectOfOne(on: Stage, question: Question): Promise<Effect> {
  if (question.seen !== undefined) return await confirmed(on, question, question.seen);
  const first = await question.treated({ ...firstAttempt, isOld: question.ofOld === true });
  return first.kind === 'changed' ? await confirmed(on, question, first) : unseen(first);
}

/** The effect on content and existence of a resource, because an untreated resource may change its version too. */
export function ofContent({ seen, treated, untreated, ...rest }: Question): Question {
  const told = (attempt: EffectAttempt): EffectAttempt => ({
    ...attempt,
    name: `content ${attempt.name}`,
    ofContent: true,
  });
  const isMore = seen !== undefined && (!seen.after.succeeded || contentsDiffer(seen.before, seen.after));
  return {
    ...rest,
    ofOld: true,
    seen: isMore ? seen : undefined,
    treated: (attempt) => treated(told(attempt)),
    untreated: (attempt) => untreated(told(attempt)),
  };
}

/** The conclusion from a trial without a change. */
export function unseen(trial: Exclude<Trial, { kind: 'changed' }>): Effect {
  if (trial.kind === 'unchanged') return { kind: 'none' };
  return trial.kind === 'foreign' ? { kind: 'foreign', change: trial } : trial;
}

/** Whether several resources may be treated at once, which takes less time than successive trials. */
export function treatsMany(on: Stage, { anew }: Question): boolean {
  return anew === true && !isOneForAll(on.facts);
}

async function confirmed(
  on: Stage,
  question: Question,
  seen: Change,
  isOld = question.ofOld === true,
): Promise<Effect> {
  const { treated, untreated, inTurn = isOneForAll(on.facts) } = question;
  let change = seen;
  const times = treatsMany(on, question) ? 1 : confirmations;
  for (let time = 1; time <= times; time += 1) {
    const attempt = { name: `${isOld ? 'old ' : ''}${time}`, isOld, hasToLast: time === confirmations };
    const both = [() => untreated(attempt), () => treated(attempt)];
    const [quiet, came] = inTurn ? await oneByOne(both) : await Promise.all(both.map((one) => one()));
    // A server stops changing new resources once they are older.
    if (quiet?.kind === 'changed' && !isOld) return await confirmed(on, question, change, true);
    if (quiet?.kind === 'changed') return { kind: 'restless', change };
    const foreign = [quiet, came].find((one) => one?.kind === 'foreign');
    if (foreign?.kind === 'foreign') return { kind: 'foreign', change: foreign };
    if (came?.kind === 'unchanged') return { kind: 'not-every-time', change };
    if (quiet?.kind !== 'unchanged' || came?.kind !== 'changed') return { kind: 'unconfirmed', change };
    change = came;
  }
  return { kind: 'every-time', change, times };
}

async function oneByOne<T>(works: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const done: T[] = [];
  for (const work of works) done.push(await work());
  return done;
}

/** How a trial treats a resource. */
export interface Treatment {
  /** Treats the resource after the read; a sentence if that was not possible. Nothing unless given. */
  readonly treat?: ((before: Exchange) => Promise<readonly Exchange[] | string>) | undefined;
  /** Whether two reads show different states; by default, different versions, unless the store shares one counter. */
  readonly differ?: (before: Exchange, after: Exchange) => boolean;
  /** The time for an effect to show, in milliseconds; or until the late phase. */
  readonly within?: number | 'late';
  readonly look?: (own: OwnResource) => Promise<Exchange>;
}

/** Reads a resource at rest, treats it, and reads until an effect shows or has had its time. */
export async function tried(
  on: Stage,
  own: OwnResource,
  { isOld, hasToLast, ofContent = false }: Omit<EffectAttempt, 'name'>,
  treatment: Treatment,
): Promise<Trial> {
  const { treat, within = lateEffectMs, look = (one) => readOwn(on, one) } = treatment;
  const differ =
    treatment.differ ?? (ofContent || versionsMoveTogether(on.facts) ? contentsDiffer : versionsDiffer);
  if (isOld) await untilOld(on, own);
  const before = await atRest(on, own, look);
  if (before.is('noise')) return { kind: 'lost', by: before };
  if (!before.succeeded) return { kind: 'untried', why: 'the resource could not be read before' };
  const sent = (await treat?.(before)) ?? [];
  if (typeof sent === 'string') return { kind: 'untried', why: sent };
  const since = on.clock.now();
  if (within === 'late') await untilLate(on);
  let after = before;
  const shows = async (): Promise<boolean> => {
    after = await look(own);
    return !after.is('noise') && (!after.succeeded || differ(before, after));
  };
  const ms = within === 'late' ? 0 : within;
  const isSeen = await settles(on.clock, { since, ms, for: awaited.lateEffects }, shows);
  const isShown = isSeen && (!(hasToLast || within === 'late') || (await lasts(on, shows)));
  if (after.is('noise')) return { kind: 'lost', by: after };
  if (!isShown) return { kind: 'unchanged', before, sent, after };
  return { kind: isForeign(on, before, after) ? 'foreign' : 'changed', before, sent, after };
}

/** Reads until no lag of granted writes can explain the change; an earlier state of the run is no change. */
async function lasts(on: Stage, shows: () => Promise<boolean>): Promise<boolean> {
  const { readMs: ms } = on.grace;
  return !(await settles(on.clock, { since: on.clock.now(), ms }, async () => !(await shows())));
}

/** Waits until late effects have shown: until the late phase, or as long if the resource does not last until then. */
export async function untilLate(on: Stage): Promise<void> {
  if (isOneForAll(on.facts) || on.phase === 'late') await on.clock.sleep(lateEffectMs, awaited.lateEffects);
  else await on.until('late');
}

async function untilOld(on: Stage, own: OwnResource): Promise<void> {
  const wait = own.madeAt + lateEffectMs - on.clock.now();
  if (wait > 0) await on.clock.sleep(wait, awaited.age);
}

/** A read that no lag of earlier writes explains; with the new version if a create changed the resource. */
async function atRest(
  on: Stage,
  own: OwnResource,
  look: (own: OwnResource) => Promise<Exchange>,
): Promise<Exchange> {
  if (own.lastWriteAt !== own.madeAt) await afterReplicaLag(on, own);
  const made = isOneForAll(on.facts) ? versionOf(own.born?.value) : undefined;
  if (made !== undefined)
    await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
      const shown = versionOf((await readPatiently(on, own)).value);
      return shown !== undefined && sameNumber(made, shown);
    });
  await readPatiently(on, own);
  let read = await look(own);
  // A lagging replica may not have the resource yet.
  await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
    if (read.is('turned away')) read = await look(own);
    return !read.is('turned away');
  });
  return read;
}
