import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import type { Table } from '../../proof/tables/table.ts';
import { verdictRows } from '../support/verdicts/verdict-rows.ts';

/** Every whole run whose verdict is compared with an earlier commit's: a reference, fault, choice, disturbance or mistake. */
export function movedVerdicts(against: string | undefined): Table {
  const earlier = against ?? latestRelease();
  return {
    id: 'moved-verdicts',
    title: 'Verdicts that have moved',
    about:
      'A whole run, judged by the latest release and by this commit. What either says alone is printed: the clauses that are no pass, with their reasons and findings.',
    // Without a release there is nothing to compare with.
    names: () => (earlier === undefined ? [] : verdictRows.map(({ name }) => name)),
    player: () => {
      const folder = checkedOut(earlier ?? 'HEAD');
      return {
        script: new URL('verdict-player.mjs', import.meta.url),
        mostMs: 600_000,
        first: { roots: [folder, packageFolder] },
        ask: (name) => ({ name }),
        close: () => {
          git('worktree', 'remove', '--force', folder);
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
    isMissed: (ending) => ending.startsWith('moved'),
  };
}

function latestRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--match', 'v*', '--abbrev=0').trim();
  } catch {
    return undefined;
  }
}

/** The sources of a commit, beside today's packages. */
function checkedOut(ref: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'release-')), 'clone');
  git('worktree', 'add', '--detach', folder, ref);
  symlinkSync(join(packageFolder, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: packageFolder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
