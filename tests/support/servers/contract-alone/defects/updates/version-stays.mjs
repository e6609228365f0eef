/**
 * After an update whose last action is not changeSomeProperty although an earlier one is, the version stays equal
 * while the resource has changed.
 *
 * Forbidden: 4.10 / Resources, ExampleResource: version is the "Version used for optimistic concurrency"; a changed
 * resource under an unchanged version lets the next writer with the old version pass (4.10: 409).
 *
 * Shows: create A; POST A {1, [change x, doSomeThing]}: 200 with version 1 and someProperty x; the same version 1
 * is accepted again
 */
export default () => ({
  next: (r, u) => {
    const changes = u.actions.some((a) => a.action === 'changeSomeProperty');
    if (changes && u.actions.at(-1).action !== 'changeSomeProperty') return r.version;
    return r.version + (u.actions.length ? 1 : 0);
  },
});
