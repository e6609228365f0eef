import { refuse } from '../types.mjs';

/**
 * A value of arrayOfUniqueIntExample may be in one living resource of the project only (and once there): a
 * create or overwrite that repeats one is refused with 400 `duplicate`, naming the field; ids are ULIDs.
 *
 * Permitted: Resources, "Bounds, uniqueness, ... of these array fields: not shown"; Errors 3. Bodies without that
 * field are never refused for it, deletion frees the values.
 */
export default function server({ now, random }) {
  const A = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  function ulid() {
    let t = now(),
      s = '';
    for (let i = 0; i < 10; i++) {
      s = A[t % 32] + s;
      t = Math.floor(t / 32);
    }
    for (let i = 0; i < 16; i++) s += A[Math.floor(random() * 32)];
    return s;
  }
  function check(store, otp, self) {
    const mine = otp.arrayOfUniqueIntExample ?? [];
    if (new Set(mine).size !== mine.length) refuse('duplicate', 'arrayOfUniqueIntExample has a value twice');
    for (const r of store.all())
      if (r.id !== self)
        for (const v of r.otp.arrayOfUniqueIntExample ?? [])
          if (mine.includes(v)) refuse('duplicate', `arrayOfUniqueIntExample: ${v} is in use`);
  }
  return {
    newId: ulid,
    create(ctx, { otp }) {
      check(ctx.store, otp);
    },
    checkOverwrite(ctx, otp, rec) {
      const b = JSON.parse(ctx.raw),
        self =
          rec ??
          (ctx.method === 'PATCH' && b.id === undefined && b.key === undefined
            ? ctx.store.latest()
            : undefined);
      check(ctx.store, otp, self?.id);
    },
  };
}
