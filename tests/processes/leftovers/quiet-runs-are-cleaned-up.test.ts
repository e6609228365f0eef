import { describe, expect, test } from 'vitest';
import { MarkedWords } from '../../../config/runs/quiet/marked-words.ts';
import { stillThere } from '../../support/leftovers/interrupted-run.ts';
import { leftResources, mark, runId } from '../../support/leftovers/left-resources.ts';
import { runCommand } from '../../support/started-command.ts';

describe('of a run that showed no mark', () => {
  test.each([
    ['removes', true, 0],
    ['leaves', undefined, 1],
  ])('clean %s resources that only a ledger knows, with quiet: %s', async (_does, quiet, rest) => {
    const left = await leftResources(0);
    const word = `ab001${mark}`;
    await left.create([new MarkedWords(runId).out(word)]);
    const [head = ''] = left.lines;
    const made = { projectKey: 'demo', created: '2026-01-02T03:04:05.000Z' };
    const lines = [
      { ...(JSON.parse(head) as object), quiet },
      { kind: 'before', ids: [] },
      { kind: 'sent', number: 1, ...made, word },
      { kind: 'open', number: 1, what: 'a create', ids: [], accepted: true },
    ];
    left.write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const { stderr } = await runCommand(left.cwd, ['clean'], left.env);
    expect(stderr).toBe('');
    expect(stillThere(left.reference)).toHaveLength(rest);
  });
});
