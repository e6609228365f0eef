import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { spawnSync } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '../../../config/certificates/attestation/dsse.ts';
import { newFolder } from '../small-runs/started-run.ts';

/** Says whether an envelope is signed by a key. */
export type ForeignVerifier = (envelope: Envelope, key: KeyObject) => boolean;

/** The verifier of Sigstore's own, told that a key is enough: no log, no time stamp. */
export const sigstore: ForeignVerifier = (envelope, key) => {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const [{ keyid, sig } = { keyid: '', sig: '' }] = envelope.signatures;
  try {
    const bundle = bundleFromJSON({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint: keyid } },
      dsseEnvelope: { ...envelope, signatures: [{ keyid, sig }] },
    });
    const trusted = toTrustMaterial(
      { mediaType: '', tlogs: [], ctlogs: [], certificateAuthorities: [], timestampAuthorities: [] },
      () => ({ publicKey: createPublicKey(publicKey), validFor: () => true }),
    );
    new Verifier(trusted, { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 }).verify(
      toSignedEntity(bundle),
    );
    return true;
  } catch {
    return false;
  }
};

/** The library of in-toto and of TUF, as Python has it. */
export const securesystemslib: ForeignVerifier = (envelope, key) => {
  const folder = newFolder();
  const path = join(folder, 'envelope.json');
  writeFileSync(path, JSON.stringify(envelope));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const { status } = spawnSync('python3', ['-c', program, path], {
    input: publicKey,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return status === 0;
};

const program = `
import json, sys
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey
with open(sys.argv[1]) as file:
    said = json.load(file)
public = load_pem_public_key(sys.stdin.buffer.read())
scheme = "rsa-pkcs1v15-sha256" if isinstance(public, RSAPublicKey) else None
key = SSlibKey.from_crypto(public, said["signatures"][0]["keyid"], scheme)
Envelope.from_dict(said).verify([key], 1)
`;

/** Whether that library is there, in a release that knows envelopes. */
export function hasSecuresystemslib(): boolean {
  return spawnSync('python3', ['-c', 'import securesystemslib.dsse, cryptography']).status === 0;
}
