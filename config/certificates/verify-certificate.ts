import type { Seed } from '../../clause/seed.ts';
import type { Report } from '../../clause/report.ts';
import { differingMembers } from '../../tape/differing-members.ts';
import { asText, certificateOf, claimLine, fileNames, type Certificate } from './certificate.ts';
import type { Judge } from './derived-package.ts';
import { bundled } from './lines/bundled.ts';
import { challenged } from './lines/challenged.ts';
import { claimed } from './lines/claimed.ts';
import { judgedAgain } from './lines/rejudged.ts';
import { signed } from './lines/signed.ts';
import { valid } from './lines/valid.ts';
import { refuted, type Verified } from './lines/verified.ts';
import { digestsOf, type PackageFiles } from './package-files.ts';
import { readFiles, type ReadFiles } from './read-files.ts';
import type { Requirement } from './requirements.ts';
import type { SelfCheck } from './self-check.ts';

/** What there is to verify, and by what. */
export interface Verification extends Judge {
  readonly files: PackageFiles;
  /** A sealed tape, which its owner has handed over. */
  readonly tape?: Uint8Array | undefined;
  /** The text of a file of allowed signers. */
  readonly allowedSigners?: string | undefined;
  readonly required: ReadonlySet<Requirement>;
  readonly now: Date;
  /** What the suite tries itself on by a seed, and what comes of it. */
  readonly checkItself: (seed: Seed) => Promise<SelfCheck>;
}

/** What a certificate proves and what it does not: judged again, from its files alone. */
export async function verifyCertificate(verification: Verification): Promise<{
  readonly title: string;
  readonly lines: readonly Verified[];
}> {
  const { files, required, now } = verification;
  const read = readFiles(files);
  if (typeof read === 'string') return { title: 'certificate', lines: [refuted('intact', read)] };
  const { certificate } = read;
  const title = claimLine(certificate);
  const whole = intact(read, files);
  if (whole.state !== 'holds') return { title, lines: [whole] };
  const { baseUrl } = certificate.target;
  const lines: readonly Verified[] = [
    whole,
    ...(await judgedAgain(read, verification)),
    signed(read, verification),
    ...bundled(read, files),
    challenged(certificate, required),
    ...claimed(certificate, required),
    ...valid(certificate, now),
    {
      about: 'not proved',
      state: 'said',
      text: `that ${baseUrl} gave these answers, or that it is what runs in production; to ask it: verify --against ${baseUrl}`,
    },
  ];
  return { title, lines };
}

/** A certificate says nothing by itself: each of its members follows from the files beside it. */
function intact({ certificate, text, report }: ReadFiles, { octets }: PackageFiles): Verified {
  const files = digestsOf(octets);
  const listed = new Set(Object.keys(certificate.files));
  const isMissed = (name: string): boolean =>
    !Object.hasOwn(files, name) && !(certificate.sealed === true && name === fileNames.tape);
  const flaws = [
    ...Object.keys(files).flatMap((name) => (listed.has(name) ? [] : [`${name} is not listed`])),
    ...[...listed].filter(isMissed).map((name) => `${name} is missing`),
    ...Object.entries(files).flatMap(([name, digest]) =>
      listed.has(name) && certificate.files[name] !== digest ? [`${name} differs from what is listed`] : [],
    ),
  ];
  if (certificate.seedFrom !== undefined) flaws.push(...notFollowing(report, certificate, text));
  const [first] = flaws;
  return first === undefined
    ? { about: 'intact', state: 'holds', text: `${listed.size} files as listed` }
    : refuted('intact', first);
}

/** What a certificate says otherwise than the report beside it. */
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
