import { refuse } from '../types.mjs';

/**
 * Rate limit: a token bucket per credential (burst 15, 15 per second) answers 429 with Retry-After: 1 and
 * X-RateLimit-* headers; every answer shows what is left.
 *
 * Permitted: "Limits (rate, ...): not shown", Errors 3; a limited request is not processed and the limit ends by
 * itself.
 */
export default function server({ now }) {
  const buckets = new Map();
  return {
    before(ctx) {
      const k = ctx.token ?? '',
        at = now(),
        b = buckets.get(k) ?? { n: 15, t: at };
      b.n = Math.min(15, b.n + ((at - b.t) * 15) / 1000);
      b.t = at;
      buckets.set(k, b);
      if (b.n < 1) refuse('busy', 'slow down', { 'Retry-After': '1' });
      b.n -= 1;
      return false;
    },
    headers: (ctx) => ({
      'X-RateLimit-Limit': '15',
      'X-RateLimit-Remaining': String(Math.max(0, Math.floor(buckets.get(ctx.token ?? '')?.n ?? 15))),
    }),
  };
}
