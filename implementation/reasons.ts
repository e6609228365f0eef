import { says } from '../wire/status.ts';
import type { Exchange } from '../history/exchange.ts';
import type { Reason } from '../clause/sample.ts';
import type { Stage } from './stage.ts';

/** Why there is no second resource: as the vendor declares, or as the run has seen. */
export function noSecondResource({ profile }: Stage): Reason {
  return profile.create?.mode === 'upsert'
    ? { code: 'declared-absent', text: 'the profile declares that all creates yield the same resource' }
    : {
        code: 'premise-failed',
        text: 'all creates yield the same resource, so there is no second one',
        supply: '"create": {"mode": "upsert"}',
      };
}

export const noManageToken: Reason = {
  code: 'no-token',
  text: 'no token with manage_test was supplied',
  supply: 'CONFORMANCE_TOKEN_MANAGE_TEST=<token>',
};

/** The advice after a refused create: its content, unless the answer says that there is no more room. */
export function wantOfCreate(refused: Exchange | undefined): {
  readonly text: string;
  readonly supply?: string;
} {
  const label = refused?.label ?? 'none was sent';
  return says(refused, 'no room')
    ? { text: `${label}, there is no room: remove what earlier runs left (clean) or others do not need` }
    : { text: label, supply: '"samples": {"4.6": {"body": {"objectTypeProperty": {…}}}}' };
}
