/**
 * Ids are 64-bit snowflakes; the body shows `id` as a JSON number beyond 2^53 (a double cannot hold it) and
 * `id_str` as a string; Location is absolute.
 *
 * Permitted: ExampleResource shows no id member, so its form is open; the path's `id` is a String (4.2), the
 * decimal digits.
 */
export default function server({ now }) {
  let seq = 0;
  const path = (r, ctx) => `http://${ctx.req.headers.host}/${ctx.project}/resource/${r.id}`;
  return {
    newId: () => String(((BigInt(now()) - 1288834974657n) << 22n) + BigInt(++seq * 2 + 1)),
    view(r, ctx, { id, ...d }) {
      return { id: '@@' + id + '@@', id_str: id, ...d };
    },
    encode: (x) => JSON.stringify(x).replace(/"@@(\d+)@@"/g, '$1'),
    locationOf: path,
  };
}
