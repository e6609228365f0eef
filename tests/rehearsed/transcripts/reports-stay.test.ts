import { describe, expect, test } from 'vitest';
import { isRecording, onRecord, record } from '../../support/transcripts/record.ts';
import { reportLine } from '../../support/transcripts/report-facts.ts';
import { reportRows } from '../../support/transcripts/report-rows.ts';

describe('what a report says, its wording and order apart', () => {
  const byName = new Map(reportRows.map((row) => [row.name, row]));
  const played = async (name: string): Promise<string> => {
    const row = byName.get(name);
    return row === undefined ? '' : reportLine(await row.play());
  };

  test.runIf(isRecording)('is recorded', () => record('reports', [...byName.keys()], played), 600_000);

  const recorded = onRecord('reports');

  test.skipIf(isRecording)('is of each row, and of nothing else', () => {
    expect([...recorded.keys()]).toEqual([...byName.keys()]);
  });

  test.skipIf(isRecording).each([...recorded])('%s', async (name, told) => {
    expect((await played(name)).split(' ')).toEqual(told.split(' '));
  });
});
