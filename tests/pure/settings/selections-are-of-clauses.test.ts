import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partsInOrder, titleOf } from '../../../clause/document-order.ts';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { statedSuite, suitePaths } from '../../../config/register/stated-places.ts';
import { isOfSuites, selectionOf, suitesNamed } from '../../../config/vitest/selection.ts';
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
function selected(pattern: string): readonly string[] {
  const selection = selectionOf(new RegExp(pattern));
  const of = (before: string, between: string): readonly string[] =>
    ids.filter((id) => {
      const name = `${before}${titleOf(id.slice(0, id.indexOf('/')))}${between}${id}`;
      return selection.test(name);
    });
  expect(of('', ' > ')).toEqual(of(' ', ' '));
  return of(' ', ' ');
}

describe('the selection of -t', () => {
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
  ])('%s is searched for in ids and names of evidence', (pattern, expected) => {
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

describe('the selection of a file filter', () => {
  const suites = suitePaths().map(statedSuite);
  const file = (name: string): string => join(packageFolder, 'suites', name);

  test.each([
    ['suites/4.5', ['4.05-check-existence.ts']],
    ['./suites/4.05-check-existence.ts', ['4.05-check-existence.ts']],
    [file('4.05-check-existence.ts'), ['4.05-check-existence.ts']],
    ['suites/4.1', ['4.01-query-resources.ts']],
    ['4.10', ['4.10-update-by-id.ts']],
    ['../node_modules/a/suites/4.10-update-by-id.ts', ['4.10-update-by-id.ts']],
    ['suites/4.5:24', ['4.05-check-existence.ts:24']],
  ])('%s', (filter, expected) => {
    expect(suitesNamed(filter, suites)).toEqual(expected.map(file));
  });

  test.each([
    ['suites/9.9', true],
    ['../node_modules/a/suites/4.10-update-by-id.ts:50', true],
    [file('4.05-check-existence.ts'), true],
    ['tests/suites/own.test.ts', false],
    ['4.10', false],
  ])('%s: whether it is about suites, beside the tests of others, is %s', (filter, isOurs) => {
    expect(isOfSuites(filter, suites)).toBe(isOurs);
  });

  test('all suites by their folder', () => {
    expect(suitesNamed('suites/', suites)).toHaveLength(partsInOrder.length);
  });

  test.each(['suites/9.9', 'suites/4.5:1', 'suites/4.5:99999'])(
    '%s, which names no suite or no clause, is refused',
    (filter) => {
      expect(() => suitesNamed(filter, suites)).toThrow(ConfigurationError);
    },
  );
});

test('titles of parts stay unchanged: patterns and reports of others contain them', () => {
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
