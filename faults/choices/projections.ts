import { number } from '../../reference/json.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { remembering } from '../circumstances.ts';
import type { Choice } from '../fault.ts';
import { bearerOf, parameters, showing } from '../rewrite.ts';

/** Ways to show a resource in a state or form that differs from its read by id. */
export const projectionChoices: readonly Choice[] = [
  {
    name: 'view-test-is-shown-what-was-published',
    summary: 'A read by view_test shows the state and version of the first read by view_test.',
    wrap: remembering((request) => bearerOf(request) === tokenOf.viewTest),
  },
  {
    name: 'a-parameter-names-a-projection',
    summary: 'A read with optionalQueryParameter shows the state of the resource at its first such read.',
    wrap: remembering((request) => parameters(request, 'optionalQueryParameter').length > 0),
  },
  {
    name: 'key-shows-a-projection',
    summary: 'A read by key shows a projection with its own version.',
    wrap: showing(['4.3'], () => ({ version: number(70_007), projection: 'current' })),
    excludes: ['read-by-key-in-an-envelope', 'read-by-key-shows-less'],
  },
];
