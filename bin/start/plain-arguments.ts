import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigurationError, quoted } from '../../config/input/configuration-error.ts';
import { didYouMean } from '../../config/input/did-you-mean.ts';
import type { CommandLine } from '../../config/settings/arguments.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

/**
 * Refuses words that are no flags, for a command that takes only flags.
 *
 * @throws ConfigurationError
 */
export function refusePositionals(
  command: string,
  { positionals }: CommandLine,
  remedy = (_stray: string): string => `See ${commandLine(command, '--help')}`,
): void {
  const [stray] = positionals;
  if (stray !== undefined) throw refused(command, quoted(stray), 'flags only', remedy(stray));
}

/**
 * The operand of a command that takes one file, or another operand that may repeat.
 *
 * @param example - an example of the command line, after the name @throws ConfigurationError for no operand, and for
 * too many
 */
export function oneOperand(
  command: string,
  { positionals }: CommandLine,
  example: string,
  what = 'files',
): string {
  const [operand, ...more] = positionals;
  if (operand !== undefined && more.length === 0) return operand;
  throw refused(
    command,
    `${positionals.length} ${what}`,
    'one',
    `For example: ${commandLine(command, ...example.split(' '))}`,
  );
}

/**
 * The flags of a command of the repository, which reads no settings.
 *
 * @throws ConfigurationError for a command line that has others
 */
export function plainFlags<const T extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ options: T }>>['values'] {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    const why = error instanceof Error ? (error.message.split(/[.'] /)[0] ?? '') : '';
    throw refused('the command line', `something else (${why})`, 'flags that --help lists', 'See --help.');
  }
}

/**
 * A name that `--list` shows.
 *
 * @throws ConfigurationError for another word
 */
export function listedName(flag: string, names: readonly string[], name: string): string {
  if (names.includes(name)) return name;
  throw refused(flag, quoted(name), 'a name that --list shows', didYouMean(name, names, 'See --list.'));
}

/**
 * One of the words that a flag takes.
 *
 * @throws ConfigurationError for another word
 */
export function oneWord<T extends string>(flag: string, words: readonly T[], word: string, usual: T): T {
  const found = words.find((one) => one === word);
  if (found !== undefined) return found;
  const otherwise = `For example: ${flag} ${usual}`;
  throw refused(flag, quoted(word), `one of ${words.join(', ')}`, didYouMean(word, words, otherwise));
}

/** A mistake on the command line: its place, the found and the expected words, and the remedy. */
export function refused(
  setting: string,
  found: string,
  expected: string,
  remedy: string,
): ConfigurationError {
  return new ConfigurationError({ setting, found, expected, remedy });
}

/** Runs a command of the repository; prints a mistake on its command line, and then ends the process with code 2. */
export async function unlessRefused(name: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 2;
  }
}
