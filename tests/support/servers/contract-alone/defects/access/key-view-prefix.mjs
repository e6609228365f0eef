/**
 * Read by key accepts every scope that begins with view_ (view_products, view_published_products); read by id does
 * not.
 *
 * Forbidden: 4.3: "Scopes: manage_test:{projectKey} or view_test:{projectKey}".
 *
 * Shows: create A; GET /demo/resource/key=<key> with demo-view-products: 200 (must be refused)
 */
export default () => ({
  authorize: (ctx, plain) => {
    const ok = plain();
    if (
      ctx.op === 'getByKey' &&
      ok.status === 403 &&
      ctx.scopes.some((s) => s.startsWith('view_') && s.endsWith(':' + ctx.project))
    )
      return true;
    return ok;
  },
});
