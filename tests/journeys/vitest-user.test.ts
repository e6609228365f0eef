import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partsInOrder } from '../../clause/document-order.ts';
import type { Report } from '../../clause/report.ts';
import { referenceWith } from '../../faults/catalogue.ts';
import { serve, type Served } from '../../reference/serve.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { blocksIn, commandsOf, repository } from '../support/journeys/documented-commands.ts';
import { pageText } from '../support/journeys/page-text.ts';
import { Traveller, type Typed } from '../support/journeys/traveller.ts';
import { walkedBy } from './walked.ts';

/** The text of a block below a heading, as its reader copies it into a file. */
function copied(heading: string, language: string, document = 'docs/commands.md'): string {
  const [block] = blocksIn(pageText(document)).filter(
    (one) => one.heading === heading && one.language === language,
  );
  if (block === undefined) throw new Error(`${document} shows no ${language} below "${heading}"`);
  return `${block.lines.join('\n')}\n`;
}

/** Few cases and short waits: what is tried is the way through vitest. */
const settings = (baseUrl: string): string =>
  [
    `CONFORMANCE_BASE_URL=${baseUrl}`,
    'CONFORMANCE_PROJECT_KEY=demo',
    `CONFORMANCE_TOKEN_MANAGE_TEST=${tokenOf.manageTest}`,
    'CONFORMANCE_SETTLE_MS=100,100',
    'CONFORMANCE_RUNS=3',
    'CONFORMANCE_RACE_ROUNDS=1',
    '',
  ].join('\n');

const ownTest = (sum: number): string =>
  `import { expect, test } from 'vitest';\ntest('adds', () => expect(1 + 1).toBe(${sum}));\n`;

describe('a user of vitest', { timeout: 240_000 }, () => {
  let server: Served;
  /** In a clone. */
  let reader: Traveller;
  /** In a project that has tests of its own, and the suite installed. */
  let owner: Traveller;

  beforeAll(async () => {
    server = await serve(referenceWith({ faults: [] }), { port: 0 });
    reader = new Traveller();
    reader.clone();
    owner = new Traveller({ 'https://api.example.com/v1': server.url });
    const modules = join(owner.folder, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    mkdirSync(join(owner.folder, 'tests'));
    symlinkSync(join(repository, 'node_modules/vitest'), join(modules, 'vitest'));
    symlinkSync('../vitest/vitest.mjs', join(modules, '.bin/vitest'));
    symlinkSync(reader.folder, join(modules, 'resource-conformance'));
    writeFileSync(join(owner.folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(owner.folder, 'vitest.config.ts'), copied('Beside your own tests', 'ts'));
    for (const { folder } of [reader, owner]) writeFileSync(join(folder, '.env'), settings(server.url));
  });

  afterAll(async () => {
    await reader.end();
    await owner.end();
    await server.close();
  });

  async function typed(by: Traveller, line: string, code: number): Promise<Typed> {
    const ended = await by.type(line);
    expect(ended.code, `${line}\n${ended.said}`).toBe(code);
    return ended;
  }

  const reportOf = (by: Traveller, name: string): Report =>
    JSON.parse(by.read(`reports/${name}.json`)) as Report;

  test('lists clauses, selects them in two ways, and has them in JUnit', async () => {
    const [list, json, bySuite, byId, junit] = commandsOf('docs/commands.md', 'With vitest') as [string, string, string, string, string]; // prettier-ignore
    const listed = (await typed(reader, list, 0)).said.split('\n').filter((line) => line.includes(' > '));
    expect(listed.length).toBeGreaterThan(400);
    const { said } = await typed(reader, json, 0);
    const placed = JSON.parse(said.slice(said.indexOf('['))) as { file: string; location?: { line: number } }[];
    expect(placed).toHaveLength(listed.length);
    expect(new Set(placed.map(({ file }) => file)).size).toBe(partsInOrder.length);
    expect(placed.filter(({ location }) => location === undefined)).toEqual([]);
    const requests: number[] = [];
    for (const line of [bySuite, byId, junit]) {
      await typed(reader, line, 3);
      const { clauses } = reportOf(reader, 'conformance.selected');
      requests.push(clauses.filter(({ reason }) => reason?.code !== 'not-selected').length);
    }
    expect(new Set(requests).size).toBe(1);
    expect(reader.read('junit.xml')).toContain('classname="4.5 4.5/no-body"');
  }); // prettier-ignore

  test('can add the suite to his own tests, which stay unchanged', async () => {
    writeFileSync(join(owner.folder, 'tests/own.test.ts'), ownTest(2));
    const [all, section, ownAlone, runAlone] = commandsOf('docs/commands.md', 'Beside your own tests') as [string, string, string, string]; // prettier-ignore
    const both = await typed(owner, all, 3);
    expect(both.said).toMatch(/own.*tests\/own\.test\.ts/);
    expect(both.said).toMatch(/^INCOMPLETE/m);
    expect(reportOf(owner, 'conformance').run.requests).toBeGreaterThan(300);
    expect((await typed(owner, section, 3)).said).not.toContain('own.test.ts');
    expect((await typed(owner, ownAlone, 0)).said).not.toContain('INCOMPLETE');
    expect((await typed(owner, runAlone, 3)).said).not.toContain('own.test.ts');
  }); // prettier-ignore

  test('sees his own test fail, whatever the verdict of the run', async () => {
    writeFileSync(join(owner.folder, 'tests/own.test.ts'), ownTest(3));
    const [all = ''] = commandsOf('docs/commands.md', 'Beside your own tests');
    const ended = await typed(owner, `CONFORMANCE_ALLOW_INCOMPLETE=1 ${all}`, 1);
    expect(ended.said).toMatch(/^INCOMPLETE/m);
  });

  test('has the suite as a project, whose server his own set-up starts', async () => {
    const page = 'docs/vitest.md';
    writeFileSync(join(owner.folder, 'tests/own.test.ts'), ownTest(2));
    writeFileSync(join(owner.folder, 'start-server.ts'), copied('The server', 'ts', page));
    writeFileSync(join(owner.folder, 'vitest.config.ts'), copied('The configuration', 'ts', page));
    const [all = '', runAlone = ''] = commandsOf(page, 'The server');
    const both = await typed(owner, all, 3);
    expect(both.said).toMatch(/own.*tests\/own\.test\.ts/);
    expect(both.said).toMatch(/^INCOMPLETE of a mock/m);
    const { run, target } = reportOf(owner, 'conformance');
    expect(run.requests).toBeGreaterThan(300);
    expect(target.baseUrl).toBe('http://127.0.0.1:4610');
    expect((await typed(owner, runAlone, 3)).said).not.toContain('own.test.ts');
  });

  test('gets the matrix once, from a reporter of his configuration', async () => {
    writeFileSync(join(owner.folder, 'vitest.config.ts'), copied('The reporter', 'ts', 'docs/vitest.md'));
    const [all = ''] = commandsOf('docs/vitest.md', 'The server');
    const { said } = await typed(owner, all, 3);
    const { counts } = reportOf(owner, 'conformance');
    expect(said.match(/^INCOMPLETE of a mock/gm)).toHaveLength(1);
    expect(said).toContain(`reported INCOMPLETE 3 ${counts.must.pass}\n`);
    const byModule = await typed(owner, `${all} --reporter=resource-conformance/reporter -t 4.5/no-body`, 3);
    expect(byModule.said.match(/^INCOMPLETE .*of a mock/gm)).toHaveLength(1);
    writeFileSync(
      join(owner.folder, 'alone.ts'),
      'export default { test: { include: ["tests/*.test.ts"] } };',
    );
    const alone = await typed(owner, `${all} --config alone.ts --reporter=resource-conformance/reporter`, 2);
    expect(alone.said).toMatch(/^resource-conformance: reporters: found /m);
  });

  test('starts a run from a program', async () => {
    writeFileSync(join(owner.folder, 'program.js'), owner.filled(copied('From a program', 'js')));
    expect((await typed(owner, 'node program.js', 0)).said).toMatch(/^INCOMPLETE 3 \{/m);
  });

  test('the tour has typed every line of these sections', () => {
    const lines = walkedBy['vitest-user'].flatMap(([document, heading]) => commandsOf(document, heading));
    expect([...reader.walked, ...owner.walked]).toEqual(expect.arrayContaining([...lines]));
  });
});
