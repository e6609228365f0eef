import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../clause/report.ts';
import type { Waiver } from '../../clause/waivers.ts';
import { embeddedTarget } from '../../config/runs/embedded-target.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';
import { blocksIn } from '../support/journeys/documented-commands.ts';
import { freePort } from '../support/journeys/free-port.ts';
import { Traveller, type Typed } from '../support/journeys/traveller.ts';
import { pageText } from '../support/journeys/page-text.ts';

/**
 * A team that knows one bug of its server: updates are accepted at versions ahead of the actual one. It waives what fails,
 * by the example of the page on CI, and its gate is green until the day on the waiver, or until the bug is mended.
 */
describe('a team waives a bug that it knows', { timeout: 240_000 }, () => {
  const run = commandLine('run', '--reports', 'markdown,junit,ctrf,badge');
  const [example = ''] = blocksIn(pageText('docs/ci.md'))
    .filter(({ language }) => language === 'json')
    .map(({ lines }) => lines.join('\n'));
  const short = /3 of 3 fails waived, 2 undecided behind them/;
  let team: Traveller;
  let server = '';

  beforeAll(async () => {
    const port = await freePort();
    const { tokens, projectKey } = embeddedTarget();
    server = `node bin/reference.mjs --port ${port}`;
    team = new Traveller();
    team.clone();
    await team.type('cp .env.example .env');
    team.fillIn(
      `CONFORMANCE_BASE_URL=http://127.0.0.1:${port}`,
      `CONFORMANCE_PROJECT_KEY=${projectKey}`,
      ...tokens
        .filter(({ name }) => ['manage_test', 'view_test', 'view_products'].includes(name))
        .map(({ name, token }) => `CONFORMANCE_TOKEN_${name.toUpperCase()}=${token}`),
      'CONFORMANCE_CONSENT=all',
      'CONFORMANCE_WITHOUT=4.14,4.15,other-project,minted-scopes,no-scope',
      'CONFORMANCE_SETTLE_MS=100,100',
    );
    await team.start(`${server} --fault newer-version-accepted`, /CONFORMANCE_CONSENT=all/);
  });

  afterAll(async () => {
    await team.end();
  });

  async function typed(line: string, code: number): Promise<Typed> {
    const ended = await team.type(line);
    expect(ended.code, `${line}\n${ended.said}`).toBe(code);
    return ended;
  }

  const report = (): Report => JSON.parse(team.read('reports/conformance.json')) as Report;
  const lastLines = ({ said }: Typed): string => said.trimEnd().split('\n').slice(-8).join('\n');

  test('the gate is red, and the example of the page makes it green', async () => {
    expect(lastLines(await typed(run, 1))).toMatch(/^violated: 4\.10\//m);
    const failed = report().clauses.filter(({ verdict }) => verdict === 'fail');
    expect(failed).toHaveLength(3);
    const [like] = JSON.parse(example) as readonly [Waiver];
    const waivers = failed.map(({ id }) => ({ ...like, clause: id, expires: '2999-12-31' }));
    writeFileSync(join(team.folder, 'waivers.json'), JSON.stringify(waivers));
    team.fillIn('CONFORMANCE_WAIVERS=waivers.json');
    const waived = lastLines(await typed(run, 0));
    expect(waived).toMatch(/^NON-CONFORMANT \(/m);
    expect(waived.replaceAll('\n', ' ')).toMatch(short);
    expect(waived).not.toMatch(/^next: .*replay/m);
    expect(report().verdict).toBe('NON-CONFORMANT');
  });

  test('every file that a gate reads is green, and names the waived clauses', () => {
    const junit = team.read('reports/conformance.junit.xml');
    expect(junit).not.toMatch(/<(?:failure|error) /);
    expect(junit).toMatch(short);
    expect(junit.match(/<skipped message="(?:undecided behind .*)?waived until 2999-12-31: /g)).toHaveLength(
      5,
    );
    expect(team.read('reports/conformance.ctrf.json')).not.toMatch(/"status": "(?:failed|other)"/);
    expect(team.read('reports/conformance.badge.json')).toMatch(short);
  });

  test('once the bug is mended, its waiver is named as not needed or stale', async () => {
    await team.stop();
    await team.start(server, /CONFORMANCE_CONSENT=all/);
    // Neither races nor generated cases judge it.
    const clause = '4.11/answers-with-a-resource';
    const waivers = JSON.parse(team.read('waivers.json')) as readonly Waiver[];
    writeFileSync(join(team.folder, 'waivers.json'), JSON.stringify([...waivers, { ...waivers[0], clause }]));
    const { said } = await typed(run, 2);
    expect(said).toMatch(/4\.10\/conflict-on-mismatch +not needed in this run/);
    expect(lastLines({ code: 2, said }).replaceAll('\n', ' ')).toContain(`1 stale waiver (${clause})`);
  });
});
