import { refuse } from '../types.mjs';

/**
 * Quotas: at most 25 creates in any 10 s (403 `quota`, ends by itself), 10 actions per update, 16 KB per body (413
 * and the connection is closed), 12 elements per array.
 *
 * Permitted: "Limits (rate, size, ...): not shown", "Bounds, ... element counts ... not shown"; a version mismatch
 * is told before the number of actions is counted.
 */
export default function server({ now }) {
  let times = [];
  return {
    maxBody: 16384,
    maxActions: 10,
    normalise(o) {
      for (const [f, v] of Object.entries(o))
        if (v.length > 12) refuse('invalid', `${f} has more than 12 elements`);
      return o;
    },
    create() {
      const at = now();
      times = times.filter((t) => at - t < 10000);
      if (times.length >= 25) refuse('quota', 'quota of 25 creates per 10 s is used up');
      times.push(at);
    },
  };
}
