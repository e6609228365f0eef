/**
 * Like an old PHP shop: every success is 200, pretty-printed JSON with \/ and \u escapes, lower and UPPER case
 * header names, session cookies, `_id` and numeric-string extras, HEAD with the length a GET would have, images
 * also by PUT, endpoints without scopes need a token, 500 for a body that is no JSON.
 *
 * Permitted: General rule 3 (status codes not shown), Errors 3, method of 4.15 not shown, authentication of
 * unlisted endpoints not shown; names of headers are case-insensitive.
 */
export default function server() {
  let sid = 0;
  return {
    status: { create: 200, putCreate: 200 },
    statuses: { badJson: 500 },
    openAuth: 'test',
    imageMethods: ['POST', 'PUT'],
    putMode: 'latest',
    patchBy: 'version',
    ctName: 'content-type',
    clName: 'CONTENT-LENGTH',
    locName: 'LOCATION',
    jsonType: 'application/json;charset=UTF-8',
    newId: (n) => 'shop_' + (1000 + n),
    encode: (x) =>
      JSON.stringify(x, null, 4)
        .replace(/\//g, '\\/')
        .replace(/[\u007f-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')),
    view(r, ctx, { id, ...d }) {
      return { _id: id, active: '1', revision: String(r.version), deleted_at: null, ...d };
    },
    headers: () => ({
      'set-cookie': `PHPSESSID=${(++sid).toString(36)}; path=/`,
      'X-POWERED-BY': 'PHP/5.6.40',
      expires: 'Thu, 19 Nov 1981 08:52:00 GMT',
    }),
  };
}
