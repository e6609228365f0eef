/**
 * From version 3 on, the version just before the actual one is accepted as well; older, newer and early mismatches
 * are refused rightly.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; update A with 1, then 2 (actual 3); update A with version 2: 200 (must be 409)
 */
export default () => ({
  matches: (r, version) => version === r.version || (r.version >= 3 && version === r.version - 1),
});
