import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Report } from '../../clause/report.ts';
import { addStandardFormats } from '../../schemas/standard-formats.ts';
import { tooDeepAt } from '../input/nesting.ts';
import { UnreadableFile } from '../input/text-file.ts';
import { loadProfile } from '../profile/profile.ts';
import { fileNames, type Certificate } from './certificate.ts';
import certificateSchema from './certificate.schema.json' with { type: 'json' };
import type { PackageFiles } from './package-files.ts';

/** The files of a certificate as values. */
export interface ReadFiles {
  readonly certificate: Certificate;
  /** Its octets. */
  readonly text: Uint8Array;
  readonly report: Report;
  readonly profileText: string;
}

/** The files as values, or why they are none. */
export function readFiles({ octets, odd }: PackageFiles): ReadFiles | string {
  const [first] = odd;
  if (first !== undefined) return first;
  const certificate = jsonIn(octets, fileNames.certificate);
  const report = jsonIn(octets, fileNames.report);
  const text = octets.get(fileNames.certificate);
  if (certificate === undefined || text === undefined) return flawOf(octets, fileNames.certificate);
  if (report === undefined) return flawOf(octets, fileNames.report);
  const matches = schema();
  if (!matches(certificate)) {
    const [error] = matches.errors ?? [];
    return `${fileNames.certificate} is no certificate: ${error?.instancePath ?? ''} ${error?.message ?? ''}`;
  }
  try {
    const profileText = textOf(octets.get(fileNames.profile));
    loadProfile(profileText, fileNames.profile);
    return { certificate, text, report: report as Report, profileText };
  } catch {
    return octets.has(fileNames.profile)
      ? `${fileNames.profile} is no profile`
      : `${fileNames.profile} is missing`;
  }
}

function flawOf(octets: PackageFiles['octets'], name: string): string {
  return octets.has(name) ? `${name} is no JSON` : `${name} is missing`;
}

/** What a file holds; undefined for one that is missing, or no JSON. */
export function jsonIn(octets: PackageFiles['octets'], name: string): unknown {
  try {
    const text = textOf(octets.get(name));
    return tooDeepAt(text) !== undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function textOf(octets: Uint8Array | undefined): string {
  if (octets === undefined) throw new UnreadableFile('is missing');
  return new TextDecoder('utf-8', { fatal: true }).decode(octets);
}

let compiled: ValidateFunction<Certificate> | undefined;

function schema(): ValidateFunction<Certificate> {
  if (compiled !== undefined) return compiled;
  const ajv = new Ajv2020({ strict: false });
  addStandardFormats(ajv);
  compiled = ajv.compile<Certificate>(certificateSchema);
  return compiled;
}
