import { constants, createGunzip } from 'node:zlib';
import { UnreadableTape } from './tape.ts';

const oneRead = 64 * 1024;

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
  try {
    for await (const part of gunzip) yield part as Buffer;
  } catch (error) {
    throw error instanceof UnreadableTape ? error : new UnreadableTape(reasonOf(error));
  }
  if (isWhole && gunzip.bytesWritten < octets.length)
    throw new UnreadableTape('something stands behind the end of its gzip');
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/incorrect (?:data|length) check/.test(message)) return 'the checksum of its gzip is wrong';
  return message === 'unexpected end of file' ? 'its gzip is cut off' : 'it is not gzip';
}
