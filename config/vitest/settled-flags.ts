import type { ResolvedConfig } from 'vitest/node';
import { ConfigurationError } from '../input/configuration-error.ts';
import type { SettingInput } from '../settings/sources.ts';

/** The run itself decides these: it limits parallelism and time, and repeats requests as evidence. */
export const settled = {
  // A test that waits for its phase occupies a place.
  maxConcurrency: 10_000,
  testTimeout: 0,
  hookTimeout: 0,
  retry: 0,
  bail: 0,
  // One thread keeps rate cap, budget and ledger, and signals reach the main thread alone.
  pool: 'threads',
  maxWorkers: 1,
  fileParallelism: false,
  isolate: false,
  // Vitest ends if the package of another environment is missing.
  environment: 'node',
} as const;

export function settleFlags(config: ResolvedConfig): void {
  Object.assign(config, settled);
  Object.assign(config.sequence, { shuffle: false, concurrent: false });
}

export const makesNoRun = {
  found: 'a flag of vitest that starts no run',
  expected: 'one run, from its first request to its clean-up',
} as const;

interface Refused {
  readonly flag: string;
  /** The flag has a value for each project; every other flag concerns all projects together. */
  readonly isOfProject?: true;
  readonly isGiven: (config: ResolvedConfig, env: SettingInput['env']) => boolean;
  readonly remedy: string;
  /** The found and the expected value, unless the message is that the flag starts no run. */
  readonly wrong?: (config: ResolvedConfig) => { readonly found: string; readonly expected: string };
}

/** A flag without effect, whose purpose another setting serves. */
function overruled(
  name: 'maxConcurrency' | 'testTimeout' | 'hookTimeout' | 'retry',
  why: string,
  remedy: string,
): Refused {
  return {
    flag: `--${name}`,
    isOfProject: true,
    isGiven: (config) => config[name] !== settled[name],
    remedy,
    wrong: (config) => ({ found: JSON.stringify(config[name]), expected: `no such flag: ${why}` }),
  };
}

const mayWait = 'a clause waits for its phase, which may last until the end of the run';
const otherTimes = 'CONFORMANCE_TIMEOUT_MS limits one exchange, CONFORMANCE_MAX_SECONDS the run.';

/** Flags with which a run would not end, judge nothing, or leave its resources behind. */
const refused: readonly Refused[] = [
  overruled(
    'maxConcurrency',
    'all clauses are under way at once, and wait for their phases',
    'CONFORMANCE_CONCURRENCY limits requests at once, CONFORMANCE_MAX_RPS requests a second.',
  ),
  overruled('testTimeout', mayWait, otherTimes),
  overruled('hookTimeout', 'clean-up at the end takes as long as it needs', otherTimes),
  overruled(
    'retry',
    'a clause is judged once, and repeats requests itself if that is evidence',
    'Leave it out.',
  ),
  {
    flag: '--watch',
    // An editor's process lasts for one run, but states that it watches.
    isGiven: ({ watch }, { VITEST_VSCODE }) => watch && VITEST_VSCODE === undefined,
    remedy: 'A run writes to its target: start the next run yourself.',
  },
  {
    flag: 'vitest bench',
    isGiven: ({ mode }) => mode === 'benchmark',
    remedy: 'Start it by vitest run.',
  },
  { flag: '--browser', isGiven: ({ browser }) => browser.enabled, remedy: 'Leave it out.' },
  {
    flag: '--typecheck',
    isGiven: ({ typecheck }) => typecheck.enabled,
    remedy: 'Leave it out.',
  },
  {
    flag: '--coverage',
    isGiven: ({ coverage }) => coverage.enabled,
    remedy: 'Leave it out: the matrix shows the covered part of the contract.',
  },
  {
    flag: '--changed',
    isGiven: ({ changed }) => changed !== undefined && changed !== false,
    remedy: 'Select clauses by their ids: -t 4.10/',
  },
  {
    flag: 'vitest related',
    isGiven: ({ related }) => related !== undefined,
    remedy: 'Select clauses by their ids: -t 4.10/',
  },
  {
    flag: '--exclude',
    isGiven: ({ cliExclude }) => (cliExclude?.length ?? 0) > 0,
    remedy: 'Select clauses by their ids: -t 4.10/, or state a limit: CONFORMANCE_WITHOUT=4.14',
  },
];

/** The two configurations of a run: of the process, and of the suite's project. */
export interface Met {
  readonly config: ResolvedConfig;
  readonly project: ResolvedConfig;
  /** Whether vitest runs only the suite. */
  readonly isAlone: boolean;
}

/**
 * Refuses flags that a run cannot bear. Of a value per project, only the value for the suite's project counts.
 *
 * @throws ConfigurationError
 */
export function refuseUnbearable({ config, project, isAlone }: Met, env: SettingInput['env']): void {
  const met = refused.filter((one) => isAlone || one.isOfProject === true);
  const one = met.find((each) => each.isGiven(each.isOfProject === true ? project : config, env));
  if (one === undefined) return;
  const { flag, remedy, wrong } = one;
  throw new ConfigurationError({ setting: flag, ...(wrong?.(project) ?? makesNoRun), remedy });
}
