/** A clause that faults of other parts of the contract break beside their own. */
export interface AlsoFailing {
  /** Its id, or `4.x/` and an outcome: that of whichever endpoint. */
  readonly clause: string;
  readonly because: string;
  readonly faults: readonly string[];
}

/**
 * Whoever adds a fault that breaks such a clause adds its name; a rehearsal shows of each that it is needed. What only
 * one fault does is told beside it, as what it `alsoBreaks`.
 */
export const alsoFailing: readonly AlsoFailing[] = [
  {
    clause: '4.x/refused-without-token',
    because: 'It lets callers in at all endpoints, and each section says for its own whom it refuses.',
    faults: [
      'all-reads-open-without-token',
      'all-writes-open-without-token',
      'connection-stays-authenticated',
    ],
  },
  {
    clause: '4.x/refused-to-unknown-token',
    because: 'It lets callers in at all endpoints, and each section says for its own whom it refuses.',
    faults: ['any-bearer-accepted', 'token-compared-by-its-beginning'],
  },
  {
    clause: '4.x/refused-to-other-scopes',
    because: 'It lets callers in at all endpoints, and each section says for its own whom it refuses.',
    faults: ['any-bearer-accepted', 'all-writes-open-to-view-test'],
  },
  {
    clause: '4.x/refused-to-no-scope',
    because: 'It lets callers in at all endpoints, and each section says for its own whom it refuses.',
    faults: ['any-bearer-accepted'],
  },
  {
    clause: '4.x/refused-to-other-project',
    because: 'It lets callers in at all endpoints, and each section says for its own whom it refuses.',
    faults: ['any-bearer-accepted', 'other-project-token-reads', 'other-project-token-writes'],
  },
  {
    clause: '4.x/any-one-scope-suffices',
    because: 'It turns callers away at all endpoints, and each section says for its own what suffices.',
    faults: ['all-reads-refuse-manage-test', 'all-listed-scopes-needed'],
  },
  {
    clause: '4.x/manage-test-suffices',
    because: 'It turns callers away at all endpoints, and each section says for its own what suffices.',
    faults: ['only-the-last-scope-counts'],
  },
  {
    clause: '4.1/answers-with-an-object',
    because:
      'What is no JSON, or shows neither id nor version, is no object or Resource wherever it is answered.',
    faults: ['json-in-latin-1'],
  },
  {
    clause: '4.2/answers-with-a-resource',
    because:
      'What is no JSON, or shows neither id nor version, is no object or Resource wherever it is answered.',
    faults: ['version-missing-on-read', 'json-in-utf-16', 'json-with-trailing-comma', 'json-with-nan'],
  },
  {
    clause: '4.6/answers-with-a-resource',
    because:
      'What is no JSON, or shows neither id nor version, is no object or Resource wherever it is answered.',
    faults: [
      'version-missing-on-create',
      'resource-in-an-envelope',
      'json-in-latin-1',
      'json-with-single-quotes',
      'backslashes-as-they-are',
    ],
  },
  {
    clause: '4.11/answers-with-a-resource',
    because:
      'What is no JSON, or shows neither id nor version, is no object or Resource wherever it is answered.',
    faults: ['version-missing-on-delete', 'resource-in-an-envelope', 'resource-in-an-array'],
  },
  {
    clause: '4.3/answers-with-a-resource',
    because: 'The read by key is judged as a whole Resource, field by field.',
    faults: [
      'line-feeds-split-strings',
      'version-shown-as-text',
      'version-shown-with-a-fraction',
      'version-shown-as-text-after-updates',
      'version-shown-as-object',
      'array-of-int-example-elements-as-text',
      'array-of-int-example-elements-fractional',
      'array-of-unique-int-example-elements-as-text',
      'array-of-unique-int-example-elements-fractional',
      'array-of-twonumbers-example-elements-as-text',
      'array-of-twonumbers-example-elements-fractional',
      'array-of-number-no-defaults-example-elements-as-text',
      'array-of-number-no-defaults-example-elements-fractional',
      'floats-as-text',
      'floats-null',
      'strings-as-numbers',
      'strings-as-objects',
      'digit-strings-as-numbers',
      'boolean-strings-as-booleans',
      'empty-strings-as-null',
      'items-as-ids',
      'object-type-property-as-text',
      'object-type-property-in-an-array',
      'large-integers-as-text',
      'integer-example-as-text',
      'integer-example-fractional',
      'int32-as-text',
      'int32-always-beyond-range',
      'strings-joined',
      'items-by-index',
      'array-of-int-example-checked-at-its-first',
      'single-element-arrays-collapsed',
      'empty-arrays-as-text',
      'empty-arrays-as-objects',
      'arrays-end-with-null',
      'arrays-as-text',
      'json-texts-parsed',
    ],
  },
  {
    clause: '4.13/answers-with-content-or-dates',
    because: 'The answer is a Resource or its dates, of which each is judged.',
    faults: [
      'date-only-with-points',
      'date-only-with-time',
      'date-only-impossible',
      'date-only-short',
      'time-only-with-z',
      'time-only-without-seconds',
      'time-only-with-milliseconds',
      'time-only-with-12-hours',
      'date-time-only-with-z',
      'date-time-only-with-fraction',
      'date-time-only-with-space',
      'date-time-with-zero-offset',
      'date-time-without-milliseconds',
      'date-time-with-microseconds',
      'date-time-with-lower-case-z',
      'date-time-with-local-offset',
      'date-time-impossible',
      'date-time-trims-zeros',
      'date-time-drops-zero-milliseconds',
      'default-format-trims-zeros',
      'default-format-as-number',
      'default-format-with-zero-offset',
      'rfc-date-in-iso-form',
      'rfc-date-as-number',
      'rfc-date-without-month',
      'rfc-date-impossible',
      'date-only-without-zeros-of-days',
      'date-only-a-year-before',
      'time-only-drops-zero-seconds',
      'time-only-counts-to-24',
      'date-time-only-drops-zero-seconds',
      'date-time-as-number-before-1970',
      'default-format-with-short-milliseconds',
    ],
  },
  {
    clause: '4.13/milliseconds-keep-their-digits',
    because: 'The answer is a Resource or its dates, of which each is judged.',
    faults: [
      'date-time-without-milliseconds',
      'date-time-trims-zeros',
      'date-time-drops-zero-milliseconds',
      'default-format-trims-zeros',
      'default-format-with-short-milliseconds',
    ],
  },
  {
    clause: 'Authentication/each-request-by-itself',
    because:
      'A resource that is read without a sufficient token is read on an authenticated connection as well.',
    faults: ['read-open-without-token', 'read-open-to-any-bearer'],
  },
  {
    clause: 'Authentication/further-scopes-do-no-harm',
    because: 'A token of several scopes is asked with at the query.',
    faults: ['collection-refuses-view-test'],
  },
  {
    clause: 'Authentication/scopes-are-exact-for-reads',
    because:
      'An endpoint that lets everybody in lets in who holds a scope that only resembles the right one.',
    faults: [
      'collection-tells-its-size-to-anybody',
      'sorted-query-shown-to-anybody-with-a-stamp',
      'collection-open-without-scope',
      'read-open-without-scope',
      'search-open-without-scope',
      'head-open-without-scope',
      'sorted-query-open-without-scope',
      'refusal-of-query-shows-the-list',
    ],
  },
  {
    clause: 'Authentication/scopes-are-exact-for-writes',
    because:
      'An endpoint that lets everybody in lets in who holds a scope that only resembles the right one.',
    faults: ['create-open-without-scope', 'delete-open-without-scope', 'delete-open-to-everybody'],
  },
  {
    clause: 'General/labelled-as-json-is-json',
    because: 'Each answer of the run is looked at, of whichever endpoint.',
    faults: ['cart-is-half-json'],
  },
  {
    clause: 'General/shown-responses-are-json',
    because: 'Each answer of the run is looked at, of whichever endpoint.',
    faults: [
      'collection-as-html',
      'collection-as-xml',
      'collection-as-lines',
      'complex-path-answers-text',
      'urn-links-answers-text',
      'cart-is-text',
      'cart-is-half-json',
      'cart-with-headers-is-a-page',
    ],
  },
  {
    clause: 'Resources/array-of-int-example-holds-integers',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: [
      'read-by-key-content-ill-typed',
      'complex-path-integers-as-text',
      'urn-links-content-ill-typed',
      'complex-path-integers-as-text-from-ten-on',
    ],
  },
  {
    clause: 'Resources/array-of-unique-int-example-holds-integers',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: ['urn-links-content-ill-typed'],
  },
  {
    clause: 'Resources/array-of-twonumbers-example-holds-integers',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: ['complex-path-second-body-ill-typed', 'urn-links-content-ill-typed'],
  },
  {
    clause: 'Resources/array-of-string-example-holds-strings',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: [
      'complex-path-third-body-ill-typed',
      'urn-links-author-of-digits-as-number',
      'urn-links-custom-of-digits-as-number',
    ],
  },
  {
    clause: 'Resources/array-of-object-type-holds-objects',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: ['complex-path-fourth-body-ill-typed', 'urn-links-content-ill-typed'],
  },
  {
    clause: 'Resources/date-time-example-is-utc-with-milliseconds',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: ['present-drops-zero-milliseconds'],
  },
  {
    clause: 'Resources/date-time-example-default-format-is-utc-with-milliseconds',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: ['urn-links-default-format-empty-without-a-last-change'],
  },
  {
    clause: 'Resources/version-is-integer',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: ['read-by-key-ill-typed', 'read-by-key-shows-version-as-text-once-changed'],
  },
  {
    clause: 'Resources/version-is-present',
    because: 'Fields of Resources are judged wherever one is answered.',
    faults: ['read-in-an-envelope', 'create-answers-a-ticket', 'delete-answers-a-flag'],
  },
  {
    clause: 'Versioning/next-version-is-accepted',
    because: 'Updates by id are what a version is seen to move by.',
    faults: [
      'version-compared-with-the-first',
      'version-compared-with-another-resource',
      'conflict-blocks-for-ever',
    ],
  },
  {
    clause: 'Versioning/states-differ-in-version',
    because: 'Updates by id are what a version is seen to move by.',
    faults: ['version-never-moves', 'version-kept-by-single-changes', 'four-actions-keep-the-version'],
  },
];
