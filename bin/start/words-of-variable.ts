import { ConfigurationError } from '../../config/input/configuration-error.ts';
import { didYouMean } from '../../config/input/did-you-mean.ts';
import { quotedWords } from '../../config/settings/quoted-words.ts';

export const argumentsFlag = '--arguments-from-env';

/**
 * A command line in which the words of a variable replace `--arguments-from-env NAME`: a build service passes all
 * arguments in one text, which no shell divides. No word after `--` is a flag.
 *
 * @throws ConfigurationError also for quotes that do not match: the lost part might have been a limit
 */
export function withWordsOfVariable(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const at = argv.findIndex((word) => word === '--' || word === argumentsFlag || word.startsWith(attached));
  const word = argv[at];
  if (word === undefined || word === '--') return argv;
  const isAttached = word.startsWith(attached);
  const name = isAttached ? word.slice(attached.length) : (argv[at + 1] ?? '');
  return [...argv.slice(0, at), ...wordsOf(name, env), ...argv.slice(at + (isAttached ? 1 : 2))];
}

const attached = `${argumentsFlag}=`;

function wordsOf(name: string, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const text = env[name];
  if (name === '' || text === undefined)
    throw new ConfigurationError({
      setting: argumentsFlag,
      found: name === '' ? 'no name' : 'a name that no variable of the environment has',
      expected: 'the name of a variable, which may be empty',
      remedy: didYouMean(name, Object.keys(env), `For example: ${argumentsFlag} ARGUMENTS`),
    });
  const words = quotedWords(text);
  if ('reason' in words)
    throw new ConfigurationError({
      setting: name,
      found: `${words.reason}, in line ${words.line}`,
      expected: 'arguments that white space separates, with quotes in pairs',
      remedy: `Put an argument in quotes as a whole: -t '4.5/ 4.6/', --report-dir "it's here".`,
    });
  return words;
}
