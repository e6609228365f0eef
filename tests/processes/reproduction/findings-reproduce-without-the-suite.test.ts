import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { faults, referenceWith } from '../../../faults/catalogue.ts';
import { serve } from '../../../reference/serve.ts';
import { brokenMusts, scriptOf, scriptsOf } from '../../support/stories/reproducible-findings.ts';
import { drawn } from '../../support/sampling.ts';

/** Clauses whose findings no script can show, and why. */
const without: Readonly<Record<string, string>> = {
  '4.5/no-body': 'curl reads no octets after the header section of an answer to HEAD',
};

const all = brokenMusts();
const rows = all.filter(({ clause }) => without[clause] === undefined);

const scratch = mkdtempSync(join(tmpdir(), 'reproduced-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Tokens by the names under which a script asks for them. */
const tokens = Object.fromEntries(
  embeddedTokens().map(({ label, token }) => [label.replace(/\W/g, '_').toUpperCase(), token]),
);

/** How a script ends against the reference with these faults. */
async function ending(script: string, broken: readonly string[]): Promise<{ code: number; said: string }> {
  const served = await serve(referenceWith({ faults: broken }), { port: 0 });
  const env = {
    ...tokens,
    PATH: process.env['PATH'] ?? '',
    TMPDIR: scratch,
    CONFORMANCE_BASE_URL: served.url,
    CONFORMANCE_CONSENT: 'all',
    CONFORMANCE_SETTLE_MS: '100,200',
  };
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn('sh', ['-s'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? -1, said }));
      child.stdin.end(script);
    });
  } finally {
    await served.close();
  }
}

describe('the finding of a violated clause', () => {
  test('has a script for each MUST clause that faults break, but for octets after HEAD', () => {
    expect(rows).toHaveLength(all.length - 1);
  });

  test.each(
    drawn('reproduced', rows, ({ clause }) => clause, 20).map((row) => [row.clause, row.fault.name, row] as const),
  )('%s is shown by its script with %s, and not without it', async (_clause, fault, row) => {
    const script = await scriptOf(row);
    expect(script).toBeDefined();
    const deviating = await ending(script ?? '', [fault]);
    expect(deviating).toMatchObject({ code: 1, said: expect.stringMatching(/^deviates: expected .+, got .+\n$/) as string }); // prettier-ignore
    const honest = await ending(script ?? '', []);
    expect(honest).toMatchObject({ code: 0, said: expect.stringMatching(/^does not deviate: /) as string });
  }); // prettier-ignore

  test.each(
    drawn('accused', faults, ({ name }) => name, 120).map(({ name }) => [name]),
  )('accuses no honest server, whatever else shows %s', async (name) => {
    for (const [clause, script] of await scriptsOf(name))
      expect(await ending(script, []), clause).not.toMatchObject({ code: 1 });
  }); // prettier-ignore

  test.each(Object.entries(without))('has no script for %s: %s', async (id) => {
    const row = all.find(({ clause }) => clause === id);
    expect(row === undefined ? 'unknown' : await scriptOf(row)).toBeUndefined();
  });
});
