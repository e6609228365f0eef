/**
 * A create answers 202 with `status: "pending"` and an empty objectTypeProperty; 600 ms later a worker fills it in,
 * sets `status: "ready"` and bumps the version.
 *
 * Permitted: General rule 3 (success status codes not shown), "States and transitions: not shown"; no field of
 * ObjectTypeProperty is stated to be required; the resource exists (HEAD, 4.10, 4.11) at once.
 */
export default ({ later }) => ({
  status: { create: 202, putCreate: 202 },
  initial: (otp) => ({ otp: {}, extra: { status: 'pending' }, full: otp }),
  onWrite(store, rec, why) {
    if (why === 'overwrite' && rec.extra.status === 'pending')
      store.map.set(rec.id, { ...rec, full: rec.otp });
    if (why !== 'create') return;
    later(() => {
      const r = store.get(rec.id);
      if (r) store.change(r.id, { otp: r.full, extra: { status: 'ready' } }, 'complete');
    }, 600);
  },
});
