import type { Reason } from '../clause/sample.ts';
import type { Stage } from './stage.ts';

/** Why there is no second resource beside the first: the vendor says so, or it was seen. */
export function noSecondResource({ profile }: Stage): Reason {
  return profile.create?.mode === 'upsert'
    ? { code: 'declared-absent', text: 'the profile declares that all creates yield the same resource' }
    : {
        code: 'premise-failed',
        text: 'all creates yield the same resource, so there is no second one',
        supply: '"create": {"mode": "upsert"}',
      };
}

/** A manage_test token is wanting. */
export const noManageToken: Reason = {
  code: 'no-token',
  text: 'no token with manage_test was supplied',
  supply: 'CONFORMANCE_TOKEN_MANAGE_TEST=<token>',
};
