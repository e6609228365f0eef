import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const lineFeeds = (octets: number): Uint8Array => Buffer.alloc(octets, 10);
const MiB = 1_024 * 1_024;

/** The most memory that the command had, in MiB, is the last line of its error output. */
const weighed = {
  NODE_OPTIONS: `--import "data:text/javascript,process.on('exit',()=>{process.stderr.write(String(process.resourceUsage().maxRSS/1024))})"`,
};

interface Answer {
  readonly code: number | null;
  readonly said: readonly string[];
  readonly mostMiB: number;
}

async function answerTo(cwd: string, ...args: readonly string[]): Promise<Answer> {
  const { code, stderr } = await runCommand(cwd, args, weighed);
  const said = stderr.split('\n');
  return { code, said, mostMiB: Number(said.pop()) };
}

/** Files that are none of what the command reads, with what is said of them. */
const rows: readonly (readonly [string, string, (path: string) => void, string])[] = [
  ['judge', 'a tape of 64 MiB of line feeds', (path) => writeFileSync(path, gzipSync(lineFeeds(64 * MiB))), 'it has more than 100000 lines'],
  ['judge', 'a pipe', (path) => execFileSync('mkfifo', [path]), 'it is a pipe, which may never end'],
  ['judge', 'a file that is no tape', (path) => writeFileSync(path, lineFeeds(64 * MiB)), 'it is not gzip'],
  ['trace', 'a text of a million lines', (path) => writeFileSync(path, lineFeeds(1_000_000)), 'a text of more than 5000 lines'],
  ['trace', 'a text of 64 MiB of line feeds', (path) => writeFileSync(path, lineFeeds(64 * MiB)), 'a text of more than 5000 lines'],
]; // prettier-ignore

describe('a file from somebody else', () => {
  test.each(rows)(
    'a file for %s is refused in one sentence if it is %s',
    async (command, _kind, make, said) => {
      const cwd = newFolder();
      writeFileSync(join(cwd, 'short'), 'no more than this\n');
      make(join(cwd, 'handed-over'));
      const short = await answerTo(cwd, command, 'short');
      const { code, said: lines, mostMiB } = await answerTo(cwd, command, 'handed-over');
      expect(code).toBe(2);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toContain(said);
      expect(mostMiB - short.mostMiB).toBeLessThan(280);
    },
  );
});
