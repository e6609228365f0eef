import { member } from '../../reference/json.ts';
import type { Update } from '../../reference/policy.ts';
import { unlessMatching, fault } from './comparison.ts';
import type { Fault } from '../fault.ts';

const names = ({ actions }: Update): unknown[] => actions.map((action) => member(action, 'action'));

const texts = ({ actions }: Update): unknown[] => actions.map((action) => member(action, 'someProperty'));

/** Updates of some kinds whose version is not checked (4.10). */
export const selectiveCheckFaults: readonly Fault[] = [
  fault(
    'version-checked-only-for-several-actions',
    'A single action is applied whatever the version.',
    unlessMatching(({ actions }) => actions.length === 1),
  ),
  fault(
    'version-checked-only-for-one-action',
    'Several actions are applied whatever the version.',
    unlessMatching(({ actions }) => actions.length > 1),
  ),
  fault(
    'version-not-checked-for-long-lists',
    'More than five actions are applied whatever the version.',
    unlessMatching(({ actions }) => actions.length > 5),
    ['generated'],
  ),
  fault(
    'version-not-checked-for-do-some-thing',
    'A lone doSomeThing is applied whatever the version.',
    unlessMatching(
      (update) => names(update).every((name) => name === 'doSomeThing') && update.actions.length > 0,
    ),
  ),
  fault(
    'version-not-checked-for-change-some-property',
    'A lone changeSomeProperty is applied whatever the version.',
    unlessMatching(
      (update) => names(update).every((name) => name === 'changeSomeProperty') && update.actions.length > 0,
    ),
  ),
  fault(
    'version-not-checked-for-mixed-actions',
    'A list with both actions is applied whatever the version.',
    unlessMatching((update) => new Set(names(update)).size > 1),
  ),
  fault(
    'version-not-checked-without-actions',
    'An empty list of actions succeeds whatever the version.',
    unlessMatching(({ actions }) => actions.length === 0),
  ),
  fault(
    'version-not-checked-for-empty-text',
    'An empty someProperty is set whatever the version.',
    unlessMatching((update) => texts(update).includes('')),
    ['generated'],
  ),
  fault(
    'version-not-checked-for-long-texts',
    'A someProperty of more than 64 characters is set whatever the version.',
    unlessMatching((update) => texts(update).some((text) => typeof text === 'string' && text.length > 64)),
    ['generated'],
  ),
  fault(
    'version-not-checked-for-very-long-texts',
    'A someProperty of more than 255 characters is set whatever the version.',
    unlessMatching((update) => texts(update).some((text) => typeof text === 'string' && text.length > 255)),
    ['generated'],
  ),
  fault(
    'version-not-checked-beyond-ascii',
    'A someProperty beyond ASCII is set whatever the version.',
    unlessMatching((update) =>
      texts(update).some((text) => typeof text === 'string' && /[^\u0020-\u007e]/.test(text)),
    ),
    ['generated'],
  ),
  fault(
    'version-not-checked-on-fresh-resources',
    'The first update of a resource is applied whatever the version.',
    unlessMatching(({ resource }) => resource.history.length === 1),
  ),
  fault(
    'version-checked-only-on-fresh-resources',
    'From the third update on any version is accepted.',
    unlessMatching(({ resource }) => resource.history.length > 3),
    ['generated'],
  ),
];
