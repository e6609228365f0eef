export const int = Number.isInteger;
export const str = (v) => typeof v === 'string';
export const obj = (v) => v !== null && typeof v === 'object' && !Array.isArray(v);
const FIELDS = {
  arrayOfIntExample: int,
  arrayOfUniqueIntExample: int,
  arrayOfTwonumbersExample: int,
  arrayOfFloatExample: Number.isFinite,
  arrayOfNumberNoDefaultsExample: int,
  arrayOfStringExample: str,
  arrayOfObjectType: (v) =>
    obj(v) &&
    (v.integerExample === undefined || int(v.integerExample)) &&
    (v.integerExampleInt32 === undefined ||
      (int(v.integerExampleInt32) && (v.integerExampleInt32 | 0) === v.integerExampleInt32)),
};
const clone = (v) => (v === undefined ? undefined : JSON.parse(JSON.stringify(v)));
const cleanItem = ({ integerExample, integerExampleInt32 }) => ({ integerExample, integerExampleInt32 });
export function cleanOtp(o) {
  // a copy with the known fields only, or null when a type is wrong
  if (!obj(o)) return null;
  const out = {};
  for (const [name, ok] of Object.entries(FIELDS)) {
    if (o[name] === undefined) continue;
    if (!Array.isArray(o[name]) || !o[name].every(ok)) return null;
    out[name] = clone(name === 'arrayOfObjectType' ? o[name].map(cleanItem) : o[name]);
  }
  return out;
}
export const fullOtp = (o = {}) => Object.fromEntries(Object.keys(FIELDS).map((n) => [n, clone(o[n] ?? [])]));
export const show = (r) =>
  clone({
    id: r.id,
    key: r.key,
    version: r.version,
    objectTypeProperty: r.otp,
    someProperty: r.someProperty,
  });
