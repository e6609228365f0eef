import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Report } from '../../clause/report.ts';
import { unlike } from '../input/file-schemas.ts';
import { loadProfile } from '../profile/profile.ts';
import { fileNames, type Certificate } from './certificate.ts';
import type { PackageFiles } from './package-files.ts';
import { flawOfList } from './package/listed-files.ts';
import { strictJson } from './package/strict-json.ts';

/** The files of a certificate as values. */
export type ReadFiles = ReturnType<typeof valuesOf>;

/** A refused file; the message begins with its name. */
class Refused extends Error {}

/** The files as values, or why they are invalid. A report of another version of `judge` may have unknown members. */
export function readFiles(files: PackageFiles, judge: string): ReadFiles | string {
  const [first] = files.odd;
  if (first !== undefined) return first;
  try {
    return valuesOf(files.octets, judge);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

function valuesOf(octets: PackageFiles['octets'], judge: string) {
  const { certificate: name, report: reportName, profile: profileName } = fileNames;
  const certificate = valueOf(octets, name) as Certificate;
  hold(name, 'no certificate', unlike('certificate', certificate));
  const unlisted = flawOfList(new Set(octets.keys()), certificate);
  if (unlisted !== undefined) throw new Refused(unlisted);
  const isOwn = certificate.suite.judge === judge;
  const report = valueOf(octets, reportName) as Report;
  hold(reportName, 'no report', unlike(isOwn ? 'report' : 'report of another release', report));
  hold('badge.json', 'no badge', unlike('badge', valueOf(octets, 'badge.json')));
  valueOf(octets, profileName);
  const profileText = profileIn(octets, profileName);
  return { certificate, text: octetsOf(octets, name), report, profileText };
}

function profileIn(octets: PackageFiles['octets'], name: string): string {
  const text = Buffer.from(octetsOf(octets, name)).toString();
  try {
    loadProfile(text, name);
    return text;
  } catch {
    throw new Refused(`${name} is no profile`);
  }
}

function hold(name: string, what: string, flaw: ErrorObject | undefined): void {
  if (flaw === undefined) return;
  throw new Refused(`${name} is ${what}: ${`${flaw.instancePath} ${flaw.message ?? ''}`.trim()}`);
}

function octetsOf(octets: PackageFiles['octets'], name: string): Uint8Array {
  const found = octets.get(name);
  if (found === undefined) throw new Refused(`${name} is missing`);
  return found;
}

function valueOf(octets: PackageFiles['octets'], name: string): unknown {
  const read = strictJson(octetsOf(octets, name));
  if ('flaw' in read) throw new Refused(`${name} ${read.flaw}`);
  return read.value;
}

/** The content of a file; undefined for a missing file, and for JSON that readers may read in several ways. */
export function jsonIn(octets: PackageFiles['octets'], name: string): unknown {
  const found = octets.get(name);
  const read = found === undefined ? undefined : strictJson(found);
  return read === undefined || 'flaw' in read ? undefined : read.value;
}
