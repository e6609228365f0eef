import { writeSync } from 'node:fs';
import type { ConfigurationError } from '../input/configuration-error.ts';
import { visibleLines } from '../../reporters/visible.ts';
import { givenRedaction } from '../secrets/given-secrets.ts';
import type { SettingInput } from './sources.ts';

/** Reports the mistake in the settings, does nothing else, and ends the process with exit code 2. */
export function refuseSettings(error: ConfigurationError, input: SettingInput): never {
  writeSync(2, `resource-conformance: ${visibleLines(givenRedaction(input)(error.message))}\n`);
  process.exit(2);
}
