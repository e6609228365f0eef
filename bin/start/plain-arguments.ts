import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigurationError, quoted, refusal } from '../../config/input/configuration-error.ts';
import { didYouMean } from '../../config/input/did-you-mean.ts';
import type { CommandLine } from '../../config/settings/arguments.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';
import { reasonOf } from '../../config/input/text-file.ts';

/** Refuses words that are no flags, for a command that takes only flags. @throws ConfigurationError */
export function refusePositionals(
  command: string,
  { positionals }: CommandLine,
  remedy = (_stray: string): string => `See ${commandLine(command, '--help')}`,
): void {
  const [stray] = positionals;
  if (stray !== undefined) throw refusal(command, quoted(stray), 'flags only', remedy(stray));
}

/** The operand of a command that takes exactly one; `example` follows its name. @throws ConfigurationError */
export function oneOperand(
  command: string,
  { positionals }: CommandLine,
  example: string,
  what = 'files',
): string {
  const [operand, ...more] = positionals;
  if (operand !== undefined && more.length === 0) return operand;
  throw refusal(
    command,
    `${positionals.length} ${what}`,
    'one',
    `For example: ${commandLine(command, ...example.split(' '))}`,
  );
}

/** The flags of a command of the repository, which reads no settings. @throws ConfigurationError */
export function plainFlags<const T extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ options: T }>>['values'] {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    const why = error instanceof Error ? (error.message.split(/[.'] /)[0] ?? '') : '';
    throw refusal('the command line', `something else (${why})`, 'flags that --help lists', 'See --help.');
  }
}

/** The word, if the flag takes it. @throws ConfigurationError for another word */
export function oneWord<T extends string>(flag: string, words: readonly T[], word: string, usual: T): T {
  const found = words.find((one) => one === word);
  if (found !== undefined) return found;
  const otherwise = `For example: ${flag} ${usual}`;
  throw refusal(flag, quoted(word), `one of ${words.join(', ')}`, didYouMean(word, words, otherwise));
}

/** Runs a command of the repository; for a mistake on its command line prints it and ends the process with code 2. */
export async function unlessRefused(name: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 2;
  }
}

/** Reads a file that the user has named. @throws ConfigurationError if it cannot be read */
export function readable<T>(
  setting: string,
  named: string,
  read: () => T,
  expected = 'a file or a folder that can be read',
): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw refusal(setting, `${quoted(named)}, which ${reasonOf(error)}`, expected, 'Name another one.');
  }
}
