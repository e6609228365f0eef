import { JsonNumber } from '../../wire/json/json.ts';
import type { UpdateAction } from '../../target/facts.ts';
import { matchingUpdate } from '../../target/updates/matching-update.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import type { Stage } from '../../target/stage.ts';
import { update } from '../../target/updates/changes.ts';
import { versionToState } from '../../target/resources/read-own.ts';
import { notEveryTime, confirmations } from '../../judging/confirm.ts';
import type { Exchange } from '../../run/exchange.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** doSomeThing is not refused for want of a field that the contract does not show (4.10). */
export async function judgeWithoutFields(on: Stage, own: OwnResource): Promise<void> {
  const withMember = async (): Promise<Exchange | undefined> => {
    const stated = await versionToState(on, own);
    if (stated === undefined) return undefined;
    const more = await update(on, own, new JsonNumber(stated), [{ ...doSomeThing, someProperty: 'a' }]);
    own.shown = undefined;
    return more;
  };
  const shown: Exchange[] = [];
  while (shown.length < 2 * confirmations) {
    const match = await matchingUpdate(on, own, [doSomeThing]);
    if (match.kind !== 'refused') {
      if (shown.length > 0)
        return notEveryTime(on, 'doSomeThing without fields was refused', shown.slice(-2));
      if (match.kind === 'accepted') return on.held();
      return on.discarded('premise-failed', 'doSomeThing was neither accepted nor refused');
    }
    const more = await withMember();
    if (more?.succeeded !== true)
      return on.undecided(
        'refused-by-unknown-validation',
        `doSomeThing was answered ${match.exchange.label}`,
        { exchanges: [match.exchange] },
      );
    shown.push(match.exchange, more);
  }
  on.violated({
    expected: 'doSomeThing without fields to be accepted',
    got: shown.at(-2)?.label ?? '',
    exchanges: shown.slice(-2),
    reproduced: `${confirmations}/${confirmations}`,
  });
}
