import { cart, dates, sampleOtp } from './samples.mjs';
import { refuse } from './types.mjs';

/** Which operation a request means, and the operations beside resources (4.9, 4.13 to 4.18). */
export function routeOf(o, { need, open, body, num, int, bool, code, ...operations }) {
  const { list, head, search, sorted, readByKey, readById, create, overwrite, update, del } = operations;
  function ordered(ctx) {
    open(ctx);
    num(ctx.query, 'queryParameterOne');
    const b = body(ctx);
    o.checkOrdered?.(b);
    return b;
  }
  const imageMethods = o.imageMethods ?? ['POST'];
  const method = (...m) => refuse('method', 'method not allowed', { Allow: m.join(', ') });
  function route(ctx) {
    const { segs: s, method: m } = ctx;
    if (s.length < 2 || s[1] !== 'resource') refuse('notFound', 'no such path');
    if (s.length === 2) {
      if (m === 'GET') return list(ctx);
      if (m === 'HEAD') return head(ctx);
      if (m === 'POST') return create(ctx);
      if (m === 'PATCH') return overwrite(ctx, false);
      if (m === 'PUT') return overwrite(ctx, true);
      return method('GET', 'HEAD', 'POST', 'PATCH', 'PUT');
    }
    if (s[2] === 'artificially-complex') {
      if (s.length !== 6 || s[3] !== 'path' || !s[4].startsWith('uri-parameter-one='))
        refuse('notFound', 'no such path');
      if (m !== 'POST') method('POST');
      ordered(ctx);
      const i = (s[4].length + s[5].length) % 4,
        all = sampleOtp(i);
      return [
        code.action,
        i === 3
          ? { arrayOfStringExample: all.arrayOfStringExample, arrayOfObjectType: all.arrayOfObjectType }
          : all,
        {},
      ];
    }
    if (s.length !== 3 || s[2] === '') refuse('notFound', 'no such path');
    switch (s[2]) {
      case 'searchApiPattern':
        return m === 'GET' ? search(ctx) : method('GET');
      case 'sorted-query-parameters':
        return m === 'GET' ? sorted(ctx) : method('GET');
      case 'description-with-urn-links': {
        if (m !== 'POST') method('POST');
        ordered(ctx);
        return [code.action, +(ctx.query.get('queryParameterOne') ?? 0) >= 1 ? dates() : sampleOtp(1), {}];
      }
      case 'product-projection-search': {
        need(ctx, 'view_products', 'view_published_products');
        if (m !== 'GET' && m !== 'POST') method('GET', 'POST');
        const ct = (ctx.req.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
        if (ct && ct !== 'application/x-www-form-urlencoded') refuse('mediaType', 'form expected');
        return [200, { offset: 0, limit: 20, count: 0, total: 0, results: [], facets: {} }, {}];
      }
      case 'images': {
        need(ctx, 'manage_products');
        if (!imageMethods.includes(m)) method(...imageMethods);
        const ct = (ctx.req.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
        if (!['image/jpeg', 'image/png', 'image/gif'].includes(ct)) refuse('mediaType', 'image expected');
        int(ctx.query, 'variant');
        bool(ctx.query, 'staged');
        return [200, { filename: ctx.query.get('filename') ?? 'unnamed', bytes: ctx.raw.length }, {}];
      }
      case 'namespace-action':
        open(ctx);
        if (m === 'GET') return [code.action, { data: [], ok: true }, {}];
        if (m !== 'POST') method('GET', 'POST');
        if (ctx.raw.length) body(ctx);
        return [code.action, { ok: true }, {}];
      case 'namespace-action-with-example':
        if (m !== 'GET') method('GET');
        open(ctx);
        return [200, cart(), {}];
      case 'namespace-action-with-headers':
        if (m !== 'GET') method('GET');
        open(ctx);
        if (!ctx.req.headers.accept || !ctx.req.headers['service-locale'])
          refuse('invalid', 'Accept and Service-Locale are required');
        return [200, cart(), {}];
    }
    if (s[2].startsWith('key=')) return m === 'GET' ? readByKey(ctx, s[2].slice(4)) : method('GET');
    if (m === 'GET') return readById(ctx, s[2]);
    if (m === 'POST') return update(ctx, s[2]);
    if (m === 'DELETE') return del(ctx, s[2]);
    return method('GET', 'POST', 'DELETE');
  }

  return route;
}
