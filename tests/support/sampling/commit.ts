import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { importGraph } from './import-graph.ts';
import { namesIn, touchedModules, type Touched } from './touched.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const mostNames = 1_000;

/** What samples are drawn by: the commit, so that each commit looks at other rows, and the same ones every time. */
export function saltOfCommit(): string {
  return git('rev-parse', 'HEAD')?.trim() ?? 'no-commit';
}

/** What the commit has touched, and what is changed since; nothing where there is no repository, or no parent. */
export function touchedByCommit(): Touched {
  const paths = ['*.ts', '*.mjs', '*.json', '*.py', ':!*.test.ts'];
  const diff = git('diff', '-U5', '--no-color', '--no-ext-diff', 'HEAD~1', '--', ...paths);
  if (diff === undefined) return {};
  const untracked = git('ls-files', '--others', '--exclude-standard') ?? '';
  const changed = [...diff.matchAll(/^(?:---|\+\+\+) [ab]\/(.+)$/gm)].flatMap(([, path]) => path ?? []);
  const modules = [...new Set([...changed, ...untracked.split('\n').filter((path) => path !== '')])];
  if (modules.length === 0) return {};
  const names = namesIn(diff);
  // They are handed over in the environment, which is bounded.
  const isFew = Object.keys(names).length <= mostNames;
  return { ...touchedModules(importGraph(root), modules), ...(isFew ? names : {}) };
}

function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
