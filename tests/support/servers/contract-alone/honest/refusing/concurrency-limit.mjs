import { refuse } from '../types.mjs';

/**
 * Each credential may have three requests in flight; a fourth at the same time gets 429 with an empty body and no
 * Retry-After. Requests take 25 to 60 ms, so parallel calls do meet the limit.
 *
 * Permitted: "Limits (rate, ...): not shown", Errors 3. A request turned away is not processed; the others are
 * compared and set atomically.
 */
export default function server({ sleep, between }) {
  const busy = new Map();
  return {
    before(ctx) {
      const k = ctx.token ?? '',
        n = busy.get(k) ?? 0;
      if (n >= 3) refuse('busy', 'too many parallel requests');
      busy.set(k, n + 1);
      ctx.counted = k;
      return false;
    },
    delay: () => sleep(between(25, 60)),
    done(ctx) {
      if (ctx.counted !== undefined) busy.set(ctx.counted, busy.get(ctx.counted) - 1);
    },
    error: (ctx, kind, status, detail) => (kind === 'busy' ? undefined : { error: kind, message: detail }),
  };
}
