import type { Report } from '../../clause/report.ts';
import { differingMembers } from '../../tape/differing-members.ts';
import { asText, certificateOf, fileNames, type Certificate } from './certificate.ts';
import { claimWord } from './claim/claim-lines.ts';
import { bundled } from './lines/bundled.ts';
import { challenged } from './lines/challenged.ts';
import { claimed } from './lines/claimed.ts';
import { limits, names } from './lines/heading.ts';
import { ofVendor } from './lines/of-vendor.ts';
import { judgedAgain, ofEarlierRelease, type Rejudging } from './lines/rejudged.ts';
import { signed } from './lines/signed.ts';
import { valid } from './lines/valid.ts';
import { linesAbout, type Verified } from './lines/verified.ts';
import { digestsOf, type PackageFiles } from './package-files.ts';
import { readFiles, type ReadFiles } from './read-files.ts';
import type { Requirement } from './requirements.ts';

/** The certificate to verify, and the means. */
export interface Verification extends Rejudging {
  /** The text of a file of allowed signers. */
  readonly allowedSigners?: string | undefined;
  readonly required: ReadonlySet<Requirement>;
  /** The required vendor of the certificate; only the signers of that vendor are allowed. */
  readonly vendor?: string | undefined;
  /** The nonce that the reader has handed out for this attempt, and when. */
  readonly nonce?: string | undefined;
  readonly drawn?: Date | undefined;
}

/** The proofs and gaps of a certificate: judged again, only from its files. */
export async function verifyCertificate(verification: Verification): Promise<{
  readonly title: string;
  readonly lines: readonly Verified[];
}> {
  const { files, required } = verification;
  const read = readFiles(files, verification.judge);
  if (typeof read === 'string') return { title: 'certificate', lines: [linesAbout('intact').refuted(read)] };
  const { certificate, report } = read;
  if (certificate.certificate === 1) return { title: 'certificate', lines: [ofEarlierRelease(certificate)] };
  const whole = intact(read, files);
  // An incomplete package claims nothing.
  if (whole.state !== 'holds') return { title: 'certificate', lines: [whole] };
  const lines: readonly Verified[] = [
    ...claimed(certificate, required),
    ...limits(certificate, report),
    signed(read, verification),
    challenged(certificate, verification),
    valid(certificate, verification),
    ...ofVendor(certificate, verification.vendor),
    whole,
    ...(await judgedAgain(read, verification)),
    ...bundled(read, files),
    ...names(certificate),
  ];
  return { title: claimWord(certificate), lines };
}

/** A certificate adds no statement: each of its members follows from the files beside it. */
function intact({ certificate, text, report }: ReadFiles, { octets }: PackageFiles): Verified {
  const files = digestsOf(octets);
  const listed = new Set(Object.keys(certificate.files));
  const isMissed = (name: string): boolean =>
    !Object.hasOwn(files, name) && !(certificate.sealed === true && name === fileNames.tape);
  const flaws = [
    ...Object.keys(files).flatMap((name) => (listed.has(name) ? [] : [`${name} is not listed`])),
    ...[...listed].filter(isMissed).map((name) => `${name} is missing`),
    ...Object.entries(files).flatMap(([name, digest]) =>
      listed.has(name) && certificate.files[name] !== digest ? [`${name} differs from the list`] : [],
    ),
  ];
  flaws.push(...notFollowing(report, certificate, text));
  const [first] = flaws;
  return first === undefined
    ? linesAbout('intact').holds(`${listed.size} files as listed`)
    : linesAbout('intact').refuted(first);
}

/** The places where a certificate differs from the report beside it. */
function notFollowing(report: Report, certificate: Certificate, text: Uint8Array): readonly string[] {
  const { selfCheck, seedFrom, sealed = false, signer, files } = certificate;
  try {
    const nonce = seedFrom?.nonce ?? '';
    const followed = asText(certificateOf({ report, selfCheck, nonce, sealed, signer, files }));
    if (followed === Buffer.from(text).toString()) return [];
    const [where = 'its text'] = differingMembers(certificate, JSON.parse(followed));
    return [`${fileNames.certificate} does not follow from the report: ${where}`];
  } catch {
    return [`${fileNames.report} is no report`];
  }
}
