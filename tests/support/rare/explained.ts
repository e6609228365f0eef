/**
 * Why what a fault does, behind a gate, need not show: by the name of the fault, or by that and the gate. Elsewhere each
 * row has to fail a run, to leave it undecided, or to leave a trace.
 */
export const explained: Readonly<Record<string, string>> = {
  'change-of-case-keeps-the-version, for one resource in two': 'acts on one update that no other follows',
  'change-of-spelling-keeps-the-version, for one resource in two': 'acts on one update that no other follows',
  'collection-redirects-in-a-loop, one in ten': 'leads to itself, where the next answer is as due',
  'collection-needs-float-with-integer, one in three': 'refuses one drawn query, whose values may be refused',
  'complex-path-reads-query-parameter-as-integer, one in three':
    'refuses one drawn record, whose values may be refused',
  'complex-path-reads-query-parameter-as-integer, one in ten':
    'refuses one drawn record, whose values may be refused',
  'urn-links-reads-query-parameter-as-integer, one in ten':
    'refuses one drawn record, whose values may be refused',
  'content-beyond-ascii-not-found, one in three': 'is no longer than a lag may be',
  'content-beyond-ascii-not-found, only in company': 'is no longer than a lag may be',
  'date-only-a-year-before': 'shows a date, unless it is the year before a leap day',
  'do-something-needs-a-property, one in ten': 'refuses some lists of actions with 400, which may be refused',
  'images-read-as-text, one in ten': 'refuses one upload without a filename, which may be needed',
  'images-refuse-all-types, one in ten': 'refuses a type in capitals, which is legal',
  'mismatch-400-for-long-lists, one in ten': 'refuses a version that is no integer with 400, which is legal',
  'negative-version-sets-the-property, for one resource in two':
    'refuses a body that carries no text to look for',
  'present-drops-zero-milliseconds':
    'shows the present, which is legal; what is wrong of it comes once in a thousand',
  'read-answers-an-array-without-content, only in company': 'is no longer than a lag may be',
  'refusal-of-query-shows-the-list, one in ten': 'shows a list with nothing in it',
  'refused-put-creates-all-the-same': 'shows lists in pages, which is legal; what is wrong changes no answer',
  'sorted-query-shown-to-anybody-with-a-stamp': 'stamps each list, which is legal',
  'version-compared-as-text-as-shown': 'shows 3.0, which is legal',
  'version-wraps-at-16, for one resource in two': 'wraps where no update follows',
  'version-wraps-at-16, only in company': 'wraps where no update follows',
};
