import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder, reportIn, run, type Ended } from '../support/small-runs/started-run.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

async function succeeds(ended: Promise<Ended>): Promise<Ended> {
  const { code, stdout, stderr } = await ended;
  if (code !== 0) throw new Error(`exit code ${code}\n${stdout}\n${stderr}`);
  return { code, stdout, stderr };
}

/** Packing builds again: in the repository, what is built there would be gone for a while, and other tests run it. */
function copyOfRepository(folder: string): string {
  const copy = join(folder, 'copy');
  const left = ['node_modules', 'examples', 'dist', '.git', 'reports'].map((name) => join(repository, name));
  cpSync(repository, copy, { recursive: true, filter: (path) => !left.includes(path) });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Packs the package and installs the tarball in an empty folder; returns the folder. */
async function install(): Promise<string> {
  const folder = newFolder();
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true }');
  await succeeds(run(copyOfRepository(folder), 'npm', ['pack', '--pack-destination', folder]));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no tarball';
  await succeeds(
    run(app, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, tarball)]),
  );
  return app;
}

function matrixIn(app: string): readonly string[] {
  return reportIn(app).clauses.map(({ id, level, verdict }) => `${id} ${level} ${verdict}`);
}

describe('the packed package, installed in an empty folder', () => {
  let app = '';
  beforeAll(async () => {
    app = await install();
  });

  test('gives the matrix of the repository by its command and by vitest', async () => {
    const here = newFolder();
    await succeeds(run(here, process.execPath, [join(repository, 'bin/resource-conformance.mjs')]));
    const config = 'node_modules/resource-conformance/config/vitest.config.ts';
    await succeeds(run(app, 'npx', ['resource-conformance']));
    const byCommand = matrixIn(app);
    await succeeds(run(app, 'npx', ['vitest', 'run', '--config', config]));
    expect(byCommand.length).toBeGreaterThan(0);
    expect(byCommand).toEqual(matrixIn(here));
    expect(matrixIn(app)).toEqual(byCommand);
    expect(reportIn(app).verdict).toBe('CONFORMANT');
  });

  test('names the place of each clause in its sources', () => {
    const unplaced = reportIn(app).clauses.filter(
      ({ level, source }) => level !== 'DECLARED' && source === '',
    );
    expect(unplaced.map(({ id }) => id)).toEqual([]);
  });

  test('hands its report to a program, and prints nothing', async () => {
    writeFileSync(
      join(app, 'program.mjs'),
      `import { run, ConfigurationError } from 'resource-conformance';
       const { report, exitCode } = await run({ CONFORMANCE_REPORT_DIR: 'own' }, { testNamePattern: '4.5/no-body' });
       const [clause] = report.clauses.filter(({ verdict }) => verdict === 'pass');
       const refused = await run({ CONFORMANCE_DEPTH: 'x' }).catch((error) => error instanceof ConfigurationError);
       console.log(JSON.stringify([report.verdict, exitCode, clause.id, process.exitCode ?? null, refused]));`,
    );
    const { stdout } = await succeeds(run(app, process.execPath, ['program.mjs']));
    expect(stdout).toBe('["INCOMPLETE",3,"4.5/no-body",null,true]\n');
  });

  test('gives its types to a program, and itself to CommonJS', async () => {
    writeFileSync(
      join(app, 'program.mts'),
      `import { run, ConfigurationError, type Report } from 'resource-conformance';
       const fails = (report: Report): readonly string[] =>
         report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
       const { report, exitCode } = await run({}, { print: true });
       // @ts-expect-error an exit code is a number
       const text: string = exitCode;
       console.log(fails(report), text, new ConfigurationError({ setting: '', found: '', expected: '', remedy: '' }));`,
    );
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
    await succeeds(run(app, process.execPath, [compiler, ...flags, 'program.mts']));
    writeFileSync(
      join(app, 'program.cjs'),
      `import('resource-conformance').then(({ run }) => console.log(typeof run));`,
    );
    expect((await succeeds(run(app, process.execPath, ['program.cjs']))).stdout).toBe('function\n');
  });

  test.for([
    'a (b)/feature%2Ffix/[x]/{y}/100%/!(z)',
    'ü &$@ #x/what?',
    Array.from({ length: 4 }, () => 'fifty letters and '.repeat(3)).join('/'),
  ])('judges below %s', async (path) => {
    const folder = join(newFolder(), path);
    cpSync(app, folder, { recursive: true, verbatimSymlinks: true });
    const judges = async (word: string, ...args: readonly string[]) => {
      const { code, stdout } = await run(folder, word, [...args, '-t', '4.5/no-body']);
      expect([code, stdout]).toEqual([3, expect.stringContaining('1 of 1 MUST pass')]);
    };
    await judges('node_modules/.bin/resource-conformance');
    // Vitest itself loads no configuration below the two others.
    if (/[#?]/.test(path)) return;
    const config = 'node_modules/resource-conformance/config/vitest.config.ts';
    await judges('node_modules/.bin/vitest', 'run', '--config', config);
  });

  test('gives a mock to tests of clients, with its types, and by its command', async () => {
    for (const name of ['client.test.ts', 'client_test.py'])
      cpSync(join(repository, 'examples/mock', name), join(app, name));
    await succeeds(run(app, 'npx', ['vitest', 'run', 'client.test.ts']));
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
    await succeeds(run(app, process.execPath, [compiler, ...flags, 'client.test.ts']));
    await succeeds(run(app, 'python3', ['-m', 'unittest', '-v', 'client_test']));
  });

  test('gives the types of a project and a reporter for vitest', async () => {
    const page = readFileSync(join(repository, 'docs/vitest.md'), 'utf8');
    const [, server = '', config = ''] = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
    for (const [name, code] of [
      ['start-server.ts', server],
      ['vitest.config.ts', config],
    ] as const)
      writeFileSync(join(app, name), code);
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    await succeeds(
      run(app, process.execPath, [compiler, ...flags, '--types', '', 'vitest.config.ts', 'start-server.ts']),
    );
    for (const name of ['start-server.ts', 'vitest.config.ts']) rmSync(join(app, name));
  });

  test('names the package that a state file needs', async () => {
    const { code, stderr } = await run(app, 'npx', ['resource-conformance', 'mock', '--state', 'state.mock']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm install --save-dev lmdb@3')]);
  });

  test('is small', () => {
    const files = readdirSync(join(app, 'node_modules/resource-conformance'), { recursive: true });
    expect(files.length).toBeLessThan(800);
  });

  test('gives the schemas of report and profile, and the report meets its schema', async () => {
    writeFileSync(
      join(app, 'report.mjs'),
      `import { createRequire } from 'node:module';
       import { readFileSync } from 'node:fs';
       import { Ajv2020 } from 'ajv/dist/2020.js';
       import formats from 'ajv-formats';
       const require = createRequire(import.meta.url);
       const ajv = new Ajv2020({ allowUnionTypes: true });
       formats.default(ajv);
       const holds = ajv.compile(require('resource-conformance/report.schema.json'));
       const report = JSON.parse(readFileSync('reports/conformance.json', 'utf8'));
       console.log(holds(report), typeof require('resource-conformance/profile.schema.json').properties);`,
    );
    expect((await succeeds(run(app, process.execPath, ['report.mjs']))).stdout).toBe('true object\n');
  });

  test('lists consents, settings and declarations in its report', () => {
    const { scope, settings = [], target } = reportIn(app);
    expect(scope.consent).toEqual(['overwrite', 'records', 'upload', 'namespace']);
    expect(settings).toContainEqual({ name: 'CONFORMANCE_DEPTH', value: 'ci', source: 'default' });
    expect(target.profile).toMatchObject({ search: { method: 'POST' } });
    expect(JSON.stringify(settings)).not.toMatch(/demo-(?:manage|view)/);
  });

  test('gives its schemas and formats to a validator, as their page shows', async () => {
    const page = readFileSync(join(repository, 'schemas/README.md'), 'utf8');
    const code = /^```js\n([^]*?)^```$/m.exec(page)?.[1] ?? 'the page shows no code';
    writeFileSync(join(app, 'schemas.mjs'), code);
    const { stdout } = await succeeds(run(app, process.execPath, ['schemas.mjs']));
    expect(stdout).toBe(`true\nfalse\n[ '/lineItems/0/_url must match format "relative-path"' ]\n`);
  });

  test('gives arbitraries, a judge of one answer, and types to a program', async () => {
    writeFileSync(
      join(app, 'properties.mjs'),
      `import fc from 'fast-check';
       import { orderedRecord, updateActions } from 'resource-conformance/properties';
       const { counterexample } = fc.check(
         fc.property(updateActions(), orderedRecord(), ({ length }) => length < 3), { seed: 3 });
       console.log(JSON.stringify(counterexample[0]));`,
    );
    const { stdout } = await succeeds(run(app, process.execPath, ['properties.mjs']));
    expect(JSON.parse(stdout)).toEqual(Array.from({ length: 3 }, () => ({ action: 'doSomeThing' })));
    writeFileSync(
      join(app, 'expect.mjs'),
      `import { brokenBy } from 'resource-conformance/expect';
       const answer = { status: 200, headers: { 'Content-Type': 'application/json' }, body: { version: '1' } };
       console.log((await brokenBy(answer, '4.2')).map(({ clause }) => clause).join());`,
    );
    expect((await succeeds(run(app, process.execPath, ['expect.mjs']))).stdout).toBe(
      'Resources/version-is-integer\n',
    );
    const types = join(app, 'node_modules/resource-conformance/dist');
    expect(readFileSync(join(types, 'schemas/types.d.ts'), 'utf8')).toContain(
      'export interface OrderedRecord',
    );
    expect(readFileSync(join(types, 'properties/published.d.ts'), 'utf8')).toContain('racePlan');
  });

  test('contains the pages that the build writes', () => {
    const docs = join(app, 'node_modules/resource-conformance/docs');
    expect(readdirSync(docs)).toEqual(
      expect.arrayContaining(['clauses.md', 'coverage.md', 'open-points.md', 'power.md']),
    );
    expect(readFileSync(join(docs, 'clauses.md'), 'utf8')).toContain('### 4.5/no-body');
  });

  test('prints its settings and refuses unknown settings', async () => {
    const printed = await run(app, 'npx', ['resource-conformance', '--print-settings', '--max-rps', '5']);
    expect(printed.code).toBe(0);
    expect(printed.stdout).toMatch(/CONFORMANCE_MAX_RPS +5 +flag/);
    const unknown = await run(app, 'npx', ['resource-conformance', 'rnu']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('Did you mean run?');
  });

  test('is the judge that its report names, beside any other packages', async () => {
    const modules = join(app, 'node_modules');
    for (const name of ['ajv', 'ajv-formats', 'fast-check', 'pure-rand'])
      renameSync(join(modules, name), join(modules, `.${name}`));
    const version = async () =>
      (await succeeds(run(app, 'npx', ['resource-conformance', '--version']))).stdout;
    const told = await version();
    const { suite } = reportIn(app);
    expect(told).toBe(`${suite.version}\njudge ${suite.judge}\n`);
    expect((await run(app, 'npx', ['resource-conformance', '-t', '4.5/no-body'])).code).toBe(3);
    const judged = reportIn(app, 'conformance.selected').clauses.filter(({ verdict }) => verdict === 'pass');
    expect(judged.map(({ id }) => id)).toEqual(['4.5/no-body']);
    appendFileSync(join(modules, 'resource-conformance/dist/bin/main.js'), ' ');
    expect(await version()).toMatch(/\njudge sha256:[0-9a-f]{64}\n$/);
    expect(await version()).not.toBe(told);
  });
});
