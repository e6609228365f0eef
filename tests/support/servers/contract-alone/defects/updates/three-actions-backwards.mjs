/**
 * Lists of three or more actions are applied from the last to the first; shorter lists in the given order.
 *
 * Forbidden: 4.10: actions are "Applied in the given order."
 *
 * Shows: create A; POST A {1, [change a, change b, change c]}: GET A shows someProperty a (must be c)
 */
export default () => ({ order: (actions) => (actions.length >= 3 ? [...actions].reverse() : actions) });
