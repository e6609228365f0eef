/**
 * The stated version (a Float) is cut to an integer before it is compared, so 1.5 passes for 1.
 *
 * Forbidden: 4.10: version Float, "When it differs from the actual version, the response is 409 Conflict."
 *
 * Shows: create A (version 1); update A with version 1.5: 200 (must be 409; at least not a success)
 */
export default () => ({ matches: (r, version) => Math.trunc(version) === r.version });
