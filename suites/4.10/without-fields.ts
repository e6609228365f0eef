import { says } from '../../wire/status.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { lastAnswer, locked, matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { withControl, notEveryTime, report } from '../../judging/confirm.ts';
import type { Exchange } from '../../history/exchange.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/**
 * doSomeThing is not refused for lack of a field that the contract does not show (4.10). Once it was refused, it is
 * asked for again when no other update is under way.
 */
export async function judgeWithoutFields(on: Stage): Promise<void> {
  const match = await on.own((own) => matchingUpdate(on, own, [doSomeThing]));
  if (match.kind === 'accepted') return on.held();
  if (match.kind !== 'refused')
    return on.discarded('premise-failed', 'doSomeThing was neither accepted nor refused');
  await on.until('races');
  await on.own((own) => judgeAgain(on, own, match.exchange));
}

async function judgeAgain(on: Stage, own: OwnResource, refused: Exchange): Promise<void> {
  const bare = async (): Promise<Exchange | undefined> =>
    lastAnswer(await matchingUpdate(on, own, [doSomeThing]));
  const withMember = async (): Promise<Exchange | undefined> => {
    const stated = await versionToState(on, own);
    if (stated === undefined) return undefined;
    const more = await update(on, own, new JsonNumber(stated), [{ ...doSomeThing, someProperty: 'a' }]);
    own.mayHaveMoved();
    return more;
  };
  const confirmed = await withControl(on, {
    control: withMember,
    probe: bare,
    deviates: (one) => one.is('turned away') && !says(one, 'conflict') && one.status !== locked,
  });
  if (confirmed.kind === 'unconfirmed' && confirmed.by?.is('turned away') === true)
    return on.undecided('refused-by-unknown-validation', `doSomeThing was answered ${refused.label}`, {
      exchanges: [refused],
    });
  if (confirmed.kind === 'met') return notEveryTime(on, 'doSomeThing without fields was refused', [refused]);
  report(on, confirmed, {
    expected: 'doSomeThing without fields to be accepted',
    deviation: 'doSomeThing without fields was refused',
  });
}
