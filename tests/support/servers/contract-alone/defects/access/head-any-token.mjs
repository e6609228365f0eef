/**
 * HEAD on the collection needs a known token but no scope; GET on the same path checks scopes rightly.
 *
 * Forbidden: 4.5: "Scopes: manage_test:{projectKey} or view_test:{projectKey}"; Authentication: "Read operations
 * accept manage_test or view_test."
 *
 * Shows: HEAD /demo/resource with demo-no-scope: 200 (or 404 when empty), must be refused; GET is refused with 403
 */
export default () => ({
  authorize: (ctx, plain) => {
    const ok = plain();
    return ctx.op === 'head' && ok.status === 403 ? true : ok;
  },
});
