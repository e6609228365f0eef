import type { Report } from '../../clause/report.ts';
import { differingMembers } from '../../tape/differing-members.ts';
import { asText, certificateOf, fileNames, type Certificate, digestOf } from './certificate.ts';
import { claimWord } from './claim/claim-lines.ts';
import { challenged } from './nonce.ts';
import { claimed, limits, names } from './lines/heading.ts';
import { ofVendor, signed, type Signing } from './lines/signed.ts';
import { judgedAgain, ofEarlierRelease, type Rejudging } from './lines/rejudged.ts';
import { valid } from './lines/dated.ts';
import { linesAbout, type Verified } from './lines/verified.ts';
import { digestsOf, type PackageFiles } from './package-files.ts';
import { readFiles, type ReadFiles, jsonIn } from './read-files.ts';
import { plainJson } from '../../wire/json/plain-json.ts';
import { memberOf } from '../input/member-of.ts';

/** The certificate to verify, and the means of the reader. */
export interface Verification extends Rejudging, Signing {
  /** The nonce that the reader has handed out for this attempt, and the time of that. */
  readonly nonce?: string | undefined;
  readonly drawn?: Date | undefined;
}

/** What a certificate proves and leaves unproven, line by line. */
export interface Told {
  readonly title: string;
  readonly lines: readonly Verified[];
}

/** Judges a certificate again, only from its files. */
export async function verifyCertificate(verification: Verification): Promise<Told> {
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

/** Whether each member of the certificate follows from the files beside it: it may add no statement. */
function intact({ certificate, text, report }: ReadFiles, { octets }: PackageFiles): Verified {
  const files = digestsOf(octets);
  const listed = new Set(Object.keys(certificate.files));
  const isMissed = (name: string): boolean =>
    !Object.hasOwn(files, name) && !(certificate.sealed === true && name === fileNames.tape);
  const [first] = [
    ...Object.keys(files).flatMap((name) => (listed.has(name) ? [] : [`${name} is not listed`])),
    ...[...listed].filter(isMissed).map((name) => `${name} is missing`),
    ...Object.entries(files).flatMap(([name, digest]) =>
      listed.has(name) && certificate.files[name] !== digest ? [`${name} differs from the list`] : [],
    ),
    ...notFollowing(report, certificate, text),
  ];
  const line = linesAbout('intact');
  return first === undefined ? line.holds(`${listed.size} files as listed`) : line.refuted(first);
}

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

/** Compares only the subject of the bundle; the tools of Sigstore verify the bundle. */
function bundled({ text }: ReadFiles, { octets }: PackageFiles): readonly Verified[] {
  if (!octets.has(fileNames.bundle)) return [];
  const digest = digestOf(text).slice('sha256:'.length);
  const line = linesAbout('attested');
  const command = `gh attestation verify ${fileNames.certificate} --bundle ${fileNames.bundle} --repo <owner>/<repository>`;
  return [
    subjectsOf(jsonIn(octets, fileNames.bundle)).includes(digest)
      ? line.said(`not checked here; to check it: ${command}`)
      : line.refuted(`${fileNames.bundle} is a bundle for another file`),
  ];
}

/** The digests in the subject of a bundle: a statement of in-toto in an envelope. */
function subjectsOf(bundle: unknown): readonly unknown[] {
  const payload = memberOf(memberOf(bundle, 'dsseEnvelope'), 'payload');
  const subjects = memberOf(plainJson(Buffer.from(String(payload), 'base64').toString()), 'subject');
  return Array.isArray(subjects) ? subjects.map((one) => memberOf(memberOf(one, 'digest'), 'sha256')) : [];
}
