/**
 * HAL: application/hal+json with _links (id only in _links.self.href) and _embedded beside the shown fields;
 * stringParameter and integerParameter really filter the list and HEAD; an unmatched HEAD is 204; If-None-Match
 * gives 304 on reads.
 *
 * Permitted: 4.1 paging fields, meaning of its parameters, 4.5 "Response when nothing matches" and the id member
 * are not shown; hal+json is JSON. Without parameters HEAD is 200 whenever a resource exists.
 */
export default function server() {
  const self = (r, p) => ({ self: { href: `/${p}/resource/${encodeURIComponent(r.id)}` } });
  function match(r, ctx) {
    const s = ctx.query.getAll('stringParameter'),
      i = ctx.query.getAll('integerParameter').map(Number);
    return (
      s.every((x) => (r.otp.arrayOfStringExample ?? []).includes(x)) &&
      i.every((x) => (r.otp.arrayOfIntExample ?? []).includes(x))
    );
  }
  return {
    location: false,
    jsonType: 'application/hal+json',
    status: { headNone: 204 },
    filter: match,
    headFilter: match,
    view(r, ctx, { id: _id, ...d }) {
      return { _links: self(r, ctx.project), ...d };
    },
    list(recs, ctx, { results, limit, offset: _offset, count: _count, total, ...d }) {
      return {
        ...d,
        page: { size: limit, totalElements: total, number: 0 },
        _embedded: { resources: results },
        _links: { self: { href: ctx.req.url } },
      };
    },
    readHeaders: (r) => ({ ETag: `W/"${r.version}"` }),
    after(ctx, st, b, h) {
      if (ctx.method === 'GET' && h?.ETag && ctx.req.headers['if-none-match'] === h.ETag)
        return [304, undefined, h];
    },
  };
}
