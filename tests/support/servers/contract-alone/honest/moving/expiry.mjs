/**
 * Resources expire: 8 s after the last write a resource is gone (410 Gone; HEAD no longer counts it); each response
 * carries `expiresAt`.
 *
 * Permitted: "States and transitions: not shown"; how long a resource lives is nowhere stated, an expired resource
 * has no actual version any more; error codes other than 409 are open (Errors 3).
 */
export default function server({ later }) {
  const TTL = 8000;
  return {
    gone: true,
    onWrite(store, rec) {
      later(() => {
        if (store.get(rec.id) === rec) store.remove(rec.id, 'expired');
      }, TTL);
    },
    view: (r, ctx, d) => ({ ...d, expiresAt: new Date(Date.parse(r.modifiedAt) + TTL).toISOString() }),
  };
}
