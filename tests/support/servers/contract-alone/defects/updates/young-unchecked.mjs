/**
 * For the first 250 ms after the create of a resource any stated version is accepted; later every mismatch is
 * refused.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; within 250 ms update A with version 7: 200 (must be 409)
 */
export default ({ now }) => ({ matches: (r, version) => version === r.version || now() - r.created < 250 });
