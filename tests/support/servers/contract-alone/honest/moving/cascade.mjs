/**
 * The oldest living resource of a project is the parent of all others: each write to a child also writes the parent
 * (`childCount`, `lastChildChange`) and bumps its version.
 *
 * Permitted: "Domain meaning of the resource: not shown" and "States and transitions: not shown"; the parent's
 * version in every read is the actual one and any other is 409.
 */
export default function server({ iso }) {
  function cascade(store, rec, why) {
    if (why === 'cascade') return;
    const parent = store.all().reduce((a, b) => (!a || b.n < a.n ? b : a), null);
    if (!parent || parent.id === rec.id) return;
    store.change(parent.id, { extra: { childCount: store.map.size - 1, lastChildChange: iso() } }, 'cascade');
  }
  return { onWrite: cascade, onRemove: cascade };
}
