import { expect, test } from 'vitest';
import { askedForMoreTime, moreTime } from '../../../../clause/reported/more-time.ts';
import type { ReportedClause, RunRecord } from '../../../../clause/report.ts';
import type { Reason } from '../../../../clause/sample.ts';

const supplied = (record: Partial<RunRecord>, reason: Reason): string | undefined =>
  askedForMoreTime([{ reason } as ReportedClause], { record: record as RunRecord })[0]?.reason?.supply;

test.each<readonly [string, Partial<RunRecord>, Reason, string | undefined]>([
  ['of a clause that the end left open', { stoppedAfterSeconds: 300 }, { code: 'stopped', text: '' }, 'CONFORMANCE_MAX_SECONDS=600'],
  ['of a clause that was left out for time', { stoppedAfterSeconds: 300 }, { code: 'budget', text: '', supply: moreTime }, 'CONFORMANCE_MAX_SECONDS=600'],
  ['only with a time limit that was reached', {}, { code: 'stopped', text: '' }, undefined],
  ['only for want of time', { stoppedAfterSeconds: 300 }, { code: 'flaky', text: '' }, undefined],
  ['unless it has a line of its own', { stoppedAfterSeconds: 300 }, { code: 'stopped', text: '', supply: 'a token' }, 'a token'],
])('a stopped run asks for twice its time: %s', (_name, record, reason, supply) => {
  expect(supplied(record, reason)).toBe(supply);
}); // prettier-ignore
