/**
 * A resource that nobody has written for 3 seconds accepts any stated version once; before that every mismatch is
 * refused.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; wait 3.1 s; update A with version 7: 200 (must be 409)
 */
export default ({ now }) => ({ matches: (r, version) => version === r.version || now() - r.written > 3000 });
