import { JsonNumber } from '../../reference/json.ts';
import type { PolicyOverride, Update } from '../../reference/policy.ts';
import { latest, seenAfter } from '../../reference/state.ts';
import type { Fault, Need } from '../fault.ts';

type Matches = (stated: number, actual: number, update: Update) => boolean;

/** Decides by its own comparison whether the stated version is the actual one. */
function comparing(matches: Matches): PolicyOverride {
  return () => ({
    versionMatches: (update) => matches(Number(update.stated.text), Number(update.current.version), update),
  });
}

/** Accepts what passes the test whatever its version, the rest as before. */
export function unlessMatching(test: (update: Update) => boolean): PolicyOverride {
  return (base) => ({ versionMatches: (update) => test(update) || base.versionMatches(update) });
}

/** One fault of this area. */
export function fault(
  name: string,
  summary: string,
  override: PolicyOverride,
  needs: readonly Need[] = [],
): Fault {
  return { name, summary, section: '4.10', expect: 'fail', needs, override };
}

function modulo(size: bigint): PolicyOverride {
  return unlessMatching(({ stated, current }) => {
    const exact = /^-?\d+$/.test(stated.text) ? BigInt(stated.text) : undefined;
    return exact !== undefined && (exact - current.version) % size === 0n;
  });
}

const sortedDigits = (text: string): string => Array.from(text).toSorted().join('');

/** The stated and the actual version compared in a wrong way (4.10). */
export const comparisonFaults: readonly Fault[] = [
  fault(
    'version-never-checked',
    'Every stated version is accepted.',
    comparing(() => true),
  ),
  fault(
    'newer-version-accepted',
    'Only a lower version conflicts.',
    comparing((stated, actual) => stated >= actual),
  ),
  fault(
    'older-version-accepted',
    'Only a higher version conflicts.',
    comparing((stated, actual) => stated <= actual),
  ),
  fault(
    'version-compared-by-its-first-digits',
    'A version that begins with the digits of the actual one is accepted.',
    unlessMatching(({ stated, current }) => stated.text.startsWith(String(current.version))),
  ),
  fault(
    'version-accepted-as-prefix',
    'A version whose digits begin the actual one is accepted.',
    unlessMatching(({ stated, current }) => String(current.version).startsWith(stated.text)),
    ['generated'],
  ),
  fault(
    'version-digits-in-any-order',
    'A version with the digits of the actual one in another order is accepted.',
    unlessMatching(
      ({ stated, current }) => sortedDigits(stated.text) === sortedDigits(String(current.version)),
    ),
    ['generated'],
  ),
  fault('version-compared-as-text', 'The number 1.0 conflicts with 1.', () => ({
    versionMatches: ({ stated, current }) => stated.text === String(current.version),
  })),
  fault(
    'version-with-point-zero-refused',
    'The matching version written with .0 is answered 400.',
    (base) => ({
      statedVersion: (value, current) =>
        value instanceof JsonNumber && value.text === `${current.version}.0`
          ? undefined
          : base.statedVersion(value, current),
    }),
  ),
  fault(
    'version-in-exponent-form-conflicts',
    'The matching version written with an exponent is answered 409.',
    (base) => ({ versionMatches: (update) => !/e/i.test(update.stated.text) && base.versionMatches(update) }),
  ),
  fault(
    'fraction-cut-off',
    'A fraction above the actual version is accepted.',
    comparing((stated, actual) => Math.trunc(stated) === actual),
  ),
  fault(
    'fraction-rounded',
    'A fraction near the actual version is accepted.',
    comparing((stated, actual) => Math.round(stated) === actual),
  ),
  fault(
    'sign-ignored',
    'The negated version is accepted.',
    comparing((stated, actual) => Math.abs(stated) === Math.abs(actual)),
  ),
  fault('version-modulo-256', 'Versions are compared in eight bits.', modulo(2n ** 8n)),
  fault('version-modulo-65536', 'Versions are compared in sixteen bits.', modulo(2n ** 16n)),
  fault('version-modulo-two-to-32', 'Versions are compared in 32 bits.', modulo(2n ** 32n)),
  fault(
    'neighbouring-versions-accepted',
    'A version one off is accepted.',
    comparing((stated, actual) => Math.abs(stated - actual) <= 1),
  ),
  fault(
    'next-version-accepted',
    'The version after the actual one is accepted.',
    unlessMatching(({ stated, current }) => Number(stated.text) === Number(current.version) + 1),
  ),
  fault(
    'zero-means-any-version',
    'Version 0 is accepted on every resource.',
    comparing((stated, actual) => stated === 0 || stated === actual),
  ),
  fault(
    'negative-means-any-version',
    'A negative version is accepted on every resource.',
    comparing((stated, actual) => stated < 0 || stated === actual),
  ),
  fault(
    'greatest-int32-means-any-version',
    'Version 2147483647 is accepted on every resource.',
    unlessMatching(({ stated }) => Number(stated.text) === 2_147_483_647),
  ),
  fault(
    'greatest-uint32-means-any-version',
    'Version 4294967295 is accepted on every resource.',
    unlessMatching(({ stated }) => Number(stated.text) === 4_294_967_295),
  ),
  fault(
    'greatest-safe-integer-means-any-version',
    'Version 9007199254740991 is accepted on every resource.',
    unlessMatching(({ stated }) => stated.text === '9007199254740991'),
  ),
  fault(
    'huge-means-any-version',
    'A version beyond 2^53 is accepted on every resource.',
    comparing((stated, actual) => stated > 2 ** 53 || stated === actual),
  ),
  fault(
    'fraction-means-any-version',
    'A version with a fraction is accepted on every resource.',
    comparing((stated, actual) => !Number.isInteger(stated) || stated === actual),
  ),
  fault(
    'former-versions-accepted',
    'Every version the resource once had is accepted.',
    unlessMatching(({ stated, resource }) =>
      resource.history.some(({ snapshot }) => String(snapshot.version) === stated.text),
    ),
  ),
  fault(
    'versions-long-left-accepted',
    'Of the versions the resource once had all but the last three are accepted.',
    unlessMatching(({ stated, resource }) => {
      const left = [...new Set(resource.history.map(({ snapshot }) => String(snapshot.version)))];
      return left.slice(0, -4).includes(stated.text);
    }),
  ),
  fault(
    'previous-version-accepted',
    'The version before the actual one is accepted.',
    unlessMatching(({ stated, resource, current }) => {
      const before = resource.history.findLast(({ snapshot }) => snapshot.version !== current.version);
      return before !== undefined && String(before.snapshot.version) === stated.text;
    }),
  ),
  fault(
    'version-cached-for-200-ms',
    'For 200 ms after an update the version before it is accepted as well.',
    unlessMatching(({ stated, resource, call }) => {
      const version = seenAfter(resource, call.now, 200)?.version;
      return version !== undefined && String(version) === stated.text;
    }),
  ),
  fault(
    'matching-version-conflicts',
    'Every update is answered 409.',
    comparing(() => false),
  ),
  fault('version-compared-with-the-first', 'Only the version after creation is accepted, for ever.', () => ({
    versionMatches: ({ resource, stated }) => String(resource.history[0]?.snapshot.version) === stated.text,
  })),
  fault(
    'version-compared-with-another-resource',
    'The stated version is compared with that of the resource created last.',
    () => ({
      versionMatches({ call, stated, resource }) {
        const newest = [...call.project.resources.values()].at(-1) ?? resource;
        return Number(latest(newest).version) === Number(stated.text);
      },
    }),
  ),
];
