/**
 * Anyone who has no known token is redirected (302) to an HTML login page that answers 200; a known token without the
 * right gets an HTML page with 403; other errors are HTML too.
 *
 * Permitted: Errors 3, "Error body format and error codes other than 409: not shown"; "Acquisition of the token:
 * not shown".
 */
export default function server() {
  const page = (t, b) =>
    `<!DOCTYPE html>\n<html><head><title>${t}</title></head><body><h1>${t}</h1>${b}</body></html>\n`;
  return {
    before(ctx) {
      if (ctx.path !== '/login') return false;
      ctx.write(
        200,
        page(
          'Sign in',
          '<form method="post"><input name="user"><input name="password" type="password"><button>Sign in</button></form>',
        ),
        'text/html; charset=utf-8',
      );
      return true;
    },
    onRefusal(ctx, kind, status, detail, h) {
      if (kind === 'unauthenticated')
        ctx.write(302, page('Found', '<a href="/login">login</a>'), 'text/html; charset=utf-8', {
          Location: `/login?next=${encodeURIComponent(ctx.req.url)}`,
          'Cache-Control': 'no-store',
        });
      else ctx.write(status, page(`${status} ${kind}`, '<hr>nginx'), 'text/html; charset=utf-8', h);
      return true;
    },
  };
}
