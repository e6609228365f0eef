import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { readOctets } from '../input/text-file.ts';
import { digestOf, fileNames } from './certificate.ts';
import { mostFiles, mostOctetsOf, mostOfPackage, unknownFile } from './package/listed-files.ts';

/** The files in the folder of a certificate. */
export interface PackageFiles {
  /** Octets by name. */
  readonly octets: ReadonlyMap<string, Uint8Array>;
  /** Forbidden contents: other names, links, folders, devices, too many files or octets. */
  readonly odd: readonly string[];
}

/** Reads the files in the folder of a certificate; follows and unpacks nothing. @throws UnreadableFile */
export function readPackage(folder: string): PackageFiles {
  const names = namesIn(folder);
  const odd = names.length > mostFiles ? [`it has more than ${mostFiles} files`] : oddIn(folder, names);
  if (odd.length > 0) return { octets: new Map(), odd };
  const octets = names.map((name) => [name, readOctets(join(folder, name), mostOctetsOf(name))] as const);
  return { octets: new Map(octets), odd };
}

/** Stops one name above the permitted number: a folder may have millions of names. */
function namesIn(folder: string): readonly string[] {
  const names: string[] = [];
  const opened = opendirSync(folder);
  try {
    for (let one = opened.readSync(); one !== null && names.length <= mostFiles; one = opened.readSync())
      names.push(one.name);
  } finally {
    opened.closeSync();
  }
  return names.toSorted();
}

/** Flaws of the folder that show before any file is opened. */
function oddIn(folder: string, names: readonly string[]): readonly string[] {
  let together = 0;
  const odd = names.flatMap((name) => {
    const most = mostOctetsOf(name);
    if (most === undefined) return [unknownFile(name)];
    const found = lstatSync(join(folder, name));
    if (!found.isFile()) return [`${name} is no file`];
    together += found.size;
    return found.size > most ? [`${name} is larger than ${most / 1_024} KiB`] : [];
  });
  const isTooMuch = together > mostOfPackage;
  return isTooMuch
    ? [...odd, `its files are larger than ${mostOfPackage / 1_024 / 1_024} MiB together`]
    : odd;
}

/** Files that the list does not contain: the list itself, and the files that vouch for it. */
const unlisted: readonly string[] = [fileNames.certificate, fileNames.signature, fileNames.bundle];

/** Digests of the files that a certificate lists, by name. */
export function digestsOf(octets: ReadonlyMap<string, Uint8Array>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...octets].filter(([name]) => !unlisted.includes(name)).map(([name, text]) => [name, digestOf(text)]),
  );
}
