/**
 * Lists (4.1, 4.4, 4.12) are filtered by rights: a view_test token sees a resource there only once it is released,
 * i.e. updated at least once or 4 s old; reads by id and key and HEAD are not filtered.
 *
 * Permitted: which resources a query result, search or sorted query shows, and its paging, is not shown (4.1, 4.4,
 * 4.12); both scopes are granted access and the listed types are kept.
 */
export default ({ now }) => ({
  filter: (r, ctx) =>
    ctx.who.scopes.includes('manage_test') || r.extra.released || now() - Date.parse(r.createdAt) > 4000,
  updatePatch: () => ({ extra: { released: true } }),
});
