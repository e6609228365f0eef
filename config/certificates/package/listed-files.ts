import { fileNames } from '../certificate.ts';

interface ListedFile {
  readonly mostOctets: number;
  /** Whether a certificate must have the file; a sealed certificate needs no tape. */
  readonly need: 'always' | 'unless sealed' | 'never';
}

const [KiB, MiB] = [1_024, 1_024 * 1_024];

export const mostOfPackage = 80 * MiB;

/** The format of 0.2.0: its certificates have no front page. */
const first: Readonly<Record<string, ListedFile>> = {
  [fileNames.certificate]: { mostOctets: 256 * KiB, need: 'always' },
  [fileNames.report]: { mostOctets: 16 * MiB, need: 'always' },
  [fileNames.tape]: { mostOctets: 64 * MiB, need: 'unless sealed' },
  [fileNames.profile]: { mostOctets: MiB, need: 'always' },
  'README.md': { mostOctets: 2 * MiB, need: 'always' },
  'page.html': { mostOctets: 16 * MiB, need: 'always' },
  'badge.json': { mostOctets: 16 * KiB, need: 'always' },
  '.gitattributes': { mostOctets: KiB, need: 'always' },
  'index.html': { mostOctets: 2 * MiB, need: 'never' },
  [fileNames.signature]: { mostOctets: 64 * KiB, need: 'never' },
  [fileNames.bundle]: { mostOctets: MiB, need: 'never' },
};

/** The files that a certificate may have and must have, by the number of its format. */
const lists: ReadonlyMap<number, Readonly<Record<string, ListedFile>>> = new Map([
  [1, first],
  [2, { ...first, 'index.html': { mostOctets: 2 * MiB, need: 'always' as const } }],
]);

/** The names of all formats with their most octets: the format is known only once the certificate is read. */
const anyFormat = new Map([...lists.values()].flatMap((list) => Object.entries(list)));

/** The most files of a folder: one file of each name. */
export const mostFiles = anyFormat.size;

/** Octets that a file of that name may have; undefined if no certificate has such a file. */
export function mostOctetsOf(name: string): number | undefined {
  return anyFormat.get(name)?.mostOctets;
}

/** The reason why these are not the files of a certificate of that format; undefined if they are. */
export function flawOfList(
  names: ReadonlySet<string>,
  { certificate: format, sealed = false }: { readonly certificate: number; readonly sealed?: boolean },
): string | undefined {
  const list = lists.get(format) ?? {};
  const further = [...names].find((name) => !Object.hasOwn(list, name));
  if (further !== undefined) return unknownFile(further);
  const missing = Object.entries(list).find(
    ([name, { need }]) => !names.has(name) && (need === 'always' || (need === 'unless sealed' && !sealed)),
  );
  if (missing !== undefined) return `${missing[0]} is missing`;
  return sealed && names.has(fileNames.tape)
    ? `${fileNames.tape} is there, but the certificate is sealed`
    : undefined;
}

export function unknownFile(name: string): string {
  return `${name} is no file of a certificate: readers would think that it was verified`;
}
