import { JsonNumber } from '../../reference/json.ts';
import type { PolicyOverride, Update } from '../../reference/policy.ts';
import { latest, seenAfter } from '../../reference/state.ts';
import type { Fault } from '../fault.ts';

type Matches = (stated: number, actual: number, update: Update) => boolean;

/** Compares the stated with the actual version in its own way. */
function comparing(matches: Matches): PolicyOverride {
  return () => ({
    versionMatches: (update) => matches(Number(update.stated.text), Number(update.current.version), update),
  });
}

/** Accepts updates that pass the test with any version; all other updates as before. */
export function unlessMatching(test: (update: Update) => boolean): PolicyOverride {
  return (base) => ({ versionMatches: (update) => test(update) || base.versionMatches(update) });
}

function modulo(size: bigint): PolicyOverride {
  return unlessMatching(({ stated, current }) => {
    const exact = /^-?\d+$/.test(stated.text) ? BigInt(stated.text) : undefined;
    return exact !== undefined && (exact - current.version) % size === 0n;
  });
}

const sortedDigits = (text: string): string => Array.from(text).toSorted().join('');

/** Wrong comparisons of the stated with the actual version (4.10). */
export const comparisonFaults: readonly Fault[] = [
  {
    name: 'version-never-checked',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Every stated version is accepted.',
    override: comparing(() => true),
  },
  {
    name: 'newer-version-accepted',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Only a lower version conflicts.',
    override: comparing((stated, actual) => stated >= actual),
  },
  {
    name: 'older-version-accepted',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Only a higher version conflicts.',
    override: comparing((stated, actual) => stated <= actual),
  },
  {
    name: 'version-compared-by-its-first-digits',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version that begins with the digits of the actual one is accepted.',
    override: unlessMatching(({ stated, current }) => stated.text.startsWith(String(current.version))),
  },
  {
    name: 'version-accepted-as-prefix',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version whose digits begin the actual one is accepted.',
    needs: ['generated'],
    override: unlessMatching(({ stated, current }) => String(current.version).startsWith(stated.text)),
  },
  {
    name: 'version-digits-in-any-order',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version with the digits of the actual one in another order is accepted.',
    needs: ['generated'],
    override: unlessMatching(
      ({ stated, current }) => sortedDigits(stated.text) === sortedDigits(String(current.version)),
    ),
  },
  {
    name: 'version-compared-as-text',
    breaks: '4.10/equal-numbers-are-one-version',
    summary: 'The number 1.0 conflicts with 1.',
    override: () => ({
      versionMatches: ({ stated, current }) => stated.text === String(current.version),
    }),
  },
  {
    name: 'version-compared-as-text-as-shown',
    breaks: '4.10/equal-numbers-are-one-version',
    summary: 'Versions are shown as 3.0, and 3 conflicts.',
    override: () => ({
      versionShown: ({ version }) => new JsonNumber(`${version}.0`),
      versionMatches: ({ stated, current }) => stated.text === `${current.version}.0`,
    }),
  },
  {
    name: 'great-versions-compared-as-text',
    warns: '4.10/great-versions-are-numbers',
    section: '4.10',
    expect: 'warn',
    summary: 'Versions are beyond 2^53, and compared as text.',
    override: () => ({
      firstVersion: () => 1_732_175_009_123_456_789n,
      versionMatches: ({ stated, current }) => stated.text === String(current.version),
    }),
  },
  {
    name: 'version-with-point-zero-refused',
    breaks: '4.10/equal-numbers-are-one-version',
    summary: 'The matching version written with .0 is answered 400.',
    override: (base) => ({
      statedVersion: (value, current) =>
        value instanceof JsonNumber && value.text === `${current.version}.0`
          ? undefined
          : base.statedVersion(value, current),
    }),
  },
  {
    name: 'version-in-exponent-form-conflicts',
    breaks: '4.10/equal-numbers-are-one-version',
    summary: 'The matching version written with an exponent is answered 409.',
    override: (base) => ({
      versionMatches: (update) => !/e/i.test(update.stated.text) && base.versionMatches(update),
    }),
  },
  {
    name: 'fraction-cut-off',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'A fraction above the actual version is accepted.',
    override: comparing((stated, actual) => Math.trunc(stated) === actual),
  },
  {
    name: 'fraction-rounded',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'A fraction near the actual version is accepted.',
    override: comparing((stated, actual) => Math.round(stated) === actual),
  },
  {
    name: 'sign-ignored',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'The negated version is accepted.',
    override: comparing((stated, actual) => Math.abs(stated) === Math.abs(actual)),
  },
  {
    name: 'version-modulo-256',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Versions are compared in eight bits.',
    override: modulo(2n ** 8n),
  },
  {
    name: 'version-modulo-65536',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Versions are compared in sixteen bits.',
    override: modulo(2n ** 16n),
  },
  {
    name: 'version-modulo-two-to-32',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'Versions are compared in 32 bits.',
    override: modulo(2n ** 32n),
  },
  {
    name: 'neighbouring-versions-accepted',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version that is one too high or too low is accepted.',
    override: comparing((stated, actual) => Math.abs(stated - actual) <= 1),
  },
  {
    name: 'next-version-accepted',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'The version after the actual one is accepted.',
    override: unlessMatching(({ stated, current }) => Number(stated.text) === Number(current.version) + 1),
  },
  {
    name: 'zero-means-any-version',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Version 0 is accepted on every resource.',
    override: comparing((stated, actual) => stated === 0 || stated === actual),
  },
  {
    name: 'negative-means-any-version',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'A negative version is accepted on every resource.',
    override: comparing((stated, actual) => stated < 0 || stated === actual),
  },
  {
    name: 'greatest-int32-means-any-version',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'Version 2147483647 is accepted on every resource.',
    override: unlessMatching(({ stated }) => Number(stated.text) === 2_147_483_647),
  },
  {
    name: 'greatest-uint32-means-any-version',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'Version 4294967295 is accepted on every resource.',
    override: unlessMatching(({ stated }) => Number(stated.text) === 4_294_967_295),
  },
  {
    name: 'greatest-safe-integer-means-any-version',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'Version 9007199254740991 is accepted on every resource.',
    override: unlessMatching(({ stated }) => stated.text === '9007199254740991'),
  },
  {
    name: 'huge-means-any-version',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'A version beyond 2^53 is accepted on every resource.',
    override: comparing((stated, actual) => stated > 2 ** 53 || stated === actual),
  },
  {
    name: 'fraction-means-any-version',
    breaks: '4.10/no-success-for-odd-versions',
    summary: 'A version with a fraction is accepted on every resource.',
    override: comparing((stated, actual) => !Number.isInteger(stated) || stated === actual),
  },
  {
    name: 'former-versions-accepted',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Every version the resource once had is accepted.',
    override: unlessMatching(({ stated, resource }) =>
      resource.history.some(({ snapshot }) => String(snapshot.version) === stated.text),
    ),
  },
  {
    name: 'versions-long-left-accepted',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'Of the versions the resource once had all but the last three are accepted.',
    override: unlessMatching(({ stated, resource }) => {
      const left = [...new Set(resource.history.map(({ snapshot }) => String(snapshot.version)))];
      return left.slice(0, -4).includes(stated.text);
    }),
  },
  {
    name: 'previous-version-accepted',
    breaks: '4.10/stale-version-conflicts',
    summary: 'The version before the actual one is accepted.',
    override: unlessMatching(({ stated, resource, current }) => {
      const before = resource.history.findLast(({ snapshot }) => snapshot.version !== current.version);
      return before !== undefined && String(before.snapshot.version) === stated.text;
    }),
  },
  {
    name: 'version-cached-for-200-ms',
    breaks: '4.10/stale-version-conflicts',
    summary: 'For 200 ms after an update the replaced version is accepted as well.',
    override: unlessMatching(({ stated, resource, call }) => {
      const version = seenAfter(resource, call.now, 200)?.version;
      return version !== undefined && String(version) === stated.text;
    }),
  },
  {
    name: 'matching-version-conflicts',
    breaks: '4.10/matching-version-is-accepted',
    rows: ['4.10/version'],
    summary: 'Every update is answered 409.',
    override: comparing(() => false),
  },
  {
    name: 'version-compared-with-the-first',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'Only the version after creation is accepted, permanently.',
    override: () => ({
      versionMatches: ({ resource, stated }) => String(resource.history[0]?.snapshot.version) === stated.text,
    }),
  },
  {
    name: 'version-compared-with-another-resource',
    breaks: '4.10/one-winner',
    rows: ['ExampleResource/version', '4.10/version'],
    summary: 'The stated version is compared with the version of the resource created last.',
    override: () => ({
      versionMatches({ call, stated, resource }) {
        const newest = [...call.project.resources.values()].at(-1) ?? resource;
        return Number(latest(newest).version) === Number(stated.text);
      },
    }),
  },
];
