/**
 * Reads by id and key go round robin to two replicas: one is up to date, the other 900 ms behind, so a fresh
 * resource flips between 200 and 404 and versions seem to go back and forth; writes and HEAD use the primary.
 *
 * Permitted: no freshness of reads is stated (4.2, 4.3; States: not shown); version checks (4.10) are made on the
 * primary only, so an update with the actual version is never a 409 and a stale one always is.
 */
export default function server() {
  let n = 0;
  return { lagged: true, lag: () => (n++ % 2 ? 900 : 0), listLag: 900 };
}
