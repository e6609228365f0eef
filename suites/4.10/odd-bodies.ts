import type { JsonInput } from '../../wire/json/json.ts';
import { matchingUpdate } from '../../target/updates/matching-update.ts';
import { judgeConflicts } from './conflicts.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import type { Stage } from '../../target/stage.ts';
import { farVersion } from '../../target/updates/wrong-versions.ts';
import { changeTo } from '../../target/updates/changes.ts';

/** With a version far from the actual one no body succeeds, however odd its actions are (4.10). */
export async function judgeOddBodies(on: Stage, own: OwnResource): Promise<void> {
  if (own.value === undefined) await matchingUpdate(on, own, [changeTo(on.canary())]);
  const odd: readonly (readonly [label: string, actions: JsonInput])[] = [
    ['no actions', []],
    ['an unknown action', [{ action: 'unknownAction' }]],
    ['an unknown action after a known one', [{ action: 'doSomeThing' }, { action: 'unknownAction' }]],
    ['a value missing', [{ action: 'changeSomeProperty' }]],
    ['a number for a text', [{ action: 'changeSomeProperty', someProperty: 7 }]],
    ['a member more', [{ action: 'doSomeThing', undocumentedMember: 1 }]],
    ['actions missing', null],
    // A server that takes it for a change without effect may forget to look at the version.
    ...(own.value === undefined ? [] : [['the value that it has', [changeTo(own.value)]] as const]),
  ];
  await judgeConflicts(
    on,
    own,
    [changeTo(on.canary())],
    (v) => odd.map(([label, actions]) => ({ label, actions, version: farVersion(v), far: true })),
    'no success',
  );
}
