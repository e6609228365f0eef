/**
 * DELETE looks at the name of the scope only, not at its project: manage_test for another project deletes here.
 *
 * Forbidden: 4.11: "Scope: manage_test:{projectKey}"; General rules 4: "Scopes are written <scope>:{projectKey}."
 *
 * Shows: create A in demo; DELETE /demo/resource/<A> with other-everything: 200 and A is gone (must be refused)
 */
export default () => ({
  authorize: (ctx, plain) => {
    const ok = plain();
    return ctx.op === 'delete' && ok.status === 403 && ctx.scopes.some((s) => s.startsWith('manage_test:'))
      ? true
      : ok;
  },
});
