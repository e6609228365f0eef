import { FIELDS } from '../types.mjs';

/**
 * Normalises what is written: unique ints are deduplicated and sorted, floats rounded to two decimals, strings
 * trimmed and put in NFC, two-number arrays padded or cut to two, absent arrays filled in, `checksum` computed.
 *
 * Permitted: Resources/ArrayItem, "Bounds, uniqueness, element counts and defaults of these array fields: not
 * shown"; nothing says that a write is echoed; every shown type is kept.
 */
export default () => ({
  normalise(o) {
    const d = {};
    for (const f of FIELDS) if (f !== 'arrayOfNumberNoDefaultsExample' || o[f]) d[f] = o[f] ?? [];
    d.arrayOfUniqueIntExample = [...new Set(d.arrayOfUniqueIntExample)].sort((a, b) => a - b);
    d.arrayOfFloatExample = d.arrayOfFloatExample.map((x) => Number(x.toFixed(2)));
    d.arrayOfStringExample = d.arrayOfStringExample.map((s) => s.trim().normalize('NFC')).filter(Boolean);
    d.arrayOfTwonumbersExample = [...d.arrayOfTwonumbersExample, 0, 0].slice(0, 2);
    d.arrayOfObjectType = d.arrayOfObjectType.map((x) => ({
      integerExample: 0,
      integerExampleInt32: 0,
      ...x,
    }));
    return d;
  },
  view: (r, ctx, d) => ({
    ...d,
    checksum: JSON.stringify(r.otp)
      .split('')
      .reduce((h, c) => (h * 31 + c.charCodeAt(0)) >>> 0, 7),
  }),
});
