import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { digestOf } from './digest.ts';

/** One small change of a module. */
export interface Mutant {
  /** Path from the repository's root. */
  readonly module: string;
  /** The number of the mutant in the module, which switches it on. */
  readonly index: number;
  /** The place of its beginning; line and column count from 1. */
  readonly line: number;
  readonly column: number;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
}

/** A module with switches for all its mutants. */
export interface MutatedModule {
  readonly module: string;
  /** Of the mutated text. */
  readonly digest: string;
  readonly mutants: readonly Mutant[];
  /** TypeScript with a switch at each place of a mutant. */
  readonly source: string;
}

/** Texts are for readers, and their wording decides no verdict. */
const excludedMutations = ['StringLiteral'];

const silent = (): void => {};
const quiet = () => false;

const logger = {
  isTraceEnabled: quiet,
  isDebugEnabled: quiet,
  isInfoEnabled: quiet,
  isWarnEnabled: quiet,
  isErrorEnabled: quiet,
  isFatalEnabled: quiet,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** Puts a switch for each mutant into a module; see `MutantSwitches`. */
export async function mutate(module: string): Promise<MutatedModule> {
  const text = readFileSync(join(packageFolder, module), 'utf8');
  const lines = text.split('\n');
  const { files, mutants } = await new Instrumenter(logger).instrument(
    [{ name: module, content: text, mutate: true }],
    { plugins: null, excludedMutations, ignorers: [], noHeader: true },
  );
  const switched = files[0]?.content ?? '';
  return {
    module,
    digest: digestOf(text),
    source: `const { act: stryMutAct_9fa48, cov: stryCov_9fa48, obs: stryObs_9fa48 } = globalThis.mutantsOf(${JSON.stringify(module)});\n${switched}`,
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, location: { start, end }, mutatorName, replacement }) => ({
        module,
        index: Number(id),
        line: start.line + 1,
        column: start.column + 1,
        operator: mutatorName,
        original: between(lines, start, end),
        replacement,
      })),
  };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function between(lines: readonly string[], start: Place, end: Place): string {
  const covered = lines.slice(start.line, end.line + 1);
  return covered
    .map((line, at) =>
      line.slice(at === 0 ? start.column : 0, at === covered.length - 1 ? end.column : undefined),
    )
    .join('\n');
}
