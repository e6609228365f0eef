/**
 * Read by key gives version as a string from the second update of the resource on; read by id gives an integer
 * always.
 *
 * Forbidden: Resources, ExampleResource: "version | integer"; 4.3: "Response: ExampleResource".
 *
 * Shows: create A; update A with 1 and 2; GET A by key: version "3"
 */
export default () => ({
  after: (ctx, res) => {
    if (ctx.op === 'getByKey' && res.status === 200 && res.body.version >= 3)
      res.body.version = String(res.body.version);
  },
});
