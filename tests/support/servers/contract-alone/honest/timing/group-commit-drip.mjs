/**
 * Writes are handled one after another in ticks of 120 ms (group commit); answers are sent with a 103 Early Hints
 * before them, chunked and dripped in five pieces 30 ms apart, without Content-Length.
 *
 * Permitted: response times and framing are not shown; informational responses are part of HTTP; of updates in one
 * tick with the same version the first succeeds and the others are 409.
 */
export default ({ now, sleep }) => ({
  async delay(ctx) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') await sleep(120 - (now() % 120));
  },
  write(ctx, status, text, type, headers) {
    if (ctx.method === 'HEAD' || text === undefined || status === 204) return false;
    ctx.res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    ctx.res.writeHead(status, { ...headers, 'Content-Type': type });
    void (async () => {
      const b = Buffer.from(text),
        k = Math.ceil(b.length / 5);
      for (let i = 0; i < b.length; i += k) {
        ctx.res.write(b.subarray(i, i + k));
        await sleep(30);
      }
      ctx.res.end();
    })();
    return true;
  },
});
