import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { buildReport } from '../../../clause/build-report.ts';
import { plan } from '../../../config/plan.ts';
import { judgeHistory } from '../../../config/runs/tapes/judged-history.ts';
import { judgeTape } from '../../../config/runs/tapes/judged-tape.ts';
import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import { choices, faults, referenceWith } from '../../../faults/catalogue.ts';
import type { Report } from '../../../clause/report.ts';
import type { Tape } from '../../../tape/tape.ts';
import type { TapeEvent } from '../../../tape/events.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import {
  recordAndJudge,
  type RecordedParts,
  type RecordedRehearsal,
} from '../../support/tapes/recorded-rehearsal.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapes-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Layers {
  readonly faults?: readonly string[];
  readonly choices?: readonly string[];
}

async function recorded(layers: Layers, more: Partial<RecordedParts> = {}): Promise<RecordedRehearsal> {
  const names = [...(layers.faults ?? []), ...(layers.choices ?? [])];
  const clock = createVirtualClock();
  const seed = names.length + 1;
  const reference = referenceWith({ faults: layers.faults ?? [], choices: layers.choices ?? [], seed });
  const options = rehearsalOptions({ search: { method: 'POST' }, image: { method: 'POST' } }, seed);
  const transport = createInProcessTransport(reference, clock, { latencyMs: 1 });
  return await recordAndJudge({
    options,
    transport,
    clock,
    folder: mkdtempSync(join(folder, 'run-')),
    ...more,
  });
}

async function expectEqual(layers: Layers, more: Partial<RecordedParts> = {}): Promise<void> {
  const { report, again, reportAgain, tape } = await recorded(layers, more);
  expect(again.diverged).toBeUndefined();
  expect(tape.cut).toBeUndefined();
  expect(reportAgain).toEqual(report);
  await expectAgreement(report, tape);
}

/** What the exchanges alone violate, the run has found as well; what they hold, it has found broken by drawn cases alone. */
async function expectAgreement(report: Report, tape: Tape): Promise<void> {
  const { judgements, notJudgedAgain } = await judgeHistory(tape, plan);
  const odd = report.clauses.filter(({ id, verdict, findings }) => {
    const passive = judgements.get(id)?.verdict;
    const isSeen = verdict === 'fail' && findings.some(({ property }) => property === undefined);
    return passive === 'pass' ? isSeen : passive !== undefined && passive !== verdict;
  });
  expect(odd.map(({ id, verdict }) => [id, verdict, judgements.get(id)])).toEqual([]);
  expect(judgements.size + notJudgedAgain.length).toBe(report.clauses.length);
}

describe('a recorded run gets the same report when it is judged again', () => {
  test('on the reference', async () => {
    await expectEqual({});
  });

  test.each(
    rowsPlayed({ table: 'tapes of faults', rows: faults, nameOf: ({ name }) => name, oneIn: 500 }).map(
      ({ name }) => name,
    ),
  )('with a fault: %s', async (name) => {
    await expectEqual({ faults: [name] });
  });

  test.each(
    rowsPlayed({ table: 'tapes of choices', rows: choices, nameOf: ({ name }) => name, oneIn: 500 }).map(
      ({ name }) => name,
    ),
  )('with a habit: %s', async (name) => {
    await expectEqual({ choices: [name] });
  });

  test('a changed tape is not judged again', async () => {
    const { report, tape } = await recorded({});
    const turned = ({ at, ...event }: TapeEvent): TapeEvent => ({
      ...(JSON.parse(JSON.stringify(event).replace('"s":409', '"s":200')) as TapeEvent),
      at,
    });
    const taped = [...tape.events];
    const firstConflict = taped.findIndex((event) => JSON.stringify(event).includes('"s":409'));
    expect(firstConflict).toBeGreaterThan(0);
    const events = taped.map((event, at) => (at === firstConflict ? turned(event) : event));
    const { diverged, input } = await judgeTape({ ...tape, events }, plan);
    expect(diverged !== undefined || !isDeepStrictEqual(buildReport(input).report, report)).toBe(true);
  });

  test('a run that was stopped in between is judged again too', async () => {
    const clock = createVirtualClock();
    await expectEqual({}, { clock, meanwhile: (stop) => void clock.sleep(700).then(stop) });
  });
});
