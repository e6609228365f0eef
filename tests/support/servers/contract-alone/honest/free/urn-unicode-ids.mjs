/**
 * Ids are urns with reserved and non-ASCII characters ("urn:demo:grün/7?v=1#é%20"), shown raw in `id` and
 * percent-encoded in Location; a client must encode them as one path segment. Unicode is sent as it is.
 *
 * Permitted: 4.2 `id` String, its characters are not shown; one path segment of any characters is possible by
 * percent-encoding.
 */
export default ({ now }) => ({
  newId: (n, store) => `urn:${store.project}:grün/${n}?v=1#é%20 ${now().toString(36)}`,
  jsonType: 'application/json; charset=UTF-8',
});
