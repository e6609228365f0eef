import { answersOf } from './answers.mjs';
import { checksOf } from './checks.mjs';
import { readsOf } from './reads.mjs';
import { routeOf } from './routes.mjs';
import { Store } from './store.mjs';
import { Refusal, refuse, STATUS, TOKENS } from './types.mjs';
import { writesOf } from './writes.mjs';

/** The plain server, with no more of its own than the options say; answers what node's `http` hands over. */
export function handlerOf(o, time) {
  const stores = { demo: new Store('demo', o, time), other: new Store('other', o, time) };
  const code = {
    create: 201,
    update: 200,
    put: 200,
    putCreate: 201,
    patch: 200,
    delete: 200,
    headNone: 404,
    action: 200,
    ...o.status,
  };
  const statuses = { ...STATUS, ...o.statuses };
  const { write, json } = answersOf(o);
  const view = (r, ctx) => {
    const d = {
      id: r.id,
      ...(r.key !== undefined && { key: r.key }),
      version: r.version,
      createdAt: r.createdAt,
      lastModifiedAt: r.modifiedAt,
      objectTypeProperty: r.otp,
      ...(r.some !== undefined && { someProperty: r.some }),
      ...r.extra,
    };
    return o.view ? o.view(r, ctx, d) : d;
  };

  const checks = checksOf(o, stores);
  const parts = { ...checks, view, code };
  const route = routeOf(o, { ...parts, ...readsOf(o, parts), ...writesOf(o, parts) });
  o.begin?.(stores);

  async function handle(req, res) {
    const ctx = { req, res, method: req.method, stores };
    const cut = req.url.indexOf('?'),
      path = cut < 0 ? req.url : req.url.slice(0, cut);
    ctx.path = path;
    ctx.query = new URLSearchParams(cut < 0 ? '' : req.url.slice(cut + 1));
    const parts = [];
    let size = 0;
    try {
      for await (const c of req) {
        size += c.length;
        if (size <= (o.maxBody ?? 1 << 20)) parts.push(c);
      }
    } catch {
      return;
    }
    ctx.raw = Buffer.concat(parts);
    const m = /^Bearer +(\S+)\s*$/i.exec(req.headers.authorization ?? '');
    ctx.token = m?.[1];
    ctx.who = m && Object.hasOwn(TOKENS, m[1]) ? TOKENS[m[1]] : undefined;
    ctx.write = (...a) => write(ctx, ...a);
    ctx.json = (...a) => json(ctx, ...a);
    try {
      time.settle();
      try {
        ctx.segs = path.slice(1).split('/').map(decodeURIComponent);
      } catch {
        refuse('invalid', 'malformed path');
      }
      ctx.project = ctx.segs[0];
      ctx.store = Object.hasOwn(stores, ctx.project) ? stores[ctx.project] : undefined;
      if (await o.before?.(ctx)) return;
      if (size > (o.maxBody ?? 1 << 20)) refuse('tooLarge', 'body too large', { Connection: 'close' });
      if (o.delay) await o.delay(ctx);
      if (ctx.method === 'OPTIONS')
        return write(ctx, 204, undefined, undefined, { Allow: 'GET, HEAD, POST, PATCH, PUT, DELETE' });
      let [st, b, h] = route(ctx);
      ctx.ok = true;
      if (o.after) {
        const x = await o.after(ctx, st, b, h);
        if (x === true) return;
        if (x) [st, b, h] = x;
      }
      json(ctx, st, b, h);
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      const status = statuses[e.kind] ?? 500;
      const h = { ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }), ...e.headers };
      if (await o.onRefusal?.(ctx, e.kind, status, e.message, h)) return;
      json(
        ctx,
        status,
        o.error
          ? o.error(ctx, e.kind, status, e.message)
          : { statusCode: status, message: e.message, errors: [{ code: e.kind, message: e.message }] },
        h,
      );
    } finally {
      o.done?.(ctx);
    }
  }

  return handle;
}
