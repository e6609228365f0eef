import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

// Installs the tarball with each installer, at the lowest and at the highest version that each range of ours allows, on
// the Node that runs this, and judges one clause. It passes, or ends with exit code 2 and two lines; anything else is a
// failure. --installer names one; without it, all are tried.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { installer: { type: 'string', multiple: true }, ends: { type: 'string', multiple: true } },
});
const [tarball] = positionals.map((path) => resolve(path));
const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = Object.fromEntries(
  Object.entries(dependencies).map(([name, range]) => [name, range.replace(/^\^/, '').replace(/ .*/, '')]),
);
const folder = mkdtempSync(join(tmpdir(), 'installs-'));
const tools = join(folder, 'tools/node_modules');
const [pnpm, classic, berry, bun] = [
  'pnpm/bin/pnpm.cjs',
  'yarn/bin/yarn.js',
  '@yarnpkg/cli-dist/bin/yarn.js',
  '.bin/bun',
].map((file) => join(tools, file));

/** How each installer adds the tarball and starts the command; `files` say how it links. */
const installers = {
  npm: { add: ['npm', 'install', '--no-audit', '--no-fund'], start: ['npx', 'resource-conformance'] },
  'pnpm-isolated': pnpmWith('node-linker=isolated\n'),
  'pnpm-hoisted': pnpmWith('node-linker=hoisted\n'),
  'pnpm-without-peers': pnpmWith('auto-install-peers=false\nstrict-peer-dependencies=true\n'),
  'yarn-classic': {
    add: [process.execPath, classic, 'add'],
    start: [process.execPath, classic, '--silent', 'resource-conformance'],
  },
  'yarn-node-modules': berryWith('node-modules'),
  'yarn-pnp': berryWith('pnp'),
  bun: { add: [bun, 'add'], start: ['node_modules/.bin/resource-conformance'] },
};

function pnpmWith(npmrc) {
  return {
    files: { '.npmrc': npmrc },
    add: [process.execPath, pnpm, 'add', '--save-dev'],
    start: [process.execPath, pnpm, 'exec', 'resource-conformance'],
  };
}

function berryWith(nodeLinker) {
  const settings = ['enableTelemetry: false', 'enableGlobalCache: false', 'enableImmutableInstalls: false'];
  return {
    files: { '.yarnrc.yml': [`nodeLinker: ${nodeLinker}`, ...settings, ''].join('\n'), 'yarn.lock': '' },
    add: [process.execPath, berry, 'add', '--dev'],
    start: [process.execPath, berry, 'resource-conformance'],
  };
}

function started([command, ...args], cwd) {
  const env = {
    ...process.env,
    // Installers start scripts by the first node that they find.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    CI: '1',
    CONFORMANCE_ENV_FILE: 'none',
    CONFORMANCE_BASE_URL: 'reference',
  };
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? String(error) };
}

/** The flaw of an installation; undefined if there is none. */
function flawOf({ add, start, files = {} }, ends, app) {
  mkdirSync(app, { recursive: true });
  const chosen = ends === 'lowest' ? lowest : {};
  const project = {
    name: 'app',
    private: true,
    overrides: chosen,
    resolutions: chosen,
    pnpm: { overrides: chosen },
  };
  for (const [name, text] of Object.entries({ ...files, 'package.json': JSON.stringify(project) }))
    writeFileSync(join(app, name), text);
  const added = started(
    [...add, add.includes(berry) ? `resource-conformance@file:${tarball}` : tarball],
    app,
  );
  if (added.status !== 0) return `not installed: ${tail(added)}`;
  const judged = started([...start, 'run', '-t', '4.5/no-body'], app);
  if (judged.status === 3 && judged.stdout.includes('1 of 1 MUST pass')) return undefined;
  const isTold = judged.status === 2 && /^resource-conformance: [^\n]+\n[^\n]+$/.test(judged.stderr.trim());
  return isTold ? undefined : `exit code ${judged.status}: ${tail(judged)}`;
}

function tail({ stdout, stderr }) {
  return `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
}

if (tarball === undefined) {
  process.stderr.write('installs: name the tarball: node .ci/installs.mjs resource-conformance-0.3.0.tgz\n');
  process.exit(2);
}
mkdirSync(dirname(tools), { recursive: true });
writeFileSync(join(dirname(tools), 'package.json'), '{ "private": true }');
const named = ['pnpm@10', 'yarn@1', '@yarnpkg/cli-dist@4', 'bun@1'];
const fetched = started(
  ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...named],
  dirname(tools),
);
if (fetched.status !== 0) process.stderr.write(`${tail(fetched)}\n`);
for (const name of values.installer ?? Object.keys(installers))
  for (const ends of values.ends ?? ['lowest', 'highest']) {
    const flaw = flawOf(installers[name], ends, join(folder, `${name}-${ends}`));
    process.stdout.write(`${process.version} ${name} ${ends}: ${flaw ?? 'right'}\n`);
    if (flaw !== undefined) process.exitCode = 1;
  }
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
