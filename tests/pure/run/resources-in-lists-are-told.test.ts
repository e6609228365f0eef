import { describe, expect, test } from 'vitest';
import { ListedResources } from '../../../world/shapes/listed-resources.ts';
import { compileSchemas } from '../../../schemas/compile.ts';
import { readJson } from '../../../wire/json/json.ts';

/** What is reported of a list with that JSON. */
function told(text: string): readonly (readonly [string, string])[] | 'not shown' {
  const book = new ListedResources(compileSchemas({ int32Signed: undefined }));
  const reading = readJson(new TextEncoder().encode(text));
  if (reading.kind !== 'json') throw new Error(`the list is ${reading.kind}`);
  book.note('sorted', reading.value);
  const { hasResources, illTyped } = book.of('sorted');
  return hasResources ? [...illTyped] : 'not shown';
}

describe('an object that looks like a resource is checked against its types', () => {
  test.each<[list: string, illTyped: readonly (readonly [string, string])[]]>([
    ['[{"version": 1, "objectTypeProperty": {}}]', []],
    ['[{"version": 1e400, "objectTypeProperty": {"arrayOfIntExample": [9007199254740993]}}]', []],
    ['{"results": [{"version": "1", "objectTypeProperty": {}}]}', [['ExampleResource.version', 'not an integer']]],
    ['{"results": [{"version": 1.5, "objectTypeProperty": {}}]}', [['ExampleResource.version', 'not an integer']]],
    ['{"results": [{"version": null, "objectTypeProperty": {}}]}', [['ExampleResource.version', 'not an integer']]],
    ['{"results": [{"id": "a", "objectTypeProperty": {}}]}', [['ExampleResource.version', 'missing']]],
    ['[{"version": 1, "objectTypeProperty": "{}"}]', [['ExampleResource.objectTypeProperty', 'not an object (ObjectTypeProperty)']]],
    ['{"hits": [{"score": 1, "source": {"version": 1, "objectTypeProperty": {"arrayOfStringExample": "a"}}}]}', [['ObjectTypeProperty.arrayOfStringExample', 'not an array']]],
    ['{"a": {"version": 1, "objectTypeProperty": {"arrayOfObjectType": [{"integerExample": "7"}]}}}', [['ArrayItem.integerExample', 'not an integer']]],
    ['[{"version": 1, "objectTypeProperty": {}}, {"version": true, "objectTypeProperty": {}}]', [['ExampleResource.version', 'not an integer']]],
  ])('%s', (list, illTyped) => {
    expect(told(list)).toEqual(illTyped);
  }); // prettier-ignore
});

describe('a listed resource passes', () => {
  test.each([
    ['null for a member, which may stand for none', '[{"version": 1, "objectTypeProperty": null}]'],
    ['further members', '[{"version": 1, "objectTypeProperty": {"more": "a"}, "id": 7}]'],
    ['an integer whose sign is not shown', '[{"version": 1, "objectTypeProperty": {"arrayOfObjectType": [{"integerExampleInt32": 2147483648}]}}]'],
  ])('%s', (_what, list) => {
    expect(told(list)).toEqual([]);
  }); // prettier-ignore
});

describe('an object that does not look like a resource is ignored', () => {
  test.each([
    ['a hit', '{"hits": [{"id": "a", "relevance": "high"}]}'],
    ['the version of something else', '{"version": "3", "results": []}'],
    ['how often values occur', '{"counts": {"objectTypeProperty": {"arrayOfStringExample": {"a": 3}}}}'],
    ['a reference', '[{"id": "a", "objectTypeProperty": "b"}]'],
    ['content at the top level', '{"arrayOfIntExample": "a"}'],
    ['a number', '3'],
  ])('%s', (_what, list) => {
    expect(told(list)).toBe('not shown');
  });
});
