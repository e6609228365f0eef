import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { ConfigurationError, quoted } from '../../input/configuration-error.ts';
import { reasonOf } from '../../input/text-file.ts';

/** A signed statement in the form of DSSE 1.0: https://github.com/secure-systems-lab/dsse. */
export type Envelope = ReturnType<typeof envelopeOf>;

const payloadType = 'application/vnd.in-toto+json';

/** Kinds of keys that every tool for envelopes can sign with. */
const kinds = ['ed25519', 'ec', 'rsa'];

/** A private key in PEM. @throws ConfigurationError for an invalid key, or a key with a passphrase */
export function attestingKey(pem: string, named: string): KeyObject {
  const refusal = (found: string): ConfigurationError =>
    new ConfigurationError({
      setting: '--attest',
      found: `${quoted(named)}, which ${found}`,
      expected: 'a private key in PEM, without a passphrase: Ed25519, EC or RSA',
      remedy: 'For example: openssl genpkey -algorithm ed25519 -out attest.pem',
    });
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (error) {
    throw refusal(`cannot be read as a private key (${reasonOf(error)})`);
  }
  if (kinds.includes(key.asymmetricKeyType ?? '')) return key;
  throw refusal(`is of the kind ${key.asymmetricKeyType}`);
}

/** Signs octets of a statement of in-toto together with their type, so that they cannot pass as another type. */
export function envelopeOf(statement: object, key: KeyObject) {
  const payload = Buffer.from(JSON.stringify(statement));
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return {
    payloadType,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyIdOf(key), sig: sign(digest, preAuthEncoded(payload), key).toString('base64') }],
  };
}

/** The signed octets: type and content, each after its length. */
function preAuthEncoded(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** A hint by which a reader finds the public key: the digest of its octets (SPKI, DER). */
function keyIdOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
}
