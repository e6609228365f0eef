/**
 * A stale version (below the actual one) is refused with 409, but the refusal itself raises the version by one; a
 * version ahead leaves it alone.
 *
 * Forbidden: 4.10 / Errors 1: 409 only "when it differs from the actual version" and a failed update is not an
 * update: the version that was read before stays the actual one.
 *
 * Shows: create A; update A with 1 (actual 2); update A with 1: 409; GET A shows version 3 (must be 2), update A
 * with 2: 409 (must succeed)
 */
export default () => ({
  mismatch: (r, version) => {
    if (version < r.version) r.version += 1;
  },
});
