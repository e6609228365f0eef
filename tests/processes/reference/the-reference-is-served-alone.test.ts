import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { referenceProfile } from '../../../faults/catalogue.ts';
import { embeddedTarget } from '../../../config/runs/embedded-target.ts';
import { newFolder, reportIn, run } from '../../support/small-runs/started-run.ts';

const bin = fileURLToPath(new URL('../../../bin', import.meta.url));
const reference = join(bin, 'reference.mjs');

/** Runs `use` with the `.env` block that a reference prints, while it listens. */
async function whileServed(
  args: readonly string[],
  use: (block: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [reference, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  try {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line === 'CONFORMANCE_CONSENT=all') break;
    }
    await use(parse(lines.slice(lines.indexOf('# .env')).join('\n')));
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
}

describe('the reference as a server of its own', () => {
  test('prints settings with which the suite finds it at fault, tokens hidden', async () => {
    const cwd = newFolder();
    await whileServed(['--fault', 'version-never-checked'], async (env) => {
      const args = [join(bin, 'resource-conformance.mjs'), '-t', '4.10/conflict-on-mismatch'];
      const { code, stdout } = await run(cwd, process.execPath, args, { env });
      expect(stdout).not.toContain('demo-manage-test');
      expect(code).toBe(1);
    });
    const failed = reportIn(cwd, 'conformance.selected').clauses.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id }) => id)).toContain('4.10/conflict-on-mismatch');
    expect(JSON.stringify(reportIn(cwd, 'conformance.selected'))).not.toContain('demo-manage-test');
    expect(reportIn(cwd, 'conformance.selected').target.embedded).toBe(false);
  });

  test('lists its faults and choices', async () => {
    const { code, stdout } = await run(newFolder(), process.execPath, [reference, '--list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}version-never-checked\n {6}4\.10: /);
    expect(stdout).not.toContain('undefined');
  });

  test.for([
    [['--fault', 'version-never-cheked'], 'Did you mean version-never-checked?'],
    [['--latency', 'slow'], '--latency'],
    [['--prot', '4010'], '--prot'],
  ] as const)('refuses %j with exit code 2', async ([args, text]) => {
    const { code, stderr } = await run(newFolder(), process.execPath, [reference, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain('    at ');
  });

  test('gets, when embedded, the declarations of its vendor from the catalogue', () => {
    expect(embeddedTarget().profile).toEqual(referenceProfile);
  });
});
