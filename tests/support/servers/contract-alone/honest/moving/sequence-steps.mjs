/**
 * Versions come from one database-wide sequence with large random gaps (first ones are already in the billions), so
 * no version can be guessed from the one before.
 *
 * Permitted: ExampleResource.version is "integer, used for optimistic concurrency"; first value and step are not
 * shown.
 */
export default function server({ between }) {
  let seq = 4_294_967_296;
  return { version: () => (seq += Math.floor(between(1000, 90000))) };
}
