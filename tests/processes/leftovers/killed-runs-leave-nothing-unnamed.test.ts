import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../../config/runs/embedded-target.ts';
import { offerToClean } from '../../../config/runs/interruption.ts';
import { ledgersIn } from '../../../config/runs/ledgers/found-ledgers.ts';
import { ledgerFolder } from '../../../config/runs/ledgers/ledger-file.ts';
import type { Response } from '../../../reference/message.ts';
import { operationOf } from '../../../reference/routes.ts';
import { Ledger } from '../../../implementation/resources/ledger.ts';
import { createRandom, hashText } from '../../../run/random.ts';
import { command, started, stillThere, type Started } from '../../support/leftovers/interrupted-run.ts';
import { reportIn } from '../../support/small-runs/started-run.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { runCommand } from '../../support/started-command.ts';

const ledgersOf = ({ cwd }: Started): readonly Ledger[] =>
  ledgersIn(ledgerFolder(join(cwd, 'reports'))).map(({ lines }) => Ledger.from(lines));

const openOf = (run: Started) => ledgersOf(run).flatMap((ledger) => ledger.open);

/** All of them that no ledger names, by id or by a text that they hold. */
function unnamed(run: Started): readonly string[] {
  const { reference } = run;
  const ids = new Set(ledgersOf(run).flatMap(({ entries }) => entries.map(({ id }) => id)));
  const open = openOf(run);
  const words = open.flatMap(({ word }) => word ?? []);
  const wordless = open.filter(({ word }) => word === undefined).length;
  const others = stillThere(reference).filter(
    ({ id, text }) => !ids.has(id) && !words.some((word) => text.includes(word)),
  );
  return others.length <= wordless ? [] : others.map(({ id }) => id);
}

/** Moments of a run, in requests that have arrived; the same for the same seed. */
function moments(name: string, count: number): readonly number[] {
  const random = createRandom(hashText(`${process.env['SALT'] ?? ''} ${name}`));
  return Array.from({ length: count }, () => random.integer(5, 900));
}

describe('a run that is killed', () => {
  const all = moments('kill', 20);

  test.each(rowsPlayed({ table: 'kills', rows: all, nameOf: String, oneIn: 20 }))('a run killed after %i requests leaves only resources that its ledger names, and clean removes them', async (after) => {
    const run = await started();
    await run.interrupt('SIGKILL', after);
    expect(unnamed(run)).toEqual([]);
    const left = stillThere(run.reference).length;
    // A create of numbers alone, of which no answer came, holds no mark to find it by: it is named.
    const wordless = openOf(run).filter(({ word }) => word === undefined).length;
    const offer = offerToClean(ledgerFolder(join(run.cwd, 'reports')));
    if (left > 0) expect(offer).toMatch(/^an earlier run left \d+ resources?: npx --offline resource-conformance clean$/);
    const { code, stdout } = await runCommand(run.cwd, ['clean'], run.env);
    const rest = stillThere(run.reference);
    expect(rest.length).toBeLessThanOrEqual(wordless);
    if (rest.length > 0) expect(stdout).toContain('may have left one resource, without a text of its own');
    expect(stdout).not.toContain('embedded');
    expect([0, 3]).toContain(code);
    expect(offerToClean(ledgerFolder(join(run.cwd, 'reports')))).toBeUndefined();
  }); // prettier-ignore

  test('leaves no token in its ledger', async () => {
    const run = await started();
    await run.interrupt('SIGKILL', 200);
    const folder = ledgerFolder(join(run.cwd, 'reports'));
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(written.join()).toContain('"kind":"made"');
    for (const { token } of embeddedTarget().tokens) expect(written.join()).not.toContain(token);
  });

  test('a killed run whose creates show no id is found again in lists', async () => {
    const run = await started({ rewrite: (response, request) => (operationOf(request) === '4.6' ? withoutId(response) : response) });
    await run.interrupt('SIGKILL', 120);
    expect(stillThere(run.reference).length).toBeGreaterThan(0);
    await runCommand(run.cwd, ['clean'], run.env);
    expect(stillThere(run.reference)).toEqual([]);
  }); // prettier-ignore
});

describe('a run whose starter is killed', () => {
  // The shells wait for what they started; standard error stays open until the run has ended.
  const inner = '"$0" "$1" run; true';
  test.each([
    { name: 'a shell', script: inner },
    { name: 'a shell of a shell', script: `sh -c '${inner}' "$0" "$1"; true` },
  ])('stops, cleans up and writes its report: $name', async ({ script }) => {
    const run = await started();
    await run.interrupt('SIGKILL', 300, ['sh', '-c', script, process.execPath, command]);
    const { run: told, leftovers } = reportIn(run.cwd);
    expect(told.interrupted).toBe(true);
    expect(leftovers).toEqual([]);
    expect(stillThere(run.reference)).toEqual([]);
  });
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a run that gets %s', (signal) => {
  const all = moments(signal, 10);

  test.each(rowsPlayed({ table: `moments of ${signal}`, rows: all, nameOf: String, oneIn: 20 }))('a run that is stopped after %i requests leaves nothing, and writes a report', async (after) => {
    const run = await started();
    const { code } = await run.interrupt(signal, after);
    expect(stillThere(run.reference)).toEqual([]);
    const { run: told, leftovers } = reportIn(run.cwd);
    expect(leftovers).toEqual([]);
    expect(code).toBe(told.interrupted ? 3 : code);
    expect(ledgersIn(ledgerFolder(join(run.cwd, 'reports')))).toEqual([]);
  }); // prettier-ignore
});

/** The same answer without what shows the id. */
function withoutId(response: Response): Response {
  const headers = response.headers.filter(([name]) => !/^(?:location|content-length)$/i.test(name));
  const text = new TextDecoder().decode(response.body).replace(/"id":"[^"]*",?/, '');
  return { ...response, headers, body: new TextEncoder().encode(text) };
}
