import { FIELDS, refuse } from './types.mjs';

/** What shows resources (4.1 to 4.5, 4.12). */
export function readsOf(o, { readScopes, num, int, bool, missing, view, code }) {
  const lag = (ctx) => (typeof o.lag === 'function' ? o.lag(ctx) : (o.lag ?? 0));
  const dlag = (ctx, l) => (typeof o.delLag === 'function' ? o.delLag(ctx) : (o.delLag ?? l));
  const listLag = (ctx) => o.listLag ?? lag(ctx);
  const visible = (ctx) => {
    const recs = ctx.store.allAt(listLag(ctx), dlag(ctx, listLag(ctx))).sort((a, b) => a.n - b.n);
    return o.filter ? recs.filter((r) => o.filter(r, ctx)) : recs;
  };
  function merged(recs) {
    const out = Object.fromEntries(FIELDS.map((f) => [f, []]));
    for (const r of recs) for (const f of FIELDS) out[f].push(...(r.otp[f] ?? []));
    out.arrayOfUniqueIntExample = [...new Set(out.arrayOfUniqueIntExample)];
    out.arrayOfTwonumbersExample = out.arrayOfTwonumbersExample.slice(0, 2);
    return out;
  }
  function listParams(ctx) {
    num(ctx.query, 'floatParameter', 'withMarkdownDescription');
    int(ctx.query, 'integerParameter');
    o.checkQuery?.(ctx);
  }
  function list(ctx) {
    readScopes(ctx);
    listParams(ctx);
    const recs = visible(ctx),
      page = recs.slice(-20);
    const d = {
      ...merged(page),
      limit: 20,
      offset: 0,
      count: page.length,
      total: recs.length,
      results: page.map((r) => view(r, ctx)),
    };
    return [200, o.list ? o.list(recs, ctx, d, merged) : d, {}];
  }
  function one(ctx, rec, id) {
    if (!rec) missing(ctx, id);
    o.onRead?.(ctx.store, rec); // may write; the answer shows what is current then
    if (o.onRead) rec = ctx.store.get(rec.id);
    return [200, view(rec, ctx), o.readHeaders?.(rec) ?? {}];
  }
  function readByKey(ctx, key) {
    readScopes(ctx);
    const l = lag(ctx);
    o.checkKey?.(key);
    return one(
      ctx,
      ctx.store.allAt(l, dlag(ctx, l)).find((r) => r.key === key),
      null,
    );
  }
  function readById(ctx, id) {
    readScopes(ctx);
    o.checkId?.(id);
    o.checkQuery?.(ctx);
    const l = lag(ctx);
    return one(ctx, ctx.store.at(id, l, dlag(ctx, l)), id);
  }
  function search(ctx) {
    readScopes(ctx);
    bool(ctx.query, 'fuzzy', 'staged');
    num(ctx.query, 'fuzzyLevel');
    o.checkQuery?.(ctx);
    for (const v of ctx.query.getAll('fuzzyLevel'))
      if (+v > 2) refuse('invalid', 'fuzzyLevel exceeds the default level');
    const recs = visible(ctx).slice(0, 20);
    return [
      200,
      { count: recs.length, total: recs.length, results: recs.map((r) => view(r, ctx)), facets: {} },
      {},
    ];
  }
  function sorted(ctx) {
    readScopes(ctx);
    num(ctx.query, 'limit', 'offset');
    bool(ctx.query, 'withTotal');
    o.checkQuery?.(ctx);
    const limit = Math.max(0, Math.min(500, Math.trunc(+(ctx.query.get('limit') ?? 20)))),
      offset = Math.max(0, Math.trunc(+(ctx.query.get('offset') ?? 0)));
    const recs = visible(ctx),
      page = recs.slice(offset, offset + limit);
    return [
      200,
      {
        limit,
        offset,
        count: page.length,
        ...(ctx.query.get('withTotal') !== 'false' && { total: recs.length }),
        results: page.map((r) => view(r, ctx)),
      },
      {},
    ];
  }
  function head(ctx) {
    readScopes(ctx);
    listParams(ctx);
    let recs = ctx.store.all(); // always from the primary
    if (o.headFilter) recs = recs.filter((r) => o.headFilter(r, ctx));
    return recs.length ? [200, undefined, {}] : [code.headNone, undefined, {}];
  }

  return { list, one, search, sorted, head, readById, readByKey };
}
