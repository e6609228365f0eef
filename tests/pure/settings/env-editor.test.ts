import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, describe, expect, test } from 'vitest';
import { withSetting } from '../../../config/env-file/with-setting.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { asEnvExample } from '../../../config/pages/documents.ts';
import { gatherSettings } from '../../../config/settings/sources.ts';
import fc from 'fast-check';

const folder = mkdtempSync(join(tmpdir(), 'env-editor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const name = 'CONFORMANCE_PROFILE';

/** What the loader of settings makes of a text. */
function loaded(text: string): ReturnType<typeof gatherSettings> {
  writeFileSync(join(folder, '.env'), text);
  return gatherSettings({ env: {}, cwd: folder });
}

describe('a setting in an environment file', () => {
  test.each([
    ['an empty line', 'A=1\nCONFORMANCE_PROFILE=\nB=2\n', 'A=1\nCONFORMANCE_PROFILE=own.json\nB=2\n'],
    ['another value', 'CONFORMANCE_PROFILE=old.json # mine\n', 'CONFORMANCE_PROFILE=own.json # mine\n'],
    ['an empty value before a comment', 'CONFORMANCE_PROFILE= # mine\n', 'CONFORMANCE_PROFILE=own.json # mine\n'],
    ['a quoted value', `CONFORMANCE_PROFILE="old one"\n`, 'CONFORMANCE_PROFILE=own.json\n'],
    ['an exported value', 'export CONFORMANCE_PROFILE=\n', 'export CONFORMANCE_PROFILE=own.json\n'],
    ['a line that is commented out', 'A=1\n# CONFORMANCE_PROFILE=\nB=2\n', 'A=1\nCONFORMANCE_PROFILE=own.json\nB=2\n'],
    ['two lines', 'CONFORMANCE_PROFILE=\nA=1\nCONFORMANCE_PROFILE=b\n', 'CONFORMANCE_PROFILE=own.json\nA=1\n'],
    ['no line', 'A=1', 'A=1\nCONFORMANCE_PROFILE=own.json\n'],
    ['lines that end otherwise', 'A=1\r\nB=2\r\n', 'A=1\r\nB=2\r\nCONFORMANCE_PROFILE=own.json\r\n'],
    ['a value of another that looks like it', 'A="\n# CONFORMANCE_PROFILE=\n"\n', 'A="\n# CONFORMANCE_PROFILE=\n"\nCONFORMANCE_PROFILE=own.json\n'],
    ['a comment that names another value', '# CONFORMANCE_PROFILE=b\n', '# CONFORMANCE_PROFILE=b\nCONFORMANCE_PROFILE=own.json\n'],
  ])('is filled in once if there is %s', (_, before, after) => {
    expect(withSetting(before, name, 'own.json')).toBe(after);
    expect(loaded(after).given.get('PROFILE')?.text).toBe('own.json');
  }); // prettier-ignore

  test('fills the lines of the example, and leaves every other line unchanged', () => {
    const text = withSetting(withSetting(asEnvExample(), name, 'own.json'), 'CONFORMANCE_WITHOUT', '4.7,4.8');
    const changed = text.split('\n').filter((line, at) => line !== asEnvExample().split('\n')[at]);
    expect(changed).toEqual(['CONFORMANCE_PROFILE=own.json', 'CONFORMANCE_WITHOUT=4.7,4.8']);
  });

  test('is read back by the loader, beside existing lines', () => {
    const spelt = fc.constantFrom('', 'a', ' a b', "'a b'", '"a # b"', '`a`', '"a\nB=2\n"', 'it\'s', '# note', ' # "note');
    const line = fc.oneof(
      fc.tuple(fc.constantFrom('', 'export ', '# ', '  '), fc.constantFrom('A', 'B', name), spelt).map(([before, key, text]) => `${before}${key}=${text}`),
      fc.constantFrom('', '# a remark', 'not an assignment', 'A: yaml'),
    );
    const before = fc.tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean()).map(([lines, eol, ends]) => lines.join(eol) + (ends ? eol : ''));
    const value = fc.oneof(fc.string({ unit: fc.constantFrom('a', '/', '.', ' ', "'", '"', '`', '#', '$', '\\', '=', '{'), minLength: 1, maxLength: 12 }), fc.constantFrom('own.json', '{"X-Key":"a b"}', "it's"));
    fc.assert(
      fc.property(before, value.filter((text) => text.trim() === text), (text, wanted) => {
        let after: string;
        try {
          after = withSetting(text, name, wanted);
        } catch (error) {
          // What no spelling of dotenv can hold is refused, and plain words never are.
          expect(error).toBeInstanceOf(ConfigurationError);
          return /['"`\\]/.test(wanted) || /['"`]/.test(text);
        }
        expect(loaded(after).given.get('PROFILE')?.text).toBe(wanted);
        expect({ ...parse(after) }).toEqual({ ...parse(text), [name]: wanted });
        expect(withSetting(after, name, wanted)).toBe(after);
        expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(after);
        return true;
      }),
      { numRuns: 1_000 },
    );
  }); // prettier-ignore
});

describe('a quotation mark without its pair', () => {
  test.each([
    ['A=1\nCONFORMANCE_BASE_URL="http://h\nB=2\n', 'CONFORMANCE_BASE_URL: found a quotation mark (") without its pair in line 2 of '],
    ["CONFORMANCE_BASE_URL=http://h'\n", "CONFORMANCE_BASE_URL: found a quotation mark (') without its pair in line 1 of "],
    ['CONFORMANCE_RUNS="7\nCONFORMANCE_DEPTH="ci"\n', 'CONFORMANCE_RUNS: found a quotation mark (") without its pair in line 1 of '],
    ['CONFORMANCE_RUNS="7\nCONFORMANCE_DEPTH=ci\nCONFORMANCE_TOKENS=sesame"\n', 'the value goes on to the line of CONFORMANCE_DEPTH'],
    ['export CONFORMANCE_RUNS=`7\r\nexport CONFORMANCE_DEPTH=ci\r\nMORE=`\r\n', 'CONFORMANCE_RUNS: found a quotation mark (`) without its pair in line 1 of '],
  ])('is named with its variable and its line: %j', (text, message) => {
    const attempt = () => loaded(text);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow('sesame');
  }); // prettier-ignore

  test.each([
    [`OTHER="it\nOTHER_TOO='`],
    ['OTHER="a\nb=2\n"\nCONFORMANCE_DEPTH=ci'],
    [`CONFORMANCE_TOKENS_COMMAND="/my files/get" --of 'a b'`],
    [`CONFORMANCE_TOKENS_COMMAND='it's'`],
    [`CONFORMANCE_TOKENS_COMMAND=echo it's # "so`],
    ['CONFORMANCE_HEADERS=\'{\n  "X-Env": "a"\n}\''],
    ['# CONFORMANCE_DEPTH="ci'],
  ])('is not missing in %j', (text) => {
    expect(() => loaded(text)).not.toThrow();
  });
});
