import { describe, expect, test } from 'vitest';
import { partsInOrder, titleOf } from '../../../clause/document-order.ts';
import { selectionOf } from '../../../config/vitest/selection.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';

const ids = [
  'General/answers-are-whole',
  '4.1/known-key',
  '4.2/known-id-is-readable',
  '4.5/no-body',
  '4.5/no-body / queries of HEAD',
  '4.10/conflict-on-mismatch',
];

/** What vitest selects: it makes names of title and id, 4 with a space before them, 5 with a bracket between them. */
function selected(pattern: string | undefined, ...filters: string[]): readonly string[] {
  const selection = selectionOf({
    filters,
    pattern: pattern === undefined ? undefined : new RegExp(pattern),
  });
  const of = (before: string, between: string): readonly string[] =>
    ids.filter((id) => {
      const name = `${before}${titleOf(id.slice(0, id.indexOf('/')))}${between}${id}`;
      return selection === undefined || selection.test(name);
    });
  expect(of('', ' > ')).toEqual(of(' ', ' '));
  return of(' ', ' ');
}

describe('what -t selects', () => {
  test.each([
    ['4.5/', ['4.5/no-body', '4.5/no-body / queries of HEAD']],
    ['^4.5/', ['4.5/no-body', '4.5/no-body / queries of HEAD']],
    ['^4.5/no-body$', ['4.5/no-body']],
    ['4.1/', ['4.1/known-key']],
    ['^General/|on-mismatch$', ['General/answers-are-whole', '4.10/conflict-on-mismatch']],
    ['(known)-(?!key)', ['4.2/known-id-is-readable']],
    ['[^y]-key', ['4.1/known-key']],
    [String.raw`^\S+$`, ids.filter((id) => !id.includes(' '))],
    ['queries of', ['4.5/no-body / queries of HEAD']],
  ])('%s is looked for in ids and names of evidence', (pattern, expected) => {
    expect(selected(pattern)).toEqual(expected);
  });

  test.each(['key', '.*key', 'resource', 'GET', 'projectKey'])(
    '%s, which is in paths, selects no clause by its path',
    (pattern) => {
      expect(selected(pattern)).toEqual(ids.filter((id) => new RegExp(pattern).test(id)));
    },
  );

  test.each([
    '4.10 POST',
    '^4.10 POST',
    String.raw`^\s?4\.10 POST \/\{projectKey\}\/resource\/\{id\}[ >]+4\.10\/conflict-on-mismatch$`,
  ])('%s, as an editor writes it, may begin with a title', (pattern) => {
    expect(selected(pattern)).toEqual(['4.10/conflict-on-mismatch']);
  });
});

describe('what a file filter selects', () => {
  test.each([
    ['suites/4.5', ['4.5/no-body', '4.5/no-body / queries of HEAD']],
    ['./suites/4.05-check-existence.ts', ['4.5/no-body', '4.5/no-body / queries of HEAD']],
    ['suites/4.1', ['4.1/known-key']],
    ['4.10', ['4.10/conflict-on-mismatch']],
    ['suites/', ids],
    ['config/vitest/entry.ts', ids],
  ])('%s', (filter, expected) => {
    expect(selected(undefined, filter)).toEqual(expected);
  });

  test('a pattern beside it holds as well', () => {
    expect(selected('known', 'suites/4.2', 'suites/4.5')).toEqual(['4.2/known-id-is-readable']);
    expect(selected('^4.5/no-body$', 'suites/4.5')).toEqual(['4.5/no-body']);
  });

  test('one that names no suite is refused', () => {
    expect(() => selected(undefined, 'suites/9.9')).toThrow(ConfigurationError);
  });
});

test('titles of parts are what they were: patterns and reports of others hold them', () => {
  expect(partsInOrder.map(titleOf)).toEqual([
    'General',
    'Resources',
    '4.1 GET /{projectKey}/resource',
    '4.2 GET /{projectKey}/resource/{id}',
    '4.3 GET /{projectKey}/resource/key={key}',
    '4.4 GET /{projectKey}/resource/searchApiPattern',
    '4.5 HEAD /{projectKey}/resource',
    '4.6 POST /{projectKey}/resource',
    '4.7 PATCH /{projectKey}/resource',
    '4.8 PUT /{projectKey}/resource',
    '4.9 POST /{projectKey}/resource/artificially-complex/path/uri-parameter-one={uriParameterOne}/{uriParameterTwo}',
    '4.10 POST /{projectKey}/resource/{id}',
    '4.11 DELETE /{projectKey}/resource/{id}',
    '4.12 GET /{projectKey}/resource/sorted-query-parameters',
    '4.13 POST /{projectKey}/resource/description-with-urn-links',
    '4.14 /{projectKey}/resource/product-projection-search',
    '4.15 /{projectKey}/resource/images',
    '4.16 POST, GET /{projectKey}/resource/namespace-action',
    '4.17 GET /{projectKey}/resource/namespace-action-with-example',
    '4.18 GET /{projectKey}/resource/namespace-action-with-headers',
    'Authentication',
    'Errors',
    'Versioning',
  ]);
});
