import { answer } from '../answers.mjs';

/**
 * HEAD follows a pointer to the newest resource: after that one has been deleted HEAD answers 404 until the next
 * create, although older resources exist.
 *
 * Forbidden: 4.5 Purpose: "check whether at least one resource matches"; General rules 3: "A HEAD request with a
 * match answers 200."
 *
 * Shows: create A, create B, delete B; HEAD /demo/resource: 404 (A matches, must be 200)
 */
export default function server() {
  const newest = new Map();
  return {
    after: (ctx, res) => {
      if (res.status === 201) newest.set(ctx.project, res.body.id);
    },
    head: (ctx) => answer(ctx.store.has(newest.get(ctx.project)) ? 200 : 404),
  };
}
