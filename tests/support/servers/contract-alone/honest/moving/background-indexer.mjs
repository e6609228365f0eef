/**
 * A background indexer touches each record 700 ms after a create, overwrite or update: the version changes by one
 * once more and `indexedAt` appears.
 *
 * Permitted: "States and transitions: not shown", "Events: not shown"; Versioning 1 only demands that the update
 * names the actual version, which reads always show.
 */
export default ({ later, iso }) => ({
  onWrite(store, rec, why) {
    if (why === 'index') return;
    later(() => {
      const r = store.get(rec.id);
      if (r && r.version === rec.version)
        store.change(r.id, { extra: { ...r.extra, indexedAt: iso() } }, 'index');
    }, 700);
  },
});
