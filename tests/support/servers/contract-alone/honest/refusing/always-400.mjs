/**
 * Every refusal other than a version conflict is a 400 with an envelope
 * {"success":false,"data":null,"error":{...}}: no token, no right, not found, wrong method, wrong media type alike.
 *
 * Permitted: Errors 3, "Error body format and error codes other than 409: not shown". An unmatched HEAD is 400 as
 * well (4.5 "Response when nothing matches: not shown").
 */
export default function server() {
  const all = Object.fromEntries(
    [
      'unauthenticated',
      'forbidden',
      'notFound',
      'gone',
      'invalid',
      'badJson',
      'mediaType',
      'tooLarge',
      'method',
    ].map((k) => [k, 400]),
  );
  return {
    openAuth: 'test',
    statuses: all,
    status: { create: 200, putCreate: 200, headNone: 400 },
    error: (ctx, kind, status, detail) => ({
      success: false,
      data: null,
      error: {
        code: { unauthenticated: 1001, forbidden: 1002, notFound: 1004, conflict: 1009 }[kind] ?? 1000,
        text: detail,
      },
    }),
  };
}
