import { defined } from '../../../clause/defined.ts';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Timeline } from '../../../clause/timeline.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import type { ModuleRecord } from '../../../reporters/run-facts.ts';
import { shardTimelines } from '../../../reporters/gather-run.ts';
import { entry, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const timeline: Timeline = {
  endMs: 4_000,
  phases: [
    { name: 'meeting', atMs: 0 },
    { name: 'lanes', atMs: 1_000 },
  ],
  requests: { sliceMs: 1_000, counts: [3, 0, 7, 1] },
  waits: [{ for: 'a lag', atMs: 2_000, ms: 500 }],
  weather: [
    { what: 'asked to wait', atMs: 100, ms: 0, count: 2 },
    { what: 'asked to wait', atMs: 900, ms: 0, count: 1 },
  ],
};

/** What the module of a shard says that began so many seconds after noon. */
function shard(index: number, second: number, told: Timeline | undefined = timeline): ModuleRecord {
  const { suite, target, settings } = reportInput([]);
  const run = { id: 'r', startedAt: `2026-01-01T12:00:0${second}.000Z`, node: 'v20' };
  return {
    facts: { suite, target, settings, run, shard: { index, count: 2 } },
    register: [],
    evidence: [],
    selected: [],
    end: { durationMs: 1, record: { ...record, ...defined({ timeline: told }) } },
  };
}

describe('the timelines of merged shards', () => {
  test('begin at the start of each by its clock, after the first of them', () => {
    expect(shardTimelines([shard(2, 3), shard(1, 1)])).toEqual([
      { shard: 1, startMs: 0, timeline },
      { shard: 2, startMs: 2_000, timeline },
    ]);
  });

  test('do not exist for one run', () => {
    expect(shardTimelines([shard(1, 1)])).toBeUndefined();
  });

  test('leave out a shard that has no timeline', () => {
    const { timeline: _, ...bare } = record;
    const silent = { ...shard(2, 3), end: { durationMs: 1, record: bare } };
    expect(shardTimelines([shard(1, 1), silent])?.map((one) => one.shard)).toEqual([1]);
  });

  test('are drawn on one axis, each with its phases, waits and disturbances', () => {
    const timelines = shardTimelines([shard(1, 1), shard(2, 3)]) ?? [];
    const { report } = buildReport(
      reportInput([[entry('4.2/read'), judgement('pass')]], {
        record: { ...record, shardTimelines: timelines },
      }),
    );
    const page = asPage(report);
    const rows = [...page.matchAll(/<tr class="(requests|phase|wait|weather)"><th scope="row">([^<]*)/g)].map(
      ([, ...row]) => row,
    );
    expect(rows).toEqual(
      [1, 2].flatMap((index) => [
        ['requests', `shard ${index}`],
        ['phase', 'phases'],
        ['wait', 'waits'],
        ['weather', 'asked to wait'],
      ]),
    );
    expect(page).toContain('1,234 requests in 6.0 s');
    expect(page).toContain('3 times');
    expect(page).toContain('11 requests: probing the target 1.0 s; side by side 3.0 s');
    // Two of six seconds after the first one.
    expect(page).toContain('d="M333.3 100');
  });
});
