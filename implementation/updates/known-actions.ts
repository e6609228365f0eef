import type { UpdateAction } from '../facts.ts';
import type { Facts } from '../learnt.ts';
import type { Stage } from '../stage.ts';
import { changeTo } from './changes.ts';

type Knowing = Pick<Stage, 'facts' | 'canary'>;

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** An action that must be accepted: a change to the text; doSomeThing if documented changes are refused. */
export function anyAction(on: Knowing, text?: string): UpdateAction {
  return on.facts.shutAction === 'changeSomeProperty' ? doSomeThing : changeTo(text ?? on.canary());
}

/** The same list without actions that the server refuses; it does not become empty. */
export function passable(on: Knowing, actions: readonly UpdateAction[]): readonly UpdateAction[] {
  const { shutAction } = on.facts;
  if (shutAction === undefined) return actions;
  // Locks and checks may depend on the length of a list, so the list keeps its length if possible.
  if (shutAction === 'changeSomeProperty') return actions.map(() => doSomeThing);
  const changes = actions.filter(({ action }) => action !== shutAction);
  return changes.length > 0 || actions.length === 0 ? changes : [anyAction(on)];
}

/** The value of the property after these actions, if one of them changes it. */
export function leftBy(actions: readonly UpdateAction[]): string | undefined {
  return actions.findLast((one) => one.action === 'changeSomeProperty')?.someProperty;
}

/** Whether updates with one of these actions were seen to change the version. */
export function moves({ moves: known }: Pick<Facts, 'moves'>, actions: readonly UpdateAction[]): boolean {
  return actions.some(({ action }) => known[action] === true);
}

/** The consequence of an unaccepted action for other checks: words after a comma; empty if there is none. */
export function insteadOf({ shutAction }: Pick<Facts, 'shutAction'>): string {
  if (shutAction === undefined) return '';
  const other = shutAction === 'doSomeThing' ? 'changeSomeProperty' : 'doSomeThing';
  return `, so updates are judged by ${other} alone`;
}
