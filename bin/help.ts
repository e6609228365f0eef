import { defined } from '../clause/defined.ts';
import {
  parseArguments,
  refuseAsValue,
  type CommandFlag,
  type CommandLine,
} from '../config/settings/arguments.ts';
import { flag, settingTable, variable } from '../config/settings/table.ts';
import type { SettingInput } from '../config/settings/sources.ts';
import { labelled, wrap } from '../reporters/text-layout.ts';
import { refusePositionals } from './start/plain-arguments.ts';
import { argumentsFlag } from './start/words-of-variable.ts';
import { commandLine } from '../reporters/commands/command-line.ts';

interface DescribedFlag extends CommandFlag {
  readonly written: string;
  readonly about: string;
}

/** The flags of a command as its help writes them, `-t, --name <value>`, with `…` if the flag may repeat. */
export function flagsOf(described: Readonly<Record<string, string>>): readonly DescribedFlag[] {
  const all = { '-h, --help': 'Print this help and exit', ...described };
  return Object.entries(all).map(([written, about]) => {
    const [, short, name = '', value, repeated] =
      /^(?:-(\w), )?--([\w-]+)(?: <(.+)>(…)?)?$/.exec(written) ?? [];
    // A repeated flag adds an alternative to a pattern, or a value to a list.
    const repeats = repeated === undefined ? undefined : value === 'pattern' ? '|' : ',';
    return { name, takesValue: value !== undefined, written, about, ...defined({ short, repeats }) };
  });
}

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** The operands of the command, for the help; absent if it takes only flags. */
  readonly operands?: string;
  /** The advice for a user who gives an operand to a command without operands. */
  readonly instead?: (stray: string) => string;
  readonly about: string;
  readonly flags: readonly DescribedFlag[];
  /** `false` if the command reads no settings: its help then lists none. */
  readonly settings?: false;
  /** The meaning of its exit codes, if they differ from the exit codes of a run. */
  readonly exitCodes?: string;
  /** @throws ConfigurationError for arguments and settings that cannot be used */
  readonly run: (line: CommandLine, input: SettingInput) => Promise<void>;
}

/** Runs a command with the words after its name. @throws ConfigurationError */
export async function perform(command: Command, argv: readonly string[], given: SettingInput): Promise<void> {
  const line = parseArguments(argv, command.flags);
  if (command.operands === undefined) {
    refuseAsValue(line.positionals[0], argv, command.flags);
    refusePositionals(command.name, line, command.instead);
  }
  await command.run(line, { ...given, flags: line.flags });
}

const columns = 80;
const exitCodes =
  'Exit codes: 0 conformant; 1 not conformant; 2 settings or usage; 3 incomplete; 4 target unreachable, or a suite error.';

export function generalHelp(commands: readonly Command[]): string {
  const [usual] = commands;
  return [
    'Usage: resource-conformance [command] [flags]',
    '',
    'Commands:',
    ...commands.flatMap(({ name, about }) =>
      labelled(name, name === usual?.name ? `${about} (default)` : about, { columns, indent: 2, label: 15 }),
    ),
    '',
    ...(usual === undefined ? [] : flagLines(usual)),
    ...wrap(
      `${argumentsFlag} <name>, with any command: the suite reads the value of that variable as arguments; white space separates them, and quotes mean what they mean in a shell.`,
      columns,
    ),
    '',
    ...wrap(exitCodes, columns),
  ].join('\n');
}

export function commandHelp(command: Command): string {
  return [
    `Usage: resource-conformance ${[command.name, command.operands, '[flags]'].filter(Boolean).join(' ')}`,
    '',
    ...wrap(command.about, columns),
    '',
    ...flagLines(command),
    ...wrap(command.exitCodes ?? exitCodes, columns),
  ].join('\n');
}

function flagLines(command: Command): readonly string[] {
  return [
    `Flags of ${command.name}:`,
    ...command.flags.flatMap(({ written, about }) => described(written, about)),
    '',
    ...(command.settings === false ? [] : settingLines()),
  ];
}

function settingLines(): readonly string[] {
  return [
    ...wrap(
      'Settings, each also as a variable (--max-rps is CONFORMANCE_MAX_RPS), in the environment or in .env:',
      columns,
    ),
    ...settingTable.flatMap((row) =>
      described(`--${flag(row.name)}`, `${row.about} (default: ${row.fallback})`),
    ),
    '',
    `For example: ${variable('PROJECT_KEY')}=demo ${commandLine('--max-rps', '5')}`,
    '',
  ];
}

/** A flag with its effect beside it, or below it if the flag is too long. */
function described(written: string, about: string): readonly string[] {
  const layout = { columns, indent: 2, label: 32 } as const;
  if (written.length < layout.label) return labelled(written, about, layout);
  return [`  ${written}`, ...labelled('', about, layout)];
}
