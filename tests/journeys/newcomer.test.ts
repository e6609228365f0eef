import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../config/runs/embedded-target.ts';
import { commandsOf } from '../support/journeys/documented-commands.ts';
import { freePort } from '../support/journeys/free-port.ts';
import { nextIn, Traveller, type Typed } from '../support/journeys/traveller.ts';
import { walkedBy } from './walked.ts';

/**
 * Somebody who has read README, and nothing else: from a clone to CONFORMANT, in one folder; then a server that does not
 * conform, in the same folder.
 */
describe('a newcomer types the commands of the README', { timeout: 240_000 }, () => {
  const [copy, plan, init, run, ownServer, brokenServer, list] = commandsOf(
    'README.md',
    'First run against your server',
  ) as [string, string, string, string, string, string, string];
  const lines = commandsOf('README.md', 'First run against your server', 'ini');
  const [replay, judge, explain] = commandsOf('README.md', 'How to read the result') as [string, string, string]; // prettier-ignore
  /** What the reader knows of his own server: its tokens, by the lines that ask for them. */
  const known = Object.fromEntries(
    embeddedTarget().tokens.map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}=<token>`, token]),
  ); // prettier-ignore
  let reader: Traveller;

  beforeAll(async () => {
    const port = await freePort();
    reader = new Traveller({
      'https://api.example.com/v1': `http://127.0.0.1:${port}`,
      '<a token that holds only manage_test for that project>':
        known['CONFORMANCE_TOKEN_MANAGE_TEST=<token>'] ?? '',
      '--port 4010': `--port ${port}`,
      // Where a clause is requested, the one that the example of README is about.
      '<clause>': '4.10/stale-version-conflicts',
    });
    reader.clone();
  });

  afterAll(async () => {
    await reader.end();
  });

  /** The line and how it ended are shown if it did not end as it should. */
  async function typed(line: string, code: number): Promise<Typed> {
    const ended = await reader.type(line);
    expect(ended.code, `${line}\n${ended.said}`).toBe(code);
    return ended;
  }

  test('three lines, a draft and the requested settings end CONFORMANT', async () => {
    await reader.start(ownServer, /CONFORMANCE_CONSENT=all/);
    await typed(copy, 0);
    reader.fillIn(...lines);
    expect((await typed(plan, 0)).said).toContain('Sent for this plan:');
    const drafted = await typed(init, 0);
    expect(nextIn(drafted)).toBe(run);
    expect(reader.read('.env').match(/^CONFORMANCE_PROFILE=.*$/gm)).toEqual([
      'CONFORMANCE_PROFILE=conformance.profile.json',
    ]);
    const first = await typed(run, 3);
    expect(first.said).not.toContain('because:');
    // For each item the reader sets what it asks for, or leaves it out.
    const limits = /^ +(CONFORMANCE_WITHOUT=\S+)$/m.exec(first.said)?.[1] ?? 'no line with limits';
    const leftOut = limits.replace(/^.*=/, '').split(',');
    const asked = [...first.said.matchAll(/CONFORMANCE_TOKEN_[A-Z_]+=<token>/g)].map(([line]) => line);
    const supplied = [...new Set(asked)].filter((line) => !leftOut.some((limit) => isOf(line, limit)));
    expect(supplied).not.toEqual([]);
    const consent = nextIn(first) ?? '';
    expect(consent).toMatch(/^CONFORMANCE_CONSENT=/);
    reader.fillIn(consent, limits, ...supplied.map((line) => line.replace('<token>', known[line] ?? '')));
    expect((await typed(run, 0)).said).toMatch(/^CONFORMANT \(without: [^)]*\)/m);
  });

  test('a fault is found, and script, replay and tape show it', async () => {
    await reader.stop();
    await reader.start(brokenServer, /CONFORMANCE_CONSENT=all/);
    const ended = await typed(run, 1);
    const script = /^ +reproduce +(sh \S+)$/m.exec(ended.said)?.[1] ?? 'no line with a script';
    expect((await typed(script, 1)).said).toContain('deviates: expected 409');
    // The next step is typed as it stands.
    const next = nextIn(ended) ?? '';
    expect(next).toMatch(new RegExp(`^${replay.replace('<clause>', '4\\.10/[\\w-]+')}$`));
    expect((await typed(next, 1)).said).toContain('409');
    expect((await typed(judge, 0)).said).toContain('4.10/');
    await typed(explain, 0);
  });

  test('the tour has typed every line of these sections', async () => {
    await typed(list, 0);
    const printed = walkedBy.newcomer.flatMap(([document, heading]) => commandsOf(document, heading));
    expect(reader.walked).toEqual(expect.arrayContaining(printed.filter((line) => line !== replay)));
  });
});

/** Whether a line asks for the token that a limit does without. */
function isOf(line: string, limit: string): boolean {
  return line.includes(limit.toUpperCase().replaceAll('-', '_'));
}
