/**
 * HEAD with a match answers 204 in place of 200 to a caller who has view_test only.
 *
 * Forbidden: General rules 3: "A HEAD request with a match answers 200"; 4.5: "status 200 without a body when the
 * check succeeds."
 *
 * Shows: create A; HEAD /demo/resource with demo-view-test: 204 (with demo-manage-test: 200)
 */
export default () => ({
  after: (ctx, res) => {
    if (ctx.op === 'head' && res.status === 200 && !ctx.scopes.includes(`manage_test:${ctx.project}`))
      res.status = 204;
  },
});
