import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { newFolder, run } from '../../support/small-runs/started-run.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function rehearse(args: readonly string[]): ReturnType<typeof run> {
  return run(newFolder(), process.execPath, [`${root}bin/rehearse.mjs`, ...args]);
}

const ids = plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id));

describe('the command that rehearses a clause', () => {
  test('lists each fault with the part of the contract that it is about', async () => {
    const { code, stdout } = await rehearse(['--list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}version-never-checked\n {6}4\.10: /);
    expect(stdout).not.toContain('undefined');
  });

  test.for(rowsPlayed({ table: 'rehearsed places', rows: ids, nameOf: (id) => id, oneIn: 200 }))(
    'prints the line of %s',
    async (id) => {
      const { stdout } = await rehearse(['--clause', id]);
      const [, file = '', line] = /^ {2}stated in {2}(\S+):(\d+)$/m.exec(stdout) ?? [];
      const text = readFileSync(`${root}${file}`, 'utf8').split('\n')[Number(line) - 1];
      expect(text).toContain(`'${id}'`);
    },
  );
});
