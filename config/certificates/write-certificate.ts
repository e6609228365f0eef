import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, rmdirSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Report } from '../../clause/report.ts';
import { asText, certificateOf, fileNames, type Certificate } from './certificate.ts';
import { digestsOf } from './package-files.ts';
import { renderingsOf } from './renderings.ts';
import type { SelfCheck } from './self-check.ts';
import { namespace } from './ssh-signature.ts';

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
}

/** Writes the folder of a certificate: as a whole, or not at all. */
export function writeCertificate(
  run: CertifiedRun,
  { out, key }: { readonly out: string; readonly key: string | undefined },
): Written {
  const { report, reportText, tape, profileText, selfCheck, nonce, sealed } = run;
  const facts = { report, selfCheck, nonce, sealed };
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
  const unfinished = `${out}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(out), { recursive: true });
  mkdirSync(unfinished);
  for (const [name, octets] of files)
    if (!sealed || name !== fileNames.tape) writeFileSync(join(unfinished, name), octets);
  writeFileSync(join(unfinished, fileNames.certificate), asText(certificate));
  const unsigned =
    key === undefined ? 'no --key was given' : sign(join(unfinished, fileNames.certificate), key);
  if (existsSync(out)) rmdirSync(out);
  renameSync(unfinished, out);
  const sealedTape = `${out}.${fileNames.tape}`;
  if (sealed) writeFileSync(sealedTape, tape, { mode: 0o600 });
  return {
    certificate,
    ...(sealed ? { sealedTape } : {}),
    ...(unsigned === undefined ? {} : { unsigned }),
  };
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
