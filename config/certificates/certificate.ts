import { createHash } from 'node:crypto';
import { defined } from '../../clause/defined.ts';
import type { Report } from '../../clause/report.ts';
import { claimedCounts, type ClaimedCounts } from './claim/claimed-counts.ts';
import { narrowedBy, type Narrowed } from './claim/narrowed.ts';
import type { SelfCheck } from './self-check.ts';

/** `REHEARSAL` if the suite judged its own reference or mock: that claim belongs to no vendor. */
type Claim = Report['verdict'] | 'REHEARSAL';

/** The signer: the comment of the key, which may be empty, and the fingerprint as `ssh-keygen -l` prints it. */
export interface Signer {
  readonly name: string;
  readonly key: string;
}

/** The certified facts; each member follows from the files beside the certificate. */
export interface Certificate {
  readonly certificate: 1 | 2;
  readonly claim: Claim;
  readonly without: readonly string[];
  /** Readings that the vendor declares; they limit the claim. */
  readonly declared: readonly string[];
  /** Means that the vendor withheld or added; they limit the claim as well. */
  readonly narrowed: Narrowed;
  readonly suspects: number;
  readonly implementation: Readonly<Record<string, string>>;
  readonly target: { readonly baseUrl: string; readonly projectKey: string };
  readonly contract: { readonly title: string; readonly sha256: string };
  readonly suite: { readonly name: string; readonly version: string; readonly judge: string };
  readonly run: Pick<Report['run'], 'id' | 'startedAt' | 'durationMs' | 'depth' | 'seed' | 'requests'> & {
    readonly leftovers: number;
  };
  /** The origin of the seed; absent in format 1 if the vendor chose the seed. */
  readonly seedFrom?: { readonly nonce: string };
  readonly selfCheck: SelfCheck;
  readonly counts: ClaimedCounts;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** A day, as `2027-11-25`. */
  readonly validUntil: string;
  /** Only the digest of the tape is published, and not the tape itself. */
  readonly sealed?: true;
  /** The signer that was announced when the certificate was written; absent if no signature was planned. */
  readonly signer?: Signer;
  /** Files by name, each with `sha256:` and the digest of its octets. */
  readonly files: Readonly<Record<string, string>>;
  readonly statement: string;
}

export interface Certified {
  readonly report: Report;
  readonly selfCheck: SelfCheck;
  readonly nonce: string;
  readonly sealed: boolean;
  readonly signer?: Signer | undefined;
  /** Digests of the other files, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Names of files that have a meaning in the folder of a certificate. */
export const fileNames = {
  certificate: 'certificate.json',
  signature: 'certificate.json.sig',
  bundle: 'certificate.sigstore.json',
  report: 'report.json',
  tape: 'tape.jsonl.gz',
  profile: 'profile.json',
} as const;

export function certificateOf({ report, selfCheck, nonce, sealed, signer, files }: Certified): Certificate {
  const { run, suite, target, scope } = report;
  const issued = new Date(Date.parse(run.startedAt) + Math.ceil(run.durationMs));
  return {
    certificate: 2,
    claim: target.embedded || target.mock === true ? 'REHEARSAL' : report.verdict,
    without: scope.without,
    declared: scope.readings ?? [],
    narrowed: narrowedBy(report),
    suspects: scope.suspects,
    implementation: implementationOf(report),
    target: { baseUrl: target.baseUrl, projectKey: target.projectKey },
    contract: suite.contract,
    suite: { name: suite.name, version: suite.version, judge: suite.judge ?? '' },
    run: {
      ...inOrder(run, ['id', 'startedAt', 'durationMs', 'depth', 'seed', 'requests']),
      leftovers: report.leftovers.length,
    },
    seedFrom: { nonce },
    selfCheck: inOrder(selfCheck, ['faults', 'habits', 'trivial', 'unexpected']),
    counts: claimedCounts(report),
    issuedAt: issued.toISOString(),
    validUntil: yearLater(issued),
    ...(sealed ? { sealed: true as const } : {}),
    ...defined({ signer: signer && inOrder(signer, ['name', 'key']) }),
    // Sorted, because a list has exactly one valid order.
    files: Object.fromEntries(Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    statement:
      'We ran the named suite against the named implementation and publish what it saw. This is a claim of the vendor, not of the authors of the suite.',
  };
}

/** The implementation under test as the profile names it; reference and mock have names of the suite's own. */
export function implementationOf({
  target,
  suite,
}: Pick<Report, 'target' | 'suite'>): Record<string, string> {
  if (target.mock === true) return { name: 'a mock', version: suite.version };
  if (!target.embedded) return { ...target.implementation };
  return { name: 'the embedded reference', version: suite.version, ...target.implementation };
}

/** The octets of a certificate: each certificate has exactly one text. */
export function asText(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

export function digestOf(octets: Uint8Array): string {
  return `sha256:${createHash('sha256').update(octets).digest('hex')}`;
}

/** The value with its members in one order, since each value has exactly one text. */
function inOrder<T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>;
}

/** The last day of a validity that begins on a date. */
export function yearLater(date: Date): string {
  const later = new Date(date);
  later.setUTCFullYear(date.getUTCFullYear() + 1);
  return later.toISOString().slice(0, 10);
}
