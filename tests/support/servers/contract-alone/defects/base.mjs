import { fail, TOKENS } from './answers.mjs';
import { operationsOf } from './operations.mjs';
import { JSON_BODY, QUERY, route, SCOPES } from './routes.mjs';
import { sideOperations } from './side-operations.mjs';

/**
 * A plain, faithful server in which hooks change one thing, all of them optional; it answers what node's `http` hands
 * over:
 *
 * - `authorize(ctx, plain)`: `true`, or the status of the refusal;
 * - the name of an operation, `(ctx, plain)`: its answer;
 * - `after(ctx, answer)`: changes the answer;
 * - `matches(r, version, update)`: whether the stated version is the actual one;
 * - `mismatch(r, version, update)`: what a refused update does, or how it is answered;
 * - `order(actions, r)`: the actions that are carried out;
 * - `next(r, update)`: the version after a successful update;
 * - `updated(r, update, ctx)`: what a successful update does besides;
 * - `gate(ctx, update, commit)`: how versions are compared and set; `commit(version)` compares with one that was seen.
 */
export function handlerOf(hooks, time) {
  const projects = new Map();
  const storeOf = (p) => projects.get(p) ?? projects.set(p, new Map()).get(p);
  const handlers = { ...operationsOf(hooks, time), ...sideOperations(time) };

  function authorize(ctx) {
    const need = SCOPES[ctx.op];
    if (!need) return true;
    const m = /^Bearer +(\S+)$/i.exec(ctx.headers.authorization ?? '');
    ctx.scopes = m && Object.hasOwn(TOKENS, m[1]) ? TOKENS[m[1]] : null;
    if (!ctx.scopes) return { status: 401 };
    return need.some((s) => ctx.scopes.includes(`${s}:${ctx.project}`)) || { status: 403 };
  }
  async function handle(req, ctx) {
    const chunks = [];
    for await (const c of req) chunks.push(c);
    ctx.raw = Buffer.concat(chunks);
    let url, segs;
    try {
      url = new URL(req.url, 'http://x');
      segs = url.pathname.slice(1).split('/').map(decodeURIComponent);
    } catch {
      return fail(400, 'malformed path');
    }
    const method = req.method === 'HEAD' && segs.length > 2 ? 'GET' : req.method,
      hit = route(method, segs);
    if (!hit) return fail(404, 'no such path');
    if (hit.allow) return { ...fail(405, 'method not allowed'), headers: { Allow: hit.allow.join(', ') } };
    Object.assign(ctx, {
      ...hit,
      method,
      url: req.url,
      project: segs[0],
      query: url.searchParams,
      headers: req.headers,
      projects,
      type: (req.headers['content-type'] ?? '').toLowerCase(),
      store: storeOf(segs[0]),
    });
    const ok = hooks.authorize ? hooks.authorize(ctx, () => authorize(ctx)) : authorize(ctx);
    if (ok !== true)
      return {
        ...fail(ok.status, ok.status === 401 ? 'unauthorized' : 'insufficient scope'),
        headers: ok.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
      };
    for (const [name, valid] of Object.entries(QUERY[ctx.op] ?? {})) {
      if (!ctx.query.getAll(name).every(valid)) return fail(400, `${name} has a wrong type`);
    }
    if (JSON_BODY.has(ctx.op)) {
      if (!/^application\/json\b/.test(ctx.type)) return fail(415, 'application/json is required');
      try {
        ctx.body = JSON.parse(ctx.raw.toString('utf8'));
      } catch {
        return fail(400, 'malformed JSON');
      }
    }
    const plain = () => handlers[ctx.op](ctx);
    return hooks[ctx.op] ? hooks[ctx.op](ctx, plain) : plain();
  }

  return async (req, out) => {
    const ctx = {};
    const res = await handle(req, ctx);
    if (ctx.op) hooks.after?.(ctx, res);
    const data =
      res.body === undefined && res.raw === undefined
        ? null
        : Buffer.from(res.raw ?? JSON.stringify(res.body));
    if (data && !res.headers['Content-Type']) res.headers['Content-Type'] = 'application/json; charset=utf-8';
    if (data) res.headers['Content-Length'] = data.length;
    out.writeHead(res.status, res.headers);
    out.end(req.method === 'HEAD' || !data ? undefined : data);
  };
}
