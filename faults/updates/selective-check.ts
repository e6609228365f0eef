import { headerOf } from '../../reference/message.ts';
import { member } from '../../reference/json.ts';
import type { Update } from '../../reference/policy.ts';
import { unlessMatching } from './comparison.ts';
import { hasRested } from './conflict.ts';
import type { Fault } from '../fault.ts';
import { isSpelledOtherwise } from '../rewrite.ts';

const names = ({ actions }: Update): unknown[] => actions.map((action) => member(action, 'action'));

const texts = ({ actions }: Update): unknown[] => actions.map((action) => member(action, 'someProperty'));

/** Updates of some kinds without a check of their version (4.10). */
export const selectiveCheckFaults: readonly Fault[] = [
  {
    name: 'version-checked-only-for-several-actions',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A single action is applied with any version.',
    override: unlessMatching(({ actions }) => actions.length === 1),
  },
  {
    name: 'version-checked-only-for-one-action',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Several actions are applied with any version.',
    override: unlessMatching(({ actions }) => actions.length > 1),
  },
  {
    name: 'lists-at-young-resources-go-unchecked',
    breaks: '4.10/conflict-on-mismatch',
    summary:
      'Several actions are applied whatever the version, less than five milliseconds after the create.',
    needs: ['generated'],
    override: unlessMatching(
      ({ actions, current, call }) => actions.length > 1 && call.now - current.createdAt < 5,
    ),
  },
  {
    name: 'version-not-checked-under-encoded-paths',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'An update whose path has a percent-encoded letter is applied with any version.',
    needs: ['generated'],
    override: unlessMatching(({ call }) => isSpelledOtherwise(call.request)),
  },
  {
    name: 'version-not-checked-for-long-lists',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'More than five actions are applied with any version.',
    needs: ['generated'],
    override: unlessMatching(({ actions }) => actions.length > 5),
  },
  {
    name: 'version-not-checked-for-do-some-thing',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A lone doSomeThing is applied with any version.',
    override: unlessMatching(
      (update) => names(update).every((name) => name === 'doSomeThing') && update.actions.length > 0,
    ),
  },
  {
    name: 'version-not-checked-for-change-some-property',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A lone changeSomeProperty is applied with any version.',
    override: unlessMatching(
      (update) => names(update).every((name) => name === 'changeSomeProperty') && update.actions.length > 0,
    ),
  },
  {
    name: 'version-not-checked-for-mixed-actions',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A list with both actions is applied with any version.',
    override: unlessMatching((update) => new Set(names(update)).size > 1),
  },
  {
    name: 'version-not-checked-without-actions',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'An empty list of actions succeeds with any version.',
    override: unlessMatching(({ actions }) => actions.length === 0),
  },
  {
    name: 'version-not-checked-for-empty-text',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'An empty someProperty is set with any version.',
    needs: ['generated'],
    override: unlessMatching((update) => texts(update).includes('')),
  },
  {
    name: 'version-not-checked-for-long-texts',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A someProperty of more than 64 characters is set with any version.',
    needs: ['generated'],
    override: unlessMatching((update) =>
      texts(update).some((text) => typeof text === 'string' && text.length > 64),
    ),
  },
  {
    name: 'version-not-checked-for-very-long-texts',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A someProperty of more than 255 characters is set with any version.',
    needs: ['generated'],
    override: unlessMatching((update) =>
      texts(update).some((text) => typeof text === 'string' && text.length > 255),
    ),
  },
  {
    name: 'version-not-checked-beyond-ascii',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A someProperty beyond ASCII is set with any version.',
    needs: ['generated'],
    override: unlessMatching((update) =>
      texts(update).some((text) => typeof text === 'string' && /[^\u0020-\u007e]/.test(text)),
    ),
  },
  {
    name: 'version-not-checked-on-fresh-resources',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'The first update of a resource is applied with any version.',
    override: unlessMatching(({ resource }) => resource.history.length === 1),
  },
  {
    name: 'version-checked-only-on-fresh-resources',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'From the third update on any version is accepted.',
    needs: ['generated'],
    override: unlessMatching(({ resource }) => resource.history.length > 3),
  },
  ...[0, 2].map((fewer): Fault => ({
    name: `version-not-checked-${fewer === 0 ? '' : 'for-three-actions-'}after-a-rest`,
    breaks: '4.10/conflict-on-mismatch',
    summary: `${fewer === 0 ? 'Any update' : 'A list of three and more actions'} is applied with any version if the resource was not written for 3 s.`,
    needs: ['late'],
    override: unlessMatching((update) => hasRested(update) && update.actions.length > fewer),
  })),
  {
    name: 'lists-unchecked-a-moment-after-the-create',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Several actions are applied whatever the version, 50 ms to 2 s after the create.',
    needs: ['generated'],
    override: unlessMatching(({ actions, current, call }) => {
      const age = call.now - current.createdAt;
      return actions.length > 1 && age >= 50 && age < 2_000;
    }),
  },
  {
    name: 'former-versions-accepted-after-a-rest',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A resource that was not written for 3 s accepts all its former versions.',
    needs: ['late'],
    override: unlessMatching((update) =>
      update.resource.history.some(
        ({ snapshot }) => hasRested(update) && String(snapshot.version) === update.stated.text,
      ),
    ),
  },
  {
    name: 'version-not-checked-beside-a-charset',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'An update whose Content-Type has a parameter is applied whatever the version.',
    override: unlessMatching(({ call }) => headerOf(call.request, 'content-type')?.includes(';') === true),
  },
  {
    name: 'version-not-checked-behind-the-actions',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'Actions are applied while they are read, so a version after the actions comes too late.',
    override: unlessMatching(({ call }) =>
      /^[^[]*"actions"[^]*"version"\s*:\s*[^"\s}]+\s*\}\s*$/.test(
        new TextDecoder().decode(call.request.body),
      ),
    ),
  },
  {
    name: 'version-not-checked-in-long-bodies',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'A body of more than 64 KiB is read in parts, and its version is not checked.',
    needs: ['generated'],
    override: unlessMatching(({ call }) => call.request.body.length > 65_536),
  },
];
