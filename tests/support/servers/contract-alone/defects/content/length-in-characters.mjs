/**
 * The answer of create is cut to its length in characters instead of bytes: with text beyond ASCII the end of the
 * JSON is missing.
 *
 * Forbidden: 4.6: "Response: ExampleResource (JSON)".
 *
 * Shows: POST /demo/resource with arrayOfStringExample ["grün"]: 201 with a body that lacks its last byte
 */
export default () => ({
  after: (ctx, res) => {
    if (ctx.op !== 'create' || res.status >= 300) return;
    const text = JSON.stringify(res.body);
    res.raw = Buffer.from(text).subarray(0, text.length);
  },
});
