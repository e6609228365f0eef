/**
 * Everything one may not do is hidden: a missing, unknown or insufficient token gets the same 404 with an empty
 * body as a path or resource that does not exist; also 400s have no body.
 *
 * Permitted: Errors 3, "Error body format and error codes other than 409: not shown"; Authentication only says
 * which scope is needed. Responses of 4.7, 4.8, 4.10 (not shown) are 204.
 */
export default () => ({
  statuses: { unauthenticated: 404, forbidden: 404, method: 404, mediaType: 400 },
  error: () => undefined,
  openAuth: 'token',
  status: { put: 204, putCreate: 204, patch: 204, update: 204 },
  view(r, ctx, { someProperty: _some, ...d }) {
    return d;
  },
});
