import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { partsInOrder, titleOf } from '../../clause/document-order.ts';
import { statedPlace } from '../../config/register/stated-places.ts';
import { newFolder, run, type Ended } from '../support/small-runs/started-run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const config = join(root, 'config/vitest.config.ts');
const noBody = '4.5 HEAD /{projectKey}/resource > 4.5/no-body';

function vitest(cwd: string, words: readonly string[], env?: Record<string, string>): Promise<Ended> {
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), ...words, '--config', config];
  return run(cwd, process.execPath, command, env === undefined ? {} : { env });
}

/** The names that a list has, without that of the file. */
function listed({ stdout }: Ended): readonly string[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.slice(line.indexOf(' > ') + ' > '.length));
}

describe('vitest list', () => {
  test('has a suite per part of the contract and a test per clause, in the order of the contract', async () => {
    const names = listed(await vitest(newFolder(), ['list']));
    const [titles, tests] = [
      names.map((name) => name.split(' > ')[0]),
      names.map((name) => name.split(' > ')[1]),
    ];
    expect([...new Set(titles)]).toEqual(partsInOrder.map(titleOf));
    expect(names).toContain(noBody);
    const register = readFileSync(join(root, 'contract/clauses.json'), 'utf8');
    const ids = [...register.matchAll(/"id":\s*"([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(400);
    expect(tests).toEqual(expect.arrayContaining(ids));
  });

  test('needs and uses no settings, and leaves no files', async () => {
    const cwd = newFolder();
    const told = {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:9',
      CONFORMANCE_TOKENS_COMMAND: 'touch asked',
      CONFORMANCE_NO_SUCH: 'setting',
    };
    for (const env of [{ CONFORMANCE_ENV_FILE: 'none' }, told]) {
      const ended = await vitest(cwd, ['list', 'suites/4.5'], env);
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
      expect(listed(ended)).toContain(noBody);
    }
    expect(existsSync(join(cwd, 'asked'))).toBe(false);
    expect(existsSync(join(cwd, 'reports'))).toBe(false);
  });

  test('selects the same clauses by the file of a suite and by its section', async () => {
    const [byFile, bySection] = await Promise.all([
      vitest(newFolder(), ['list', 'suites/4.10']),
      vitest(newFolder(), ['list', '-t', '4.10/']),
    ]);
    const names = listed(byFile);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names.map((name) => name.split(' > ')[0]))).toEqual(new Set([titleOf('4.10')]));
    expect(names).toEqual(listed(bySection));
  });
});

describe("vitest's own reporters", () => {
  test('show the suite; JUnit names section and clause as class, as our JUnit does', async () => {
    const cwd = newFolder();
    const words = [
      'run',
      '-t',
      '^4.5/no-body',
      '--reporter=verbose',
      '--reporter=junit',
      '--output-file.junit=own.xml',
    ];
    const { stdout } = await vitest(cwd, words, {
      CONFORMANCE_BASE_URL: 'reference',
      CONFORMANCE_ENV_FILE: 'none',
      CONFORMANCE_REPORTS: 'junit',
    });
    expect(stripVTControlCharacters(stdout)).toMatch(
      /✓ .*4\.5 HEAD \/\{projectKey\}\/resource > 4\.5\/no-body/,
    );
    const own = readFileSync(join(cwd, 'own.xml'), 'utf8');
    expect(own).toContain(`classname="4.5 4.5/no-body" name="${noBody.replace('>', '&gt;')}"`);
    expect(own).toContain(
      'classname="4.5 4.5/no-body" name="4.5 HEAD /{projectKey}/resource &gt; 4.5/no-body / ',
    );
    expect(own).not.toMatch(/classname="(?!General|Resources|4\.\d+|Authentication|Errors|Versioning)/);
    const ours = readFileSync(join(cwd, 'reports/conformance.selected.junit.xml'), 'utf8');
    expect(ours).toContain('classname="4.5 4.5/no-body" name="4.5/no-body"');
  });
});

test('an editor can run clauses by title, while its process watches', async () => {
  const pattern = String.raw`^\s?4\.5 HEAD \/\{projectKey\}\/resource[ >]+4\.5\/no-body$`;
  const script = `
    import { createVitest } from ${JSON.stringify(import.meta.resolve('vitest/node'))};
    const passed = [];
    const reporter = { onTestCaseResult: (one) => one.result().state === 'passed' && passed.push([one.fullName, one.location.line]) };
    const options = { config: ${JSON.stringify(config)}, watch: true, api: false, ui: false, reporters: [reporter], includeTaskLocation: true };
    const vitest = await createVitest('test', options, { server: { middlewareMode: true, watch: null } });
    vitest.setGlobalTestNamePattern(${JSON.stringify(pattern)});
    await vitest.rerunTestSpecifications(await vitest.globTestSpecifications(), false);
    vitest.resetGlobalTestNamePattern();
    const all = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
    const another = all.find(({ name }) => name === '4.17/answers-with-a-cart');
    await vitest.rerunTestSpecifications([another.toTestSpecification()], false);
    await vitest.close();
    process.stderr.write(JSON.stringify(passed));
  `;
  const cwd = newFolder();
  const ended = await run(cwd, process.execPath, ['--input-type=module', '--eval', script], {
    env: { CONFORMANCE_BASE_URL: 'reference', CONFORMANCE_ENV_FILE: 'none', VITEST_VSCODE: 'true' },
  });
  const placeOf = (id: string): number => Number(statedPlace(id)?.split(':')[1]);
  expect(JSON.parse(ended.stderr)).toEqual([
    [noBody, placeOf('4.5/no-body')],
    [`${titleOf('4.17')} > 4.17/answers-with-a-cart`, placeOf('4.17/answers-with-a-cart')],
  ]);
  expect(ended.stdout).toContain('selected 1 of');
  expect(existsSync(join(cwd, 'reports/conformance.json'))).toBe(false);
  expect(existsSync(join(cwd, 'reports/conformance.selected.json'))).toBe(true);
});
