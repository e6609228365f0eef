import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceWith } from '../../faults/catalogue.ts';
import { bare } from '../../faults/rewrite.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { serve, type Served } from '../../reference/serve.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { commandsOf } from '../support/journeys/documented-commands.ts';
import { nextIn, Traveller, type Typed } from '../support/journeys/traveller.ts';

const written: readonly Operation[] = ['4.2', '4.6', '4.10', '4.11'];

/** A server in its first week: four operations, and 404 for everything else. */
async function firstWeek(options: { readonly faults: readonly string[]; readonly port: number }) {
  const { state, handle } = referenceWith({ faults: options.faults });
  return await serve(
    {
      state,
      handle: (...asked) => {
        const operation = operationOf(asked[1]);
        return operation !== undefined && written.includes(operation)
          ? handle(...asked)
          : { response: bare(404) };
      },
    },
    { port: options.port },
  );
}

describe('a developer who has written four operations', { timeout: 240_000 }, () => {
  const [copy, , , run] = commandsOf('README.md', 'First run against your server') as [string, string, string, string]; // prettier-ignore
  const lines = commandsOf('README.md', 'First run against your server', 'ini');
  let server: Served;
  let reader: Traveller;

  beforeAll(async () => {
    server = await firstWeek({ faults: ['version-never-checked'], port: 0 });
    reader = new Traveller({
      'https://api.example.com/v1': server.url,
      '<a token that holds only manage_test for that project>': tokenOf.manageTest,
    });
    reader.clone();
  });

  afterAll(async () => {
    await server.close();
    await reader.end();
  });

  /** The table comes first, fits a screen with one step below it, and no reason beside the verdict is a false one. */
  function guides({ said }: Typed): readonly string[] {
    const printed = said.slice(said.indexOf(server.url)).split('\n');
    const screen = printed.slice(0, 24);
    expect(screen.find((line) => line.startsWith('  next: '))).toBe(`  next: ${nextIn({ code: 0, said })}`);
    expect(said).not.toMatch(/was refused everywhere|granted access again|for a disturbance to end/);
    // Of what is not there one line is enough, however many clauses wait for it.
    expect(said).not.toMatch(/^SUSPECT|^FAIL {2}4\.5\//m);
    return screen;
  }

  test('is told first which operations exist, and then the bug in one of them', async () => {
    expect((await reader.type(copy)).code).toBe(0);
    reader.fillIn(...lines);
    const ended = await reader.type(run);
    expect(ended.code, ended.said).toBe(1);
    const screen = guides(ended);
    expect(screen[2]).toBe('OPERATIONS: 4 OF 19 ARE WRITTEN, 1 OF THEM ANSWERS ILL');
    const rows = screen.filter((line) => /^ {2}4\.\d/.test(line)).map((line) => line.trim().split(/ {2,}/));
    expect(rows).toHaveLength(19);
    expect(rows).toContainEqual(['4.1', 'not there: 404', 'GET /demo/resource']);
    expect(rows).toContainEqual(['4.6', 'written', 'POST /demo/resource']);
    expect(rows.find(([section]) => section === '4.10')?.[1]).toMatch(/^answers ill: \d+ violated$/);
    expect(nextIn(ended)).toContain('resource-conformance replay 4.10/');
  });

  test('passes once the bug is mended, and learns which operation to write next', async () => {
    const port = Number(new URL(server.url).port);
    await server.close();
    server = await firstWeek({ faults: [], port });
    const ended = await reader.type(run);
    // The contract says what a check answers while a resource exists: 404 for lack of a route is none of it.
    expect(ended.code, ended.said).toBe(1);
    expect(ended.said).not.toMatch(/^FAIL {2}4\.10\//m);
    expect(guides(ended)[2]).toBe('OPERATIONS: 4 OF 19 ARE WRITTEN');
    expect(nextIn(ended)).toBe('write GET /demo/resource (4.1) next');
  });
});
