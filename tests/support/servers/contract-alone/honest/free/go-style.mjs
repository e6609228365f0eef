/**
 * Like a Go service: sorted keys, floats printed as 1.0 or 1.5e+00, chunked bodies with a final newline, no length
 * on HEAD, errors as text/plain lines, nanosecond times, update answers only {"version":n}.
 *
 * Permitted: "Payloads are JSON", any JSON spelling of a float is a float; 4.10's response and error bodies (Errors
 * 3) are not shown; extra members are open.
 */
export default function server() {
  function enc(x, float) {
    if (typeof x === 'number') {
      if (!float) return String(x);
      const s = String(x);
      return Math.abs(x) >= 1 && Math.abs(x) < 10 && s.includes('.')
        ? s + 'e+00'
        : /[.e]/.test(s)
          ? s
          : s + '.0';
    }
    if (Array.isArray(x)) return '[' + x.map((y) => enc(y, float)).join(',') + ']';
    if (x && typeof x === 'object')
      return (
        '{' +
        Object.keys(x)
          .filter((k) => x[k] !== undefined)
          .sort()
          .map((k) => JSON.stringify(k) + ':' + enc(x[k], k === 'arrayOfFloatExample'))
          .join(',') +
        '}'
      );
    return JSON.stringify(x).replace(/[<>&]/g, (c) => '\\u00' + c.charCodeAt(0).toString(16));
  }
  const ns = (t) => t.replace('Z', '417' + String((Date.parse(t) % 900) + 99).padStart(3, '0') + 'Z');
  return {
    chunked: true,
    headNoLength: true,
    encode: (x) => enc(x) + '\n',
    view: (r, ctx, d) => ({
      ...d,
      createdAt: ns(r.createdAt),
      lastModifiedAt: ns(r.modifiedAt),
      deletedAt: null,
    }),
    after(ctx, st, b, h) {
      if (ctx.method === 'POST' && ctx.segs.length === 3 && b?.version)
        return [st, { version: b.version }, h];
    },
    onRefusal(ctx, kind, status, detail, h) {
      ctx.write(status, `${kind}: ${detail}\n`, 'text/plain; charset=utf-8', {
        ...h,
        'X-Content-Type-Options': 'nosniff',
      });
      return true;
    },
  };
}
