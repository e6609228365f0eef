import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { envelopeOf, type Envelope } from '../../../config/certificates/attestation/dsse.ts';
import { testResult, verificationResult } from '../../../config/certificates/attestation/statements.ts';
import type { Verified } from '../../../config/certificates/lines/verified.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import type { ForeignVerifier } from './foreign-verifiers.ts';
import { fronted } from './fronted-reports.ts';

/** A private key of each kind. */
export const keys: Readonly<Record<string, KeyObject>> = {
  ed25519: generateKeyPairSync('ed25519').privateKey,
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  rsa: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
};
export const judge = `sha256:${'0123456789abcdef'.repeat(4)}`;
export const now = new Date('2026-03-04T05:06:07.000Z');
export const lines: readonly Verified[] = [
  { about: 're-judged', state: 'holds', text: '' },
  { about: 'signed', state: 'said', text: '' },
  { about: 'against', state: 'holds', text: '' },
];
/** What a front is made from that nothing limits. */
export const unlimited = {
  without: [],
  profile: {},
  consent: ['overwrite', 'records', 'upload', 'namespace'],
  sent: { tokens: embeddedTokens().map(({ label }) => label) },
};

const statements = (): readonly object[] => {
  const { certificate, report } = fronted();
  return [testResult(certificate, report) ?? {}, verificationResult(certificate, lines, { judge, now })];
};

/** Each of them differs from the envelope at one place. */
function edited(envelope: Envelope): readonly Envelope[] {
  const [signature = { keyid: '', sig: '' }] = envelope.signatures;
  const text = Buffer.from(envelope.payload, 'base64').toString();
  const payload = (other: string): string => Buffer.from(other).toString('base64');
  const sig = Buffer.from(signature.sig, 'base64');
  sig.writeUInt8(sig.readUInt8(sig.length - 1) ^ 1, sig.length - 1);
  return [
    { ...envelope, payload: payload(text.replace('sha256', 'sha512')) },
    { ...envelope, payload: payload(`${text} `) },
    { ...envelope, payloadType: 'application/json' },
    { ...envelope, signatures: [{ ...signature, sig: sig.toString('base64') }] },
  ];
}

/** How a verifier takes envelopes of each statement: as they are, edited at four places, and by another key. */
export function taken(verifies: ForeignVerifier, key: KeyObject): readonly (readonly boolean[])[] {
  const other = generateKeyPairSync('ed25519').privateKey;
  return statements().map((statement) => {
    const envelope = envelopeOf(statement, key);
    return [
      verifies(envelope, key),
      ...edited(envelope).map((one) => verifies(one, key)),
      verifies(envelope, other),
    ];
  });
}

/** The envelopes that are signed are taken, and no other ones. */
export const asSigned: readonly (readonly boolean[])[] = [0, 1].map(() => [
  true,
  false,
  false,
  false,
  false,
  false,
]);
