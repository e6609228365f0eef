import { says } from '../../wire/status.ts';
import { operation } from '../../contract/endpoints.ts';
import type { OverwriteName } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import { acceptedOverwrites, overwritesOf } from './accepted.ts';
import type { Caller } from '../../history/caller.ts';
import { holdersOf } from '../../judging/access/token-cases.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Overwrites } from './overwrites.ts';
import { mustAdmit, unproven } from '../../implementation/callers/must-admit.ts';
import type { Stage } from '../../implementation/stage.ts';
import { besideOthers } from '../../judging/beside-others.ts';
import { notEveryTime, confirmations } from '../../judging/confirm.ts';

/** A valid token with manage_test is not denied access (part "Authentication"). */
export function overwriterIsGranted(name: OverwriteName): Statement<Stage> {
  return {
    statement: 'The server grants access to a token with manage_test.',
    sends: `${operation(name)} with each token that holds manage_test`,
    violation:
      'The server answers 401 three times to a token with manage_test that it grants access elsewhere. Or it answers 403 three times, while it grants the same request to another token with manage_test before and after.',
    rationale:
      'A 403 alone may concern the target of the overwrite, which the contract does not show; a 401 concerns the token alone.',
    check: async (on) => {
      const overwrites = await acceptedOrRefused(on, name);
      const holders = holdersOf(on, name);
      for (const caller of holders) {
        const other = holders.find((one) => one !== caller);
        await judgeHolder(on, overwrites, caller, other);
      }
    },
  };
}

/** The overwrites, even if all were refused because of the token. */
async function acceptedOrRefused(on: Stage, name: OverwriteName): Promise<Overwrites> {
  const overwrites = await overwritesOf(on, name);
  const status = overwrites.refused?.status;
  return overwrites.first === undefined && !says({ status }, 'denied')
    ? await acceptedOverwrites(on, name)
    : overwrites;
}

/** @param other - another caller with the same rights */
async function judgeHolder(on: Stage, overwrites: Overwrites, caller: Caller, other?: Caller): Promise<void> {
  const { endpoint: name } = overwrites;
  if (overwrites.first?.caller === caller) return on.held();
  const answers: Exchange[] = [];
  const controls: Exchange[] = [];
  for (let round = 0; round < confirmations; round += 1) {
    const exchange = await overwrites.accepted(on, caller);
    if (exchange.succeeded)
      return round === 0 ? on.held() : notEveryTime(on, `${caller.label} was refused`, answers.slice(-1));
    if (exchange.is('noise') && round === 0) return on.noise(`${caller.label}: ${exchange.label}`);
    if (!says(exchange, 'denied') && (await overwrites.byMaker(on, caller))?.succeeded === true)
      return on.held();
    if (!says(exchange, 'denied'))
      return on.undecided(
        'premise-failed',
        `${caller.label} was answered ${exchange.label}${besideOthers(exchange)}`,
        { exchanges: [exchange] },
      );
    answers.push(exchange);
    if (other !== undefined) controls.push(await overwrites.accepted(on, other));
  }
  const last = answers.slice(-1);
  const mustBeGranted = await mustAdmit(on, caller, name);
  const isSandwiched = controls.length === confirmations && controls.every(({ succeeded }) => succeeded);
  if (mustBeGranted && (isSandwiched || answers.every((one) => says(one, 'unknown caller'))))
    return on.violated({
      expected: `${caller.label} to be granted access`,
      deviation: { kind: 'status' },
      exchanges: [...controls.slice(-1), ...last],
      reproduced: `${confirmations}/${confirmations}`,
    });
  on.undecided(
    'liveness-unproven',
    mustBeGranted
      ? `${caller.label} is denied access, and no other token shows that it need not be`
      : unproven(caller, name, last[0]?.label ?? ''),
    { exchanges: last },
  );
}
