/**
 * A delete is made at once on the primary (update, second delete and HEAD know it) but reads by id, key and lists
 * still show the resource for 2 s.
 *
 * Permitted: 4.11 states only the response of the delete; no freshness of reads is stated, "States and transitions:
 * not shown".
 */
export default () => ({ lagged: true, lag: 0, delLag: 2000, listLag: 0 });
