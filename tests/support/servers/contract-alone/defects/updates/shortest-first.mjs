/**
 * The changeSomeProperty actions of a list are applied ordered by the length of someProperty, so the longest value
 * wins wherever it stands.
 *
 * Forbidden: 4.10: actions are "Applied in the given order."
 *
 * Shows: create A; POST A {1, [change "longer value", change "b"]}: GET A shows "longer value" (must be "b")
 */
export default () => ({
  order: (actions) =>
    [...actions].sort((a, b) => (a.someProperty ?? '').length - (b.someProperty ?? '').length),
});
