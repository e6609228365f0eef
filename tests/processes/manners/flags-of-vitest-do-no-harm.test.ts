import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { referenceWith } from '../../../faults/catalogue.ts';
import { serve } from '../../../reference/serve.ts';
import { newFolder, run, type Ended } from '../../support/small-runs/started-run.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const vitest = [join(root, 'node_modules/vitest/vitest.mjs')];
const config = ['--config', join(root, 'config/vitest.config.ts')];

/** A run with these words of vitest's command line, and how many resources it has left on the server. */
async function runWith(
  words: readonly string[],
  faults: readonly string[] = [],
): Promise<Ended & { readonly left: number; readonly requests: number; readonly ms: number }> {
  const reference = referenceWith({ faults });
  let requests = 0;
  const server = await serve({
    ...reference,
    handle: (state, request, now) => {
      requests += 1;
      return reference.handle(state, request, now);
    },
  });
  try {
    const started = performance.now();
    const ended = await run(newFolder(), process.execPath, [...vitest, ...words, ...config], {
      env: {
        CONFORMANCE_ENV_FILE: 'none',
        CONFORMANCE_BASE_URL: server.url,
        CONFORMANCE_PROJECT_KEY: 'demo',
        CONFORMANCE_TOKEN_MANAGE_TEST: 'demo-manage-test',
        CONFORMANCE_TOKEN_VIEW_TEST: 'demo-view-test',
        CONFORMANCE_ALLOW_INCOMPLETE: '1',
      },
    });
    const all = [...(reference.state.projects.get('demo')?.resources.values() ?? [])];
    const left = all.filter(({ history }) => history.at(-1)?.snapshot.deleted !== true).length;
    return { ...ended, left, requests, ms: performance.now() - started };
  } finally {
    await server.close();
  }
}

describe('a flag of vitest does not change decisions of the run', () => {
  const rows = [
    ['--retry=0', '--testTimeout=0'],
    ['--pool=forks', '--isolate'],
    ['--maxWorkers=4', '--fileParallelism'],
    ['--sequence.shuffle', '--sequence.concurrent'],
    ['--environment=jsdom'],
  ].map((words) => [words.join(' '), words] as const);

  test.each(rowsPlayed({ table: 'settled flags', rows: rows, nameOf: ([name]) => name, oneIn: 3 }))(
    '%s',
    async (_name, words) => {
      const { code, stdout, left } = await runWith(['run', ...words]);
      expect(stdout).toMatch(/^INCOMPLETE/m);
      expect(stdout).toMatch(/MUST pass/);
      expect({ code, left }).toEqual({ code: 0, left: 0 });
    },
  );
});

describe('a flag of vitest is translated', () => {
  test('--bail=1 ends the run at the first failure, and leaves no resources', async () => {
    const { code, left, stdout } = await runWith(['run', '--bail=1'], ['version-never-checked']);
    expect({ code, left }).toEqual({ code: 1, left: 0 });
    expect(stdout).toMatch(/^NON-CONFORMANT/m);
  });

  const filters = ['suites/4.5', 'suites/4.05', join(root, 'suites/4.05-check-existence.ts')];

  test.each(rowsPlayed({ table: 'file filters', rows: filters, nameOf: String, oneIn: 3 }))(
    'the file filter %s selects the clauses of its suite',
    async (filter) => {
      const { code, left, stdout } = await runWith(['run', filter]);
      expect(stdout).toMatch(/selected \d+ of \d+/);
      expect(stdout).toMatch(/conformance\.selected\./);
      expect({ code, left }).toEqual({ code: 0, left: 0 });
    },
  );
});

describe('a flag of vitest that would break a run is refused in two lines, and nothing is sent', () => {
  const rows = [
    ['watch'],
    ['run', '--watch'],
    ['run', '--retry=2'],
    ['run', '--max-concurrency=5'],
    ['run', '--testTimeout=50'],
    ['run', '--hookTimeout=50'],
    ['run', '--typecheck'],
    ['run', '--changed'],
    ['related', 'suites/4.05-check-existence.ts', '--run'],
    ['run', '--exclude=**/entry*'],
    ['run', '--project=demo'],
    ['run', '--ui'],
    ['run', '--standalone'],
    ['bench'],
    ['run', 'suites/9.9'],
  ].map((words) => [words.join(' '), words] as const);

  test.each(rowsPlayed({ table: 'refused flags', rows: rows, nameOf: ([name]) => name, oneIn: 3 }))(
    '%s',
    async (_name, words) => {
      const { code, stderr, requests } = await runWith(words);
      const flag = words.findLast((word) => word.startsWith('--'))?.split('=')[0];
      expect(stderr.replaceAll('-', '').toLowerCase()).toContain(
        flag?.replaceAll('-', '').toLowerCase() ?? ':',
      );
      expect(stderr.trim().split('\n').slice(-2)[0]).toMatch(
        /^resource-conformance: .*: found .*; expected .*\.$/,
      );
      expect({ code, requests }).toEqual({ code: 2, requests: 0 });
    },
  );
});
