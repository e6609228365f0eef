import { refuse } from '../types.mjs';

/**
 * Ids are 24 hex digits and keys match [A-Za-z0-9_-]{2,64}; anything else in the path is 422 before any lookup;
 * never existing ids are 404, deleted ones 410, floats must be decimal and scalar parameters single, limit 1..100.
 *
 * Permitted: the format of ids and keys, bounds of limit and offset, and error codes other than 409 are not shown
 * (4.2, 4.3, Limits, Errors 3).
 */
export default function server({ hex }) {
  const MANY = /^(arrayOfString|arrayOfStringWithDescription|where|sort|expand|var[.].*)$/;
  return {
    gone: true,
    statuses: { invalid: 422 },
    newId: () => hex(24),
    checkId(id) {
      if (!/^[0-9a-f]{24}$/.test(id)) refuse('invalid', 'malformed id');
    },
    checkKey(k) {
      if (!/^[A-Za-z0-9_-]{2,64}$/.test(k)) refuse('invalid', 'malformed key');
    },
    create(ctx, { key }) {
      if (key !== undefined && !/^[A-Za-z0-9_-]{2,64}$/.test(key)) refuse('invalid', 'malformed key');
    },
    checkOverwrite(ctx, otp, rec) {
      const k = JSON.parse(ctx.raw).key;
      if (!rec && k !== undefined && !/^[A-Za-z0-9_-]{2,64}$/.test(k)) refuse('invalid', 'malformed key');
    },
    checkQuery(ctx) {
      for (const n of new Set(ctx.query.keys()))
        if (ctx.query.getAll(n).length > 1 && !MANY.test(n)) refuse('invalid', `${n} is given twice`);
      for (const n of ['floatParameter', 'withMarkdownDescription', 'fuzzyLevel']) {
        const v = ctx.query.get(n);
        if (v !== null && !/^-?\d+(\.\d+)?$/.test(v)) refuse('invalid', `${n} must be a decimal number`);
      }
      const l = ctx.query.get('limit'),
        o = ctx.query.get('offset');
      if (l !== null && !(+l >= 1 && +l <= 100)) refuse('invalid', 'limit must be 1..100');
      if (o !== null && !(+o >= 0)) refuse('invalid', 'offset must not be negative');
    },
  };
}
