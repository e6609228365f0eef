import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

/** The purpose of the signature: a signature for any other purpose does not count. */
export const namespace = 'certificate@resource-conformance';

/** A signature as `ssh-keygen -Y sign` writes it, taken apart. */
export type SshSignature = NonNullable<ReturnType<typeof parsed>>;

const armor = ['-----BEGIN SSH SIGNATURE-----', '-----END SSH SIGNATURE-----'] as const;
const columns = 70;

/** Reads octets from the left; throws if there are too few. */
class Reading {
  #rest: Buffer;

  constructor(octets: Buffer) {
    this.#rest = octets;
  }

  get isAtEnd(): boolean {
    return this.#rest.length === 0;
  }

  take(count: number): Buffer {
    if (count > this.#rest.length) throw new Error('it ends early');
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  number(): number {
    return this.take(4).readUInt32BE();
  }

  octets(): Buffer {
    return this.take(this.number());
  }

  text(): string {
    return this.octets().toString('latin1');
  }
}

/** The most characters of a signature: one by the longest RSA key has some 6,000. */
const mostCharacters = 64 * 1_024;

/** Reads a signature (PROTOCOL.sshsig of OpenSSH); undefined for any text that OpenSSH would not write. */
export function readSshSignature(text: string): SshSignature | undefined {
  if (text.length > mostCharacters) return undefined;
  try {
    return parsed(text);
  } catch {
    return undefined;
  }
}

function parsed(text: string) {
  const [begin, ...lines] = text.trimEnd().split('\n');
  if (begin !== armor[0] || lines.pop() !== armor[1]) return undefined;
  const blob = Buffer.from(lines.join(''), 'base64');
  if (armored(blob) !== text) return undefined;
  const reading = new Reading(blob);
  if (reading.take(6).toString('latin1') !== 'SSHSIG' || reading.number() !== 1) return undefined;
  const key = reading.octets();
  const [used, reserved, hash, signature] = [
    reading.octets(),
    reading.octets(),
    reading.text(),
    reading.octets(),
  ];
  if (!reading.isAtEnd || (hash !== 'sha256' && hash !== 'sha512')) return undefined;
  const keyType = new Reading(key).text();
  return {
    keyType,
    key: key.toString('base64'),
    /** As `ssh-keygen -l` prints it. */
    fingerprint: `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`,
    namespace: used.toString(),
    isOf: (message: Uint8Array): boolean => {
      const digest = createHash(hash).update(message).digest();
      const parts = [used, reserved, Buffer.from(hash), digest].flatMap(lengthed);
      return isSignedBy(key, Buffer.concat([Buffer.from('SSHSIG'), ...parts]), signature);
    },
  };
}

function armored(blob: Buffer): string {
  const lines = blob.toString('base64').match(new RegExp(`.{1,${columns}}`, 'g')) ?? [];
  return [armor[0], ...lines, armor[1], ''].join('\n');
}

function lengthed(octets: Buffer): readonly Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(octets.length);
  return [length, octets];
}

/** A hardware key also signs a counter, and whether a person touched the key. */
function isSignedBy(key: Buffer, data: Buffer, signature: Buffer): boolean {
  try {
    const reading = new Reading(signature);
    const algorithm = reading.text();
    const made = reading.octets();
    const owner = new Reading(key);
    const keyType = owner.text();
    const isInHardware = keyType.startsWith('sk-');
    if (!suits(algorithm, keyType)) return false;
    const { publicKey, application } = keyIn(keyType, owner);
    const signed = isInHardware ? Buffer.concat([sha256(application), reading.take(5), sha256(data)]) : data;
    if (!reading.isAtEnd) return false;
    if (keyType === 'ssh-rsa')
      return verify(algorithm === 'rsa-sha2-512' ? 'sha512' : 'sha256', signed, publicKey, made);
    const curve = curves.find(({ name }) => keyType.includes(name));
    if (curve === undefined) return verify(undefined, signed, publicKey, made);
    const pair = new Reading(made);
    const [r, s] = [padded(pair.octets(), curve.octets), padded(pair.octets(), curve.octets)];
    const plain = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    return pair.isAtEnd && verify(curve.hash, signed, plain, Buffer.concat([r, s]));
  } catch {
    return false;
  }
}

const curves = [
  { name: 'nistp256', crv: 'P-256', octets: 32, hash: 'sha256' },
  { name: 'nistp384', crv: 'P-384', octets: 48, hash: 'sha384' },
  { name: 'nistp521', crv: 'P-521', octets: 66, hash: 'sha512' },
] as const;

/** Whether the algorithm fits the key: SHA-2 for an RSA key; for any other key the algorithm of its name. */
function suits(algorithm: string, keyType: string): boolean {
  return keyType === 'ssh-rsa'
    ? algorithm === 'rsa-sha2-256' || algorithm === 'rsa-sha2-512'
    : algorithm === keyType;
}

function keyIn(
  keyType: string,
  owner: Reading,
): { readonly publicKey: KeyObject; readonly application: Buffer } {
  const isInHardware = keyType.startsWith('sk-');
  const jwk = jwkIn(keyType, owner);
  const application = isInHardware ? owner.octets() : Buffer.alloc(0);
  if (!owner.isAtEnd) throw new Error('the key is followed by further octets');
  return { publicKey: createPublicKey({ key: jwk, format: 'jwk' }), application };
}

function jwkIn(keyType: string, owner: Reading): Record<string, string> {
  if (keyType === 'ssh-rsa') {
    const [e, n] = [bare(owner.octets()), bare(owner.octets())];
    return { kty: 'RSA', e: base64url(e), n: base64url(n) };
  }
  if (keyType.includes('ed25519')) return { kty: 'OKP', crv: 'Ed25519', x: base64url(owner.octets()) };
  const curve = curves.find(({ name }) => keyType.includes(name));
  if (curve === undefined || owner.text() !== curve.name) throw new Error('the kind of the key is not known');
  const point = owner.octets();
  if (point[0] !== 4 || point.length !== 1 + 2 * curve.octets) throw new Error('it is no point on the curve');
  const [x, y] = [point.subarray(1, 1 + curve.octets), point.subarray(1 + curve.octets)];
  return { kty: 'EC', crv: curve.crv, x: base64url(x), y: base64url(y) };
}

function base64url(octets: Buffer): string {
  return octets.toString('base64url');
}

/** A number without the leading zeros that keep readers from taking it for negative. */
function bare(number: Buffer): Buffer {
  return number.subarray(number.findIndex((octet) => octet !== 0));
}

function padded(number: Buffer, octets: number): Buffer {
  const digits = bare(number);
  return Buffer.concat([Buffer.alloc(Math.max(0, octets - digits.length)), digits]);
}

function sha256(octets: Buffer): Buffer {
  return createHash('sha256').update(octets).digest();
}
