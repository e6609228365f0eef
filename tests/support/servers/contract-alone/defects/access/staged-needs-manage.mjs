/**
 * searchApiPattern with staged=true is refused with 403 to a caller who has view_test only.
 *
 * Forbidden: 4.4: "Scopes: manage_test or view_test"; Authentication: "Where several scopes are listed for an
 * endpoint, any one of them suffices."
 *
 * Shows: GET /demo/resource/searchApiPattern?staged=true with demo-view-test: 403 (without staged: 200)
 */
export default () => ({
  authorize: (ctx, plain) => {
    const ok = plain();
    if (
      ok === true &&
      ctx.op === 'search' &&
      ctx.query.get('staged') === 'true' &&
      !ctx.scopes.includes(`manage_test:${ctx.project}`)
    )
      return { status: 403 };
    return ok;
  },
});
