/** How answers are written: by the options `write`, `encode`, `headers` and those that name a spelling. */
export function answersOf(o) {
  const encode = o.encode ?? ((x) => JSON.stringify(x));
  function write(ctx, status, text, type, headers = {}) {
    if (ctx.res.writableEnded || ctx.res.destroyed) return;
    if (o.write && o.write(ctx, status, text, type, headers)) return;
    const h = { ...headers };
    if (text !== undefined && status !== 204 && status !== 304) {
      if (type) h[o.ctName ?? 'Content-Type'] = type;
      if (!o.chunked) h[o.clName ?? 'Content-Length'] = Buffer.byteLength(text);
    } else {
      text = undefined;
      if (status !== 204 && status !== 304) h[o.clName ?? 'Content-Length'] = 0;
    }
    if (ctx.method === 'HEAD') {
      if (o.headNoLength) delete h[o.clName ?? 'Content-Length'];
      text = undefined;
    }
    ctx.res.writeHead(status, { ...h, ...o.headers?.(ctx, status) });
    if (o.chunked && text) {
      const k = text.length >> 1;
      ctx.res.write(text.slice(0, k));
      ctx.res.end(text.slice(k));
    } else ctx.res.end(text);
  }
  const json = (ctx, status, body, headers) =>
    write(
      ctx,
      status,
      body === undefined ? undefined : encode(body, ctx),
      o.jsonType ?? 'application/json',
      headers,
    );

  return { write, json };
}
