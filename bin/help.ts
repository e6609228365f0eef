import type { CommandFlag } from '../config/arguments.ts';
import { flag, settingTable, variable } from '../config/setting-table.ts';
import type { SettingInput } from '../config/setting-sources.ts';

/** A flag of a command, as its help shows it. */
export interface DescribedFlag extends CommandFlag {
  readonly about: string;
  /** What stands for the value. */
  readonly value?: string;
}

/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** What stands behind the name, for the help. */
  readonly operands?: string;
  readonly about: string;
  readonly flags: readonly DescribedFlag[];
  /** It reads no settings, so that its help lists none. */
  readonly settings?: false;
  /** What its exit codes mean, where that is not what a run's mean. */
  readonly exitCodes?: readonly string[];
  /** @throws ConfigurationError for arguments and settings that cannot be used */
  readonly run: (argv: readonly string[], input: SettingInput) => Promise<void>;
}

const exitCodes = [
  'Exit codes: 0 conformant; 1 not conformant; 2 settings or usage; 3 incomplete; 4 target unreachable, or an error of',
  'the suite itself.',
];

/** What `--help` prints when no command is named. */
export function generalHelp(commands: readonly Command[]): string {
  const [usual] = commands;
  return [
    'Usage: resource-conformance [command] [flags]',
    '',
    'Commands:',
    ...commands.map(
      ({ name, about }) => `  ${name.padEnd(14)} ${about}${name === usual?.name ? ' (default)' : ''}`,
    ),
    '',
    ...(usual === undefined ? [] : [flagLines(usual)]),
    ...exitCodes,
  ].join('\n');
}

/** What `<command> --help` prints. */
export function commandHelp(command: Command): string {
  return [
    `Usage: resource-conformance ${[command.name, command.operands, '[flags]'].filter(Boolean).join(' ')}`,
    '',
    command.about,
    '',
    flagLines(command),
    ...(command.exitCodes ?? exitCodes),
  ].join('\n');
}

function flagLines(command: Command): string {
  const own = command.flags.map(({ name, short, value, about }) => ({
    written: `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`,
    about,
  }));
  return [
    `Flags of ${command.name}:`,
    ...own.map(({ written, about }) => `  ${written.padEnd(34)} ${about}`),
    '',
    ...(command.settings === false ? [] : settingLines()),
  ].join('\n');
}

function settingLines(): readonly string[] {
  return [
    'Settings, each also as a variable (--max-rps is CONFORMANCE_MAX_RPS), in the environment or in .env:',
    ...settingTable.map((row) => `  --${flag(row.name).padEnd(32)} ${row.about} (default: ${row.fallback})`),
    '',
    `For example: ${variable('BASE_URL')}=https://api.example.com resource-conformance --project-key demo`,
    '',
  ];
}
