import { JsonNumber } from '../../wire/json/json.ts';
import { safeInteger } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../run/exchange.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { confirmations } from '../../judging/confirm.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';

/** Another spelling of a version, and the answers by which it is blamed. */
interface Form {
  readonly write: (v: string) => string;
  readonly bad: readonly number[];
}

const spellings: Readonly<Record<'must' | 'should', readonly Form[]>> = {
  must: [
    { write: (v) => `${v}.0`, bad: [409, 400, 422] },
    { write: (v) => `${v}e0`, bad: [409] },
    { write: (v) => (v === '0' ? '0e1' : `${v}0e-1`), bad: [409] },
  ],
  should: [{ write: (v) => `${v}e0`, bad: [400, 422] }],
};

/** States the actual version in other spellings of the same number, between accepted updates with its plain form. */
export async function judgeFloatForms(on: Stage, own: OwnResource, level: 'must' | 'should'): Promise<void> {
  const forms: Form[] = [...spellings[level]];
  // Where versions are shown in another spelling, the plain one is one more.
  const shown = await versionToState(on, own);
  if (level === 'must' && shown !== undefined && !plainInteger.test(shown))
    forms.push({ write: (v) => v, bad: [409, 400, 422] });
  for (const form of forms) await judgeForm(on, own, form, safeInteger);
}

/** Updates that the network may lose before that counts: what is lost is stated again. */
const mostLost = 2;

const plainInteger = /^-?\d+$/;

/** The same for versions that not every Float can hold: one that is taken is taken with a zero fraction as well. */
export async function judgeGreatVersions(on: Stage, own: OwnResource): Promise<void> {
  const great = (version: string): string | undefined =>
    plainInteger.test(version) && safeInteger(version) === undefined ? version : undefined;
  if (great((await versionToState(on, own)) ?? '0') === undefined)
    return on.discarded('not-observable', 'the version is one that every Float can hold');
  await judgeForm(on, own, { write: (v) => `${v}.0`, bad: [409, 400, 422] }, great);
}

async function judgeForm(
  on: Stage,
  own: OwnResource,
  form: Form,
  plainOf: (version: string) => string | undefined,
): Promise<void> {
  const deviations: Exchange[] = [];
  let spelled = '';
  let seen: Exchange | undefined;
  let lost = 0;
  const undecided = (why: string): void =>
    on.undecided('flaky', `${spelled} was refused, ${why}`, seen === undefined ? {} : { exchanges: [seen] });
  // What is refused in company is stated again alone: some servers turn writes away while any other is under way.
  for (let attempt = 0; attempt <= confirmations;) {
    const alone = attempt > 0;
    const before = await matchingUpdate(on, own, [anyAction(on)]);
    if (before.kind !== 'accepted')
      return seen === undefined
        ? on.discarded(...blockedBy('4.10/matching-version-is-accepted'))
        : undecided('and so was the control request');
    const actual = await versionToState(on, own);
    const plain = actual === undefined ? undefined : plainOf(actual);
    if (actual === undefined || plain === undefined)
      return on.discarded('not-observable', 'the version is not one that every Float can hold');
    spelled = form.write(plain);
    const exchange = await update(on, own, new JsonNumber(spelled), [{ ...anyAction(on) }], {
      alone,
    });
    own.mayHaveMoved();
    if (exchange.succeeded) {
      own.forget();
      if (deviations.length > 0) return undecided('but not every time');
      return on.passed(seen === undefined ? [] : [seen]);
    }
    if (exchange.kind === 'noise' && lost < mostLost) {
      lost += 1;
      continue;
    }
    attempt += 1;
    if (exchange.kind === 'noise') {
      on.noise(exchange.label);
      continue;
    }
    if (!form.bad.includes(exchange.status ?? 0))
      return deviations.length > 0 ? undecided('but not every time') : on.held();
    seen = exchange;
    const after = await matchingUpdate(on, own, [anyAction(on)]);
    if (alone && after.kind !== 'accepted') return undecided('and so was the control request');
    // A version that has moved meanwhile explains the refusal.
    if (alone && after.kind === 'accepted' && after.stated === actual) deviations.push(exchange);
  }
  if (deviations.length === confirmations)
    on.violated({
      expected: `${spelled} to be accepted as the version that it equals`,
      deviation: { kind: 'status', stated: 'actual' },
      exchanges: deviations.slice(-1),
      reproduced: `${confirmations}/${confirmations}`,
    });
  else if (deviations.length > 0) undecided('but not every time');
  else if (seen !== undefined) on.discarded('premise-failed', 'the version changed in between, every time');
}
