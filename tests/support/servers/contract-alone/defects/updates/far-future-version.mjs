/**
 * A stated version that is ahead of the actual one by ten or more is accepted (taken for a time stamp); ahead by 1
 * to 9 or behind is refused rightly.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; update A with version 1000: 200 (must be 409)
 */
export default () => ({ matches: (r, version) => version === r.version || version >= r.version + 10 });
