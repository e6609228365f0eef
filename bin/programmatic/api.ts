/** The functions that the package offers to programs. */
export type { Report } from '../../clause/report.ts';
export { ConfigurationError } from '../../config/input/configuration-error.ts';
export { main } from '../main.ts';
export { run, type ProgrammaticOptions, type ProgrammaticResult } from './run.ts';
