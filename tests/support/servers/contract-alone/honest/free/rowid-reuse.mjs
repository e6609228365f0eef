/**
 * Ids are row ids of a small database (1, 2, 3, ..., as strings) and are used again after a delete of the highest;
 * versions are never-repeating pseudo-random integers, also negative, that go up and down; updates that change
 * nothing keep the version.
 *
 * Permitted: ids not shown; version is an "integer" for optimistic concurrency, its order is not shown; with
 * nothing changed the actual version stays and is accepted again, any other version is 409.
 */
export default function server() {
  let n = 12345;
  return {
    newId: (_, store) => String(Math.max(0, ...[...store.map.keys()].map(Number)) + 1),
    version: () => {
      n = (n + 1) | 0;
      return Math.imul(n, 0x9e3779b1) | 0;
    }, // bijective on 32 bits: no repeats
    noopKeeps: true,
  };
}
