import { spawn, spawnSync } from 'node:child_process';
import { ConfigurationError } from '../input/configuration-error.ts';
import type { SettingInput } from './sources.ts';
import { variable } from './table.ts';

/** The most milliseconds and octets for a command that prints tokens. */
const limitMs = 30_000;
const mostOctets = 1_048_576;

/** The output of the command; no message ever shows output or errors of the command. @throws ConfigurationError */
export function printedTokens(command: string, { cwd, env }: Pick<SettingInput, 'cwd' | 'env'>): string {
  const { status, signal, error, stdout } = spawnSync(command, {
    shell: true,
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
    maxBuffer: mostOctets,
    encoding: 'utf8',
  });
  const code = error !== undefined && 'code' in error ? error.code : undefined;
  if (code === 'ETIMEDOUT') throw refused(`a command that did not end within ${limitMs / 1_000} s`);
  if (code === 'ENOBUFS') throw refused('a command that prints more than a mebibyte');
  if (error !== undefined) throw refused('a command that cannot be started');
  if (status !== 0) throw refused(`a command that ended with ${status ?? signal}`);
  return stdout;
}

/** The same during a run, without blocking it; undefined if the command fails. */
export async function printedTokensAgain(
  command: string,
  { cwd, env }: Pick<SettingInput, 'cwd' | 'env'>,
): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A process group of its own, so that all its children end with it.
      detached: process.platform !== 'win32',
    });
    const printed: Buffer[] = [];
    let octets = 0;
    const end = (text: string | undefined): void => {
      clearTimeout(timer);
      resolve(text);
    };
    const give = (): void => {
      end(undefined);
      try {
        if (child.pid !== undefined)
          process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
      child.stdout.destroy();
    };
    const timer = setTimeout(give, limitMs);
    child.stdout.on('data', (part: Buffer) => {
      octets += part.length;
      if (octets > mostOctets) give();
      else printed.push(part);
    });
    child.on('error', () => end(undefined));
    child.on('close', (status) => end(status === 0 ? Buffer.concat(printed).toString('utf8') : undefined));
  });
}

function refused(found: string): ConfigurationError {
  return new ConfigurationError({
    setting: variable('TOKENS_COMMAND'),
    found,
    expected: 'a command that prints a manifest of tokens and ends with 0',
    remedy: 'Try it in the folder of the run: the suite never shows the output.',
  });
}
