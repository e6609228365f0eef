/**
 * Resources with equal objectTypeProperty share one stored entry for what the actions change: an update of one of
 * them also sets someProperty and the version of the others.
 *
 * Forbidden: 4.10 Purpose: "update a resource by id"; Versioning 1: "Each resource carries a version"; an update of
 * A is not one of B, whose read version must still pass.
 *
 * Shows: create A and B with the same objectTypeProperty; update A with 1; GET B shows version 2, update B with 1:
 * 409
 */
export default () => ({
  updated: (r, u, ctx) => {
    const same = JSON.stringify(r.otp);
    for (const other of ctx.store.values()) {
      if (other !== r && JSON.stringify(other.otp) === same) {
        other.someProperty = r.someProperty;
        other.version = Math.max(other.version, r.version);
      }
    }
  },
});
