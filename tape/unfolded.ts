import { constants, createGunzip } from 'node:zlib';
import { UnreadableTape } from './tape.ts';

const oneRead = 64 * 1024;
const behind = 'octets follow the end of its gzip';
/** Gzip is hardly longer than its content, unless that is nearly empty. */
const smallest = 1_024;

/**
 * Unfolds gzip, one part after another, each part of the file with its checksum.
 *
 * @param isWhole - nothing is missing at its end, and nothing comes behind it; a run that was killed leaves a last part that
 *   is cut off
 * @throws UnreadableTape
 */
export async function* unfolded(octets: Uint8Array, isWhole: boolean): AsyncGenerator<Buffer> {
  const finishFlush = isWhole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  const gunzip = createGunzip({ chunkSize: oneRead, finishFlush });
  gunzip.end(octets);
  let held = 0;
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) {
      held += part.length;
      yield part;
    }
  } catch (error) {
    throw error instanceof UnreadableTape ? error : new UnreadableTape(reasonOf(error, octets));
  }
  if (isWhole && gunzip.bytesWritten < octets.length) throw new UnreadableTape(behind);
  if (isWhole && octets.length > 2 * held + smallest)
    throw new UnreadableTape('its gzip has parts that hold nothing');
}

function reasonOf(error: unknown, [first, second]: Uint8Array): string {
  const message = error instanceof Error ? error.message : '';
  if (/incorrect (?:data|length) check/.test(message)) return 'the checksum of its gzip is wrong';
  if (message === 'unexpected end of file') return 'its gzip is cut off';
  // A file that begins as gzip has its head; another head is wrong.
  const isLater = first === 0x1f && second === 0x8b && message === 'incorrect header check';
  return isLater ? behind : 'it is not gzip';
}
