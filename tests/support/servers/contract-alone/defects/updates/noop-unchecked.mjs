/**
 * The version is not checked when no action of the list changes anything (doSomeThing only): a stale version gets
 * 200.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; update A {1, change x}; POST A {1, [doSomeThing]}: 200 (must be 409)
 */
export default () => ({
  matches: (r, version, u) =>
    version === r.version || (u.actions.length > 0 && u.actions.every((a) => a.action === 'doSomeThing')),
});
