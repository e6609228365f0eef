import { describe, expect, test } from 'vitest';
import { flagsOf } from '../../../bin/help.ts';
import { parseArguments } from '../../../config/settings/arguments.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { settingTable } from '../../../config/settings/table.ts';

describe('command line', () => {
  const own = [
    { name: 'print-settings', takesValue: false },
    { name: 'help', takesValue: false, short: 'h' },
    { name: 'out', takesValue: true },
  ];

  test('settings are flags of the same name', () => {
    expect(
      parseArguments(['run', '--max-rps', '5', '--read-only', '--base-url=http://h/a=b', '--seed', '-3']),
    ).toEqual({
      flags: { 'max-rps': '5', 'read-only': '1', 'base-url': 'http://h/a=b', seed: '-3' },
      own: {},
      positionals: ['run'],
    });
    for (const { name } of settingTable) {
      const spelling = name.toLowerCase().replaceAll('_', '-');
      expect(parseArguments([`--${spelling}=x`]).flags).toEqual({ [spelling]: 'x' });
    }
  });

  test('a switch takes a following 0 or 1 and leaves other words', () => {
    expect(parseArguments(['--trace', '0', '--read-only', 'plan'])).toMatchObject({
      flags: { trace: '0', 'read-only': '1' },
      positionals: ['plan'],
    });
  });

  test('a switch that knows another word takes it, and no other switch does', () => {
    expect(parseArguments(['--read-only', 'gate', '--trace', 'gate'])).toMatchObject({
      flags: { 'read-only': 'gate', trace: '1' },
      positionals: ['gate'],
    });
    expect(parseArguments(['--read-only=gate']).flags).toEqual({ 'read-only': 'gate' });
  });

  test('the flags of the command itself are separate, and -- ends the flags', () => {
    expect(parseArguments(['--print-settings', '-h', '--out', 'x', '--', '--seed'], own)).toEqual({
      flags: {},
      own: { 'print-settings': '1', help: '1', out: 'x' },
      positionals: ['--seed'],
    });
  });

  test('a repeated flag joins its values with a comma, patterns with a bar', () => {
    const repeating = flagsOf({ '-t, --pattern <pattern>…': '', '--fault <name>…': '' });
    const argv = ['-t', '4.5/', '--pattern=4.6/', '--fault', 'a', '--fault', 'b'];
    expect(parseArguments(argv, repeating).own).toEqual({ pattern: '4.5/|4.6/', fault: 'a,b' });
  });

  test.each([
    [['--raed-only'], 'Did you mean --read-only?'],
    [['--print-setings'], 'Did you mean --print-settings?'],
    [['-x'], 'See --help.'],
    [['--'.concat('signing-key')], 'See --help.'],
    [['--max-rps'], 'For example: --max-rps=5'],
    [['--max-rps', '--read-only'], 'For example: --max-rps=5'],
    [['--max-rps='], 'For example: --max-rps=5'],
    [['--seed', '1', '--seed=2'], 'Keep one of the two.'],
    [['--help=yes'], 'Write --help alone.'],
  ])('%j is refused: %s', (argv, remedy) => {
    const attempt = () => parseArguments(argv, own);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(remedy);
  });
});
