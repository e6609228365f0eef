import { quoted, refusal } from '../input/configuration-error.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { flag, settingTable } from './table.ts';

/** A flag of a command that is not a setting. */
export interface CommandFlag {
  /** Kebab-case, without dashes. */
  readonly name: string;
  readonly takesValue: boolean;
  /** Present if the flag may repeat: the text that separates its values. */
  readonly repeats?: string;
  readonly short?: string;
}

export interface CommandLine {
  /** Settings by kebab-case name, as `loadSettings` takes them. */
  readonly flags: Readonly<Record<string, string>>;
  /** The command's own flags; `1` for a flag without a value. */
  readonly own: Readonly<Record<string, string>>;
  /** The words that are no flags, in order; everything after `--`. */
  readonly positionals: readonly string[];
}

/** Parses a command line: `--max-rps 5`, `--max-rps=5`, `--read-only`. @throws ConfigurationError */
export function parseArguments(
  argv: readonly string[],
  commandFlags: readonly CommandFlag[] = [],
): CommandLine {
  const rest = [...argv];
  const flags: Record<string, string> = {};
  const own: Record<string, string> = {};
  const positionals: string[] = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') return { flags, own, positionals: [...positionals, ...rest] };
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const [written, attached] = equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
    const known = findFlag(written, commandFlags);
    const into = known.isSetting ? flags : own;
    const before = into[known.name];
    if (before !== undefined && known.repeats === undefined)
      throw refusal(written, 'the flag twice', 'it once', 'Keep one of the two.');
    const value =
      attached === undefined ? takeValue(known, written, rest) : checkAttached(known, written, attached);
    into[known.name] = before === undefined ? value : `${before}${known.repeats}${value}`;
  }
  return { flags, own, positionals };
}

const switches: readonly string[] = ['0', '1', 'true', 'false'];

interface KnownFlag {
  readonly name: string;
  readonly isSetting: boolean;
  readonly value: 'none' | 'on-off' | 'needed';
  readonly repeats?: string | undefined;
  /** The words that a flag takes if it may also stand alone. */
  readonly words?: readonly string[];
}

function findFlag(written: string, commandFlags: readonly CommandFlag[]): KnownFlag {
  const known: KnownFlag[] = [
    ...commandFlags.map(
      ({ name, takesValue, repeats }) =>
        ({ name, isSetting: false, value: takesValue ? 'needed' : 'none', repeats }) as const,
    ),
    ...settingTable.map(
      (row) =>
        ({
          name: flag(row.name),
          isSetting: true,
          value: 'onOff' in row ? 'on-off' : 'needed',
          words: [...switches, ...('words' in row ? row.words : [])],
        }) as const,
    ),
  ];
  const short = commandFlags.find((candidate) => `-${candidate.short ?? '-'}` === written);
  const found = known.find(
    ({ name }) => `--${name}` === written || (short?.name === name && short !== undefined),
  );
  if (found !== undefined) return found;
  const names = known.map(({ name }) => `--${name}`);
  throw refusal(
    written,
    'a flag that is not known',
    'a flag that --help lists',
    didYouMean(written, names, 'See --help.'),
  );
}

/** The value of a flag without `=`: takes the next word of `rest` if the word belongs to the flag. */
function takeValue({ value, words }: KnownFlag, written: string, rest: string[]): string {
  if (value === 'none') return '1';
  const next = rest[0];
  if (value === 'on-off')
    return next !== undefined && words?.includes(next) === true ? (rest.shift() ?? '1') : '1';
  if (next === undefined || next === '' || (next.startsWith('-') && !/^-\d/.test(next)))
    throw refusal(written, 'no value', 'one', `For example: ${exampleOf(written)}`);
  rest.shift();
  return next;
}

/**
 * Refuses a word behind a flag that takes no value, or only other words.
 *
 * @throws ConfigurationError
 */
export function refuseAsValue(
  stray: string | undefined,
  argv: readonly string[],
  commandFlags: readonly CommandFlag[],
): void {
  const written = argv[argv.findIndex((word) => word === stray) - 1] ?? '';
  if (stray === undefined || !/^--?\w[^=]*$/.test(written)) return;
  const { value, words = [] } = findFlag(written, commandFlags);
  if (value === 'needed') return;
  const expected = value === 'none' ? 'no value' : `no value, or one of ${words.join(', ')}`;
  throw refusal(written, quoted(stray), expected, `Write ${written} alone.`);
}

function checkAttached({ value }: KnownFlag, written: string, attached: string): string {
  if (value === 'none') throw refusal(written, quoted(attached), 'no value', `Write ${written} alone.`);
  if (attached === '') throw refusal(written, 'an empty value', 'one', `For example: ${exampleOf(written)}`);
  return attached;
}

function exampleOf(written: string): string {
  const row = settingTable.find(({ name }) => `--${flag(name)}` === written);
  return `${written}=${row?.example ?? '<value>'}`;
}
