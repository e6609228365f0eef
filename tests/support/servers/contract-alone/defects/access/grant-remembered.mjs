/**
 * Who may read a resource by id is remembered by URL for 2 seconds: after one permitted GET the same URL is open to
 * any caller, with any token or none.
 *
 * Forbidden: 4.2: "Scopes: manage_test:{projectKey} or view_test:{projectKey}"; Authentication: 4.2 carries
 * "Authorization: Bearer <ACCESS_TOKEN>".
 *
 * Shows: create A; GET A with demo-view-test: 200; at once GET A with demo-no-scope: 200 (must be refused)
 */
export default function server({ now }) {
  const granted = new Map(); // url -> time of the grant
  return {
    authorize: (ctx, plain) => {
      const ok = plain();
      if (ctx.op !== 'getById') return ok;
      if (ok === true) {
        granted.set(ctx.url, now());
        return true;
      }
      return now() - (granted.get(ctx.url) ?? 0) < 2000 ? true : ok;
    },
  };
}
