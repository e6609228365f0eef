import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../clause/report.ts';
import { createReference } from '../../../reference/create.ts';
import { serve } from '../../../reference/serve.ts';
import { tokenOf } from '../../../reference/tokens.ts';
import { runCommand } from '../../support/started-command.ts';
import { openDisturbingProxy } from '../../support/disturbances/disturbing-proxy.ts';
import type { Disturbance } from '../../support/disturbances/disturbance.ts';

const old = { manage: tokenOf.manageTest, view: tokenOf.viewTest };
const renewed = { manage: 'a-new-token-of-the-writer-1', view: 'a-new-token-of-the-reader-1' };

function manifest(tokens: Readonly<Record<keyof typeof old, string>>): string {
  return JSON.stringify([
    { token: tokens.manage, scopes: ['manage_test:demo'] },
    { token: tokens.view, scopes: ['view_test:demo'] },
  ]);
}

/** From its hundredth request on a server knows new tokens alone, which the file holds from then on. */
function rotation(file: string): Disturbance {
  return {
    name: 'tokens are rotated',
    begin: () => ({
      fate: ({ number, token }) => {
        if (number < 100) return undefined;
        if (number === 100) writeFileSync(file, manifest(renewed));
        if (token === renewed.manage) return { token: old.manage };
        if (token === renewed.view) return { token: old.view };
        return token === undefined ? undefined : { token: 'a-token-that-nobody-has-issued-1' };
      },
    }),
  };
}

const sources = [
  ['the file of CONFORMANCE_TOKENS', { CONFORMANCE_TOKENS: 'tokens.json' }],
  [
    'the command of CONFORMANCE_TOKENS_COMMAND, for tokens of single settings',
    {
      CONFORMANCE_TOKENS_COMMAND: 'cat tokens.json',
      CONFORMANCE_TOKEN_MANAGE_TEST: old.manage,
      CONFORMANCE_TOKEN_VIEW_TEST: old.view,
    },
  ],
] as const;

describe('tokens that are rotated in mid-run', () => {
  test.each(sources)('are taken from %s', async (_source, env) => {
    const folder = mkdtempSync(join(tmpdir(), 'rotation-'));
    const file = join(folder, 'tokens.json');
    writeFileSync(file, manifest(old));
    const server = await serve(createReference());
    const place = { seed: 1, project: 'demo', tokens: {} };
    const proxy = await openDisturbingProxy(server.url, rotation(file), place);
    try {
      const { stdout, stderr } = await runCommand(folder, ['run', '-t', '4.2/|4.10/'], {
        CONFORMANCE_BASE_URL: proxy.url,
        CONFORMANCE_PROJECT_KEY: 'demo',
        CONFORMANCE_ENV_FILE: 'none',
        ...env,
      });
      const text = readFileSync(join(folder, 'reports/conformance.selected.json'), 'utf8');
      const { clauses, run }: Report = JSON.parse(text);
      expect(clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')).toEqual([]);
      const passes = clauses.filter(({ id, verdict }) => /^4\.(2|10)\//.test(id) && verdict === 'pass');
      expect(passes.length).toBeGreaterThan(15);
      expect(run.weather?.events).toEqual(
        expect.arrayContaining([expect.stringMatching(/ was renewed at \d+\.\d s/)]),
      );
      const shown = [text, stdout, stderr].join('\n');
      for (const token of [...Object.values(old), ...Object.values(renewed)])
        expect(shown).not.toContain(token);
    } finally {
      await proxy.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
