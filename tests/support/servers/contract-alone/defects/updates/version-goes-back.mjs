/**
 * Every third successful update of one resource sets its version back to 1 (1, 2, 3, 1, 2, 3, ...).
 *
 * Forbidden: 4.10 / Resources, ExampleResource: version is the "Version used for optimistic concurrency"; a version
 * that comes again accepts a writer who read three states ago, where 4.10 wants 409.
 *
 * Shows: create A; update A with 1, 2, 3: the third answer (and GET A) says version 1
 */
export default () => ({
  next: (r, u) => ((r.updates + 1) % 3 === 0 ? 1 : r.version + (u.actions.length ? 1 : 0)),
});
