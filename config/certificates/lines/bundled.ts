import { plainJson } from '../../../wire/json/plain-json.ts';
import { memberOf } from '../../input/member-of.ts';
import { digestOf, fileNames } from '../certificate.ts';
import type { PackageFiles } from '../package-files.ts';
import { jsonIn, type ReadFiles } from '../read-files.ts';
import { linesAbout, type Verified } from './verified.ts';

const line = linesAbout('attested');

/** A bundle of Sigstore is for its own tools: here its subject is looked at. */
export function bundled({ text }: ReadFiles, { octets }: PackageFiles): readonly Verified[] {
  if (!octets.has(fileNames.bundle)) return [];
  const digest = digestOf(text).slice('sha256:'.length);
  const command = `gh attestation verify ${fileNames.certificate} --bundle ${fileNames.bundle} --repo <owner>/<repository>`;
  return [
    subjectsOf(jsonIn(octets, fileNames.bundle)).includes(digest)
      ? line.said(`not checked here; to check it: ${command}`)
      : line.refuted(`${fileNames.bundle} is a bundle for another file`),
  ];
}

/** The digests that a bundle is about: a statement of in-toto in an envelope. */
function subjectsOf(bundle: unknown): readonly unknown[] {
  const payload = memberOf(memberOf(bundle, 'dsseEnvelope'), 'payload');
  const subjects = memberOf(plainJson(Buffer.from(String(payload), 'base64').toString()), 'subject');
  return Array.isArray(subjects) ? subjects.map((one) => memberOf(memberOf(one, 'digest'), 'sha256')) : [];
}
