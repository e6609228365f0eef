/**
 * Two racers with the same version are distinguished rightly, but the third (and any further) one that arrives while
 * two are under way is judged by the version it saw on arrival, and wins too.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; send at once three POST A {version 1, one action}: two of them 200 (must be one)
 */
export default function server({ sleep }) {
  const under = new Map(); // id + version -> number of requests under way
  return {
    gate: async (ctx, u, commit) => {
      const name = `${ctx.project} ${u.id} ${u.version}`,
        before = under.get(name) ?? 0,
        seen = ctx.store.get(u.id).version;
      under.set(name, before + 1);
      await sleep(25);
      const left = under.get(name) - 1;
      if (left) under.set(name, left);
      else under.delete(name);
      return before >= 2 ? commit(seen) : commit();
    },
  };
}
