import type { Profile } from '../../clause/profile.ts';
import type { Reason } from '../../clause/sample.ts';
import { notTested } from '../../clause/thrown.ts';

/** Ids of resources that the operator provides: first the changeable, then the disposable resources. */
export function providedIds({ resource }: Profile): readonly string[] {
  const { sandbox = [], disposable = [] } = resource ?? {};
  return [...sandbox.filter((id) => !disposable.includes(id)), ...disposable];
}

/** Whether the operator has named the resource as one that has to outlive the run. */
export function hasToStay({ resource }: Profile, id: string): boolean {
  const { fixture, sandbox = [], disposable = [] } = resource ?? {};
  return (fixture?.id === id || sandbox.includes(id)) && !disposable.includes(id);
}

const staysThere: Reason = {
  code: 'no-id-source',
  text: 'provided resources may not be deleted, and creates show no id of another one',
  supply: '"resource": {"disposable": ["<id>"]}',
};

/** @throws Inconclusive if a resource has to outlive the run */
export function requireDeletable({ profile }: { readonly profile: Profile }, id: string): void {
  if (hasToStay(profile, id)) throw notTested(staysThere);
}
