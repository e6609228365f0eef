import { ConfigurationError, quoted, refusal } from '../config/input/configuration-error.ts';
import { withoutSecretLooks } from '../config/input/secret-looks.ts';
import { didYouMean } from '../config/input/did-you-mean.ts';
import { judgeIdentity, suiteVersion } from '../config/packaging/package-folder.ts';
import { givenRedaction } from '../config/secrets/given-secrets.ts';
import { printVisibly } from '../config/vitest/thrown-visibly.ts';
import { visibleLines } from '../reporters/visible.ts';
import { cleanCommand } from './leftovers/clean-command.ts';
import { explainCommand } from './explain-command.ts';
import { commandHelp, generalHelp, perform, type Command } from './help.ts';
import { initCommand } from './init-command.ts';
import { mockCommand } from './mock/mock-command.ts';
import { planCommand } from './plan-command.ts';
import { compareCommand } from './reports/compare-command.ts';
import { traceCommand } from './reports/trace-command.ts';
import { reportCommand } from './reports/report-command.ts';
import { certifyCommand } from './certificates/certify-command.ts';
import { verifyCommand } from './certificates/verify-command.ts';
import { judgeCommand } from './tapes/judge-command.ts';
import { replayCommand } from './replay-command.ts';
import { runCommand } from './run-command.ts';
import { withWordsOfVariable } from './start/words-of-variable.ts';
import { verifyHistoryCommand } from './verify-history-command.ts';

/** The commands by name; the first is the default. */
export const commands: readonly Command[] = [
  runCommand,
  planCommand,
  initCommand,
  explainCommand,
  replayCommand,
  reportCommand,
  compareCommand,
  traceCommand,
  verifyHistoryCommand,
  judgeCommand,
  certifyCommand,
  verifyCommand,
  cleanCommand,
  mockCommand,
];

/**
 * The command line of `resource-conformance`. Sets the process' exit code: 0 conformant, 1 not, 2 settings or usage, 3
 * incomplete, 4 unreachable or an error of the suite's own.
 */
export async function main(argv: readonly string[]): Promise<void> {
  printVisibly();
  const input = { env: process.env, cwd: process.cwd() };
  try {
    const { command, rest } = commandOf(withWordsOfVariable(argv, input.env));
    const asks = (flags: readonly string[]) =>
      rest.slice(0, endOfFlags(rest)).some((word) => flags.includes(word));
    if (asks(['--version']))
      return void process.stdout.write(`${suiteVersion().version}\njudge ${judgeIdentity()}\n`);
    if (asks(['--help', '-h']))
      return void process.stdout.write(
        `${command === undefined ? generalHelp(commands) : commandHelp(command)}\n`,
      );
    await perform(command ?? runCommand, rest, input);
  } catch (error) {
    // Only errors before the run are thrown here: errors of the run end in its report.
    const text =
      error instanceof ConfigurationError
        ? error.message
        : withoutSecretLooks(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.stderr.write(`resource-conformance: ${visibleLines(givenRedaction(input)(text))}\n`);
    process.exitCode = 2;
  }
}

function commandOf(argv: readonly string[]): { command: Command | undefined; rest: readonly string[] } {
  const [first, ...rest] = argv;
  if (first === undefined || first.startsWith('-')) return { command: undefined, rest: argv };
  if (first === 'help') return { command: commands.find(({ name }) => name === rest[0]), rest: ['--help'] };
  const command = commands.find(({ name }) => name === first);
  if (command !== undefined) return { command, rest };
  const names = commands.map(({ name }) => name);
  const expected = `one of ${names.join(', ')}`;
  throw refusal(quoted(first), 'an unknown command', expected, didYouMean(first, names, 'See --help.'));
}

function endOfFlags(argv: readonly string[]): number {
  const at = argv.indexOf('--');
  return at < 0 ? argv.length : at;
}
