import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { faults, referenceWith } from '../../../faults/catalogue.ts';
import { serve } from '../../../reference/serve.ts';
import { brokenMusts, scriptOf, scriptsOf } from '../../support/stories/reproducible-findings.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

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

/** A folder of programs that write their command lines down before they start the one of their name. */
function listedPrograms(): { readonly folder: string; readonly seen: () => string } {
  const folder = mkdtempSync(join(scratch, 'listed-'));
  const list = join(folder, 'list.txt');
  for (const name of ['curl', 'awk', 'sed', 'cat', 'grep', 'tr', 'cut', 'head', 'tail', 'od', 'rm', 'mkdir']) {
    const real = (process.env['PATH'] ?? '').split(':').map((one) => join(one, name)).find(existsSync);
    if (real === undefined) continue;
    mkdirSync(folder, { recursive: true });
    const text = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >>'${list}'\nexec '${real}' "$@"\n`;
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  return { folder, seen: () => readFileSync(list, 'utf8') };
} // prettier-ignore

/** Of scripts that state one token, several, and an altered one. */
const told: readonly string[] = [
  '4.10/conflict-on-mismatch',
  '4.2/refused-to-unknown-token',
  '4.6/refused-to-other-scopes',
];

/** How a script ends against the reference with these faults. */
async function ending(
  script: string,
  broken: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; said: string }> {
  const served = await serve(referenceWith({ faults: broken }), { port: 0 });
  const env = {
    ...tokens,
    PATH: process.env['PATH'] ?? '',
    TMPDIR: scratch,
    CONFORMANCE_BASE_URL: served.url,
    CONFORMANCE_CONSENT: 'all',
    CONFORMANCE_SETTLE_MS: '100,200',
    ...more,
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
  test('has a script for each MUST clause that faults break, except octets after HEAD', () => {
    expect(rows).toHaveLength(all.length - 1);
  });

  test.each(
    rowsPlayed({ table: 'reproduced', rows: rows, nameOf: ({ clause }) => clause, oneIn: 30 }).map((row) => [row.clause, row.fault.name, row] as const),
  )('%s is shown by its script with %s, but not without it', async (_clause, fault, row) => {
    const script = await scriptOf(row);
    expect(script).toBeDefined();
    const deviating = await ending(script ?? '', [fault]);
    expect(deviating).toMatchObject({ code: 1, said: expect.stringMatching(/^deviates: expected .+, got .+\n(?:left behind: [\w.~-]+\n)*$/) as string }); // prettier-ignore
    const honest = await ending(script ?? '', []);
    expect(honest).toMatchObject({ code: 0, said: expect.stringMatching(/^not seen in 3 attempts: |^not seen in 8 attempts: /) as string });
  }); // prettier-ignore

  test.each(
    rows.filter(({ clause }) => told.includes(clause)).map((row) => [row.clause, row] as const),
  )('shows no token in the list of processes while it sends: %s', async (_clause, row) => {
    const script = await scriptOf(row);
    const { folder, seen } = listedPrograms();
    const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
    expect(await ending(script ?? '', [row.fault.name], { PATH })).toMatchObject({ code: 1 });
    expect(seen()).toMatch(/^curl .*\/resource/m);
    for (const token of Object.values(tokens)) expect(seen()).not.toContain(token);
    // Nor what comes close: a token is altered for some.
    for (const token of Object.values(tokens))
      expect(seen()).not.toContain(token.slice(0, Math.floor((token.length * 2) / 3)));
  }); // prettier-ignore

  test.each(
    rowsPlayed({ table: 'accused', rows: faults, nameOf: ({ name }) => name, oneIn: 180 }).map(({ name }) => [name]),
  )('reports no honest server, if another server shows %s', async (name) => {
    for (const [clause, script] of await scriptsOf(name))
      expect(await ending(script, []), clause).not.toMatchObject({ code: 1 });
  }); // prettier-ignore

  test.each(Object.entries(without))('has no script for %s: %s', async (id) => {
    const row = all.find(({ clause }) => clause === id);
    expect(row === undefined ? 'unknown' : await scriptOf(row)).toBeUndefined();
  });
});
