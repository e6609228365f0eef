/**
 * Lists, search and sorted query come from a search index that is refreshed every 1.5 s (new, changed and deleted
 * resources appear there late); reads by id, by key and HEAD are immediate.
 *
 * Permitted: 4.1 and 4.12 state no freshness, 4.4's response is not shown; "States and transitions: not shown".
 */
export default function server({ every }) {
  let seen = { demo: [], other: [] };
  const v = (r) => ({ id: r.id, version: r.version, objectTypeProperty: r.otp });
  function list(ctx, merged) {
    const p = seen[ctx.project].slice(-20);
    return { ...merged(p), count: p.length, total: seen[ctx.project].length, results: p.map(v) };
  }
  return {
    begin(stores) {
      every(() => {
        seen = { demo: stores.demo.all(), other: stores.other.all() };
      }, 1500);
    },
    list: (recs, ctx, d, merged) => list(ctx, merged),
    after(ctx, st, b, h) {
      const s = ctx.segs[2];
      if (ctx.method !== 'GET' || (s !== 'sorted-query-parameters' && s !== 'searchApiPattern')) return;
      const results = seen[ctx.project].map(v),
        off = b.offset ?? 0;
      const page = results.slice(off, off + (b.limit ?? 20));
      return [
        st,
        { ...b, count: page.length, ...(b.total !== undefined && { total: results.length }), results: page },
        h,
      ];
    },
  };
}
