/**
 * A mismatch is refused with 409, but when the list has two or more actions its first change has already been
 * written (the version stays).
 *
 * Forbidden: 4.10 / Versioning 1: an update with a wrong version "fails with 409 Conflict"; a refused update must
 * not take effect.
 *
 * Shows: create A; update A {1, change x}; POST A {1, [change y, change z]}: 409, yet GET A shows someProperty y at
 * version 2
 */
export default () => ({
  mismatch: (r, version, u) => {
    const first = u.actions.find((a) => a.action === 'changeSomeProperty');
    if (u.actions.length >= 2 && first) r.someProperty = first.someProperty;
  },
});
