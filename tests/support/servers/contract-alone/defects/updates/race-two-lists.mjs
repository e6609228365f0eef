/**
 * Two concurrent updates by id with the same version both succeed (one is lost) when the list has two or more
 * actions; lists of one action are atomic.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; send at once two POST A {version 1, two actions}: both 200 (must be one 200 and one 409)
 */
export default ({ sleep }) => ({
  gate: async (ctx, u, commit) => {
    if (u.actions.length < 2) return commit();
    const seen = ctx.store.get(u.id).version;
    if (seen === u.version) await sleep(20); // "apply the actions", then write without a second look
    return commit(seen);
  },
});
