import type { UpdateAction } from '../facts.ts';
import type { Facts } from '../learnt.ts';
import type { Stage } from '../stage.ts';
import { changeTo } from './changes.ts';

type Knowing = Pick<Stage, 'facts' | 'canary'>;

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/**
 * An action for anyone who needs an update that is accepted, whatever it does: a change, or doSomeThing where the run
 * has learnt that changes are refused though documented.
 *
 * @param text - what the property is changed to, if it is
 */
export function anyAction(on: Knowing, text?: string): UpdateAction {
  return on.facts.shutAction === 'changeSomeProperty' ? doSomeThing : changeTo(text ?? on.canary());
}

/** The same list with nothing in it that is refused though documented; never empty if it was not. */
export function passable(on: Knowing, actions: readonly UpdateAction[]): readonly UpdateAction[] {
  const { shutAction } = on.facts;
  if (shutAction === undefined) return actions;
  // Locks and checks may hang on the length of a list, so that it stays as long where that is possible.
  if (shutAction === 'changeSomeProperty') return actions.map(() => doSomeThing);
  const changes = actions.filter(({ action }) => action !== shutAction);
  return changes.length > 0 || actions.length === 0 ? changes : [anyAction(on)];
}

/** The value that the property has after these actions, where one of them changes it. */
export function leftBy(actions: readonly UpdateAction[]): string | undefined {
  return actions.findLast((one) => one.action === 'changeSomeProperty')?.someProperty;
}

/** Whether updates with one of these actions were seen to change the version. */
export function moves({ moves: known }: Pick<Facts, 'moves'>, actions: readonly UpdateAction[]): boolean {
  return actions.some(({ action }) => known[action] === true);
}

/** What follows for others from an action that is not accepted: in words, after a comma; empty if nothing does. */
export function insteadOf({ shutAction }: Pick<Facts, 'shutAction'>): string {
  if (shutAction === undefined) return '';
  const other = shutAction === 'doSomeThing' ? 'changeSomeProperty' : 'doSomeThing';
  return `, so updates are judged by ${other} alone`;
}
