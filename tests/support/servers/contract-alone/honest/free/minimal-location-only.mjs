/**
 * Exactly the two shown fields in every ExampleResource and exactly the shown fields in the list, no id anywhere in
 * a body: the id stands only in the Location header of the 201; writes by PATCH, PUT and POST by id answer 204 with
 * an ETag.
 *
 * Permitted: ExampleResource has only version and objectTypeProperty; where the id comes from, and responses of
 * 4.7, 4.8, 4.10, are not shown.
 */
export default () => ({
  status: { update: 204, put: 204, putCreate: 204, patch: 204 },
  view: (r) => ({ version: r.version, objectTypeProperty: r.otp }),
  list: (recs, ctx, d, merged) => merged(recs.slice(-20)),
  updateHeaders: (r) => ({ ETag: `"${r.version}"` }),
  readHeaders: (r) => ({ ETag: `"${r.version}"` }),
  error: (ctx, kind, status) => ({ status }),
});
