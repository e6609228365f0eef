import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defined } from '../../clause/defined.ts';
import { readTextFile } from '../input/text-file.ts';
import { allowedSignerLine } from './allowed-signers.ts';
import { fileNames, type Certificate, type Certified, type Signer } from './certificate.ts';
import { packageOf, type PackageSource } from './derived-package.ts';
import { namespace, readSshSignature } from './ssh-signature.ts';

/** The input of a certificate. */
export interface CertifiedRun extends PackageSource, Pick<Certified, 'report' | 'selfCheck' | 'sealed'> {}

/** Writes the folder of a certificate: as a whole, or not at all. */
export function writeCertificate(
  run: CertifiedRun,
  { out, key, signer }: { readonly out: string; readonly key?: string; readonly signer?: Signer },
) {
  const unfinished = `${out}.unfinished`;
  mkdirSync(dirname(out), { recursive: true });
  const made = writeFiles(run, unfinished, signer);
  const file = join(unfinished, fileNames.certificate);
  const unsigned = key === undefined ? 'no --key was given' : sign(file, key);
  // The page must not name a signer who has not signed.
  const certificate =
    unsigned === undefined || signer === undefined ? made : writeFiles(run, unfinished, undefined);
  if (existsSync(out)) rmdirSync(out);
  renameSync(unfinished, out);
  const sealedTape = `${out}.${fileNames.tape}`;
  if (run.sealed) writeFileSync(sealedTape, run.tape, { mode: 0o600 });
  const signature =
    unsigned === undefined ? readSshSignature(readTextFile(join(out, fileNames.signature))) : undefined;
  return {
    certificate,
    ...(run.sealed ? { sealedTape } : {}),
    ...defined({
      unsigned,
      allowedSigner: signature && allowedSignerLine(signature, certificate.implementation['vendor']),
    }),
  };
}

function writeFiles(run: CertifiedRun, folder: string, signer: Signer | undefined): Certificate {
  const { certificate, files } = packageOf(run, { ...run, signer });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, octets] of files) writeFileSync(join(folder, name), octets);
  return certificate;
}

/** The command that signs the certificate later. */
export function signing(file: string, key: string): readonly string[] {
  return ['ssh-keygen', '-Y', 'sign', '-f', key, '-n', namespace, file];
}

/** Signs with the key owner's means: an agent, a file, a device. Returns the reason if that fails. */
function sign(file: string, key: string): string | undefined {
  const [command = '', ...args] = signing(file, key);
  const { status, error, stderr } = spawnSync(command, args, { stdio: ['inherit', 'ignore', 'pipe'] });
  if (error !== undefined) return `ssh-keygen cannot be started (${error.message})`;
  return status === 0 ? undefined : `ssh-keygen ended with ${status}: ${stderr.toString().trim()}`;
}

/** The key in a file of `ssh-keygen`, without asking for a passphrase; undefined if it cannot be read. */
export function signerOfKey(file: string): Signer | undefined {
  const { status, stdout } = spawnSync('ssh-keygen', ['-l', '-f', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Reads `256 SHA256:… comment (ED25519)`; a comment may contain blanks, and `no comment` means none.
  const [, key, comment = ''] = /^\d+ (SHA256:[\w+/]{43}) (.*) \([^)]*\)\n?$/.exec(stdout ?? '') ?? [];
  if (status !== 0 || key === undefined) return undefined;
  return { name: comment === 'no comment' ? '' : comment, key };
}
