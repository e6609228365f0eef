import { integerOf } from '../../../reference/decimal.ts';
import { isObject, member, number, writeJson, type Json } from '../../../reference/json.ts';
import type { Choice } from '../../fault.ts';
import type { Snapshot } from '../../../reference/resource.ts';

/** A 31-bit hash of the content of a resource: equal content has equal versions. */
function contentVersion({ someProperty, objectTypeProperty, deleted }: Snapshot): bigint {
  let hash = 7;
  for (const sign of `${someProperty ?? ''} ${writeJson(objectTypeProperty)} ${deleted}`)
    hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) & 0x7fffffff;
  return BigInt(hash);
}

/** Applies the change to the text of each changeSomeProperty. */
function rewritten(actions: readonly Json[], change: (text: string) => string): readonly Json[] {
  return actions.map((action) => {
    const text = member(action, 'someProperty');
    return isObject(action) && typeof text === 'string' ? { ...action, someProperty: change(text) } : action;
  });
}

/** Versions and values that recur or are changed when read, as far as the contract allows. */
export const oddVersionChoices: readonly Choice[] = [
  {
    name: 'versions-hash-the-content',
    summary: 'The version is a hash of the content, so the same content has the same version.',
    override: () => ({
      versionShown: (snapshot) => number(contentVersion(snapshot)),
      versionMatches: ({ stated, current }) => integerOf(stated.text) === contentVersion(current),
      overwriteChecksVersion: false,
    }),
    excludes: [
      'versions-shown-with-point-zero',
      'versions-shown-with-exponent',
      'versions-compared-in-single-precision',
      'versions-compared-in-double-precision',
      'version-touched-once-after-create',
      'updates-take-effect-later',
      'create-lands-on-equal-content',
      'overwrites-reach-a-singleton',
      'negative-stated-versions-refused',
    ],
  },
  {
    name: 'property-values-in-lower-case',
    summary: 'A someProperty is stored in lower case.',
    override: (base) => ({
      applied: (before, actions) =>
        base.applied(
          before,
          rewritten(actions, (text) => text.toLowerCase()),
        ),
    }),
    excludes: ['property-values-trimmed', 'property-values-composed'],
  },
  {
    name: 'property-values-composed',
    summary: 'A someProperty is stored in composed Unicode form.',
    override: (base) => ({
      applied: (before, actions) =>
        base.applied(
          before,
          rewritten(actions, (text) => text.normalize('NFC')),
        ),
    }),
    excludes: ['property-values-trimmed', 'property-values-in-lower-case'],
  },
];
