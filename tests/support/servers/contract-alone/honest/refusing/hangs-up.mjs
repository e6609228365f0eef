/**
 * A request with an unknown token gets no answer at all: the connection is closed; one without a token 401 with an
 * empty body; known tokens without the scope 403 with an empty body.
 *
 * Permitted: Errors 3, "Error body format and error codes other than 409: not shown"; nothing says that a refusal
 * is an HTTP response.
 */
export default () => ({
  error: () => undefined,
  openAuth: 'manage',
  onRefusal(ctx, kind) {
    if (kind !== 'unauthenticated' || !ctx.req.headers.authorization) return false;
    ctx.req.socket.destroy();
    return true;
  },
});
