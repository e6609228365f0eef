import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../config/packaging/package-folder.ts';
import type { Score } from './mutation/score.ts';

/** Place, time and manner of a measurement. */
export interface Measured {
  readonly commit: string;
  /** ISO 8601, only the date. */
  readonly date: string;
  readonly seconds: number;
  readonly cores: number;
  readonly node: string;
}

/** A table with the rows that were played. */
export interface PlayedTable {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The command that plays the table again. */
  readonly command: string;
  readonly measured: Measured;
  /** The number of all rows, of which the salt draws the played rows. */
  readonly of: number;
  readonly salt: string;
  /** How each played row ended. */
  readonly rows: Readonly<Record<string, string>>;
  /** All rows with an ending that the suite must rule out. */
  readonly missed: readonly string[];
}

/** `docs/proof.json`: see `proof.schema.json`. */
export interface ProofDocument {
  readonly $schema: string;
  /** Version of the suite. */
  readonly suite: string;
  readonly tables: readonly PlayedTable[];
  readonly mutation: readonly Score[];
}

/** Path of the document, from the repository's root. */
export const documentPath = 'docs/proof.json';

export function readDocument(): ProofDocument {
  const file = join(packageFolder, documentPath);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ProofDocument;
  return { $schema: '../proof/proof.schema.json', suite: suiteVersion(), tables: [], mutation: [] };
}

/** The version that `package.json` names. */
export function suiteVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** The checked-out commit, with a note about uncommitted changes. */
function currentCommit(): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: packageFolder, encoding: 'utf8' }).trim();
  const changed = git(
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    ':!README.md',
    ':!docs',
    ':!proof/results',
  );
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed === '' ? '' : ' and changes'}`;
}

/** The facts about every measurement here and now. */
export function measuredNow(seconds: number): Measured {
  return {
    commit: currentCommit(),
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round(seconds),
    cores: availableParallelism(),
    node: process.version,
  };
}
