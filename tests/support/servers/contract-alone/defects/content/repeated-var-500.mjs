import { fail } from '../answers.mjs';

/**
 * sorted-query-parameters fails with 500 when one and the same var.<name> is passed twice; different names, or
 * repeated where, sort and expand, are fine.
 *
 * Forbidden: 4.12: "any name matching ^var[.][a-zA-Z0-9]+$ | String | May be passed several times."
 *
 * Shows: GET /demo/resource/sorted-query-parameters?var.a=1&var.a=2: 500
 */
export default () => ({
  sorted: (ctx, plain) => {
    for (const name of new Set(ctx.query.keys())) {
      if (/^var[.][a-zA-Z0-9]+$/.test(name) && ctx.query.getAll(name).length > 1)
        return fail(500, 'internal error');
    }
    return plain();
  },
});
