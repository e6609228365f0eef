import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { breachOfJson } from '../../wire/json/json-flaw.ts';
import { joined } from '../../tape/taped-lines.ts';
import { mostNesting } from './json-file.ts';

/** The most octets of a file that a user names: this suite writes no larger file, and needs none. */
const mostOctets = 64 * 1_024 * 1_024;

const oneRead = 1_024 * 1_024;

/** How long and how deep JSON from a run may be: each value costs time and memory. */
const mostJson = { levels: mostNesting, values: 500_000 };

/** A file that cannot be read as text; the message continues after its name: `is a folder`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** The remedy, as one sentence, if it is more than naming another file. */
  readonly remedy: string | undefined;

  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * The text of a UTF-8 file without its byte order mark; a file of another encoding is refused.
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

/** The same for JSON, which may be neither too deep nor too long for a parser. @throws UnreadableFile */
export function readJsonText(path: string): string {
  const text = readTextFile(path);
  const breach = breachOfJson(text, mostJson);
  if (breach === undefined) return text;
  throw new UnreadableFile(breach.text);
}

/** The octets of a file that has at most `most`. @throws UnreadableFile */
export function readOctets(path: string, most = mostOctets): Uint8Array {
  let file: number | undefined;
  try {
    // The kind is checked before the file is opened: some devices react to it, and the writer of a pipe would think
    // that somebody reads.
    refuseUnbounded(statSync(path), most);
    // Opens without blocking, since another file may have taken its place meanwhile.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = fstatSync(file);
    refuseUnbounded(found, most);
    return readBounded(file, most, found.size);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function refuseUnbounded(found: Stats, most: number): void {
  if (found.isDirectory()) throw new UnreadableFile('is a folder');
  if (!found.isFile())
    throw new UnreadableFile(
      `is ${found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device'}, which may never end`,
      'Write it to a file, and name that file; for tokens that must not be on a disk, use CONFORMANCE_TOKENS_COMMAND.',
    );
  if (found.size > most) throw tooLarge(most);
}

/** Some files state no size, and some grow. */
function readBounded(file: number, most: number, said: number): Uint8Array {
  const parts: Buffer[] = [];
  let room = Buffer.allocUnsafeSlow(said + 1);
  for (let octets = 0, used = 0; octets <= most;) {
    const read = readSync(file, room, used, room.length - used, null);
    if (read === 0) return joined([...parts, room.subarray(0, used)]);
    octets += read;
    used += read;
    if (used < room.length) continue;
    parts.push(room);
    [room, used] = [Buffer.allocUnsafeSlow(oneRead), 0];
  }
  throw tooLarge(most);
}

function tooLarge(most: number): UnreadableFile {
  return new UnreadableFile(`is larger than ${most / 1_024 / 1_024} MiB`);
}

/** Why a path cannot be used, in words that follow the path: `is missing`. */
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
