/**
 * The version is the time of the last write in microseconds since 1970 (16 digits); lastModifiedAt is derived from
 * it.
 *
 * Permitted: ExampleResource.version "integer"; its size and step are not shown (below 2^53, so a Float version of
 * 4.10 carries it exactly).
 */
export default function server({ now, random }) {
  let last = 0;
  return {
    version: () => (last = Math.max(last + 1, now() * 1000 + Math.floor(random() * 1000))),
    view: (r, ctx, d) => ({ ...d, lastModifiedAt: new Date(Math.floor(r.version / 1000)).toISOString() }),
  };
}
