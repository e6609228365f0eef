import { describe, expect, test } from 'vitest';
import { explain, findClause } from '../../config/pages/explanation.ts';
import { plan } from '../../config/plan.ts';
import { memberPath, profileKeys, typeInWords, withKey } from '../../config/profile/keys.ts';
import { profileSchema } from '../../config/profile/profile.ts';
import { newFolder } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

function explained(id: string): ReadonlyMap<string, string> {
  const found = findClause(plan, id);
  if (found === undefined) throw new Error(`${id} is not stated`);
  return new Map(explain(plan, found.clause, found.section).rows);
}

describe('an explanation', () => {
  test('names a violation, the reason why the clause is sound, and the needs of the check', () => {
    const rows = explained('4.10/conflict-on-mismatch');
    expect([...rows.keys()]).toEqual(
      expect.arrayContaining([
        'sends',
        'violation',
        'why sound',
        'runs',
        'needs',
        'counts',
        'reading',
        'alone',
        'source',
      ]),
    );
    expect(rows.get('needs')).toContain('No limit of scope leaves the clause out.');
    expect(rows.get('alone')).toBe('npx --offline resource-conformance run -t 4.10/conflict-on-mismatch');
  });

  test('names the means that the operator has to supply', () => {
    const rows = explained('4.1/refused-to-other-project');
    expect(rows.get('needs')).toContain('CONFORMANCE_TOKEN_OTHER_PROJECT');
    expect(rows.get('needs')).toContain('CONFORMANCE_WITHOUT=other-project');
  });

  test('names the profile keys of an open point, and the generated cases of a clause', () => {
    expect(explained('4.6/create-or-update').get('declare')).toBe('create.mode');
    const [evidence] = plan.evidence;
    if (evidence !== undefined) expect(explained(evidence.clause).get('generated')).toContain(evidence.name);
  });
});

describe('the command', () => {
  test('lists the clauses of a section', async () => {
    const { stdout } = await runCommand(newFolder(), ['explain', 'general']);
    const ids = plan.sections.find(({ part }) => part === 'General')?.clauses.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(3);
    expect(stdout.trimEnd().split('\n').map((line) => line.split(/ +/)[1])).toEqual(ids); // prettier-ignore
  });

  test('prints JSON for tools', async () => {
    const asked = await runCommand(newFolder(), ['explain', '4.5/no-body', '--json']);
    const { id, rows } = JSON.parse(asked.stdout) as { id: string; rows: [string, string][] };
    expect(id).toBe('4.5/no-body');
    expect(new Map(rows).get('refuted by')).not.toContain('.sh');
    const settings = await runCommand(newFolder(), ['--print-settings', '--json']);
    expect(JSON.parse(settings.stdout)).toMatchObject({
      settings: expect.arrayContaining([{ name: 'CONFORMANCE_DEPTH', value: 'ci', source: 'default' }]) as unknown,
    });
    const run = await runCommand(newFolder(), ['run', '--json']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('expected --json with --print-settings');
  }); // prettier-ignore
});

describe('the keys of a profile', () => {
  const { schema } = profileSchema();

  test('are found with section numbers as single members', () => {
    expect(memberPath(schema, 'success.4.16.POST')).toEqual(['success', '4.16.POST']);
    expect(memberPath(schema, 'namespaceHeaders.missing.Service-Locale')).toEqual([
      'namespaceHeaders',
      'missing',
      'Service-Locale',
    ]);
    expect(memberPath(schema, 'create.moode')).toBeUndefined();
    expect(withKey({ create: { mode: 'mixed' } }, ['create', 'roundTrip'], 'exact')).toEqual({
      create: { mode: 'mixed', roundTrip: 'exact' },
    });
  });

  test('have a place in the schema, each with its type in words', () => {
    const keys = profileKeys(schema);
    const unknown = plan.sections
      .flatMap((section) => section.clauses.flatMap(({ declares }) => declares.map(({ key }) => key)))
      .filter((key) => memberPath(schema, key) === undefined);
    expect(unknown).toEqual([]);
    expect(keys.find(({ key }) => key === 'create.mode')).toBeDefined();
    expect(keys.map(({ schema: value }) => typeInWords(value, schema)).filter((text) => text === '')).toEqual(
      [],
    );
  });
});

describe('the command', () => {
  test('prints one clause, and suggests a clause for an unknown id', async () => {
    const cwd = newFolder();
    const known = await runCommand(cwd, ['explain', '4.10/conflict-on-mismatch']);
    const unknown = await runCommand(cwd, ['explain', '4.10/conflict-on-missmatch']);
    expect(known.code).toBe(0);
    expect(known.stdout).toContain('4.10/conflict-on-mismatch  MUST  4.10');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('Did you mean 4.10/conflict-on-mismatch?');
  });

  test('lists every clause', async () => {
    const { code, stdout } = await runCommand(newFolder(), ['explain', '--list']);
    const clauses = plan.sections.flatMap((section) => section.clauses);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(clauses.length);
  });
});
