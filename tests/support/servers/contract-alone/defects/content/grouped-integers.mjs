/**
 * The query answer (4.1) gives integers of 1000 or more in the integer arrays as grouped strings ("1,000"); the
 * other answers are right.
 *
 * Forbidden: 4.1: top-level fields "are those of ObjectTypeProperty"; arrayOfIntExample and the like are "array of
 * integer".
 *
 * Shows: create A with arrayOfIntExample [5, 1234]; GET /demo/resource: arrayOfIntExample [5, "1,234"]
 */
export default () => ({
  after: (ctx, res) => {
    if (ctx.op !== 'query' || res.status !== 200) return;
    for (const [name, values] of Object.entries(res.body)) {
      if (name !== 'arrayOfFloatExample')
        res.body[name] = values.map((v) =>
          typeof v === 'number' && v >= 1000 ? v.toLocaleString('en-US') : v,
        );
    }
  },
});
