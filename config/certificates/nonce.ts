import { quoted, refusal } from '../input/configuration-error.ts';
import { type Certificate, implementationOf } from './certificate.ts';
import { type Requirement, linesAbout, type Verified } from './lines/verified.ts';
import { createHash } from 'node:crypto';
import type { Report } from '../../clause/report.ts';

/** A nonce from another party and the number of its attempt; hexadecimal digits in lower case. */
const noncePattern = /^([0-9a-f]{16,128})(?:-([1-9]\d{0,5}))?$/;

const nonceInWords =
  '16 to 128 hexadecimal digits in lower case, then, if attempts are numbered, a dash and the number: 00112233445566778899aabbccddeeff-3';

/** Whether a text can be a nonce. */
export function isNonce(text: string): boolean {
  return noncePattern.test(text);
}

/** The nonce of a command line. @throws ConfigurationError for an invalid text */
export function nonceIn(text: string | undefined, remedy: string): string | undefined {
  if (text === undefined || isNonce(text)) return text;
  throw refusal('--nonce', quoted(text), nonceInWords, remedy);
}

/** ` (attempt 3)` if the nonce has a number; else nothing. */
export function attemptInShort(nonce: string): string {
  const attempt = noncePattern.exec(nonce)?.[2];
  return attempt === undefined ? '' : ` (attempt ${attempt})`;
}

const line = linesAbout('challenged');

/** A nonce that only the package states proves nothing: the vendor may have drawn it. */
export function challenged(
  { seedFrom }: Certificate,
  { nonce, required }: { readonly nonce?: string | undefined; readonly required: ReadonlySet<Requirement> },
): Verified {
  if (nonce === undefined)
    return line[required.has('challenged') ? 'untold' : 'said'](
      seedFrom === undefined
        ? 'the vendor chose the seed'
        : `the certificate does not state who drew nonce ${seedFrom.nonce}${attemptInShort(seedFrom.nonce)}; to compare it with the nonce that you handed out: --nonce NONCE`,
    );
  if (seedFrom?.nonce === nonce)
    return line.holds(`by nonce ${nonce}${attemptInShort(nonce)}, which was handed out`);
  const own = seedFrom === undefined ? 'by no nonce' : `by nonce ${seedFrom.nonce}`;
  return line.refuted(`${own}, but the nonce that was handed out is ${nonce}`);
}

/** 32 hexadecimal digits for exactly one subject, which nobody can choose without the nonce. */
export function seedOfNonce(nonce: string, { suite, target }: Pick<Report, 'suite' | 'target'>): string {
  const { vendor = '', name = '', version = '' } = implementationOf({ target, suite });
  // Only the reference of the suite may listen on any free port.
  const asked = target.embedded ? ['embedded', ''] : ['server', target.baseUrl];
  const subject = [suite.contract.sha256, suite.version, vendor, name, version, ...asked, target.projectKey];
  const digest = createHash('sha256').update('resource-conformance/seed/2\n');
  for (const part of [nonce, ...subject]) digest.update(`${part.length}:${part}\n`);
  return digest.digest('hex').slice(0, 32);
}
