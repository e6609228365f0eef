import { JsonNumber } from '../../wire/json/json.ts';
import type { UpdateAction } from '../../target/facts.ts';
import { matchingUpdate } from '../../target/updates/matching-update.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import type { Stage } from '../../target/stage.ts';
import { update } from '../../target/updates/changes.ts';
import { versionToState } from '../../target/resources/read-own.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };
const attempts = 3;

/** doSomeThing is not refused for want of a field that the contract does not show (4.10). */
export async function judgeWithoutFields(on: Stage, own: OwnResource): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const match = await matchingUpdate(on, own, [doSomeThing]);
    if (match.kind === 'accepted') return on.held();
    if (match.kind !== 'refused')
      return on.discarded('premise-failed', 'doSomeThing was neither accepted nor refused');
    const stated = await versionToState(on, own);
    if (stated === undefined) return;
    const more = await update(on, own, new JsonNumber(stated), [{ ...doSomeThing, someProperty: 'a' }]);
    if (!more.succeeded)
      return on.undecided(
        'refused-by-unknown-validation',
        `doSomeThing was answered ${match.exchange.label}`,
        { exchanges: [match.exchange] },
      );
    own.shown = undefined;
    if (attempt === attempts)
      on.violated({
        expected: 'doSomeThing without fields to be accepted',
        got: match.exchange.label,
        exchanges: [match.exchange, more],
        reproduced: `${attempts}/${attempts}`,
      });
  }
}
