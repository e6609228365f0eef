import type { Phase } from '../clause/clause.ts';
import type { Reason } from '../clause/sample.ts';
import type { Stage } from './stage.ts';

/** What only reads the kept resource: nobody may write to it meanwhile. */
const readsOnly = [
  /^4\.2\/(?!id-source$|known-id-is-readable$)/,
  /^4\.3\//,
  /^4\.5\/200-stays$/,
  /^Authentication\/(each-request-by-itself|scopes-are-exact-for-reads)$/,
  /^General\/resources-belong-to-their-project$/,
];

/** Refused writes: the resource must stay as it is between them and the look for their effect. */
const refusals = [
  /^4\.11\/refused-/,
  /^Authentication\/scopes-are-exact-for-writes$/,
  /^General\/resources-change-in-their-project-only$/,
];

/**
 * The phase of a clause's check where creates land on one resource (4.6), which nobody can then have to himself for
 * the whole run: what reads it comes before the first write, and refused writes are aimed at it alone on the wire.
 */
export function phaseWithOneResource(clause: string, phase: Phase): Phase {
  if (phase === 'end') return phase;
  if (readsOnly.some((pattern) => pattern.test(clause))) return 'quiet';
  if (phase === 'lanes' && refusals.some((pattern) => pattern.test(clause))) return 'races';
  return phase;
}

/** Why there is no second resource beside the first: the vendor says so, or it was seen. */
export function noSecondResource({ profile }: Stage): Reason {
  return profile.create?.mode === 'upsert'
    ? { code: 'declared-absent', text: 'creates are declared to land on one resource' }
    : {
        code: 'premise-failed',
        text: 'creates land on one resource, so that there is no other beside it',
        supply: '"create": {"mode": "upsert"}',
      };
}
