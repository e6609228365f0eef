import { refuse, isObj } from '../types.mjs';

/**
 * Very strict: unknown members at any depth, unknown or repeated query parameters, an empty objectTypeProperty, a
 * partial or padded OrderedRecord and a charset other than utf-8 are refused with 422 problem+json; `key` is made
 * by the server.
 *
 * Permitted: bodies and parameters are listed in 4.1-4.13; required flags, bounds and refusals of anything else are
 * not shown (Errors 3). Everything listed is accepted.
 */
export default function server({ random }) {
  const P = {
    '': [
      'stringParameter',
      'floatParameter',
      'integerParameter',
      'withMarkdownDescription',
      'objectParameter',
      'arrayOfString',
      'arrayOfStringWithDescription',
      'unionParameter',
    ],
    searchApiPattern: ['fuzzy', 'fuzzyLevel', 'staged', 'filter', 'filter.facets', 'filter.query', 'facet'],
    'sorted-query-parameters': ['where', 'sort', 'limit', 'offset', 'withTotal', 'expand'],
    '*': ['optionalQueryParameter', 'secondOptionalQueryParameter'],
  };
  const MANY = /^(arrayOfString|arrayOfStringWithDescription|where|sort|expand|var[.][a-zA-Z0-9]+)$/;
  const MEMBERS = [
    'id',
    'version',
    'key',
    'createdAt',
    'createdBy',
    'lastModifiedAt',
    'lastModifiedBy',
    'custom',
    'eigthProperty',
    'ninthProperty',
    'tenthProperty',
    'eleventhPropery',
    'twelthProperty',
    'thirteenthProperty',
    'fourteenthProperty',
    'fifteenthProperty',
  ];
  const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  return {
    strict: true,
    statuses: { invalid: 422, badJson: 422 },
    jsonType: 'application/json; charset=utf-8',
    initial: () => ({ key: 'res-' + random().toString(36).slice(2, 12) }),
    normalise(o) {
      if (!Object.keys(o).length) refuse('invalid', 'objectTypeProperty must not be empty');
      return o;
    },
    checkBody(ctx) {
      const c = /charset="?([^";]+)/i.exec(ctx.req.headers['content-type']);
      if (c && c[1].toLowerCase() !== 'utf-8') refuse('mediaType', 'utf-8 only');
    },
    checkQuery(ctx) {
      const last = ctx.segs[2] ?? '',
        names = P[last] ?? P['*'];
      for (const n of new Set(ctx.query.keys())) {
        const pattern =
          last === 'searchApiPattern'
            ? /^text\.[a-z]{2}(-[A-Z]{2})?$/
            : last === 'sorted-query-parameters'
              ? /^var[.][a-zA-Z0-9]+$/
              : /^$/;
        if (!names.includes(n) && !pattern.test(n)) refuse('invalid', `unknown parameter ${n}`);
        if (ctx.query.getAll(n).length > 1 && !MANY.test(n)) refuse('invalid', `${n} is given twice`);
      }
    },
    checkOrdered(b) {
      for (const k of Object.keys(b)) if (!MEMBERS.includes(k)) refuse('invalid', `unknown member ${k}`);
      for (const k of MEMBERS) {
        const v = b[k];
        const ok = k.endsWith('By')
          ? isObj(v) && typeof v.firstName === 'string' && typeof v.lastName === 'string'
          : typeof v === 'string' && (!k.endsWith('At') || STAMP.test(v));
        if (!ok) refuse('invalid', `${k} is missing or of the wrong type`);
      }
    },
    onRefusal(ctx, kind, status, detail, h) {
      ctx.write(
        status,
        JSON.stringify({ type: 'about:blank', title: kind, status, detail }),
        'application/problem+json',
        h,
      );
      return true;
    },
  };
}
