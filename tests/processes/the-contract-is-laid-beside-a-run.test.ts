import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rows } from '../../contract/rows.ts';
import { contractEdition } from '../../config/packaging/package-folder.ts';
import { editionOf, isEdition, linesOf } from '../../reporters/trace/edition.ts';
import { newFolder } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

/** The text is not in the repository. */
const path = process.env['CONFORMANCE_CONTRACT'] ?? '';
const without = 'CONFORMANCE_CONTRACT does not name the text of the contract';

test('the text of the contract is named', (context) => {
  if (!existsSync(path)) context.skip(without);
});

describe('the edition that the package knows', () => {
  test('has a digest for each line, and each row is on a line', () => {
    const { lines } = contractEdition();
    for (const [name, { line }] of Object.entries(rows))
      expect(lines[line - 1], name).toMatch(/^[0-9a-f]{16}$/);
  });

  test.skipIf(!existsSync(path))('is the edition of the text', () => {
    const text = readFileSync(path, 'utf8');
    expect(editionOf(text).lines).toEqual(contractEdition().lines);
    expect(isEdition(contractEdition(), text)).toBe(true);
  });
});

describe('trace', () => {
  test('refuses another text with code 2, and names the clauses that rest on missing lines', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'other.txt'), '# Another contract\n\nNothing.\n');
    const { code, stdout, stderr } = await runCommand(cwd, ['trace', 'other.txt'], {});
    expect(code).toBe(2);
    expect(stderr).toContain('not the edition');
    expect(stdout).toMatch(
      /^- +252 {2}\(4\.10\/version\)\n +rest on it: 4\.10\/matching-version-is-accepted/m,
    );
  });

  test.each([
    [['trace'], '0 files'],
    [['trace', 'nowhere.txt'], 'no such file'],
    [['trace', 'a', 'b', 'c'], '3 files'],
  ])('refuses %j', async (argv, says) => {
    const { code, stderr } = await runCommand(newFolder(), argv, {});
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });

  test.skipIf(!existsSync(path))(
    'prints the contract with the results of a run, and writes two linked pages',
    async () => {
      const cwd = newFolder();
      const env = { CONFORMANCE_BASE_URL: 'reference', CONFORMANCE_TAPE: '0' };
      expect((await runCommand(cwd, ['run'], env)).code).toBe(0);
      const { code, stdout } = await runCommand(cwd, ['trace', path, 'reports/conformance.json'], {});
      expect(code).toBe(0);
      expect(stdout).toMatch(/^ok +9\/9 +252 \| version \| Float \|/m);
      const told = stdout
        .split('\n')
        .filter((line) => /^.{11}[ \d]{4}(?: |$)/.test(line) && line.slice(11, 15).trim() !== '');
      expect(told.map((line) => line.slice(16))).toEqual(linesOf(readFileSync(path, 'utf8')));
      await runCommand(cwd, ['trace', path, 'reports/conformance.json', '--write'], {});
      expect(readFileSync(join(cwd, 'reports/contract.html'), 'utf8')).toContain(
        'conformance.html#c-4.10_conflict-on-mismatch',
      );
      expect(readFileSync(join(cwd, 'reports/conformance.html'), 'utf8')).toContain(
        'href="contract.html#4.10/version"',
      );
    },
  );
});
