import { readFileSync } from 'node:fs';

/** A file that cannot be taken as text; the message goes on from its name: `is a folder`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * The text of a UTF-8 file without its byte order mark. Other encodings are refused rather than misread.
 *
 * @throws UnreadableFile
 */
export function readTextFile(path: string): string {
  let octets: Uint8Array;
  try {
    octets = readFileSync(path);
  } catch (error) {
    throw new UnreadableFile(reasonOf(error));
  }
  if (octets.includes(0)) throw new UnreadableFile('is no UTF-8 text (it may be UTF-16 or binary)');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    throw new UnreadableFile('is no UTF-8 text');
  }
}

/** Why a path cannot be used, in words that go on from it: `is missing`. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return reasons[String(code)] ?? `cannot be used (${String(code ?? error)})`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is missing',
  ENOTDIR: 'lies below a file',
  EISDIR: 'is a folder',
  ERR_FS_EISDIR: 'is a folder',
  EBUSY: 'is in use',
  EEXIST: 'is a file',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is beyond the quota of this user',
  ELOOP: 'is a link to itself',
  ENAMETOOLONG: 'has too long a name',
};
