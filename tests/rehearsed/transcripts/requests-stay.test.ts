import { describe, expect, test } from 'vitest';
import { drawn } from '../../support/sampling.ts';
import { isRecording, onRecord, record } from '../../support/transcripts/record.ts';
import { requestsSent, senders, theRunItself } from '../../support/transcripts/request-rows.ts';

const table = 'requests';

/** What a check sends when nothing else is asked for. */
async function alone(name: string): Promise<string> {
  return (await requestsSent(new Set([name]))).get(name) ?? 'nothing';
}

describe('what each check sends', () => {
  test.runIf(isRecording)(
    'is recorded',
    async () => {
      const whole = await requestsSent();
      await record(table, [theRunItself, ...senders], async (name) => {
        const inWhole = `whole ${whole.get(name) ?? 'nothing'}`;
        return name === theRunItself ? inWhole : `alone ${await alone(name)} ${inWhole}`;
      });
    },
    3_600_000,
  );

  describe.skipIf(isRecording)('on record', () => {
    const recorded = onRecord(table);
    const part = (name: string, which: RegExp): string | undefined =>
      which.exec(recorded.get(name) ?? '')?.[1];

    test('is that of each of them', () => {
      expect([...recorded.keys()]).toEqual([theRunItself, ...senders]);
    });

    test('in the whole run', async () => {
      const whole = await requestsSent();
      const names = [theRunItself, ...senders];
      const told = names.map((name) => `${name} ${whole.get(name) ?? 'nothing'}`);
      expect(told).toEqual(names.map((name) => `${name} ${part(name, /whole (\S+)/)}`));
    });

    test.each(drawn(table, senders, String, 20).map((name) => [name] as const))('alone: %s', async (name) => {
      expect(await alone(name)).toBe(part(name, /alone (\S+)/));
    });
  });
});
