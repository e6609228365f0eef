import { defined } from '../../clause/defined.ts';
import { says } from '../../wire/status.ts';
import type { AccessCase } from './access-case.ts';
import { bracket, tried, type AccessRound } from './access-round.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { besideOthers, perhapsBesideOthers } from '../beside-others.ts';
import { isExchanged } from '../../implementation/callers/exchanged.ts';
import { mustAdmit, unproven } from '../../implementation/callers/must-admit.ts';
import { saidToHold } from '../../implementation/callers/sentences.ts';
import type { Told } from '../../run/evidence/story.ts';
import { livenessOf, sameOctets } from '../../implementation/callers/liveness.ts';
import type { Stage } from '../../implementation/stage.ts';
import {
  declaresStyle,
  isByPage,
  isDeniedInStyle,
  refusedInStyle,
  refusesInStyle,
  styleToDeclare,
  sentOn,
} from './declared-style.ts';
import { answerText } from '../answers/answer-text.ts';
import { otherwise, withControl, confirmRepeatedly, report, notEveryTime } from '../confirm.ts';

/** Judges the refusal of certain callers in a round of their own. */
export async function judgeCallers(on: Stage, which: AccessCase, callers: readonly Caller[]): Promise<void> {
  const round = await bracket(on, which, () => callers, { withSufficient: false });
  await judgeProbes(on, round, [...round.answers]);
}

/** Judges one caller; a round of its own follows only if the request is not refused at first. */
export async function judgeProbedCaller(on: Stage, which: AccessCase, caller: Caller): Promise<void> {
  const target = await which.prepare(on);
  const probe = await target.ask(on, caller);
  if (probe.is('noise')) return;
  const isDenied = probe.is('turned away') && target.leaks?.(probe) !== true;
  if (!isDenied || (await target.refusesNothing?.(on, probe)) !== undefined)
    return await judgeCallers(on, which, [caller]);
  if ((await livenessOf(on, caller)) !== 'dead') on.refused(probe);
}

/** Judges in a separate round whether certain holders of a listed scope are granted access. */
export async function judgeSufficientCallers(
  on: Stage,
  which: AccessCase,
  callers: readonly Caller[],
): Promise<void> {
  const round = await bracket(on, which, () => callers, { withSufficient: false });
  for (const caller of callers) await judgeSufficient(on, round, caller, undefined);
}

/** Judges one caller; a round of its own follows only if the first answer is not 2xx. */
export async function judgeSufficientCaller(on: Stage, which: AccessCase, caller: Caller): Promise<void> {
  const target = await which.prepare(on);
  if (!declaresStyle(on) && (await target.ask(on, caller)).succeeded) on.held();
  else await judgeSufficientCallers(on, which, [caller]);
}

/** Judges the answers of a round to callers that must be refused, compared with the answers to the sufficient caller. */
export async function judgeProbes(
  on: Stage,
  round: AccessRound,
  probes: readonly (readonly [Caller, Exchange])[],
): Promise<void> {
  const { target, before, after } = round;
  if (!before.succeeded || !target.shows(before))
    return on.discarded(
      'premise-failed',
      'the answer to a sufficient caller shows no content that must be withheld from others',
    );
  if (!after.succeeded)
    return on.undecided(
      'flaky',
      `the sufficient caller was answered ${after.label} afterwards${besideOthers(after)}`,
    );
  for (const [caller, probe] of probes) await judgeProbe(on, round, caller, probe);
}

/** A grant to a supplied token depends on the statement of its setting. */
export function noAccessFor({ label, supplied }: Caller): string {
  const said = supplied === undefined ? '' : `, whose setting says: ${saidToHold(supplied)}`;
  return `no access for ${label}${said}`;
}

async function judgeProbe(on: Stage, round: AccessRound, caller: Caller, seen: Exchange): Promise<void> {
  const { target, before, after } = round;
  const sent = seen.redirect === 'elsewhere' ? await sentOn(on, seen) : undefined;
  // The end of a redirect proves nothing: any request may lead to a login page.
  const probe = sent === undefined || (sent.succeeded && sent.request.method === 'HEAD') ? seen : sent;
  if (isByPage(probe) && !probe.succeeded) {
    if (await refusesInStyle(on, round.endpoint, probe, before))
      return await heldUnlessDead(on, round, caller, probe);
    on.undecided('redirect-cross-origin', `${caller.label} was answered ${probe.label}`, {
      exchanges: [probe],
    });
    return;
  }
  if (probe.is('noise')) return on.noise(`${caller.label}: ${probe.label}`);
  if (probe.is('fault')) return await judgeCrashed(on, round, caller, probe);
  if (probe.is('turned away')) {
    if (target.leaks?.(probe) === true)
      return on.violated({
        expected: noAccessFor(caller),
        got: `${probe.label}, and its body shows the content for callers with the scope`,
        deviation: { kind: 'discloses', beside: before },
        exchanges: betweenControls(round, probe),
      });
    return await heldUnlessDead(on, round, caller, probe);
  }
  let grant = target.grants(probe, before, after);
  if (grant === 'open' && (await target.becomesTelling?.(on, before)) === true)
    return await judgeAnew(on, round, caller);
  if (grant === 'open' && target.decideOpen !== undefined)
    grant = await target.decideOpen(on, { caller, controller: round.controller }, probe, before);
  if (grant === 'refused') return await heldUnlessVain(on, round, probe);
  if (grant === 'open') {
    if (await refusesInStyle(on, round.endpoint, probe, before))
      return await heldUnlessDead(on, round, caller, probe);
    const [mine, others] = [answerText(on, probe), answerText(on, before)];
    const isSame = probe.status === before.status && sameOctets(probe.body, before.body);
    on.undecided(
      'two-readings',
      isSame
        ? `${caller.label} and the sufficient caller ${round.controller.label} got the same answer, ${mine}`
        : `${caller.label} was answered ${mine}, and the sufficient caller ${round.controller.label} ${others}`,
      {
        claims: [{ kind: isSame ? 'alike' : 'unlike', exchanges: [probe, before] }],
        readings: [
          `${caller.label} is granted access, which the contract does not allow: refuse it`,
          await refusedInStyle(on, { name: round.endpoint, probe, control: before }),
        ],
        ...defined({ supply: await styleToDeclare(on, round.endpoint, probe) }),
        exchanges: [probe, before],
      },
    );
    return;
  }
  if (await isMistaken(on, caller, probe)) return;
  on.violated({
    expected: noAccessFor(caller),
    got: `${probe.label}, as for a caller with the scope`,
    deviation: { kind: 'status' },
    exchanges: betweenControls(round, probe),
  });
}

/** A server error in place of a refusal shows nothing about access. If it passes, the refusal that follows does. */
async function judgeCrashed(on: Stage, round: AccessRound, caller: Caller, probe: Exchange): Promise<void> {
  const { target } = round;
  const confirmed = await confirmRepeatedly(on, {
    seen: probe,
    probe: () => tried(on, target, caller),
    deviates: (one) => one.is('fault'),
  });
  const [refused] = otherwise(confirmed);
  if (confirmed.kind === 'passed' && refused !== undefined) {
    on.passed([probe]);
    return await judgeProbe(on, round, caller, refused);
  }
  on.undecided('server-error', `${caller.label} was answered ${probe.label} in place of a refusal`, {
    exchanges: [probe],
  });
}

/** A refusal of a token counts if the token is granted access somewhere. */
async function heldUnlessDead(on: Stage, round: AccessRound, caller: Caller, refusal: Exchange) {
  if ((await livenessOf(on, caller)) !== 'dead') return await heldUnlessVain(on, round, refusal);
  on.discarded('dead-token', `${caller.label} was granted access nowhere, so its refusal decides nothing`);
}

/** A refusal counts if there was something to refuse. */
async function heldUnlessVain(on: Stage, { target }: AccessRound, refusal: Exchange): Promise<void> {
  const why = await target.refusesNothing?.(on, refusal);
  if (why === undefined && refusal.is('turned away')) on.refused(refusal);
  else if (why === undefined) on.held();
  else on.discarded('premise-failed', `${refusal.caller.label} was refused, and ${why}`);
}

/** Reports swapped tokens: the answers show that each was used in place of the other. */
export async function isMistaken(on: Stage, caller: Caller, answer: Exchange): Promise<boolean> {
  // The first requests have shown that the tokens for reads and writes of the run are not swapped.
  const isUsual = caller === on.facts.reader || caller === on.facts.writer;
  if (caller.kind !== 'supplied' || caller.scopes.size !== 1 || isUsual) return false;
  await on.until('late');
  const { callers, world, options } = on;
  const { supplied } = callers;
  const answered = { supplied, sites: world.answers.sites, projectKey: options.projectKey };
  if (!isExchanged(answered, caller)) return false;
  on.undecided('dead-token', `${caller.label} looks swapped with another token; neither is used to judge`, {
    exchanges: [answer],
  });
  return true;
}

/** Judges the probe again, with new requests, once the controls show something. */
async function judgeAnew(on: Stage, round: AccessRound, caller: Caller): Promise<void> {
  const { becomesTelling: _ripe, ...target } = round.target;
  const before = await tried(on, target, round.controller);
  const probe = await tried(on, target, caller);
  const after = await tried(on, target, round.controller);
  await judgeProbes(on, { ...round, target, before, after }, [[caller, probe]]);
}

function betweenControls({ before, after }: AccessRound, probe: Exchange): readonly Told[] {
  return [
    { exchange: before, role: 'control' },
    { exchange: probe, role: 'probe', culprit: true },
    { exchange: after, role: 'control' },
  ];
}

/** A success for a caller who must be granted access may be a refusal in the declared style: the answer to another holder shows it. */
async function judgeGranted(on: Stage, round: AccessRound, caller: Caller, answer: Exchange): Promise<void> {
  const { target, controller, endpoint: name } = round;
  const other = caller === controller ? round.sufficient.find((one) => one !== caller) : controller;
  if (!declaresStyle(on) || target.once === true || other === undefined) return on.held();
  const control = other === controller ? round.before : await tried(on, target, other);
  if (!(await isDeniedInStyle(on, name, answer, control))) return on.held();
  // A lag may have hidden content from one of the two callers.
  await on.until('late');
  const [beside, again] = [await tried(on, target, other), await tried(on, target, caller)];
  if (!(await isDeniedInStyle(on, name, again, beside))) return on.held();
  on.undecided(
    'two-readings',
    `${caller.label} was answered ${answerText(on, again)}, and ${other.label} ${answerText(on, beside)}`,
    {
      readings: [
        `${caller.label} is refused in the declared refusal.style, although its scope suffices: grant it access`,
        `it is granted access, but the answer has another form: answer in the usual form to remove the doubt`,
      ],
      exchanges: [again, beside],
    },
  );
}

/** Judges whether one holder of a listed scope is granted access; a refusal is confirmed between grants to another holder. */
export async function judgeSufficient(
  on: Stage,
  round: AccessRound,
  caller: Caller,
  only: readonly number[] | undefined,
): Promise<void> {
  const { target, controller } = round;
  const answer = caller === controller ? round.before : round.answers.get(caller);
  if (answer === undefined) return;
  if (answer.succeeded) return await judgeGranted(on, round, caller, answer);
  if (answer.is('noise')) return on.noise(`${caller.label}: ${answer.label}`);
  if (!says(answer, 'denied')) await target.outwaitLag?.(on, caller);
  // Before, a 404 may have been a lag; a caller refused for scopes or by a crash counts as refused at once.
  const isSeen = says(answer, 'denied') || answer.is('fault');
  const confirmed = await withControl(on, {
    seen: isSeen ? answer : undefined,
    control: () => tried(on, target, controller),
    probe: () => tried(on, target, caller),
    deviates: (one) =>
      only === undefined ? one.is('refused') : one.is('turned away') && only.includes(one.status ?? 0),
  });
  const deviation = `${caller.label} was answered ${answer.label}${perhapsBesideOthers(answer)}`;
  const [other] = otherwise(confirmed);
  if (confirmed.kind === 'met' && other?.succeeded === false) notEveryTime(on, deviation, [answer]);
  else if (confirmed.kind === 'no-premise')
    report(
      on,
      { kind: 'unconfirmed', by: confirmed.by, exchanges: [answer] },
      { expected: '2xx', deviation },
    );
  else if (
    confirmed.kind === 'every-time' &&
    !(await mustAdmit(on, caller, round.endpoint, caller !== controller))
  )
    on.undecided('liveness-unproven', unproven(caller, round.endpoint, answer.label), {
      exchanges: confirmed.exchanges,
    });
  else if (confirmed.kind !== 'every-time' || !(await isMistaken(on, caller, answer)))
    report(on, confirmed, {
      expected: `2xx for ${caller.label} (its setting says ${[...caller.scopes].join(' and ')}), as for ${controller.label} on the same request`,
      deviation,
    });
}
