import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { asText, fileNames, type Certificate } from '../../../config/certificates/certificate.ts';
import { tapeOf } from '../../support/certificates/certified-rehearsal.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

/** The last line of the error output: the most memory that the command had, in MiB, and its seconds of processor. */
const weighed = {
  NODE_OPTIONS: `--import "data:text/javascript,process.on('exit',()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();process.stderr.write(maxRSS/1024+' '+(userCPUTime+systemCPUTime)/1e6)})"`,
};
const MiB = 1_024 * 1_024;

const cwd = newFolder();
// Uncompiled sources have no name, and certify nothing: they have to be compiled first.
const { stdout: version } = await runCommand(cwd, ['--version']);
const isReleased = !version.includes('unreleased');

interface Weighed {
  readonly code: number | null;
  readonly said: string;
  readonly mostMiB: number;
  readonly seconds: number;
}

async function verified(folder: string): Promise<Weighed> {
  const { code, stdout, stderr } = await runCommand(cwd, ['verify', folder], weighed);
  const [mostMiB = NaN, seconds = NaN] = (stderr.split('\n').pop() ?? '').split(' ').map(Number);
  return { code, said: stdout, mostMiB, seconds };
}

/** A copy of the honest package with a change, listed again with all its digests. */
function made(name: string, change: (folder: string) => void): string {
  const folder = join(cwd, name.replaceAll(/\W/g, '-'));
  cpSync(join(cwd, 'certificate'), folder, { recursive: true });
  change(folder);
  const page = join(folder, fileNames.certificate);
  const certificate = JSON.parse(readFileSync(page, 'utf8')) as Certificate;
  const names = readdirSync(folder).filter((one) => one !== fileNames.certificate);
  const inOrder = [...new Set([...Object.keys(certificate.files), ...names])];
  const digest = (file: string): string =>
    `sha256:${createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')}`;
  const files = Object.fromEntries(inOrder.map((file) => [file, digest(file)]));
  writeFileSync(page, asText({ ...certificate, files }));
  return folder;
}

const ofTape =
  (octets: (lines: readonly string[]) => Uint8Array) =>
  (folder: string): void => {
    const path = join(folder, fileNames.tape);
    writeFileSync(path, octets(gunzipSync(readFileSync(path)).toString().split('\n')));
  };

/** Each answer with a list of 24,000 small objects, as long as there is room for it. */
function withLongLists(lines: readonly string[]): Uint8Array {
  const list = `,\\"more\\":[${'{},'.repeat(24_000)}{}]}"`;
  let left = 60_000_000;
  const changed = lines.map((line) => {
    const at = line.lastIndexOf('}","t":[');
    if (left < 0 || at < 0 || !/"said":\{"a":\{"s":20[01]/.test(line)) return line;
    left -= list.length;
    return `${line.slice(0, at)}${list}${line.slice(at + 2)}`;
  });
  return tapeOf(changed.slice(0, -1));
}

const rows: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  ['a tape of ten gigabytes of zeros', ofTape(() => Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(1e8))))), /a line of more than/],
  ['a tape of 64 MiB of line feeds', ofTape(() => gzipSync(Buffer.alloc(64 * MiB, 10))), /more than 100000 lines/],
  ['a tape of three million empty parts', ofTape((lines) => Buffer.concat([gzipSync(lines.join('\n')), ...Array<Buffer>(3e6).fill(gzipSync(''))])), /parts that hold nothing/],
  ['a tape of long lists', ofTape(withLongLists), /CANNOT BE TOLD: the tape: it took more than \d+ s of processor for \d+ events/],
  ['a report with 50 MB behind it', (folder) => truncateSync(join(folder, fileNames.report), 50e6), /report\.json is larger than/],
  ['a report of five million lists', (folder) => writeFileSync(join(folder, fileNames.report), `[${'[],'.repeat(5e6)}1]`), /holds more than 500000 values/],
  ['25 listed files of 60 MB', (folder) => {
    for (let n = 0; n < 25; n += 1) {
      writeFileSync(join(folder, `${n}.bin`), '');
      truncateSync(join(folder, `${n}.bin`), 60e6);
    }
  }, /more than 11 files/],
]; // prettier-ignore

describe.runIf(isReleased)('a package', () => {
  beforeAll(async () => {
    const { code } = await runCommand(cwd, ['certify', '--yes', '--nonce', '0123456789abcdef']);
    expect(code).toBe(0);
  });

  test('takes 300 MB if it is honest', async () => {
    const { said, mostMiB } = await verified('certificate');
    expect(said).toContain('the same report');
    expect(mostMiB).toBeLessThan(300);
  });

  test.each(rows)('is answered within 20 s and 400 MB if it has %s', async (name, change, why) => {
    const folder = made(name, change);
    const { code, said, mostMiB, seconds } = await verified(folder);
    rmSync(folder, { recursive: true });
    expect(said).toMatch(why);
    expect(code === 1 || code === 3).toBe(true);
    expect(mostMiB).toBeLessThan(400);
    expect(seconds).toBeLessThan(20);
  });
});
