import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { draftEnv, refuseToOverwrite, writeDraft } from '../../config/drafting/drafted-files.ts';
import { parseProfile } from '../../config/profile/profile.ts';
import { loadSettings } from '../../config/settings/settings.ts';
import { referenceWith } from '../../faults/catalogue.ts';
import { serve } from '../../reference/serve.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { newFolder } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

const draft = {
  profile: { $observed: { 'create.mode': 'seen 3 times' }, create: { mode: 'alwaysNew' } },
  members: [{ key: 'create.mode', value: 'alwaysNew', grounds: 'seen 3 times' }],
  proposed: [{ key: 'overwrite.patch.target', value: 'none', grounds: 'seen 3 times' }],
  leftOut: [{ key: 'success.4.6', why: 'it varied: [200], [201]' }],
};

const undecided = [
  { supply: '"resource": {"keySource": "body:/…"}', why: 'no key is known', clauses: ['4.3/a', '4.3/b'] },
];

const env = {
  CONFORMANCE_ENV_FILE: 'none',
  CONFORMANCE_BASE_URL: 'https://{region}.example.com/v1',
  CONFORMANCE_REGION: 'eu',
  CONFORMANCE_PROJECT_KEY: 'demo',
  CONFORMANCE_TOKEN_VIEW_TEST: 'a-secret-token',
  CONFORMANCE_HEADERS: '{"X-Key":"a-secret-header"}',
};

describe('a drafted .env', () => {
  test('names every token without its value, and settings unchanged', () => {
    const text = draftEnv({ env, cwd: newFolder() }, '');
    const variables = parse(text);
    expect(text).not.toContain('a-secret');
    expect(variables['CONFORMANCE_BASE_URL']).toBe('https://{region}.example.com/v1');
    expect(variables['CONFORMANCE_REGION']).toBe('eu');
    expect(variables['CONFORMANCE_PROFILE']).toBe('conformance.profile.json');
    expect(Object.entries(variables).filter(([name]) => name.includes('TOKEN_'))).toHaveLength(7);
    expect(variables['CONFORMANCE_TOKEN_VIEW_TEST']).toBe('');
  });

  test('keeps the secrets and the foreign variables of the file that it replaces', () => {
    const before = 'CONFORMANCE_TOKEN_MANAGE_TEST=kept\nOTHER_APP=a b\nCONFORMANCE_DEPTH=release\n';
    const variables = parse(draftEnv({ env, cwd: newFolder() }, before));
    expect(variables['CONFORMANCE_TOKEN_MANAGE_TEST']).toBe('kept');
    expect(variables['OTHER_APP']).toBe('a b');
  });

  test('is the file from which the settings were read', () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'staging.env'), 'CONFORMANCE_PROFILE=\nCONFORMANCE_DEPTH=ci\n');
    const said = writeDraft(draft, { env: { CONFORMANCE_ENV_FILE: 'staging.env' }, cwd }, false);
    expect(said.join('\n')).toContain('staging.env: CONFORMANCE_PROFILE=conformance.profile.json set');
    expect(readFileSync(join(cwd, 'staging.env'), 'utf8')).toBe(
      'CONFORMANCE_PROFILE=conformance.profile.json\nCONFORMANCE_DEPTH=ci\n',
    );
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });

  test('can be read as settings', () => {
    const cwd = newFolder();
    writeDraft(draft, { env, cwd }, false);
    const secrets = { CONFORMANCE_TOKEN_VIEW_TEST: 'a-secret-token' };
    expect(loadSettings({ env: secrets, cwd })).toMatchObject({
      baseUrl: 'https://eu.example.com/v1',
      profile: { create: { mode: 'alwaysNew' } },
    });
  });
});

describe('drafted files', () => {
  test('do not replace existing files without force', () => {
    const cwd = newFolder();
    const own = 'CONFORMANCE_DEPTH=ci\nCONFORMANCE_PROFILE=own.json\n';
    writeFileSync(join(cwd, '.env'), own);
    expect(writeDraft(draft, { env, cwd }, false).join('\n')).toContain('.env: kept unchanged');
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(own);
    expect(() => refuseToOverwrite(cwd, false)).toThrow('conformance.profile.json, which already exists');
    expect(() => refuseToOverwrite(cwd, true)).not.toThrow();
    writeDraft(draft, { env, cwd }, true);
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toContain('CONFORMANCE_TOKEN_MANAGE_TEST=');
  });

  test.each(['CONFORMANCE_DEPTH=ci\n', 'CONFORMANCE_DEPTH=ci', 'CONFORMANCE_PROFILE=\n', ''])(
    'are named in settings that name no profile: %j',
    (before) => {
      const cwd = newFolder();
      writeFileSync(join(cwd, '.env'), before);
      expect(writeDraft(draft, { env, cwd }, false).join('\n')).toContain('.env: CONFORMANCE_PROFILE=');
      const after = readFileSync(join(cwd, '.env'), 'utf8');
      expect(after.match(/CONFORMANCE_PROFILE/g)).toHaveLength(1);
      expect(parse(after)).toMatchObject({
        ...parse(before),
        CONFORMANCE_PROFILE: 'conformance.profile.json',
      });
      writeDraft(draft, { env, cwd }, false);
      expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(after);
    },
  );

  test('state limits for missing parts, in addition to earlier limits', () => {
    const cwd = newFolder();
    const { CONFORMANCE_ENV_FILE: _, ...target } = env;
    writeFileSync(join(cwd, '.env'), 'CONFORMANCE_WITHOUT=no-scope,4.4\n# mine\n');
    const said = writeDraft(draft, { env: {}, cwd }, false, { missing: ['4.3', '4.4'] }).join('\n');
    expect(said).toContain('.env: CONFORMANCE_WITHOUT=no-scope,4.4,4.3 set, since the run found nothing there');
    expect(loadSettings({ env: target, cwd }).without).toEqual(['4.3', '4.4', 'no-scope']);
    expect(writeDraft(draft, { env: {}, cwd }, false, { missing: ['4.3'] }).join('\n')).not.toContain('WITHOUT');
  }); // prettier-ignore

  test('leave the name of the implementation to its vendor, and keep a name that is given', () => {
    const cwd = newFolder();
    const file = 'conformance.profile.json';
    const read = () => parseProfile(readFileSync(join(cwd, file), 'utf8'), file).implementation;
    expect(writeDraft(draft, { env, cwd }, false).join('\n')).toContain('only you know: "implementation"');
    expect(read()).toBeUndefined();
    const implementation = { name: 'Shop', version: '<version>' };
    const given = { ...draft, profile: { ...draft.profile, implementation } };
    expect(writeDraft(given, { env, cwd }, true).join('\n')).not.toContain('only you know');
    expect(read()).toEqual({ name: 'Shop' });
  });

  test('list, apart from the profile, the evidence for each choice, and the proposals, undecided clauses and open points', () => {
    const cwd = newFolder();
    writeDraft(draft, { env, cwd }, false, { undecided });
    const notes = readFileSync(join(cwd, 'conformance.profile.md'), 'utf8');
    expect(notes).toContain('| `create.mode` | `"alwaysNew"` | seen 3 times |');
    expect(notes).toContain('- `success.4.6`: it varied: [200], [201]');
    expect(notes).toContain('- `"overwrite":{"patch":{"target":"none"}}`: seen 3 times');
    expect(notes).toContain('- 2 (4.3/a, …): no key is known; supply "resource": {"keySource": "body:/…"}');
  });
});

describe('init', () => {
  test('drafts the choices of the target, and refuses to overwrite the draft', async () => {
    const served = await serve(referenceWith({ choices: ['creates-answer-200'] }));
    try {
      const cwd = newFolder();
      const target = {
        CONFORMANCE_BASE_URL: served.url,
        CONFORMANCE_PROJECT_KEY: 'demo',
        CONFORMANCE_TOKEN_MANAGE_TEST: tokenOf.manageTest,
        CONFORMANCE_ENV_FILE: '',
      };
      const first = await runCommand(cwd, ['init'], target);
      expect(first.stdout).toContain('conformance.profile.json');
      expect(first.code).toBe(0);
      expect(readFileSync(join(cwd, '.env'), 'utf8')).not.toContain(tokenOf.manageTest);
      const again = await runCommand(cwd, ['init'], target);
      expect(again.code).toBe(2);
      const profile = readFileSync(join(cwd, 'conformance.profile.json'), 'utf8');
      expect(JSON.parse(profile)).toMatchObject({ success: { '4.6': [200] } });
    } finally {
      await served.close();
    }
  });

  test('writes nothing if the target cannot be reached', async () => {
    const cwd = newFolder();
    const { code } = await runCommand(cwd, ['init'], {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:9',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_TOKEN_MANAGE_TEST: 'a-token-of-no-use',
    });
    expect(code).toBe(4);
    expect(existsSync(join(cwd, 'conformance.profile.json'))).toBe(false);
  });
});
