import { answer } from '../answers.mjs';
import { show } from '../fields.mjs';

/**
 * The exact repetition of the last successful update (same version, same actions) within 5 s is taken for a retry
 * and answered 200 in place of 409; a stale version with other actions is refused.
 *
 * Forbidden: Versioning 1 / Errors 1 / 4.10: "Updates via POST by id state the expected version and fail with 409
 * Conflict on a mismatch."
 *
 * Shows: create A; POST A {1, [change x]}: 200; the very same POST again: 200 (must be 409, the actual version is
 * 2)
 */
export default function server({ now }) {
  const done = new Map(); // id -> last successful update
  return {
    updated: (r, u) => done.set(r.id, { text: JSON.stringify([u.version, u.actions]), at: now() }),
    mismatch: (r, version, u) => {
      const d = done.get(r.id);
      return d && d.text === JSON.stringify([version, u.actions]) && now() - d.at < 5000
        ? answer(200, show(r))
        : undefined;
    },
  };
}
