import { spawnSync } from 'node:child_process';
import type { Signer } from './certificate.ts';

/**
 * The key in a file of `ssh-keygen`, public or private; nobody is asked for a passphrase.
 *
 * @returns undefined if ssh-keygen cannot read it
 */
export function signerOfKey(file: string): Signer | undefined {
  const { status, stdout } = spawnSync('ssh-keygen', ['-l', '-f', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // `256 SHA256:… comment (ED25519)`; the comment may have blanks in it, and in its place may be `no comment`.
  const [, key, comment = ''] = /^\d+ (SHA256:[\w+/]{43}) (.*) \([^)]*\)\n?$/.exec(stdout ?? '') ?? [];
  if (status !== 0 || key === undefined) return undefined;
  return { name: comment === 'no comment' ? '' : comment, key };
}
