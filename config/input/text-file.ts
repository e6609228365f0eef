import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { mostNesting, tooDeepAt } from './nesting.ts';

/** Octets of a file that somebody names, at most: what is larger was not written for this suite, or by it. */
const mostOctets = 64 * 1_024 * 1_024;

const oneRead = 1_024 * 1_024;

/** A file that cannot be taken as text; the message goes on from its name: `is a folder`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** How to mend it, as one sentence, where that is more than to name another file. */
  readonly remedy: string | undefined;

  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * The text of a UTF-8 file without its byte order mark. Other encodings are refused rather than misread, and what may
 * never end, or is larger than `mostOctets`, is not read.
 *
 * @throws UnreadableFile
 */
export function readTextFile(path: string): string {
  const octets = readOctets(path);
  if (octets.includes(0)) throw new UnreadableFile('is not UTF-8 text (it may be UTF-16 or binary)');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    throw new UnreadableFile('is not UTF-8 text');
  }
}

/**
 * The same of a file that holds JSON, for whoever parses it.
 *
 * @throws UnreadableFile also for lists and objects too deep in one another
 */
export function readJsonText(path: string): string {
  const text = readTextFile(path);
  if (tooDeepAt(text) === undefined) return text;
  throw new UnreadableFile(`nests lists and objects more than ${mostNesting} levels deep`);
}

/**
 * The octets of a file, within the same bounds.
 *
 * @throws UnreadableFile
 */
export function readOctets(path: string): Uint8Array {
  let file: number | undefined;
  try {
    // Before it is opened: some devices act on that, and whoever writes to a pipe would take it for heard.
    refuseUnbounded(statSync(path));
    // What has taken its place meanwhile is not waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    refuseUnbounded(fstatSync(file));
    return readBounded(file);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function refuseUnbounded(found: Stats): void {
  if (found.isDirectory()) throw new UnreadableFile('is a folder');
  if (!found.isFile())
    throw new UnreadableFile(
      `is ${found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device'}, which may never end`,
      'Write it to a file, and name that file; for tokens that must not be on a disk, use CONFORMANCE_TOKENS_COMMAND.',
    );
  if (found.size > mostOctets) throw tooLarge();
}

/** Some files do not say how large they are, and some grow. */
function readBounded(file: number): Uint8Array {
  const parts: Buffer[] = [];
  for (let octets = 0; octets <= mostOctets;) {
    const part = Buffer.allocUnsafe(oneRead);
    const read = readSync(file, part);
    if (read === 0) return Buffer.concat(parts);
    octets += read;
    parts.push(part.subarray(0, read));
  }
  throw tooLarge();
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile(`is larger than ${mostOctets / 1_024 / 1_024} MiB`);
}

/** Why a path cannot be used, in words that go on from it: `is missing`. */
export function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return reasons.get(String(code)) ?? `cannot be used (${String(code ?? error)})`;
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOENT: 'is missing',
    ENOTDIR: 'is below a file, not a folder',
    EISDIR: 'is a folder',
    ERR_FS_EISDIR: 'is a folder',
    EBUSY: 'is in use',
    EEXIST: 'is a file',
    EACCES: 'is not accessible to this user',
    EPERM: 'is not accessible to this user',
    EROFS: 'is on a read-only disk',
    ENOSPC: 'is on a full disk',
    EDQUOT: 'exceeds the quota of this user',
    ELOOP: 'is a link to itself',
    ENAMETOOLONG: 'has a name that is too long',
  }),
);
