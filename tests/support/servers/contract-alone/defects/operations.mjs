import { answer, fail } from './answers.mjs';
import { cleanOtp, fullOtp, int, obj, show, str } from './fields.mjs';

const byKey = (store, key) => [...store.values()].find((r) => r.key === key);
const last = (store) => [...store.values()].at(-1);

/** What is done with resources (4.1 to 4.8, 4.10 to 4.12). */
export function operationsOf(hooks, { now, uuid }) {
  let serial = 0;

  function insert(ctx, otp) {
    const at = now(),
      r = {
        id: ctx.body.id ?? uuid(),
        key: ctx.body.key ?? `key-${++serial}-${uuid().slice(0, 8)}`,
        version: 1,
        otp,
        created: at,
        written: at,
        updates: 0,
      };
    ctx.store.set(r.id, r);
    return answer(201, show(r), { Location: `/${ctx.project}/resource/${r.id}` });
  }
  function overwrite(ctx, r, otp) {
    if (ctx.body.version !== undefined && ctx.body.version !== r.version)
      return fail(409, 'version mismatch');
    r.otp = otp;
    r.version += 1;
    r.written = now();
    return answer(200, show(r));
  }
  function target(ctx) {
    const { id, key } = ctx.body;
    return (
      (id !== undefined && ctx.store.get(id)) || (key !== undefined && byKey(ctx.store, key)) || undefined
    );
  }
  function collectionWrite(ctx) {
    const b = ctx.body,
      otp = obj(b) ? cleanOtp(b.objectTypeProperty) : null;
    if (!otp) return fail(400, 'objectTypeProperty is missing or has a wrong type');
    if (b.version !== undefined && !int(b.version)) return fail(400, 'version must be an integer');
    if ([b.id, b.key].some((v) => v !== undefined && (!str(v) || v === '')))
      return fail(400, 'id and key must be strings');
    let r = target(ctx);
    if (ctx.op === 'patch') {
      // without id and key: the newest resource of the project
      if (!r && b.id === undefined && b.key === undefined) r = last(ctx.store);
      if (!r) return fail(404, 'nothing to overwrite');
    }
    return r ? overwrite(ctx, r, otp) : insert(ctx, otp);
  }
  function commit(ctx, u, seen) {
    // atomic: no await in here
    const r = ctx.store.get(u.id);
    if (!r) return fail(404, 'no such resource');
    const actual = seen ?? r.version;
    if (!(hooks.matches ? hooks.matches(r, u.version, u) : u.version === actual)) {
      return hooks.mismatch?.(r, u.version, u) ?? fail(409, `version is ${actual}`);
    }
    for (const a of hooks.order ? hooks.order(u.actions, r) : u.actions)
      if (a.action === 'changeSomeProperty') r.someProperty = a.someProperty;
    r.version = hooks.next ? hooks.next(r, u) : r.version + (u.actions.length ? 1 : 0);
    r.updates += 1;
    hooks.updated?.(r, u, ctx);
    r.written = now();
    return answer(200, show(r));
  }

  return {
    query: (ctx) => answer(200, fullOtp(last(ctx.store)?.otp)),
    head: (ctx) => (ctx.store.size ? answer(200) : answer(404)),
    getById: (ctx) => {
      const r = ctx.store.get(ctx.params.id);
      return r ? answer(200, show(r)) : fail(404, 'no such resource');
    },
    getByKey: (ctx) => {
      const r = byKey(ctx.store, ctx.params.key);
      return r ? answer(200, show(r)) : fail(404, 'no such resource');
    },
    search: (ctx) =>
      Number(ctx.query.get('fuzzyLevel') ?? 0) > 2
        ? fail(400, 'fuzzyLevel is too high')
        : answer(200, { results: [...ctx.store.values()].slice(-20).map(show) }),
    create: collectionWrite,
    patch: collectionWrite,
    put: collectionWrite,
    delete: (ctx) => {
      const r = ctx.store.get(ctx.params.id);
      if (!r) return fail(404, 'no such resource');
      ctx.record = r;
      ctx.store.delete(r.id);
      return answer(200, show(r));
    },
    updateById: async (ctx) => {
      const b = ctx.body;
      if (!ctx.store.has(ctx.params.id)) return fail(404, 'no such resource');
      if (!obj(b) || typeof b.version !== 'number' || !Array.isArray(b.actions))
        return fail(400, 'version (number) and actions (array) are required');
      for (const a of b.actions) {
        if (!obj(a) || (a.action !== 'doSomeThing' && a.action !== 'changeSomeProperty'))
          return fail(400, 'unknown action');
        if (a.action === 'changeSomeProperty' && !str(a.someProperty))
          return fail(400, 'someProperty must be a string');
      }
      const u = { id: ctx.params.id, version: b.version, actions: b.actions },
        go = (seen) => commit(ctx, u, seen);
      return hooks.gate ? hooks.gate(ctx, u, go) : go();
    },
    sorted: (ctx) => {
      const limit = Number(ctx.query.get('limit') ?? 20),
        offset = Number(ctx.query.get('offset') ?? 0),
        all = [...ctx.store.values()];
      if (limit < 0 || offset < 0) return fail(400, 'limit and offset must not be negative');
      const results = all.slice(Math.floor(offset), Math.floor(offset) + Math.floor(limit)).map(show);
      return answer(200, {
        limit,
        offset,
        count: results.length,
        ...(ctx.query.get('withTotal') === 'false' ? {} : { total: all.length }),
        results,
      });
    },
  };
}
