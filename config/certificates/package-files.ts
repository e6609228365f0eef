import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOctets } from '../input/text-file.ts';
import { digestOf, fileNames } from './certificate.ts';

const mostFiles = 32;

/** The files of a certificate, as they lie in its folder. */
export interface PackageFiles {
  /** Octets by name. */
  readonly octets: ReadonlyMap<string, Uint8Array>;
  /** What must not lie there: links, folders, devices, too many files. */
  readonly odd: readonly string[];
}

/**
 * Reads what lies in the folder of a certificate; nothing is followed and nothing unpacked.
 *
 * @throws UnreadableFile for one that is too large
 */
export function readPackage(folder: string): PackageFiles {
  const names = readdirSync(folder).toSorted();
  if (names.length > mostFiles) return { octets: new Map(), odd: [`more than ${mostFiles} files`] };
  const isFile = (name: string): boolean => lstatSync(join(folder, name)).isFile();
  return {
    octets: new Map(names.filter(isFile).map((name) => [name, readOctets(join(folder, name))])),
    odd: names.filter((name) => !isFile(name)).map((name) => `${name} is no file`),
  };
}

/** What stands beside the list: it is what holds the list, or vouches for that. */
const unlisted: readonly string[] = [fileNames.certificate, fileNames.signature, fileNames.bundle];

/** Digests of the files that a certificate lists, by name. */
export function digestsOf(octets: ReadonlyMap<string, Uint8Array>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...octets].filter(([name]) => !unlisted.includes(name)).map(([name, text]) => [name, digestOf(text)]),
  );
}
