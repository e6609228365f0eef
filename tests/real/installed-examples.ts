import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package of the examples; it has a lock file of its own. */
export const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** Installs what the examples need, unless it is there; says in one line what is missing if that is not possible. */
export function whyNotInstalled(): string | undefined {
  if (isInstalled()) return undefined;
  const { status, stderr, error } = spawnSync(
    'npm',
    ['ci', '--prefix', examples, '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries', '1'],
    { cwd: examples, encoding: 'utf8', timeout: 120_000 },
  );
  if (status === 0) return undefined;
  const reason = error?.message ?? /^npm error (.*)/m.exec(stderr)?.[1] ?? `exit code ${status}`;
  return `the servers of others need their packages from a registry (npm ci --prefix examples): ${reason}`;
}

/** Whether what the examples need is there already. */
export function isInstalled(): boolean {
  const installed = join(examples, 'node_modules/.package-lock.json');
  const locked = statSync(join(examples, 'package-lock.json')).mtimeMs;
  return existsSync(installed) && statSync(installed).mtimeMs >= locked;
}

/** Why an example does not run on a version of Node that is below its own, if it is. */
export function whyNotHere(least: string, version = process.versions.node): string | undefined {
  const numbers = (text: string): readonly number[] => text.split('.').map(Number);
  const differing = numbers(least)
    .map((part, at) => (numbers(version)[at] ?? 0) - part)
    .find((difference) => difference !== 0);
  return (differing ?? 0) < 0 ? `it names Node ${least}, and this is ${version}` : undefined;
}
