import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../bin/main.ts';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { commandLine, tarballCommandLine } from '../../../reporters/commands/command-line.ts';

/** Nobody owns the name on a registry: a line that asks there would run whatever somebody publishes. */
const asking =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn) (?:exec|dlx|install|i|add))\b(?:(?! --offline | --package=\.\/)[^\n`'"])*? resource-conformance(?![\w-]*\.tgz)\b[^\n]{0,20}/g;
const askingIn = (text: string): readonly string[] => text.match(asking) ?? [];

const folders = [
  'bin',
  'clause',
  'config',
  'contract',
  'implementation',
  'judging',
  'properties',
  'reporters',
];
const sources = [...folders, 'run', 'suites', 'tape', 'wire'].flatMap((folder) =>
  filesBelow(folder, /\.(?:ts|mjs|js)$/),
);
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'action.yml',
  '.env.example',
  ...['docs', 'examples', 'schemas', '.github'].flatMap((folder) => filesBelow(folder, /\.(?:md|yml)$/)),
];

function filesBelow(folder: string, names: RegExp): readonly string[] {
  return readdirSync(join(packageFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);
}

const read = (file: string): string => readFileSync(join(packageFolder, file), 'utf8');

describe('a command that a reader is to type', () => {
  test.for(documents)('asks no registry for the name, in %s', (file) => {
    expect(askingIn(read(file))).toEqual([]);
  });

  test('is printed by only one function', () => {
    const names = commands.map(({ name }) => name).join('|');
    const written = new RegExp(`(?<!Usage: )resource-conformance (?:${names}|--?[a-z]|\\$\\{).*`, 'g');
    const elsewhere = sources
      .filter((file) => file !== 'reporters/commands/command-line.ts')
      .flatMap((file) =>
        [...(read(file).match(written) ?? []), ...askingIn(read(file))].map((line) => [file, line]),
      );
    expect(elsewhere).toEqual([]);
  });

  test.for([
    ['npx resource-conformance run', 1],
    ['npx --no-install resource-conformance run', 1],
    ['npm install resource-conformance', 1],
    ['pnpm dlx resource-conformance', 1],
    ['npm install --save-dev ./resource-conformance-0.2.0.tgz', 0],
    [commandLine('run'), 0],
    [tarballCommandLine('0.2.0', 'verify', '.'), 0],
  ] as const)('may ask a registry: %s', ([line, count]) => {
    expect(askingIn(line)).toHaveLength(count);
  });

  test('is read by a shell as intended', () => {
    expect(commandLine('replay', '4.5/no-body')).toBe(
      'npx --offline resource-conformance replay 4.5/no-body',
    );
    expect(commandLine('verify', "it's here")).toMatch(/ verify 'it'\\''s here'$/);
    expect(commandLine('explain', '<clause>')).toMatch(/ explain <clause>$/);
    expect(tarballCommandLine('1 $(x)', 'verify', '.')).toBe(
      "npx --yes '--package=./resource-conformance-1 $(x).tgz' -- resource-conformance verify .",
    );
  });
});
