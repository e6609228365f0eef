import { refuseSettings } from './refuse-settings.ts';
import { ConfigurationError } from './configuration-error.ts';
import { vitestOptions } from './vitest-options.ts';

const input = { env: process.env, cwd: process.cwd() };

function options(): ReturnType<typeof vitestOptions> {
  try {
    return vitestOptions(input);
  } catch (error) {
    if (error instanceof ConfigurationError) refuseSettings(error, input);
    throw error;
  }
}

export default options();
