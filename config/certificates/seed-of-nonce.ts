import { createHash } from 'node:crypto';

/** What a nonce is given for: it may be used for nothing else. */
export interface Challenged {
  readonly nonce: string;
  /** Digest of the contract. */
  readonly contract: string;
  /** Version of the suite. */
  readonly suite: string;
  readonly vendor: string;
  readonly name: string;
  readonly version: string;
}

/** The seed that a vendor could not choose: it follows from a nonce that somebody else has drawn. */
export function seedOfNonce({ nonce, contract, suite, vendor, name, version }: Challenged): number {
  const parts = ['resource-conformance/seed/1', nonce, contract, suite, vendor, name, version];
  const digest = createHash('sha256')
    .update(parts.map((part) => `${part}\0`).join(''))
    .digest();
  return digest.readInt32BE();
}
