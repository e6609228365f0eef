/**
 * A resource that was not written for 3 s is archived by a sweep: its version rises by 1, `archived` turns true,
 * lists leave it out; reads by id and key, HEAD, update (which revives it) and delete still work.
 *
 * Permitted: "States and transitions: not shown"; which resources the query result shows is open (4.1, paging not
 * shown); 4.2, 4.5, 4.10 and 4.11 are kept for archived ones too.
 */
export default ({ later, iso }) => ({
  onWrite(store, rec, why) {
    if (why === 'archive') return;
    later(() => {
      if (store.get(rec.id) === rec)
        store.change(rec.id, { extra: { archived: true, archivedAt: iso() } }, 'archive');
    }, 3000);
  },
  updatePatch: () => ({ extra: { archived: false } }),
  overwritePatch: () => ({ extra: { archived: false } }),
  filter: (r) => !r.extra.archived,
});
