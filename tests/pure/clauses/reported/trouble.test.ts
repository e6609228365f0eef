import { describe, expect, test } from 'vitest';
import type { Disturbances } from '../../../../clause/report.ts';
import type { ReasonCode } from '../../../../clause/sample.ts';
import { largestTrouble } from '../../../../clause/reported/trouble.ts';
import { stateVerdict, type JudgedClause, type RunEnd } from '../../../../clause/verdict.ts';

const create = 'POST /{projectKey}/resource';
const search = 'GET /{projectKey}/resource/searchApiPattern';
const fine: Disturbances = { serverErrors: 0, resets: 0, rateLimited: 0, retries: 0, slowest: [] };

function troubleIn(weather: Partial<Disturbances>, code: ReasonCode = 'flaky', requests = 1_000) {
  return largestTrouble({ ...fine, ...weather }, { requests, open: [{ reason: { code, text: 'a' } }] });
}

describe('the largest trouble of a run', () => {
  test('belongs to the operation at which most requests were not answered as due', () => {
    const weather = {
      serverErrors: 80,
      serverErrorsAt: [{ operation: create, count: 71 }, { operation: search, count: 9 }],
      resets: 70,
      resetsAt: [{ operation: search, count: 70 }],
    }; // prettier-ignore
    expect(troubleIn(weather)).toEqual({
      text: `requests to ${search} were not answered as due: 70 lost with their connection, 9 answered 5xx`,
      isMost: false,
    });
  });

  test('may also be silence', () => {
    expect(troubleIn({ timeouts: 4, timeoutsAt: [{ operation: search, count: 4 }] })?.text).toBe(
      `requests to ${search} were not answered as due: 4 not answered in time`,
    );
  });

  test('belongs to all operations if half of the run met it', () => {
    const weather = { serverErrors: 50, serverErrorsAt: [{ operation: create, count: 50 }] };
    expect(troubleIn(weather, 'noise', 100)?.isMost).toBe(true);
    expect(troubleIn(weather, 'noise', 101)?.isMost).toBe(false);
  });

  test.each<readonly [string, Partial<Disturbances>, ReasonCode]>([
    ['all was answered as due', {}, 'flaky'],
    ['that is too little', { serverErrors: 2, serverErrorsAt: [{ operation: create, count: 2 }] }, 'flaky'],
    ['no clause is undecided for an answer', { serverErrors: 9, serverErrorsAt: [{ operation: create, count: 9 }] }, 'consent-missing'],
  ])('does not exist if %s', (_where, weather, code) => {
    expect(troubleIn(weather, code)).toBeUndefined();
  }); // prettier-ignore
});

describe('the first reason of a run that is undecided', () => {
  const clause = (id: string, text: string): JudgedClause => ({
    id,
    level: 'MUST',
    blocks: 'always',
    verdict: 'inconclusive',
    reason: { code: 'flaky', text },
  });
  const clauses = [clause('4.1/a', 'one'), clause('4.2/b', 'two'), clause('4.3/c', 'two')];
  const end: RunEnd = {
    selected: { count: 3, of: 3 },
    evidence: { count: 0, of: 0 },
    interrupted: false,
    harnessErrors: [],
    mistakes: ['a wrong key'],
    events: ['a restart'],
  };
  const first = (more: Partial<RunEnd>): readonly string[] =>
    stateVerdict(clauses, { ...end, ...more }).reasons;

  test('is the largest trouble, after mistakes', () => {
    expect(first({ trouble: { text: 'trouble', isMost: false } }).slice(0, 3)).toEqual([
      'a wrong key',
      'trouble',
      'a restart',
    ]);
  });

  test('is the largest trouble, before mistakes, if it explains most', () => {
    expect(first({ trouble: { text: 'trouble', isMost: true } })[0]).toBe('trouble');
  });

  test('is, without a disturbance, the clause for which most clauses wait', () => {
    expect(first({ mistakes: [], events: [] })).toEqual([
      '4.2/b: inconclusive (two)',
      '4.3/c: inconclusive (two)',
      '4.1/a: inconclusive (one)',
    ]);
  });
});
