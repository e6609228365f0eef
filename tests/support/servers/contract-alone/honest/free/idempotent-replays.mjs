/**
 * Replays are recognised: an identical POST body from one credential within 1.5 s (or with one Idempotency-Key)
 * makes no second resource but answers the first, as it is now, with 200; a repeated DELETE within 3 s answers the
 * same ExampleResource again.
 *
 * Permitted: 4.6 "create or update" with the rule not shown; the answer to a delete of what is gone is not shown
 * (Errors 3). Once the first is deleted an identical POST creates again.
 */
export default function server({ now }) {
  const made = new Map(),
    gone = new Map();
  return {
    create(ctx) {
      const ik = ctx.req.headers['idempotency-key'],
        k = `${ctx.project}|${ctx.token}|${ik ?? ctx.raw.toString('utf8')}`,
        m = made.get(k),
        at = now();
      if (m && (at - m.t < 1500 || ik)) {
        const rec = ctx.store.get(m.id);
        if (rec) return { rec, status: 200 };
      }
      ctx.idem = k;
    },
    after(ctx, st, b) {
      if (ctx.idem && b?.id) made.set(ctx.idem, { t: now(), id: b.id });
    },
    onRemove(store, rec) {
      gone.set(rec.id, now());
    },
    deleteAgain: (ctx, id) =>
      !ctx.store.get(id) && now() - (gone.get(id) ?? 0) < 3000 ? ctx.store.tomb.get(id) : null,
    gone: true,
  };
}
