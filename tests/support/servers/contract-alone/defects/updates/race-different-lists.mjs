/**
 * Racers are serialised only by the text of their actions: two concurrent updates with equal lists are distinguished,
 * two with different lists (one of them of two or more actions) both succeed.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; at once POST A {version 1, [change a, doSomeThing]} and POST A {version 1, [change b, change
 * c]}: both 200
 */
export default function server({ sleep }) {
  const under = new Map();
  return {
    gate: async (ctx, u, commit) => {
      if (u.actions.length < 2) return commit();
      const seen = ctx.store.get(u.id).version,
        name = `${u.id} ${u.version} ${JSON.stringify(u.actions)}`,
        control = under.has(name);
      under.set(name, (under.get(name) ?? 0) + 1);
      if (seen === u.version) await sleep(20);
      under.set(name, under.get(name) - 1);
      if (!under.get(name)) under.delete(name);
      return control ? commit() : commit(seen);
    },
  };
}
