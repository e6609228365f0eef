import { createHash } from 'node:crypto';

/**
 * POST is an upsert on a natural key: arrayOfStringExample (the whole objectTypeProperty when that is absent or
 * empty). A second POST with the same key updates the same resource (200, same id, next version) instead of making
 * another (201).
 *
 * Permitted: 4.6 "Purpose: create or update", the rule choosing between them is not shown; PUT ("create or
 * overwrite") likewise.
 */
export default function server() {
  const nat = (otp) =>
    createHash('sha1')
      .update(JSON.stringify(otp.arrayOfStringExample?.length ? otp.arrayOfStringExample : otp))
      .digest('hex')
      .slice(0, 16);
  return {
    initial: (otp) => ({ key: nat(otp) }),
    create(ctx, { otp }) {
      const rec = ctx.store.byKey(nat(otp));
      if (rec) return { rec: ctx.store.change(rec.id, { otp }, 'overwrite'), status: 200 };
    },
    findOverwrite: (ctx, otp) => ctx.store.byKey(nat(otp)),
    overwritePatch: (otp) => ({ key: nat(otp) }),
  };
}
