import { describe, expect, test } from 'vitest';
import { withWordsOfVariable } from '../../../bin/start/words-of-variable.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { quotedWords } from '../../../config/settings/quoted-words.ts';

describe('the words of a text', () => {
  test.for([
    ['', []],
    [' \n\t\r\n ', []],
    ['--depth release --read-only=1', ['--depth', 'release', '--read-only=1']],
    ['--depth release\n--read-only=1\n', ['--depth', 'release', '--read-only=1']],
    ['--depth\trelease\r\n\r\n--read-only=1', ['--depth', 'release', '--read-only=1']],
    ['--depth\u00a0release\u2028--read-only=1', ['--depth', 'release', '--read-only=1']],
    ['--depth release \\\n  --read-only=1', ['--depth', 'release', '--read-only=1']],
    ['--depth release\\\r\n--read-only=1', ['--depth', 'release', '--read-only=1']],
    [`-t '4.5/ 4.6/'`, ['-t', '4.5/ 4.6/']],
    [`-t "4.5/\n4.6/" x`, ['-t', '4.5/\n4.6/', 'x']],
    [`--report-dir="it's here"/'a "b"'`, ['--report-dir=it\'s here/a "b"']],
    [String.raw`"a\"b\\" "\d" '\'`, ['a"b\\', '\\d', '\\']],
    [String.raw`-t 4\.5/ --report-dir D:\a\b`, ['-t', '4\\.5/', '--report-dir', 'D:\\a\\b']],
    [`'' ""`, ['', '']],
    ['$HOME `id` * # ;', ['$HOME', '`id`', '*', '#', ';']],
  ] as const)('of %j are %j', ([text, words]) => {
    expect(quotedWords(text)).toEqual(words);
  });

  test.for([
    [`-t '4.5/`, 1],
    [`--depth release\n-t "4.5/`, 2],
    [`--depth release\n\nit\\'s`, 3],
    [String.raw`a\ b`, 1],
    ['--depth release \\ \n--read-only=1', 1],
  ] as const)('the words of %j cannot be separated, because of line %i', ([text, line]) => {
    expect(quotedWords(text)).toEqual({ reason: expect.any(String), line });
  });

  test('are the words of the quoted text', () => {
    const words = ['', "it's", 'a "b"', '--x=1 2', '\n', '\\', "'"];
    const written = words.map((word) => `"${word.replace(/["\\]/g, '\\$&')}"`);
    expect(quotedWords(written.join('\n'))).toEqual(words);
  });
});

describe('arguments from a variable', () => {
  const env = { ARGUMENTS: '--depth release\n--read-only=1', EMPTY: '' };

  test('replace the flag', () => {
    const expected = ['run', '--depth', 'release', '--read-only=1', '-t', '4.5/'];
    for (const flag of [['--arguments-from-env', 'ARGUMENTS'], ['--arguments-from-env=ARGUMENTS']])
      expect(withWordsOfVariable(['run', ...flag, '-t', '4.5/'], env)).toEqual(expected);
    expect(withWordsOfVariable(['run', '--arguments-from-env', 'EMPTY'], env)).toEqual(['run']);
  });

  test('are used only with the flag, and only before --', () => {
    for (const argv of [[], ['run', '-t', '4.5/'], ['run', '--', '--arguments-from-env', 'ARGUMENTS']])
      expect(withWordsOfVariable(argv, env)).toEqual(argv);
  });

  test.for([
    [['run', '--arguments-from-env'], 'found no name'],
    [['run', '--arguments-from-env', 'ARGUMENT'], 'Did you mean ARGUMENTS?'],
    [['run', '--arguments-from-env', 'BAD'], 'BAD: found a " without a closing ", in line 2'],
  ] as const)('are reported missing if they are lost: %j', ([argv, text]) => {
    const asked = () => withWordsOfVariable(argv, { ...env, BAD: '\n"' });
    expect(asked).toThrow(ConfigurationError);
    expect(asked).toThrow(text);
  });
});
