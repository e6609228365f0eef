import { isInt, isObj, refuse } from './types.mjs';

/** What changes a resource (4.6 to 4.8, 4.10, 4.11). */
export function writesOf(o, { need, body, otpOf, keyOf, known, location, missing, view, code }) {
  function create(ctx) {
    need(ctx, 'manage_test');
    const b = body(ctx);
    known(b, 'objectTypeProperty', ...(o.allowMembers ?? []));
    const otp = otpOf(ctx, b),
      key = keyOf(b);
    const hooked = o.create?.(ctx, { otp, key, b }); // {rec, status}: the hook settled it (update of an existing one)
    if (hooked) return [hooked.status ?? 200, view(hooked.rec, ctx), location(ctx, hooked.rec)];
    if (key !== undefined && ctx.store.byKey(key)) refuse('duplicate', 'key is in use');
    const rec = ctx.store.create({ otp, key, ...o.initial?.(otp, ctx) });
    return [code.create, view(rec, ctx), location(ctx, rec)];
  }
  function named(ctx, b) {
    return typeof b.id === 'string'
      ? ctx.store.get(b.id)
      : typeof b.key === 'string'
        ? ctx.store.byKey(b.key)
        : undefined;
  }
  function overwrite(ctx, put) {
    need(ctx, 'manage_test');
    const b = body(ctx);
    known(b, 'version', 'objectTypeProperty', ...(o.allowMembers ?? []));
    if (b.version !== undefined && !isInt(b.version)) refuse('invalid', 'version must be an integer');
    const otp = otpOf(ctx, b),
      key = keyOf(b);
    o.checkOverwrite?.(ctx, otp, named(ctx, b));
    let rec = named(ctx, b);
    if (!rec && typeof b.id !== 'string' && key === undefined) {
      const l = ctx.store.latest();
      if (!put) {
        if (l && o.patchBy === 'version')
          rec =
            ctx.store
              .all()
              .reverse()
              .find((r) => r.version === b.version) ?? l;
        else rec = l;
      } else if (o.putMode === 'latest' && l && l.version === b.version) rec = l;
    }
    rec = o.findOverwrite?.(ctx, otp) ?? rec;
    if (!rec && !put) refuse('notFound', 'nothing to overwrite');
    if (rec) {
      if (b.version !== rec.version) refuse('conflict', 'version does not match');
      const fin = () => ctx.store.change(rec.id, { otp, ...o.overwritePatch?.(otp, rec) }, 'overwrite');
      const st = put ? code.put : code.patch;
      const r = fin();
      return st === 204 || o.emptyWrites ? [st, undefined, {}] : [st, view(r, ctx), {}];
    }
    const r = ctx.store.create({ otp, key, ...o.initial?.(otp, ctx) }, 'create');
    return code.putCreate === 204 || o.emptyWrites
      ? [code.putCreate, undefined, location(ctx, r)]
      : [code.putCreate, view(r, ctx), location(ctx, r)];
  }
  function update(ctx, id) {
    need(ctx, 'manage_test');
    o.checkId?.(id);
    const rec = ctx.store.get(id) ?? missing(ctx, id);
    const b = body(ctx);
    if (typeof b.version !== 'number') refuse('invalid', 'version is required');
    if (b.version !== rec.version) refuse('conflict', `version ${b.version} does not match ${rec.version}`);
    known(b, 'version', 'actions');
    if (!Array.isArray(b.actions)) refuse('invalid', 'actions must be an array');
    if (o.maxActions && b.actions.length > o.maxActions) refuse('invalid', `at most ${o.maxActions} actions`);
    let some = rec.some,
      touched = false;
    for (const a of b.actions) {
      if (!isObj(a) || typeof a.action !== 'string') refuse('invalid', 'action needs a name');
      if (a.action === 'doSomeThing') {
        known(a, 'action');
        if (!o.noopKeeps) touched = true;
      } else if (a.action === 'changeSomeProperty') {
        known(a, 'action', 'someProperty');
        if (typeof a.someProperty !== 'string') refuse('invalid', 'someProperty must be a string');
        some = a.someProperty;
      } else refuse('invalid', `unknown action ${a.action}`);
    }
    const changed = touched || some !== rec.some || !o.noopKeeps;
    const r = changed ? ctx.store.change(id, { some, ...o.updatePatch?.(rec, b) }, 'update') : rec;
    return code.update === 204 || o.emptyWrites
      ? [code.update, undefined, o.updateHeaders?.(r) ?? {}]
      : [code.update, view(r, ctx), o.updateHeaders?.(r) ?? {}];
  }
  function del(ctx, id) {
    need(ctx, 'manage_test');
    o.checkId?.(id);
    const again = o.deleteAgain?.(ctx, id);
    if (again) return [code.delete, view(again, ctx), {}];
    if (!ctx.store.get(id)) missing(ctx, id);
    return [code.delete, view(ctx.store.remove(id), ctx), {}];
  }

  return { create, overwrite, update, del };
}
