import { describe, expect, test } from 'vitest';
import { drawn } from '../../support/sampling.ts';
import { isRecording, onRecord, record } from '../../support/transcripts/record.ts';
import { socketRows } from '../../support/transcripts/socket-rows.ts';

const table = 'verdicts-over-sockets';

describe('what a whole run over sockets comes to', () => {
  test.runIf(isRecording)(
    'is recorded',
    async () => {
      const byName = new Map(socketRows.map((row) => [row.name, row]));
      await record(table, [...byName.keys()], async (name) => (await byName.get(name)?.play()) ?? '');
    },
    3_600_000,
  );

  describe.skipIf(isRecording)('on record', () => {
    const recorded = onRecord(table);

    test('is each of them, and nothing else', () => {
      expect([...recorded.keys()]).toEqual(socketRows.map(({ name }) => name));
    });

    test.each(drawn(table, socketRows, ({ name }) => name, 6))(
      '$name',
      { timeout: 120_000 },
      async ({ name, isPresent, play }) => {
        if (isPresent()) expect(await play()).toBe(recorded.get(name));
      },
    );
  });
});
