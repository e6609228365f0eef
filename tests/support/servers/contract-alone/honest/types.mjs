/** What the contract shows of callers, refusals and bodies. */

const FIVE = ['manage_test', 'view_test', 'manage_products', 'view_products', 'view_published_products'];
const T = (project, ...scopes) => ({ project, scopes });
export const TOKENS = {
  'demo-manage-test': T('demo', 'manage_test'),
  'demo-view-test': T('demo', 'view_test'),
  'demo-manage-products': T('demo', 'manage_products'),
  'demo-view-products': T('demo', 'view_products'),
  'demo-view-published-products': T('demo', 'view_published_products'),
  'demo-no-scope': T('demo'),
  'other-everything': T('other', ...FIVE),
};
export class Refusal extends Error {
  constructor(kind, detail = kind, headers = {}) {
    super(detail);
    this.kind = kind;
    this.headers = headers;
  }
}
export const refuse = (kind, detail, headers) => {
  throw new Refusal(kind, detail, headers);
};
export const STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  gone: 410,
  invalid: 400,
  badJson: 400,
  mediaType: 415,
  tooLarge: 413,
  method: 405,
  conflict: 409,
  duplicate: 400,
  quota: 403,
  busy: 429,
};

export const isInt = (x) => Number.isSafeInteger(x);
const isInt32 = (x) => Number.isInteger(x) && x >= -2147483648 && x <= 2147483647;
export const isObj = (x) => x !== null && typeof x === 'object' && !Array.isArray(x);
export const FIELDS = [
  'arrayOfIntExample',
  'arrayOfUniqueIntExample',
  'arrayOfTwonumbersExample',
  'arrayOfFloatExample',
  'arrayOfNumberNoDefaultsExample',
  'arrayOfStringExample',
  'arrayOfObjectType',
];
export function readOtp(o, strict) {
  if (!isObj(o)) refuse('invalid', 'objectTypeProperty must be an object');
  const out = {};
  for (const [f, v] of Object.entries(o)) {
    if (!FIELDS.includes(f)) {
      if (strict) refuse('invalid', `unknown member ${f}`);
      continue;
    }
    if (!Array.isArray(v)) refuse('invalid', `${f} must be an array`);
    const ok =
      f === 'arrayOfFloatExample'
        ? Number.isFinite
        : f === 'arrayOfStringExample'
          ? (x) => typeof x === 'string'
          : f === 'arrayOfObjectType'
            ? isObj
            : isInt;
    if (!v.every((x) => ok(x))) refuse('invalid', `${f} has an element of the wrong type`);
    out[f] =
      f !== 'arrayOfObjectType'
        ? [...v]
        : v.map((it) => {
            const r = {};
            for (const [k, x] of Object.entries(it)) {
              if (k === 'integerExample') {
                if (!isInt(x)) refuse('invalid', `${k} must be an integer`);
                r[k] = x;
              } else if (k === 'integerExampleInt32') {
                if (!isInt32(x)) refuse('invalid', `${k} must be a 32-bit integer`);
                r[k] = x;
              } else if (strict) refuse('invalid', `unknown member ${k}`);
            }
            return r;
          });
  }
  return out;
}
