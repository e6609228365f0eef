/**
 * Read by key writes the strings of arrayOfStringExample without escapes: a quote, backslash or line break in one
 * makes the body invalid JSON (or another text).
 *
 * Forbidden: What the service does: "Payloads are JSON unless stated otherwise"; 4.3: "Response: ExampleResource".
 *
 * Shows: create A with arrayOfStringExample ['say "hi"']; GET A by key: the body is no JSON
 */
export default () => ({
  after: (ctx, res) => {
    const strings =
      ctx.op === 'getByKey' && res.status === 200 && res.body.objectTypeProperty.arrayOfStringExample;
    if (!strings) return;
    res.body.objectTypeProperty.arrayOfStringExample = ['@@'];
    res.raw = JSON.stringify(res.body).replace('["@@"]', () => `[${strings.map((s) => `"${s}"`).join(',')}]`);
  },
});
