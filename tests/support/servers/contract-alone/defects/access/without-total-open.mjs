/**
 * GET sorted-query-parameters with withTotal=false takes a quick path in front of the check of the token: no token
 * and no scope is needed.
 *
 * Forbidden: 4.12: "Scopes: manage_test:{projectKey} or view_test:{projectKey}"; Authentication: 4.12 carries the
 * Authorization header.
 *
 * Shows: GET /demo/resource/sorted-query-parameters?withTotal=false with demo-no-scope (or no header): 200; with
 * withTotal=true: 403
 */
export default () => ({
  authorize: (ctx, plain) => (ctx.op === 'sorted' && ctx.query.get('withTotal') === 'false' ? true : plain()),
});
