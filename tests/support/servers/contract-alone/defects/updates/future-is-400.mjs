import { fail } from '../answers.mjs';

/**
 * A stated version ahead of the actual one is refused with 400; a stale one with 409.
 *
 * Forbidden: 4.10: "When it differs from the actual version, the response is 409 Conflict"; Errors 1.
 *
 * Shows: create A; update A with version 2: 400 (must be 409)
 */
export default () => ({
  mismatch: (r, version) => (version > r.version ? fail(400, 'no such version yet') : undefined),
});
