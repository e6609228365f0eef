import { signerIn } from '../allowed-signers.ts';
import { fileNames } from '../certificate.ts';
import type { PackageFiles } from '../package-files.ts';
import type { ReadFiles } from '../read-files.ts';
import type { Requirement } from '../requirements.ts';
import { namespace, readSshSignature } from '../ssh-signature.ts';
import { refuted, type Verified } from './verified.ts';

/** Who is asked about, and by what. */
export interface Signing {
  readonly files: PackageFiles;
  /** The text of a file of allowed signers. */
  readonly allowedSigners?: string | undefined;
  readonly required: ReadonlySet<Requirement>;
}

/** Whose signature the certificate bears. */
export function signed(
  { certificate, text }: ReadFiles,
  { files, allowedSigners, required }: Signing,
): Verified {
  const about = 'signed';
  const { signer } = certificate;
  const octets = files.octets.get(fileNames.signature);
  const open = required.has('signed') ? 'untold' : 'said';
  if (octets === undefined)
    return signer === undefined
      ? { about, state: open, text: 'UNSIGNED: by nobody' }
      : { about, state: 'untold', text: `UNSIGNED: its page names ${signer.key}, and no signature is there` };
  const signature = readSshSignature(Buffer.from(octets).toString());
  if (signature === undefined) return refuted(about, `${fileNames.signature} is no signature`);
  const { fingerprint, keyType } = signature;
  if (signature.namespace !== namespace)
    return refuted(about, `for ${signature.namespace}, and not for ${namespace}`);
  if (!signature.isOf(text)) return refuted(about, `${fileNames.signature} is of something else`);
  if (signer !== undefined && signer.key !== fingerprint)
    return refuted(about, `by ${fingerprint}, and its page names ${signer.key}`);
  const who = `${fingerprint} ${keyType}`;
  if (allowedSigners === undefined)
    return {
      about,
      state: open,
      text: `${who}; whose key that is, a file of allowed signers says: --signer FILE`,
    };
  const allowed = signerIn(allowedSigners, signature, new Date(certificate.issuedAt));
  return 'signer' in allowed
    ? { about, state: 'holds', text: `${who}; ${allowed.signer}` }
    : { about, state: 'untold', text: `${who}; ${unallowed[allowed.refused]}` };
}

const unallowed = {
  'not listed': 'nobody in the file of allowed signers',
  'not for this namespace': `listed, but not for this namespace: ${namespace}`,
  'not at that time': 'listed, but not valid when it was issued',
} as const;
