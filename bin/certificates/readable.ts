import { ConfigurationError, quoted } from '../../config/input/configuration-error.ts';
import { reasonOf } from '../../config/input/text-file.ts';

/**
 * Reads a file that the user has named.
 *
 * @param setting - the setting that names the file @throws ConfigurationError if the file cannot be read
 */
export function readable<T>(setting: string, named: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError({
      setting,
      found: `${quoted(named)}, which ${reasonOf(error)}`,
      expected: 'a file or a folder that can be read',
      remedy: 'Name another one.',
    });
  }
}
