import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { asSettingLines, describeSettings } from '../../../config/settings/describe.ts';
import { nearest } from '../../../config/input/did-you-mean.ts';
import { asEnvExample } from '../../../config/pages/documents.ts';
import { settingTable } from '../../../config/settings/table.ts';
import { loadSettings, type Settings } from '../../../config/settings/settings.ts';

/** Self-signed, of no use but to be read. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmTCCAUGgAwIBAgIUN3BWWHuFNJ6u9lSFB4HXmwKtVo8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE0MzkzOVoYDzIxMjYxMDI4
MTQzOTM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASHhNNN2+un1sPSI79LZaoXO5khFJHORXhoLvlKYebm0dFvDN/tdIwD
yhOXV6iMNDsWJUDHmryB7de8vG1RJNFMo28wbTAdBgNVHQ4EFgQUedh2+dK2P5+P
/RmsP4tFexSVqdIwHwYDVR0jBBgwFoAUedh2+dK2P5+P/RmsP4tFexSVqdIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRgAwQwIfbihZrpqEtzzvfdrWbHc1ik9rHb8cws02Ieco9e2+CwIgAuDo
+m8v8X9Q0DdX80bTe3vwRfOCPCFDAzOmAYIVk2w=
-----END CERTIFICATE-----
`;

const root = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Given {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly flags?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** Settings without the prefix in `env`, files in a fresh folder that is the current one. */
function load({ env = {}, flags = {}, files = {} }: Given): Settings {
  const cwd = mkdtempSync(join(root, 'case-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const prefixed = Object.entries(env).map(
    ([name, value]) =>
      [
        name === name.toUpperCase() && !name.startsWith('_') ? `CONFORMANCE_${name}` : name.slice(1),
        value,
      ] as const,
  );
  return loadSettings({ env: Object.fromEntries(prefixed), cwd, flags });
}

function refusal(given: Given): ConfigurationError {
  try {
    load(given);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
}

const target = { BASE_URL: 'https://api.example.com', PROJECT_KEY: 'demo' };

describe('without any setting', () => {
  test('runs against the embedded reference with every default', () => {
    const settings = load({});
    expect(settings).toMatchObject({
      projectKey: 'demo',
      tokens: [],
      manifestTokens: [],
      profile: {},
      without: [],
      depth: 'ci',
      settle: { readMs: 5000, queryMs: 15000 },
      readOnly: false,
      concurrency: 24,
      timeoutMs: 10000,
      budgetRequests: 3000,
      tls: {},
      http2: 'auto',
      trace: true,
      headers: {},
      reports: ['json', 'markdown', 'html'],
      evidence: 'full',
      allowIncomplete: false,
      notes: [],
    });
    expect([...settings.consent]).toEqual(['overwrite', 'records', 'upload', 'namespace']);
    for (const absent of [
      'baseUrl',
      'otherProjectKey',
      'profileSha256',
      'seed',
      'runs',
      'raceRounds',
      'maxRps',
    ])
      expect(settings).not.toHaveProperty(absent);
    expect(new Set(Object.values(settings.sources))).toEqual(new Set(['default']));
  });

  test('yields a record that is frozen throughout', () => {
    const settings = load({});
    for (const part of [settings, settings.settle, settings.tokens, settings.profile, settings.sources])
      expect(Object.isFrozen(part)).toBe(true);
  });

  test.each([
    ['ci', 3000],
    ['release', 10000],
    ['certify', 30000],
  ])('depth %s has a budget of %i requests', (depth, budget) => {
    expect(load({ env: { DEPTH: depth } }).budgetRequests).toBe(budget);
    expect(load({ env: { DEPTH: depth, BUDGET_REQUESTS: '77' } }).budgetRequests).toBe(77);
  });
});

describe('sources', () => {
  const files = { '.env': 'CONFORMANCE_DEPTH=release\nCONFORMANCE_RUNS=7\nOTHER_THING=1\n' };

  test('a flag wins over the environment and the environment over .env', () => {
    expect(load({ files }).depth).toBe('release');
    const settings = load({ files, env: { DEPTH: 'certify', SEED: '1' }, flags: { seed: '2' } });
    expect(settings).toMatchObject({ depth: 'certify', seed: 2, runs: 7 });
    expect(settings.sources).toMatchObject({
      DEPTH: 'environment',
      SEED: 'flag',
      RUNS: '.env',
      TRACE: 'default',
    });
  });

  test('an empty variable is unset, so that .env counts', () => {
    expect(load({ files, env: { DEPTH: '', RACE_ROUNDS: '' } })).toMatchObject({ depth: 'release' });
    expect(load({ env: { SURPRISE: '' } }).depth).toBe('ci');
  });

  test('another file is read when it is named, and none on request', () => {
    const both = { ...files, 'staging.env': 'CONFORMANCE_DEPTH=certify' };
    const settings = load({ files: both, env: { ENV_FILE: 'staging.env' } });
    expect(settings.depth).toBe('certify');
    expect(settings.envFile).toMatch(/staging\.env$/);
    expect(load({ files: both, flags: { 'env-file': 'staging.env' } }).depth).toBe('certify');
    expect(load({ files, env: { ENV_FILE: 'none' } })).not.toHaveProperty('envFile');
  });

  test.each([
    ['in two lines', 'CONFORMANCE_CONSENT=records\nCONFORMANCE_CONSENT=upload\n'],
    ['also where one of them is empty', 'CONFORMANCE_CONSENT=\nexport CONFORMANCE_CONSENT = upload\n'],
  ])('a setting that is given twice in a file is refused: %s', (_where, text) => {
    const error = refusal({ files: { '.env': text } });
    expect([error.setting, error.found]).toEqual([
      'CONFORMANCE_CONSENT',
      expect.stringMatching(/^the setting twice in .*\.env$/),
    ]);
  });

  test('a setting in a comment or within a quoted value is given once', () => {
    const text = '# CONFORMANCE_DEPTH=ci\nX="a\nCONFORMANCE_DEPTH=ci\n"\nCONFORMANCE_DEPTH=release\n';
    expect(load({ files: { '.env': text } }).depth).toBe('release');
  });

  test('a missing environment file is refused if it is named, but not .env itself', () => {
    const error = refusal({ env: { ENV_FILE: 'staging.env' } });
    expect(error.message).toMatch(
      /^CONFORMANCE_ENV_FILE: found "staging\.env", which is missing; expected a readable file of variables, or none\.\n/,
    );
    expect(refusal({ files: { '.env': 'CONFORMANCE_ENV_FILE=x' } }).found).toMatch(/read too late/);
  });

  test('proxies come from the usual variables', () => {
    const { proxy } = load({ env: { _HTTPS_PROXY: 'http://proxy:3128', _no_proxy: 'localhost' } });
    expect(proxy).toEqual({ https: 'http://proxy:3128', none: 'localhost' });
  });

  test('variables with other names have no effect, BASE_URL included', () => {
    expect(load({ env: { _BASE_URL: '/', _MODE: 'test' } })).not.toHaveProperty('baseUrl');
  });
});

describe('unknown names', () => {
  test.each([
    ['BASE_URI', 'CONFORMANCE_BASE_URL'],
    ['URL', 'CONFORMANCE_BASE_URL'],
    ['READONLY', 'CONFORMANCE_READ_ONLY'],
    ['TOKEN_MANGE_TEST', 'CONFORMANCE_TOKEN_MANAGE_TEST'],
    ['MAXRPS', 'CONFORMANCE_MAX_RPS'],
  ])('%s suggests %s', (name, meant) => {
    const error = refusal({ env: { [name]: 'sesame' } });
    expect(error.setting).toBe(`CONFORMANCE_${name}`);
    expect(error.remedy).toBe(`Did you mean ${meant}?`);
    expect(error.message).not.toContain('sesame');
  });

  test.each(['SIGNING_KEY', 'VALID_DAYS'])('%s is refused', (name) => {
    expect(refusal({ env: { [name]: '1' } }).found).toBe('a name that is not known');
  });

  test('a name unlike all known names gets no suggestion', () => {
    expect(refusal({ env: { ZEBRA: '1' } }).remedy).toBe('Remove it, or see .env.example.');
    expect(nearest('', ['DEPTH'])).toBeUndefined();
  });

  test('they are refused in .env and as flags too', () => {
    expect(refusal({ files: { '.env': 'CONFORMANCE_DEBTH=ci' } }).remedy).toBe(
      'Did you mean CONFORMANCE_DEPTH?',
    );
    expect(refusal({ flags: { 'max-rsp': '5' } })).toMatchObject({
      setting: '--max-rsp',
      remedy: 'Did you mean --max-rps?',
    });
  });
});

describe('base URL', () => {
  test.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['http://localhost:8080/api/v1/', 'http://localhost:8080/api/v1'],
    ['HTTPS://API.example.com:443', 'https://api.example.com'],
    ['https://api.{region}.{cloudProvider}.example.com', 'https://api.eu-1.gcp.example.com'],
  ])('%s is %s', (written, read) => {
    const { baseUrl } = load({
      env: { ...target, BASE_URL: written, REGION: 'eu-1', CLOUD_PROVIDER: 'gcp' },
    });
    expect(baseUrl).toBe(read);
  });

  test.each([
    'ftp://example.com',
    'example.com',
    'localhost:8080',
    '/api',
    'https://',
    'https:/example.com',
    'https://exa mple.com',
    'https://example.com\\api',
    'https://example.com:99999',
    'https://example.com/{region',
  ])('%s is refused', (written) => {
    const error = refusal({ env: { ...target, BASE_URL: written, REGION: 'eu' } });
    expect(error).toMatchObject({ setting: 'CONFORMANCE_BASE_URL', found: JSON.stringify(written) });
    expect(error.expected).toBe('an http or https URL without query, fragment or user name');
  });

  test.each([
    'https://example.com?access_token=sesame',
    'https://example.com/?',
    'https://example.com#sesame',
    'https://sesame@example.com',
    'https://user:sesame@example.com/api',
  ])('%s is refused without showing it', (written) => {
    const error = refusal({ env: { ...target, BASE_URL: written } });
    expect(error.found).toMatch(/^a URL with a (query or a fragment|user name)$/);
    expect(error.message).not.toContain('sesame');
  });

  test('a placeholder needs its value, and a known name', () => {
    const withRegion = { ...target, BASE_URL: 'https://{region}.example.com' };
    expect(refusal({ env: withRegion }).remedy).toBe('Set CONFORMANCE_REGION.');
    expect(refusal({ env: { ...withRegion, REGION: 'a/b' } }).setting).toBe('CONFORMANCE_REGION');
    expect(refusal({ env: { ...target, BASE_URL: 'https://{regoin}.example.com' } }).remedy).toBe(
      'Did you mean region?',
    );
    expect(load({ env: { ...target, REGION: 'eu' } }).notes).toEqual([
      'CONFORMANCE_REGION has no effect: the base URL has no {region}.',
    ]);
  });

  test('it goes with a project key', () => {
    expect(refusal({ env: { BASE_URL: 'https://example.com' } }).setting).toBe('CONFORMANCE_PROJECT_KEY');
    expect(load({ env: { ...target, PROJECT_KEY: 'a b/c' } }).projectKey).toBe('a b/c');
    for (const key of ['..', '.', 'demo/', '/demo', 'de\nmo'])
      expect(refusal({ env: { ...target, PROJECT_KEY: key } }).setting).toBe('CONFORMANCE_PROJECT_KEY');
  });

  test.each(['PROJECT_KEY', 'OTHER_PROJECT_KEY', 'TOKEN_VIEW_TEST', 'TOKEN_OTHER_PROJECT'])(
    '%s without it is refused',
    (name) => {
      const error = refusal({ env: { [name]: 'sesame' } });
      expect(error.message).toContain('no CONFORMANCE_BASE_URL');
      expect(error.message).toContain(`CONFORMANCE_${name}`);
      expect(error.message).not.toContain('sesame');
    },
  );
});

describe('numbers', () => {
  const numbers = settingTable.filter((row) => 'least' in row && row.name !== 'SETTLE_MS');

  test.each(numbers.map((row) => [row.name, row] as const))('%s keeps to its bounds', (name, row) => {
    const at = (value: number | string) => ({ env: { [name]: String(value) } });
    const [least, most] = 'least' in row ? [row.least, row.most] : [NaN, NaN];
    expect(describeSettings(load(at(least))).find((it) => it.name.endsWith(name))?.value).toBe(String(least));
    expect(describeSettings(load(at(most))).find((it) => it.name.endsWith(name))?.value).toBe(String(most));
    for (const wrong of [most + 1, least - 1, 'many', '1e3', '0x10', '1,5', ''.padEnd(20, '9'), '-']) {
      const error = refusal(at(wrong));
      expect(error).toMatchObject({ setting: `CONFORMANCE_${name}`, found: JSON.stringify(String(wrong)) });
      expect(error.expected).toBe(row.expects);
      expect(error.remedy).toBe(`For example: CONFORMANCE_${name}=${row.example}`);
    }
    for (const bound of [least, most]) expect(row.expects).toContain(String(bound));
    if (name !== 'MAX_RPS') expect(refusal(at('1.5')).expected).toBe(row.expects);
  });

  test('the rate may be a fraction', () => {
    expect(load({ env: { MAX_RPS: '0.5' } }).maxRps).toBe(0.5);
  });

  test('the settle windows are two', () => {
    expect(load({ env: { SETTLE_MS: '100, 60000' } }).settle).toEqual({ readMs: 100, queryMs: 60000 });
    for (const wrong of ['5000', '5000,', '1,2,3', '-1,5', '5000,60001', 'a,b'])
      expect(refusal({ env: { SETTLE_MS: wrong } }).message).toContain('two integers from 0 to 60000');
  });

  test('an error says its source and stays within two lines', () => {
    expect(refusal({ flags: { 'max-rps': 'fast' } }).message).toBe(
      'CONFORMANCE_MAX_RPS: found "fast" (flag); expected a number from 0.01 to 100000.\nFor example: CONFORMANCE_MAX_RPS=5',
    );
    const long = refusal({ files: { '.env': `CONFORMANCE_MAX_RPS="${'line\\n'.repeat(60)}"` } });
    expect(long.found).toMatch(/\.\.\. \(\.env\)$/);
    expect(long.message.split('\n')).toHaveLength(2);
  });
});

describe('choices and lists', () => {
  test.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['FALSE', false],
  ])('a switch at %s is %s', (written, on) => {
    expect(load({ env: { READ_ONLY: written, TRACE: written, ALLOW_INCOMPLETE: written } })).toMatchObject({
      readOnly: on,
      trace: on,
      allowIncomplete: on,
    });
  });

  test.each([
    ['gate', { readOnly: true, readOnlyGate: true }],
    ['GATE', { readOnly: true, readOnlyGate: true }],
    ['1', { readOnly: true, readOnlyGate: false }],
    ['0', { readOnly: false, readOnlyGate: false }],
  ])('only reads at %s', (written, is) => {
    const settings = load({ env: { READ_ONLY: written } });
    expect(settings).toMatchObject(is);
    const row = describeSettings(settings).find(({ name }) => name === 'CONFORMANCE_READ_ONLY');
    expect(row?.value).toBe(written.toLowerCase());
  });

  test('a gate that lets every result pass is noted', () => {
    const noted = (env: Record<string, string>) => load({ env: { ALLOW_INCOMPLETE: '1', ...env } }).notes;
    expect(noted({ READ_ONLY: 'gate' }).join()).toContain('opens the gate of CONFORMANCE_READ_ONLY=gate');
    expect(noted({ READ_ONLY: '1' })).toEqual([]);
  });

  test.each([
    ['DEPTH', 'releas', 'Did you mean release?'],
    ['HTTP2', 'on', 'For example: CONFORMANCE_HTTP2=off'],
    ['EVIDENCE', 'shapes', 'Did you mean shape?'],
    ['READ_ONLY', 'yes', 'For example: CONFORMANCE_READ_ONLY=1'],
    ['REPORTS', 'json,pdf', 'For example: CONFORMANCE_REPORTS=json,markdown,junit'],
    ['REPORTS', 'markdwon', 'Did you mean markdown?'],
    ['CONSENT', 'overwrites', 'Did you mean overwrite?'],
    ['CONSENT', 'none,upload', 'Give none alone.'],
    ['WITHOUT', 'minted-scope', 'Did you mean minted-scopes?'],
    ['WITHOUT', '4.14,', 'For example: CONFORMANCE_WITHOUT=4.14,4.15,other-project'],
  ])('%s=%s is refused: %s', (name, written, remedy) => {
    expect(refusal({ env: { [name]: written } })).toMatchObject({ setting: `CONFORMANCE_${name}`, remedy });
  });

  test('by default every consent is given on the embedded reference, and none on a target and in a read-only run', () => {
    expect([...load({ env: target }).consent]).toEqual([]);
    expect([...load({ env: { READ_ONLY: '1' } }).consent]).toEqual([]);
    expect([...load({ env: { ...target, CONSENT: 'upload, records' } }).consent]).toEqual([
      'records',
      'upload',
    ]);
    expect(load({ env: { ...target, CONSENT: 'all' } }).consent.size).toBe(4);
    expect(load({ env: { BASE_URL: 'reference', CONSENT: 'none' } }).consent.size).toBe(0);
  });

  test('limits of scope are kept without repetition, in a fixed order', () => {
    expect(load({ env: { ...target, WITHOUT: 'key, 4.15,other-project,4.14,4.14' } }).without).toEqual([
      '4.14',
      '4.15',
      'other-project',
      'key',
    ]);
  });

  test.each(['4.1', '4.2', '4.5', '4.6', '4.10', '4.11'])('%s cannot be left out', (section) => {
    expect(refusal({ env: { WITHOUT: `4.14,${section}` } }).found).toBe(
      `"${section}", which cannot be left out`,
    );
  });

  test('json is always rendered', () => {
    expect(load({ env: { REPORTS: 'markdown' } }).reports).toEqual(['json', 'markdown']);
    expect(load({ env: { REPORTS: 'json' } }).reports).toEqual(['json']);
  });

  test('the report folder is absolute and no file', () => {
    expect(load({}).reportDir).toMatch(/^\/.*\/reports$/);
    expect(load({ env: { REPORT_DIR: '/var/out' } }).reportDir).toBe('/var/out');
    expect(refusal({ env: { REPORT_DIR: 'out' }, files: { out: '' } }).found).toBe('the path of a file');
  });

  test.each([
    ['out/below', 'is below a file, not a folder'],
    [`out${'t'.repeat(300)}`, 'has a name that is too long'],
  ])('a report folder that cannot exist is refused: %s', (folder, reason) => {
    const error = refusal({ env: { REPORT_DIR: folder }, files: { out: '' } });
    expect(error).toMatchObject({ setting: 'CONFORMANCE_REPORT_DIR', found: `a path that ${reason}` });
  });
});

describe('contradictions', () => {
  test('consent to writes in a read-only run', () => {
    const error = refusal({ env: { READ_ONLY: '1', CONSENT: 'upload' } });
    expect(error.message).toContain('CONFORMANCE_CONSENT: found "upload", beside CONFORMANCE_READ_ONLY=1');
    const gate = refusal({ env: { READ_ONLY: 'gate', CONSENT: 'upload' } });
    expect(gate.message).toContain('beside CONFORMANCE_READ_ONLY=gate');
  });

  test.each(['PROJECT_KEY', 'OTHER_PROJECT_KEY', 'REGION', 'CONTACT'])(
    'refuses a token in the place of %s, and does not show it',
    (name) => {
      const pasted = 'a-token-that-nobody-is-to-see';
      const { setting, message } = refusal({ env: { ...target, TOKEN_VIEW_TEST: pasted, [name]: pasted } });
      expect(setting).toBe(`CONFORMANCE_${name}`);
      expect(message).toContain('the token that CONFORMANCE_TOKEN_VIEW_TEST holds');
      expect(message).not.toContain(pasted);
    },
  );

  test('the same project as tested project and as other project', () => {
    expect(refusal({ env: { ...target, OTHER_PROJECT_KEY: 'demo' } }).setting).toBe(
      'CONFORMANCE_OTHER_PROJECT_KEY',
    );
  });

  test("the other project's token may come without its key, with a note", () => {
    const env = { ...target, TOKEN_OTHER_PROJECT: 'of-the-other' };
    const settings = load({ env });
    expect(settings.tokens).toEqual([{ name: 'other_project', token: 'of-the-other' }]);
    expect(settings.notes).toHaveLength(1);
    expect(load({ env: { ...env, OTHER_PROJECT_KEY: 'b' } }).notes).toEqual([]);
  });

  test.each([
    ['CLIENT_CERT', 'CLIENT_KEY'],
    ['CLIENT_KEY', 'CLIENT_CERT'],
  ])('%s without %s', (given, absent) => {
    const error = refusal({ env: { [given]: 'a.pem' }, files: { 'a.pem': '-----BEGIN X-----' } });
    expect(error).toMatchObject({ setting: `CONFORMANCE_${given}`, remedy: `Set CONFORMANCE_${absent}.` });
  });
});

describe('files', () => {
  test('PEM files are read as text', () => {
    const files = { 'ca.pem': `\ufeff${certificate.replaceAll('\n', '\r\n')}${certificate}` };
    const { tls } = load({ env: { CA_FILE: 'ca.pem' }, files });
    expect(tls.ca?.match(/-----BEGIN CERTIFICATE-----/g)).toHaveLength(2);
    expect(refusal({ env: { CA_FILE: 'ca.pem' }, files: { 'ca.pem': 'der' } }).found).toMatch(
      /without "-----BEGIN/,
    );
  });

  test('an environment in which certificates are not verified is refused', () => {
    for (const env of [{}, target, { ...target, CA_FILE: 'ca.pem' }]) {
      const given = { env: { ...env, _NODE_TLS_REJECT_UNAUTHORIZED: '0' }, files: { 'ca.pem': certificate } };
      const { setting, message } = refusal(given);
      expect(setting).toBe('NODE_TLS_REJECT_UNAUTHORIZED');
      expect(message).toContain('CONFORMANCE_CA_FILE');
      expect(message.split('\n')).toHaveLength(2);
    }
    for (const harmless of ['', '1'])
      expect(load({ env: { ...target, _NODE_TLS_REJECT_UNAUTHORIZED: harmless } }).baseUrl).toBeDefined();
  });

  test('PEM files that TLS could not use are refused', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const form = { format: 'pem', type: 'pkcs8' } as const;
    const key = String(privateKey.export(form));
    const locked = String(privateKey.export({ ...form, cipher: 'aes-256-cbc', passphrase: 'sesame' }));
    const ca = (text: string) => refusal({ env: { CA_FILE: 'a.pem' }, files: { 'a.pem': text } }).found;
    const pair = (text: string) =>
      refusal({
        env: { CLIENT_CERT: 'c.pem', CLIENT_KEY: 'k.pem' },
        files: { 'c.pem': certificate, 'k.pem': text },
      });
    expect(ca(certificate + certificate.replace('MIIB', 'MIIC'))).toContain('(number 2) that cannot be read');
    expect(ca(key)).toBe('a file without a certificate');
    expect(pair(key).found).toContain('a certificate other than CONFORMANCE_CLIENT_CERT');
    expect(pair(locked).found).toContain('encrypted');
    expect(pair(certificate)).toMatchObject({ setting: 'CONFORMANCE_CLIENT_KEY' });
  });

  test.each(['CA_FILE', 'CLIENT_CERT', 'CLIENT_KEY', 'TOKENS', 'PROFILE', 'ENV_FILE'])(
    '%s names a file of UTF-8 text',
    (name) => {
      const path = join(mkdtempSync(join(root, 'odd-')), 'utf-16');
      writeFileSync(path, Buffer.from('\ufeff{"a": 1}', 'utf16le'));
      expect(refusal({ env: { ...target, [name]: path } })).toMatchObject({
        setting: `CONFORMANCE_${name}`,
        found: expect.stringContaining('which is not UTF-8 text'),
      });
      writeFileSync(path, Buffer.from([0x7b, 0xff]));
      expect(refusal({ env: { ...target, [name]: path } }).found).toContain('which is not UTF-8 text');
    },
  );

  test.each(['TOKENS', 'PROFILE'])('%s names a file with content', (name) => {
    const given = { env: { ...target, [name]: 'blank.json' }, files: { 'blank.json': '\ufeff \r\n' } };
    expect(refusal(given).found).toContain('empty');
  });

  test('byte order marks and Windows line ends change nothing', () => {
    const files = {
      '.env': '\ufeffCONFORMANCE_MAX_RPS=5\r\nCONFORMANCE_PROFILE=p.json\r\nCONFORMANCE_TOKENS=t.json\r\n',
      'p.json': '\ufeff{"delete": {"after": "404"}}\r\n',
      't.json': '\ufeff[{"token": "t1", "scopes": []}]\r\n',
    };
    expect(load({ env: target, files })).toMatchObject({
      maxRps: 5,
      profile: { delete: { after: '404' } },
      manifestTokens: [{ token: 't1' }],
    });
  });

  test.each(['CA_FILE', 'CLIENT_CERT', 'CLIENT_KEY', 'TOKENS', 'PROFILE'])(
    '%s names a file that exists',
    (name) => {
      const error = refusal({ env: { ...target, [name]: 'gone.json' } });
      expect(error).toMatchObject({ setting: `CONFORMANCE_${name}`, found: '"gone.json", which is missing' });
      expect(error.remedy).toMatch(/^Looked for \/.*gone\.json\.$/);
      mkdirSync(join(root, 'folder'), { recursive: true });
      expect(refusal({ env: { ...target, [name]: join(root, 'folder') } }).found).toMatch(
        /which is a folder$/,
      );
    },
  );

  test('content in place of a path is not shown', () => {
    const error = refusal({ env: { ...target, TOKENS: '[{"token":"sesame"}]' } });
    expect(error.found).toBe('the content of a file');
    expect(error.message).not.toContain('sesame');
  });

  test('a profile is read with the hash of its bytes', () => {
    const settings = load({
      env: { ...target, PROFILE: 'p.json' },
      files: { 'p.json': '{"success":{"4.6":[201]}}' },
    });
    expect(settings.profile).toEqual({ success: { '4.6': [201] } });
    expect(settings.profileSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.isFrozen(settings.profile.success)).toBe(true);
  });

  test('a profile that is not JSON is refused with its line', () => {
    const error = refusal({ env: { PROFILE: 'p.json' }, files: { 'p.json': '{\n "success": }' } });
    expect(error.message).toMatch(
      /^CONFORMANCE_PROFILE: found text that is not JSON \(line 2\).* in "p\.json"/,
    );
  });
});

describe('tokens', () => {
  test('each has its name', () => {
    const { tokens } = load({ env: { ...target, TOKEN_VIEW_TEST: 'v', TOKEN_NO_SCOPE: 'n' } });
    expect(tokens).toEqual([
      { name: 'view_test', token: 'v' },
      { name: 'no_scope', token: 'n' },
    ]);
  });

  test('one token under two names is refused, and both are named', () => {
    const error = refusal({ env: { ...target, TOKEN_MANAGE_TEST: 'sesame', TOKEN_VIEW_TEST: 'sesame' } });
    expect(error.message).toMatch(
      /^CONFORMANCE_TOKEN_VIEW_TEST: found the same token as in CONFORMANCE_TOKEN_MANAGE_TEST/,
    );
    expect(error.message).not.toContain('sesame');
  });

  test('a manifest adds tokens with their scopes', () => {
    const manifest = [
      { token: 'm1', scopes: ['view_products:demo', 'view_test:demo'] },
      { env: 'OLD_TOKEN', scopes: [], expired: true },
    ];
    const settings = load({
      env: { ...target, TOKENS: 'tokens.json', _OLD_TOKEN: 'm2' },
      files: { 'tokens.json': JSON.stringify(manifest) },
    });
    expect(settings.manifestTokens).toEqual([
      { token: 'm1', scopes: ['view_products:demo', 'view_test:demo'], expired: false },
      { token: 'm2', scopes: [], expired: true },
    ]);
  });

  test.each([
    ['{"token": sesame}', /^text that is not JSON \(line 1\)/],
    ['[{"sesame":1,\n"sesame":2}]', /^text that has a member twice \(line 2\)/],
    ['{}', /^JSON that is not an array/],
    ['[1]', /^something other than an object \(entry 1\)/],
    ['[{"token":"sesame","env":"X","scopes":[]}]', /^not exactly one of/],
    ['[{"scopes":[]}]', /^not exactly one of/],
    ['[{"token":"sesame"}]', /^no "scopes"/],
    ['[{"token":"sesame","scopes":["a b"]}]', /^no "scopes"/],
    ['[{"token":"sesame","scopes":[],"expired":"no"}]', /^an "expired"/],
    ['[{"token":7,"scopes":[]}]', /^a "token" that is not a string/],
    ['[{"token":"","scopes":[]}]', /^an empty "token"/],
    ['[{"token":"sesame x","scopes":[]}]', /^a value with a space/],
    ['[{"env":"UNSET_ONE","scopes":[]}]', /^the variable "UNSET_ONE", which is not set/],
    ['[{"env":"constructor","scopes":[]}]', /^the variable "constructor", which is not set/],
    ['[{"constructor":1,"token":"sesame","scopes":[]}]', /^the unknown member "constructor"/],
    ['[{"__proto__":{"token":"sesame"},"scopes":[]}]', /^the unknown member "__proto__"/],
    ['[{"tokn":"sesame","scopes":[]}]', /^the unknown member "tokn"/],
    ['[{"token":"sesame","scopes":[]},{"token":"sesame","scopes":[]}]', /^the same token as in .*entry 1/],
    ['[{"token":"sesame-view","scopes":[]}]', /^the same token as in CONFORMANCE_TOKEN_VIEW_TEST/],
  ])('the manifest %s is refused', (text, found) => {
    const error = refusal({
      env: { ...target, TOKENS: 'tokens.json', TOKEN_VIEW_TEST: 'sesame-view' },
      files: { 'tokens.json': text },
    });
    expect(error.setting).toMatch(/^CONFORMANCE_TOKENS/);
    expect(error.found).toMatch(found);
    expect(error.message).not.toContain('sesame');
  });
});

describe('extra headers', () => {
  test('are read from JSON', () => {
    expect(load({ env: { HEADERS: '{"X-Env":"staging"}' } }).headers).toEqual({ 'X-Env': 'staging' });
    const odd = load({ env: { HEADERS: '{"constructor":"a","__proto__":"b"}' } }).headers;
    expect(Object.entries(odd)).toEqual([
      ['constructor', 'a'],
      ['__proto__', 'b'],
    ]);
  });

  test.each([
    ['{sesame', 'text that is not JSON'],
    ['["sesame"]', 'JSON that is not an object'],
    ['{"X Env":"sesame"}', '"X Env" as a header name'],
    ['{"X-Env":1}', 'a value of X-Env that is not a string'],
    ['{"X-Env":"sesame\\r\\nB: c"}', 'a value of X-Env with a line break in it'],
    ['{"X-Env":"s\u00e9same"}', 'a value of X-Env with a character that is not ASCII in it'],
    ['{"X-Env":"sesame","x-env":"b"}', 'x-env twice'],
    ['{"authorization":"sesame"}', 'the header authorization'],
    ['{"Traceparent":"sesame"}', 'the header Traceparent'],
  ])('%s is refused', (text, found) => {
    const error = refusal({ env: { HEADERS: text } });
    expect(error).toMatchObject({ setting: 'CONFORMANCE_HEADERS', found });
    expect(error.message).not.toContain('sesame');
  });
});

describe('printed settings', () => {
  test('show each effective value with its source, and no secret', () => {
    const settings = load({
      env: {
        ...target,
        TOKEN_VIEW_TEST: 'sesame',
        HEADERS: '{"X-Env":"sesame"}',
        TOKENS: 't.json',
        DEPTH: 'release',
      },
      flags: { 'read-only': '1' },
      files: { '.env': 'CONFORMANCE_SEED=-5', 't.json': '[{"token":"sesame2","scopes":[]}]' },
    });
    const rows = describeSettings(settings);
    expect(rows.map(({ name }) => name)).toEqual(settingTable.map(({ name }) => `CONFORMANCE_${name}`));
    const row = (name: string) => rows.find((candidate) => candidate.name === `CONFORMANCE_${name}`);
    expect(row('BASE_URL')).toMatchObject({ value: 'https://api.example.com', source: 'environment' });
    expect(row('TOKEN_VIEW_TEST')).toMatchObject({ value: 'present', source: 'environment' });
    expect(row('TOKEN_MANAGE_TEST')).toMatchObject({ value: 'absent', source: 'default' });
    expect(row('TOKENS')).toMatchObject({ value: '1 further tokens' });
    expect(row('HEADERS')).toMatchObject({ value: 'X-Env' });
    expect(row('READ_ONLY')).toMatchObject({ value: '1', source: 'flag' });
    expect(row('SEED')).toMatchObject({ value: '-5', source: '.env' });
    expect(row('BUDGET_REQUESTS')).toMatchObject({ value: '10000', source: 'default' });
    expect(row('MAX_RPS')).toMatchObject({ value: 'no cap', source: 'default' });
    expect(asSettingLines(rows).join('\n')).not.toContain('sesame');
    expect(asSettingLines(rows)).toContainEqual(
      expect.stringMatching(/^CONFORMANCE_DEPTH +release +environment$/),
    );
  });

  test('.env.example has a comment line and an empty line of its own for each setting', async () => {
    await expect(asEnvExample()).toMatchFileSnapshot('../../../.env.example');
    for (const { name } of settingTable)
      if (name !== 'ENV_FILE')
        expect(asEnvExample()).toMatch(new RegExp(`^# .*\\nCONFORMANCE_${name}=$`, 'm'));
    const filled = ['BASE_URL=https://api.example.com', 'PROJECT_KEY=demo', 'TOKEN_MANAGE_TEST=t'].reduce(
      (text, line) => text.replace(`CONFORMANCE_${line.split('=')[0]}=`, `CONFORMANCE_${line}`),
      asEnvExample(),
    );
    const settings = load({ files: { '.env': filled } });
    expect(settings.sources).toMatchObject({
      DEPTH: 'default',
      TOKEN_VIEW_TEST: 'default',
      BASE_URL: '.env',
    });
    expect(settings.tokens).toHaveLength(1);
  });
});
