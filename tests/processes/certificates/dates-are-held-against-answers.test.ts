import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../clause/report.ts';
import type { Verified } from '../../../config/certificates/lines/verified.ts';
import { verifyCertificate } from '../../../config/certificates/verify-certificate.ts';
import type { TapeEvent } from '../../../tape/events.ts';
import type { TapeHead } from '../../../tape/tape.ts';
import {
  certifiedRehearsal,
  filesOf,
  judge,
  nonce,
  reportOf,
  selfCheck,
  smallPlan,
  tapeOf,
  type CertifiedRehearsal,
} from '../../support/certificates/certified-rehearsal.ts';

const day = 24 * 60 * 60 * 1_000;
const later = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString();

let honest: CertifiedRehearsal;
beforeAll(async () => {
  honest = await certifiedRehearsal();
});

/** The tape of a server that dates its answers, which says that it began so many milliseconds later. */
function datedTape(movedMs: number, serverAheadMs = 0): Uint8Array {
  const [first = '', ...rest] = gunzipSync(honest.tape).toString().trimEnd().split('\n');
  const head = JSON.parse(first) as TapeHead;
  const lines = rest.map((line) => {
    const event = JSON.parse(line) as TapeEvent | { readonly end: unknown };
    if (!('said' in event) || !('a' in event.said) || !('s' in event.said.a)) return line;
    const { a } = event.said;
    const date = new Date(Date.parse(head.startedAt) + a.t[1] + serverAheadMs).toUTCString();
    return JSON.stringify({ ...event, said: { ...event.said, a: { ...a, h: [...a.h, ['Date', date]] } } });
  });
  return tapeOf([JSON.stringify({ ...head, startedAt: later(head.startedAt, movedMs) }), ...lines]);
}

async function dates(
  tape: Uint8Array,
  { now = '2026-01-05', change = (report: Report): Report => report } = {},
): Promise<readonly Verified[]> {
  const report = change(await reportOf(tape));
  const { lines } = await verifyCertificate({
    files: { octets: filesOf(report, tape), odd: [] },
    required: new Set(),
    nonce,
    now: new Date(now),
    plan: smallPlan,
    judge,
    checkItself: async () => selfCheck,
  });
  return lines.filter(({ about, state }) => about === 'dated' || state === 'refuted');
}

describe('a certificate whose answers are dated', () => {
  test('holds if all dates agree', async () => {
    expect(await dates(datedTape(0))).toMatchObject([{ about: 'dated', state: 'holds' }]);
  });

  test('cannot be decided if its date was changed to a date before the withdrawal of the key', async () => {
    expect(await dates(datedTape(-3 * day))).toMatchObject([
      {
        about: 'dated',
        state: 'untold',
        text: expect.stringMatching(
          /^its run began 2025-12-29 .* by the vendor’s clock, and 2025-12-31 .* by the dates of its answers/,
        ),
      },
    ]);
  });

  test('cannot be decided if the clock of its server is wrong, and accuses no party', async () => {
    expect(await dates(datedTape(0, 10 * 60 * 1_000))).toMatchObject([{ about: 'dated', state: 'untold' }]);
    expect(await dates(datedTape(0, 4 * 60 * 1_000))).toMatchObject([{ about: 'dated', state: 'holds' }]);
  });

  test('is refuted if its report has another date than its tape', async () => {
    const change = (report: Report): Report => ({
      ...report,
      run: { ...report.run, startedAt: later(report.run.startedAt, -3 * day) },
    });
    const [first] = await dates(datedTape(0), { change });
    expect(first).toMatchObject({ state: 'refuted' });
  });

  test('cannot be decided before its date of issue', async () => {
    expect(await dates(datedTape(0), { now: '2025-12-31' })).toMatchObject([
      { about: 'dated', state: 'untold' },
    ]);
  });
});
