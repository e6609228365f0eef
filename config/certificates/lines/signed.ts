import { signerIn, type Allowed } from '../allowed-signers.ts';
import { fileNames, type Certificate } from '../certificate.ts';
import type { PackageFiles } from '../package-files.ts';
import type { ReadFiles } from '../read-files.ts';
import { type Requirement, linesAbout, type Verified } from './verified.ts';
import { namespace, readSshSignature } from '../ssh-signature.ts';
import { untrusted, phrase, spoken } from '../../../reporters/names/untrusted.ts';

/** The vendor whose signer is checked, and the file of allowed signers. */
export interface Signing {
  readonly files: PackageFiles;
  /** The text of a file of allowed signers. */
  readonly allowedSigners?: string | undefined;
  /** The vendor that the certificate must have; only its signers are allowed. */
  readonly vendor?: string | undefined;
  readonly required: ReadonlySet<Requirement>;
  readonly now: Date;
}

const line = linesAbout('signed');
const theirs = linesAbout('vendor');

/** The signer of the certificate, and whether that key may sign for its vendor now. */
export function signed(read: ReadFiles, { files, allowedSigners, vendor, required, now }: Signing): Verified {
  const open = required.has('signed') ? 'untold' : 'said';
  const { certificate } = read;
  const { signer, implementation } = certificate;
  const octets = files.octets.get(fileNames.signature);
  if (octets === undefined)
    return signer === undefined
      ? line[open]('UNSIGNED: by nobody')
      : line.untold(`UNSIGNED: its page names ${signer.key}, and no signature is there`);
  const signature = readSshSignature(Buffer.from(octets).toString());
  if (signature === undefined) return line.refuted(`${fileNames.signature} is no signature`);
  const { fingerprint, keyType } = signature;
  if (signature.namespace !== namespace)
    return line.refuted(`for ${untrusted(signature.namespace).quoted()}, and not for ${namespace}`);
  if (!signature.isOf(read.text)) return line.refuted(`${fileNames.signature} signs something else`);
  if (signer !== undefined && signer.key !== fingerprint)
    return line.refuted(`by ${fingerprint}, and its page names ${signer.key}`);
  const who = `${fingerprint} ${keyType}`;
  if (allowedSigners === undefined)
    return line[open](`${who}; a file of allowed signers names the owner of the key: --signer FILE`);
  const named = implementation['vendor'] ?? '';
  const allowed = signerIn(allowedSigners, signature, {
    vendor: named,
    isTheirs: vendor !== undefined && isSameName(vendor, named),
    now,
  });
  return 'signer' in allowed
    ? line.holds(`${who}; listed as ${untrusted(allowed.signer).quoted()}`)
    : line.untold(`${who}; ${refusal(allowed, named)}`);
}

function refusal({ refused }: Extract<Allowed, { refused: string }>, vendor: string): string {
  if (refused !== 'for another vendor') return unallowed[refused];
  return vendor === ''
    ? 'listed, but the certificate names no vendor to sign for'
    : 'listed, but not for the vendor that the certificate names; if the whole file belongs to that vendor, say so: --vendor NAME';
}

const unallowed = {
  'not listed': 'no signer in the file of allowed signers',
  'for another namespace': `listed, but not for this namespace: ${namespace}`,
  'not valid yet': 'listed, but not valid yet',
  expired:
    'listed, but revoked or expired: the key has to be valid now; its validity when it signed does not count',
} as const;

/** Whether the certificate belongs to the vendor that the reader names; nothing if the reader names none. */
export function ofVendor({ implementation }: Certificate, asked: string | undefined): readonly Verified[] {
  if (asked === undefined) return [];
  const named = implementation['vendor'] ?? '';
  if (isSameName(named, asked)) return [theirs.holds('the vendor that you named')];
  const text = phrase`the certificate names ${named === '' ? 'no vendor' : untrusted(named)}, but you named ${untrusted(asked)}`;
  return [theirs.refuted(spoken(text))];
}

/** Whether two names are equal letter by letter, however a file system writes an accent. */
function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}
