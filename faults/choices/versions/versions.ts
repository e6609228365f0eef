import { integerOf } from '../../../reference/decimal.ts';
import { JsonNumber, member, number } from '../../../reference/json.ts';
import type { Policy, PolicyOverride } from '../../../reference/policy.ts';
import type { Choice } from '../../fault.ts';
import { Refused } from '../../../reference/refused.ts';

const numbering = [
  'versions-start-at-zero',
  'versions-start-at-17',
  'versions-are-nanoseconds',
  'versions-are-beyond-two-to-53',
  'versions-grow-by-ten',
  'versions-decrease',
  'versions-are-negative',
  'versions-are-random',
  'versions-from-one-counter',
];
const wide = ['versions-are-nanoseconds', 'versions-are-beyond-two-to-53', 'versions-are-random'];

function numbered(
  name: string,
  summary: string,
  override: PolicyOverride,
  profile: Choice['profile'] = {},
): Choice {
  const precise = wide.includes(name)
    ? ['versions-compared-in-single-precision', 'versions-compared-in-double-precision']
    : [];
  const excludes = [...numbering.filter((other) => other !== name), ...precise];
  return { name, summary, override, profile, excludes };
}

const startingAt =
  (first: bigint, step = 1n): PolicyOverride =>
  () => ({
    firstVersion: () => first,
    nextVersion: (current) => current + step,
  });

/** A random integer below 2^24 that differs from the current version. */
function randomBut(current: bigint, state: Parameters<Policy['firstVersion']>[0]): bigint {
  const drawn = BigInt(Math.floor(state.random() * 2 ** 40));
  return drawn === current ? drawn + 1n : drawn;
}

/** Refuses some kinds of stated versions as invalid, before any comparison. */
function refusingStated(isOdd: (text: string) => boolean): PolicyOverride {
  return (base) => ({
    statedVersion(value, current) {
      const stated = base.statedVersion(value, current);
      return stated && isOdd(stated.text) ? undefined : stated;
    },
  });
}

/** Ways to number, show, read and compare versions, all of which distinguish different versions. */
export const versionChoices: readonly Choice[] = [
  numbered('versions-start-at-zero', 'The first version is 0.', startingAt(0n)),
  numbered('versions-start-at-17', 'The first version is 17.', startingAt(17n)),
  numbered('versions-are-nanoseconds', 'The version is the time of the last write in nanoseconds.', () => ({
    firstVersion: (_state, now) => BigInt(Math.floor(now)) * 1_000_000n + 123_456n,
    nextVersion(current, _state, now) {
      const timed = BigInt(Math.floor(now)) * 1_000_000n + 123_456n;
      return timed > current ? timed : current + 1n;
    },
  })),
  numbered(
    'versions-are-beyond-two-to-53',
    'Versions count up from 1732175009123456789.',
    startingAt(1_732_175_009_123_456_789n),
  ),
  numbered('versions-grow-by-ten', 'Each version is the previous version plus ten.', startingAt(1n, 10n)),
  numbered('versions-decrease', 'Versions count down.', startingAt(5_000n, -1n)),
  numbered('versions-are-negative', 'Versions count down from -1.', startingAt(-1n, -1n)),
  numbered('versions-are-random', 'Each version is a random integer.', () => ({
    firstVersion: (state) => randomBut(-1n, state),
    nextVersion: (current, state) => randomBut(current, state),
  })),
  numbered('versions-from-one-counter', 'All resources draw their versions from one counter.', () => {
    let drawn = 100n;
    return { firstVersion: () => (drawn += 1n), nextVersion: () => (drawn += 1n) };
  }),
  {
    name: 'versions-shown-with-point-zero',
    summary: 'Versions are shown as 3.0.',
    override: () => ({ versionShown: ({ version }) => new JsonNumber(`${version}.0`) }),
    excludes: ['versions-shown-with-exponent'],
  },
  {
    name: 'versions-shown-with-exponent',
    summary: 'Versions are shown as 3e0.',
    override: () => ({ versionShown: ({ version }) => new JsonNumber(`${version}e0`) }),
    excludes: ['versions-shown-with-point-zero'],
  },
  {
    name: 'versions-compared-in-single-precision',
    summary: 'A stated version is compared as a 32-bit float.',
    override: () => ({
      versionMatches: ({ stated, current }) =>
        Math.fround(Number(stated.text)) === Math.fround(Number(current.version)),
    }),
    excludes: [...wide, 'versions-compared-in-double-precision'],
  },
  {
    name: 'versions-compared-in-double-precision',
    summary: 'A stated version is compared as a 64-bit float.',
    override: () => ({
      versionMatches: ({ stated, current }) => Number(stated.text) === Number(current.version),
    }),
    excludes: [...wide, 'versions-compared-in-single-precision'],
  },
  {
    name: 'fractional-versions-refused',
    summary: 'A stated version with a fraction is answered 400.',
    override: refusingStated((text) => integerOf(text) === undefined),
  },
  {
    name: 'negative-stated-versions-refused',
    summary: 'A negative stated version is answered 400.',
    override: refusingStated((text) => text.startsWith('-')),
    excludes: ['versions-are-negative'],
  },
  {
    name: 'huge-stated-versions-refused',
    summary: 'A stated version beyond 2^53 is answered 400.',
    override: refusingStated((text) => Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER),
    excludes: wide,
  },
  {
    name: 'missing-version-updates-unconditionally',
    summary: 'An update without a version is applied.',
    override: (base) => ({
      statedVersion: (value, current) =>
        value === undefined ? number(current.version) : base.statedVersion(value, current),
    }),
    excludes: ['missing-version-answered-428'],
  },
  {
    name: 'missing-version-answered-428',
    summary: 'An update without a version is answered 428.',
    override: (base) => ({
      statedVersion(value, current) {
        if (value === undefined) throw new Refused(428, 'version is missing');
        return base.statedVersion(value, current);
      },
    }),
    excludes: ['missing-version-updates-unconditionally'],
  },
  {
    name: 'versions-as-text-understood',
    summary: 'A stated version may be a string of digits.',
    override: (base) => ({
      statedVersion: (value, current) =>
        typeof value === 'string' && /^\d{1,30}$/.test(value)
          ? new JsonNumber(value)
          : base.statedVersion(value, current),
    }),
  },
  {
    name: 'no-ops-keep-the-version',
    summary: 'An update that changes nothing keeps the version.',
    override: () => ({ movesVersion: (before, after) => before.someProperty !== after.someProperty }),
  },
  {
    name: 'do-some-thing-wears-off',
    summary: 'doSomeThing alone changes the version only a few times, and then does nothing.',
    override: (base) => ({
      movesVersion: (before, after, actions) =>
        base.movesVersion(before, after, actions) &&
        (before.version < 7n || actions.some((action) => member(action, 'action') !== 'doSomeThing')),
    }),
    excludes: numbering,
  },
  {
    name: 'updates-without-actions-move-the-version',
    summary: 'An update without actions changes the version.',
    override: () => ({ movesVersion: () => true }),
    excludes: ['no-ops-keep-the-version'],
  },
  {
    name: 'version-touched-once-after-create',
    summary: 'A background job changes the version once, 300 ms after a create.',
    override: () => ({ touchAfterCreateMs: 300 }),
  },
];
