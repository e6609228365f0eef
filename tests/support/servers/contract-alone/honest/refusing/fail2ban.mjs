import { refuse } from '../types.mjs';

/**
 * Fail2ban: after 12 refused requests (401/403) within 10 s the client's address is banned for 2 s, during which
 * all requests, also rightful ones, get 429 with Retry-After: 2.
 *
 * Permitted: "Limits (rate, ...): not shown" and Errors 3 (codes other than 409 not shown); a banned request is not
 * processed, the ban ends by itself.
 */
export default function server({ now }) {
  let bad = [],
    until = 0;
  return {
    before() {
      if (now() < until) refuse('busy', 'too many failed attempts', { 'Retry-After': '2' });
      return false;
    },
    onRefusal(ctx, kind) {
      if (kind === 'unauthenticated' || kind === 'forbidden') {
        const at = now();
        bad = bad.filter((t) => at - t < 10000);
        bad.push(at);
        if (bad.length >= 12) {
          until = at + 2000;
          bad = [];
        }
      }
      return false;
    },
  };
}
