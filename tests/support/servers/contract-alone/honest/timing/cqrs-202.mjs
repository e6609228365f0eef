/**
 * CQRS: writes are checked and made by the write model at once and answered 202 (4.7, 4.8, 4.10 without a body);
 * reads and lists come from a projection that follows 400 ms later.
 *
 * Permitted: General rule 3 (success status codes not shown), responses of 4.7, 4.8, 4.10 not shown, no freshness
 * of reads stated; 4.6 and 4.11 still answer an ExampleResource; HEAD asks the write model.
 */
export default () => ({
  lagged: true,
  lag: 400,
  listLag: 400,
  emptyWrites: true,
  status: { create: 202, update: 202, put: 202, putCreate: 202, patch: 202, delete: 202, action: 202 },
  view(r, ctx, { someProperty: _some, ...d }) {
    return d;
  },
});
