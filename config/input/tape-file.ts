import { readTape } from '../../tape/read-tape.ts';
import { UnreadableTape, type Tape } from '../../tape/tape.ts';
import { ConfigurationError, quoted } from './configuration-error.ts';
import { readOctets, UnreadableFile } from './text-file.ts';

/** Reads the tape of a run from its file, which messages call `named`. @throws ConfigurationError */
export async function readTapeFile(path: string, named: string): Promise<Tape> {
  try {
    return await readTape(readOctets(path));
  } catch (error) {
    if (error instanceof UnreadableTape) throw noTape(named, error.message);
    if (error instanceof UnreadableFile) throw noTape(named, `it ${error.message}`);
    throw error;
  }
}

/** The message about a file without a tape; `why` continues the sentence. */
export function noTape(named: string, why: string): ConfigurationError {
  return new ConfigurationError({
    setting: 'judge',
    found: `${quoted(named)}: ${why}`,
    expected: 'the tape of a run',
    remedy: 'A run with CONFORMANCE_TAPE=1 leaves a tape beside its report.',
  });
}
