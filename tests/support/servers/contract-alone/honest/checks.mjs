import { isObj, readOtp, refuse } from './types.mjs';

/** Who is granted access, and what bodies and parameters are taken. */
export function checksOf(o, stores) {
  function need(ctx, ...scopes) {
    if (!ctx.who) refuse('unauthenticated', ctx.token ? 'invalid token' : 'token required');
    if (ctx.who.project !== ctx.project || !scopes.some((s) => ctx.who.scopes.includes(s)))
      refuse('forbidden', 'insufficient scope');
  }
  const readScopes = (ctx) => need(ctx, 'manage_test', 'view_test');
  function open(ctx) {
    // endpoints that list no scope
    if (o.openAuth === 'token') {
      if (!ctx.who) refuse('unauthenticated', 'token required');
      if (ctx.who.project !== ctx.project) refuse('forbidden', 'wrong project');
    }
    if (o.openAuth === 'test') readScopes(ctx);
    if (o.openAuth === 'manage') need(ctx, 'manage_test');
    if (!stores[ctx.project]) refuse('notFound', 'no such project');
  }
  function body(ctx) {
    const ct = (ctx.req.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
    if (ct !== 'application/json') refuse('mediaType', 'application/json expected');
    o.checkBody?.(ctx);
    let b;
    try {
      b = JSON.parse(ctx.raw.toString('utf8'));
    } catch {
      refuse('badJson', 'malformed JSON');
    }
    if (!isObj(b)) refuse('invalid', 'JSON object expected');
    return b;
  }
  const num = (q, ...names) => {
    for (const n of names)
      for (const v of q.getAll(n))
        if (v.trim() === '' || !Number.isFinite(+v)) refuse('invalid', `${n} must be a number`);
  };
  const int = (q, ...names) => {
    for (const n of names)
      for (const v of q.getAll(n))
        if (!/^[+-]?\d{1,15}$/.test(v)) refuse('invalid', `${n} must be an integer`);
  };
  const bool = (q, ...names) => {
    for (const n of names)
      for (const v of q.getAll(n))
        if (v !== 'true' && v !== 'false') refuse('invalid', `${n} must be true or false`);
  };
  const otpOf = (ctx, b) => {
    if (b.objectTypeProperty === undefined) refuse('invalid', 'objectTypeProperty is required');
    let otp = readOtp(b.objectTypeProperty, o.strict);
    if (o.normalise) otp = o.normalise(otp);
    return otp;
  };
  const keyOf = (b) => {
    if (b.key === undefined) return undefined;
    if (typeof b.key !== 'string') refuse('invalid', 'key must be a string');
    return b.key;
  };
  const known = (b, ...names) => {
    if (o.strict)
      for (const k of Object.keys(b)) if (!names.includes(k)) refuse('invalid', `unknown member ${k}`);
  };
  const location = (ctx, r) =>
    o.location === false
      ? {}
      : {
          [o.locName ?? 'Location']: o.locationOf
            ? o.locationOf(r, ctx)
            : `/${ctx.project}/resource/${encodeURIComponent(r.id)}`,
        };
  const missing = (ctx, id) =>
    refuse(o.gone && ctx.store.tomb.has(id) ? 'gone' : 'notFound', 'no such resource');

  return { need, readScopes, open, body, num, int, bool, otpOf, keyOf, known, location, missing };
}
