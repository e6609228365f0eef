import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defined } from '../../clause/defined.ts';
import type { Report } from '../../clause/report.ts';
import { readTextFile } from '../input/text-file.ts';
import { allowedSignerLine } from './allowed-signers.ts';
import { asText, certificateOf, fileNames, type Certificate, type Signer } from './certificate.ts';
import { digestsOf } from './package-files.ts';
import { renderingsOf } from './renderings.ts';
import type { SelfCheck } from './self-check.ts';
import { namespace, readSshSignature } from './ssh-signature.ts';

/** What a certificate is written from. */
export interface CertifiedRun {
  readonly report: Report;
  /** The text of the report's file. */
  readonly reportText: string;
  readonly tape: Uint8Array;
  readonly profileText: string;
  readonly selfCheck: SelfCheck;
  readonly nonce: string | undefined;
  readonly sealed: boolean;
}

/** A certificate that was written, and why it is not signed where it is not. */
export interface Written {
  readonly certificate: Certificate;
  /** Where the tape lies that is not published. */
  readonly sealedTape?: string;
  readonly unsigned?: string;
  /** The line by which a reader allows this signer; absent where nobody has signed. */
  readonly allowedSigner?: string;
}

/** Writes the folder of a certificate: as a whole, or not at all. */
export function writeCertificate(
  run: CertifiedRun,
  { out, key, signer }: { readonly out: string; readonly key?: string; readonly signer?: Signer },
): Written {
  const unfinished = `${out}.unfinished`;
  mkdirSync(dirname(out), { recursive: true });
  const made = writeFiles(run, unfinished, signer);
  const file = join(unfinished, fileNames.certificate);
  const unsigned = key === undefined ? 'no --key was given' : sign(file, key);
  // Its page must not name who has not signed.
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
    ...defined({ unsigned, allowedSigner: signature && allowedSignerLine(signature, signer?.name) }),
  };
}

/** Writes all files but a signature into a new folder. */
function writeFiles(run: CertifiedRun, folder: string, signer: Signer | undefined): Certificate {
  const { report, reportText, tape, profileText, selfCheck, nonce, sealed } = run;
  const facts = { report, selfCheck, nonce, sealed, signer };
  const given = new Map<string, Uint8Array>([
    [fileNames.report, Buffer.from(reportText)],
    [fileNames.tape, tape],
    [fileNames.profile, Buffer.from(profileText)],
  ]);
  const rendered = renderingsOf(certificateOf({ ...facts, files: {} }), report);
  const files = new Map([
    ...given,
    ...[...rendered].map(([name, text]) => [name, Buffer.from(text)] as const),
  ]);
  const certificate = certificateOf({ ...facts, files: digestsOf(files) });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, octets] of files)
    if (!sealed || name !== fileNames.tape) writeFileSync(join(folder, name), octets);
  writeFileSync(join(folder, fileNames.certificate), asText(certificate));
  return certificate;
}

/** The command that signs, for whoever does so later. */
export function signing(file: string, key: string): readonly string[] {
  return ['ssh-keygen', '-Y', 'sign', '-f', key, '-n', namespace, file];
}

/** Signs with what the owner of the key has: an agent, a file, a device. Says why it could not. */
function sign(file: string, key: string): string | undefined {
  const [command = '', ...args] = signing(file, key);
  const { status, error, stderr } = spawnSync(command, args, { stdio: ['inherit', 'ignore', 'pipe'] });
  if (error !== undefined) return `ssh-keygen cannot be started (${error.message})`;
  return status === 0 ? undefined : `ssh-keygen ended with ${status}: ${stderr.toString().trim()}`;
}
