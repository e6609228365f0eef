/**
 * A gateway caches every GET answer (also 404s) per URL and credential for 1 s (Age, X-Cache, Cache-Control:
 * max-age=1) and is not purged by writes; refusals of rights are never cached, HEAD goes to the origin.
 *
 * Permitted: no freshness of reads is stated (4.1-4.4, 4.12); versions are compared at the origin, so an update
 * with a cached old version is 409.
 */
export default function server({ now }) {
  const cache = new Map();
  function keep(ctx, status, body) {
    if (cache.size > 500) cache.clear();
    cache.set(ctx.cacheKey, { t: now(), status, text: JSON.stringify(body) });
  }
  return {
    before(ctx) {
      if (ctx.method !== 'GET') return false;
      ctx.cacheKey = `${ctx.req.headers.authorization}|${ctx.req.headers.accept}|${ctx.req.headers['service-locale']}|${ctx.req.headers['content-type']}|${ctx.req.url}`;
      const hit = cache.get(ctx.cacheKey);
      if (!hit || now() - hit.t >= 1000) {
        cache.delete(ctx.cacheKey);
        return false;
      }
      ctx.write(hit.status, hit.text, 'application/json', {
        Age: '0',
        'X-Cache': 'HIT',
        'Cache-Control': 'private, max-age=1',
      });
      return true;
    },
    after(ctx, status, body) {
      if (ctx.cacheKey) keep(ctx, status, body);
    },
    onRefusal(ctx, kind, status, detail) {
      if (ctx.cacheKey && kind === 'notFound') keep(ctx, status, { statusCode: status, message: detail });
      return false;
    },
    headers: (ctx) =>
      ctx.cacheKey
        ? { 'X-Cache': 'MISS', 'Cache-Control': 'private, max-age=1' }
        : { 'Cache-Control': 'no-store' },
  };
}
